//! Whatever a queue hands on, nothing panics, and only what a replay shows is kept of a result.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::num::NonZeroU32;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use manator_core::Record;
use manator_games::catalog;
use manator_tournament::schedule::{Pairing, Step};
use serde_json::Value;

use super::claim::Claim;
use super::pool::{job, pairing, read_result};
use super::verify::verify;
use super::worker::{assignment, prepare};
use crate::allowed::Allowed;
use crate::event::{DrawSpec, Entry, Event, ResignSpec};
use crate::pool::Programs;
use crate::prepared::Prepared;

const RANDOM: usize = 200;
const TEXT_MAX: usize = 4096;
const WORKER: &str = "anna";
const ONE: NonZeroU32 = NonZeroU32::MIN;

/// A game that was played, and the tournament that it belongs to.
struct Played {
    prepared: Arc<Prepared>,
    pairing: Pairing,
    claim: Claim,
}

impl Played {
    fn of(event: Event) -> Played {
        let prepared = Arc::new(Prepared::new(event).expect("a tournament"));
        let Step::Play(games) = prepared.next(&prepared.results()).expect("games") else {
            panic!("nothing is to be played");
        };
        let pairing = games.first().expect("a game").clone();
        let stop = Arc::new(AtomicBool::new(false));
        let mut supply = Programs::new(prepared.clone());
        let claim = Claim::play(&prepared, &pairing, &mut supply, &stop).expect("a game");
        Played { prepared, pairing, claim }
    }
}

/// Returns a game of every kind, under each kind of terms.
fn played() -> &'static [Played] {
    static PLAYED: OnceLock<Vec<Played>> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let mut all = Vec::new();
        for card in catalog::GAMES.iter().map(|entry| entry.card()) {
            let players = card.players.iter().map(|_| Entry::of("random")).collect();
            let event = Event { steps: Some(20), ..Event::new(card.name, players) };
            let draw = DrawSpec { from: 3, moves: ONE, score: 1000 };
            let resign = ResignSpec { moves: ONE, score: 0, two_sided: false };
            all.push(Played::of(Event { time: "60+1".into(), ..event.clone() }));
            all.push(Played::of(Event { ask_again: true, ..event.clone() }));
            all.push(Played::of(Event { draw: Some(draw), ..event.clone() }));
            if card.players.len() == 2 {
                all.push(Played::of(Event { resign: Some(resign), ..event }));
            }
        }
        all
    })
}

/// Returns the result of a game with other values where `changes` has some; `cut` leaves so many moves of it.
fn changed(claim: &Claim, changes: Value) -> Option<Vec<u8>> {
    let mut claim = claim.clone();
    let Value::Object(mut changes) = changes else { return None };
    if let Some(plies) = changes.remove("cut").and_then(|cut| usize::try_from(cut.as_u64()?).ok()) {
        let moves: Vec<&str> = claim.moves.split_ascii_whitespace().take(plies).collect();
        claim.moves = moves.join(" ");
        claim.spent_ms.truncate(plies);
        claim.clock_ms.truncate(plies);
        (claim.judgements, claim.comments) = (String::new(), Vec::new());
    }
    let mut value = serde_json::to_value(claim).ok()?;
    value.as_object_mut()?.extend(changes);
    serde_json::to_vec(&value).ok()
}

/// Checks that what is kept of a result is what its record replays to.
fn check_result(played: &Played, bytes: &[u8]) {
    let Ok(claim) = read_result(bytes) else { return };
    let Ok(kept) = verify(&played.prepared, &played.pairing, &claim, WORKER) else { return };
    assert_eq!(kept.worker, WORKER);
    assert!(kept.played().is_some());
    let entry = catalog::find(&played.prepared.event.game).expect("a game");
    let record = Record::parse(&kept.record).expect("a record");
    assert_eq!(record.to_string(), kept.record);
    let table = record.replay(entry, |_, _| {}).expect("a record that holds");
    assert_eq!((table.moves().join(" "), table.moves().len()), (kept.moves, kept.plies));
    assert_eq!(record.result.as_deref(), Some(&*kept.payoffs));
    if let Some(outcome) = table.outcome() {
        assert_eq!((outcome.payoffs.as_slice(), outcome.reason.0), (&*kept.payoffs, &*kept.reason));
    }
}

/// Reads a result: which game in a byte, then the whole result, or what is changed in the true one.
#[test]
fn any_result() {
    bolero::check!().with_iterations(RANDOM).with_max_len(TEXT_MAX).for_each(|bytes: &[u8]| {
        let Some((which, bytes)) = bytes.split_first() else { return };
        let played = &played()[usize::from(*which) % played().len()];
        check_result(played, bytes);
        let changes = serde_json::from_slice(bytes).ok();
        if let Some(bytes) = changes.and_then(|changes| changed(&played.claim, changes)) {
            check_result(played, &bytes);
        }
    });
}

#[test]
fn true_results_hold() {
    for played in played() {
        verify(&played.prepared, &played.pairing, &played.claim, WORKER).expect("a true result");
        check_result(played, &serde_json::to_vec(&played.claim).expect("a result"));
    }
}

/// Reads a job: its name in a line, then what is to be played.
#[test]
fn any_job() {
    bolero::check!().with_iterations(RANDOM).with_max_len(TEXT_MAX).for_each(|bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        let (id, payload) = text.split_once('\n').unwrap_or((&text, ""));
        let Some(read) = pairing(id, payload.as_bytes()) else { return };
        let written = job(&read);
        assert_eq!(pairing(&written.id, &written.payload).as_ref(), Some(&read));
        for played in played().iter().filter(|played| played.prepared.fits(&read)) {
            let table = played.prepared.opening(&read);
            assert!(played.prepared.terms(&read).controls(read.seats.len()).suit(read.seats.len()));
            assert_eq!(table.card().players.len(), read.seats.len());
        }
    });
}

/// Reads the definition of a tournament that a worker is asked to play in.
#[test]
fn any_definition() {
    bolero::check!().with_iterations(RANDOM).with_max_len(TEXT_MAX).for_each(|bytes: &[u8]| {
        let Ok(read) = assignment(bytes) else { return };
        let written = serde_json::to_vec(&read).expect("what is read can be written");
        assert_eq!(assignment(&written).map(|read| read.event), Ok(read.event.clone()));
        if let Ok(prepared) = prepare(read.event, &Allowed::default()) {
            assert!(prepared.event.may_read.is_empty() && prepared.event.sandbox.is_some());
            let _ = prepared.next(&prepared.results());
        }
    });
}
