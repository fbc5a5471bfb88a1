//! One game of a tournament, from its pairing to what is kept of it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use manator_core::{PerPlayer, Player, Record};
use manator_play::referee::resume;
use manator_play::{Contender, Report, Verdict};
use manator_tournament::notes::{Fault, Note};
use manator_tournament::schedule::Pairing;
use manator_tournament::{Entrant, GameId, Played};
use serde::{Deserialize, Serialize};

use crate::pool::Supply;
use crate::pool::{Playing, Watcher};
use crate::prepared::Prepared;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finished {
    /// Which game of the schedule it was, as text.
    pub id: String,
    pub seats: Vec<usize>,
    pub payoffs: Vec<i8>,
    /// Why it ended, in one word.
    pub reason: String,
    /// How it ended, in one sentence.
    pub words: String,
    pub offences: Vec<Offence>,
    /// How many answers of each seat were no legal moves.
    #[serde(default)]
    pub illegal: Vec<u32>,
    pub plies: usize,
    /// When it began, in milliseconds since 1970.
    pub began_ms: u64,
    pub took_ms: u64,
    pub worker: String,
    /// The moves with blanks between them.
    pub moves: String,
    pub record: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offence {
    pub seat: usize,
    /// What it was, in one word: `late`, `illegal`, `gone`.
    pub kind: String,
    /// What it was, as the end of a sentence that begins with a name.
    pub words: String,
}

/// Kinds of offences after which a player could not be asked again: it did not start, or broke down.
const BREAKDOWNS: [&str; 9] =
    ["start", "silent", "unready", "unsuitable", "option", "gone", "deaf", "shut", "broken"];

impl Finished {
    pub fn played(&self) -> Option<Played> {
        let payoffs = &self.payoffs;
        let is_whole = payoffs.len() == self.seats.len()
            && (2..=manator_core::MAX_PLAYERS).contains(&payoffs.len());
        if !is_whole {
            return None;
        }
        Some(Played {
            id: self.id.parse().ok()?,
            seats: self.seats.iter().copied().map(Entrant).collect(),
            payoffs: PerPlayer::from_fn(payoffs.len(), |player| payoffs[player.index()]),
            reason: self.reason.clone(),
        })
    }

    pub fn note(&self) -> Note {
        let offences = self.offences.iter().map(|offence| (offence.seat, offence.kind.as_str()));
        note((&self.words, &self.worker), offences, &self.illegal)
    }

    pub fn is_of(&self, pairing: &Pairing) -> bool {
        is_of(pairing, &self.id, &self.seats, &self.payoffs)
    }

    pub fn breakdown(&self) -> Option<&Offence> {
        self.offences.iter().find(|offence| BREAKDOWNS.contains(&offence.kind.as_str()))
    }
}

/// Returns whether a result is of a game: its id, its players, and points for each of them.
pub(crate) fn is_of(pairing: &Pairing, id: &str, seats: &[usize], payoffs: &[i8]) -> bool {
    id.parse::<GameId>() == Ok(pairing.id)
        && seats.iter().copied().eq(pairing.seats.iter().map(|who| who.0))
        && payoffs.len() == seats.len()
}

/// Returns what tables say about a game beside its result, from who did which offence and how often somebody
/// answered illegally.
pub(crate) fn note<'a>(
    (words, worker): (&str, &str),
    offences: impl Iterator<Item = (usize, &'a str)>,
    illegal: &[u32],
) -> Note {
    let fault =
        |(seat, kind): (usize, &str)| Some((Player(u8::try_from(seat).ok()?), fault(kind)?));
    let is_illegal = illegal.iter().any(|count| *count > 0);
    Note {
        words: words.into(),
        worker: worker.into(),
        faults: offences.filter_map(fault).collect(),
        illegal: if is_illegal { illegal.to_vec() } else { Vec::new() },
    }
}

/// Returns which kind of default an offence is; giving up is none.
fn fault(kind: &str) -> Option<Fault> {
    match kind {
        "absent" | "start" | "silent" | "unready" | "unsuitable" | "option" => Some(Fault::NoShow),
        "gone" | "deaf" | "shut" | "broken" | "flood" | "line-too-long" => Some(Fault::Crash),
        "illegal" | "no-move" | "malformed" => Some(Fault::Illegal),
        "late" | "stuck" => Some(Fault::Time),
        "gave-up" => None,
        _ => Some(Fault::Other),
    }
}

/// Plays a game and writes it down; returns nothing when nobody wants it any more.
pub(crate) fn play(
    prepared: &Prepared,
    pairing: &Pairing,
    supply: &mut dyn Supply,
    worker: &str,
    watched: Option<(&dyn Watcher, usize)>,
    stop: &Arc<AtomicBool>,
) -> Option<Finished> {
    let ended = oversee(prepared, pairing, supply, watched, stop)?;
    let offences = ended.offences();
    let Ended { report, verdict, began_ms, took_ms } = ended;
    let moves: Vec<&str> = report.record.moves.iter().map(|mv| mv.text.as_str()).collect();
    Some(Finished {
        id: pairing.id.to_string(),
        seats: pairing.seats.iter().map(|who| who.0).collect(),
        payoffs: verdict.outcome.payoffs.as_slice().to_vec(),
        reason: verdict.outcome.reason.0.into(),
        words: verdict.words,
        offences,
        illegal: report.illegal.as_slice().to_vec(),
        plies: moves.len(),
        began_ms,
        took_ms,
        worker: worker.into(),
        moves: moves.join(" "),
        record: report.record.to_string(),
    })
}

/// A game that is over, before it is written down.
pub(crate) struct Ended {
    pub(crate) report: Report,
    pub(crate) verdict: Verdict,
    pub(crate) began_ms: u64,
    pub(crate) took_ms: u64,
}

impl Ended {
    pub(crate) fn offences(&self) -> Vec<Offence> {
        let offence = |(player, fault): &(Player, manator_play::Fault)| Offence {
            seat: player.index(),
            kind: fault.code().into(),
            words: fault.to_string(),
        };
        self.report.faults.iter().map(offence).collect()
    }
}

/// Plays a game; returns nothing when nobody wants it any more.
pub(crate) fn oversee(
    prepared: &Prepared,
    pairing: &Pairing,
    supply: &mut dyn Supply,
    watched: Option<(&dyn Watcher, usize)>,
    stop: &Arc<AtomicBool>,
) -> Option<Ended> {
    let mut sides = supply.take(pairing);
    if stop.load(Ordering::SeqCst) {
        // Whoever was waited for is not at fault.
        supply.give_back(pairing, sides);
        return None;
    }
    let began = Instant::now();
    let began_ms = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let mut contenders: Vec<&mut dyn Contender> =
        sides.iter_mut().map(|side| &mut **side as &mut dyn Contender).collect();
    let (sheet, terms) = (prepared.sheet(pairing), prepared.terms(pairing));
    let watched = watched.map(|(watcher, thread)| (watcher, Playing { pairing, thread }));
    if let Some((watcher, game)) = watched {
        watcher.begins(game);
    }
    let mut report = resume(sheet, &mut contenders, &terms, stop, &mut |sheet, event| {
        if let Some((watcher, game)) = watched {
            watcher.watch(game, sheet, &event);
        }
    });
    supply.give_back(pairing, sides);
    name_players(prepared, pairing, &mut report.record);
    if let Some((watcher, game)) = watched {
        watcher.ended(game, &report);
    }
    let verdict = report.verdict.take()?;
    let took_ms = began.elapsed().as_millis() as u64;
    Some(Ended { report, verdict, began_ms: began_ms as u64, took_ms })
}

/// Writes who played which game of which tournament into its record.
pub(crate) fn name_players(prepared: &Prepared, pairing: &Pairing, record: &mut Record) {
    for (seat, who) in prepared.table.card().players.iter().zip(&pairing.seats) {
        record.set_player(seat, &prepared.participants[who.0].name);
    }
    if !prepared.event.title.is_empty() {
        record.tags.insert(0, ("Event".into(), prepared.event.title.clone()));
    }
    record.tags.push(("Round".into(), pairing.id.to_string()));
}
