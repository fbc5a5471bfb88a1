//! Whether a result that somebody else sent can be: its moves are played again, and everything follows from them.
//!
//! What the rules decide is decided here. An end that they do not know, such as a fault or a resignation, cannot be
//! proven by a record; but who can have caused it, under which terms, and what everybody gets for it can.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use manator_core::record::result_text;
use manator_core::{PerPlayer, Player, Reason, Record, RecordedMove, Table};
use manator_play::referee::OnIllegal;
use manator_play::{ADJUDICATED, Fault, STEPS, Sheet, Terms, TimeControl, Verdict};
use manator_state::position::film;
use manator_tournament::schedule::Pairing;

use crate::game::{Finished, name_players};
use crate::prepared::Prepared;

/// No game began before the year 2000, in milliseconds since 1970.
const BEGAN_MS_MIN: u64 = 946_684_800_000;
/// How far the clock of a worker may be ahead of ours.
const CLOCK_DIFFERENCE_MAX: Duration = Duration::from_secs(24 * 60 * 60);

/// Returns what is to be kept of a game that a worker has played, or why its result cannot be.
pub fn verify(
    prepared: &Prepared,
    pairing: &Pairing,
    claim: &Finished,
) -> Result<Finished, String> {
    if !claim.is_of(pairing) {
        return Err(format!("it has other players than game {}", pairing.id));
    }
    check_time(claim)?;
    let record = Record::parse(&claim.record).map_err(|error| format!("its record: {error}"))?;
    let mut table = prepared.opening(pairing);
    let mut film = film(&*table);
    let terms = prepared.terms(pairing);
    let mut turns = Turns::before(&*table);
    // What the record must say is written beside the replay: times and comments are all that it can add.
    let sheet = Sheet::new(table.copy(), terms.controls(pairing.seats.len()));
    let mut kept = sheet.record(Vec::new());
    name_players(prepared, pairing, &mut kept);
    kept.comment.clone_from(&record.comment);
    let (opening, begun) = record.moves.split_at_checked(kept.moves.len()).unwrap_or_default();
    if !opening.iter().map(|mv| &mv.text).eq(table.moves()) {
        return Err("its record does not begin with its opening".into());
    }
    for (mv, told) in kept.moves.iter_mut().zip(opening) {
        *mv = RecordedMove { number: mv.number, ..told.clone() };
    }
    for (ply, told) in (opening.len() + 1..).zip(begun) {
        let number = turns.count(&*table);
        let text = table.play(&told.text).map_err(|illegal| format!("ply {ply}: {illegal}"))?;
        film.add(&*table);
        kept.moves.push(RecordedMove { number, text, ..told.clone() });
    }
    let verdict = match Verdict::of_rules(&*table) {
        Some(_) if !claim.offences.is_empty() => {
            return Err("somebody is at fault in a game that the rules have ended".into());
        }
        Some(verdict) => verdict,
        None => ended(claim, &terms, &*table, &turns)?,
    };
    let (payoffs, reason) = (verdict.outcome.payoffs.as_slice(), verdict.outcome.reason);
    if claim.payoffs != payoffs || claim.reason != reason.0 {
        return Err(format!(
            "it says {:?} {}: expected {} {}",
            claim.payoffs,
            claim.reason,
            result_text(Some(payoffs)),
            reason.0
        ));
    }
    (kept.result, kept.reason) = (Some(payoffs.to_vec()), Some(reason.0.into()));
    let kept = kept.to_string();
    if let Some(difference) = difference(&claim.record, &kept) {
        return Err(format!("its record says {difference}"));
    }
    let moves = table.moves();
    if claim.plies != moves.len() || claim.moves != moves.join(" ") {
        return Err("its moves are not those of its record".into());
    }
    Ok(Finished { words: verdict.words, record: kept, film: film.to_string(), ..claim.clone() })
}

fn check_time(claim: &Finished) -> Result<(), String> {
    let latest = SystemTime::now() + CLOCK_DIFFERENCE_MAX;
    let latest = latest.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let ended = u128::from(claim.began_ms) + u128::from(claim.took_ms);
    if claim.began_ms >= BEGAN_MS_MIN && ended <= latest {
        return Ok(());
    }
    Err(format!(
        "it began {} ms after 1970 and took {} ms: expected a time after 2000 and not after tomorrow",
        claim.began_ms, claim.took_ms
    ))
}

/// How many turns each player has begun: in all, and since the opening.
struct Turns {
    /// Who began the game: with each of its turns a new round begins.
    starter: Player,
    all: PerPlayer<u32>,
    since: PerPlayer<u32>,
}

impl Turns {
    fn before(opening: &dyn Table) -> Turns {
        let none = PerPlayer::from_fn(opening.card().players.len(), |_| 0);
        let mut replay = opening.copy();
        while replay.undo() {}
        let mut turns = Turns { starter: replay.to_move(), all: none, since: none };
        for mv in opening.moves() {
            turns.count(&*replay);
            // A move on the table was legal when it was played.
            let _ = replay.play(mv);
        }
        Turns { since: none, ..turns }
    }

    /// Counts the turn of the player to move, if one begins; returns the number that a record writes before it.
    fn count(&mut self, table: &dyn Table) -> Option<u32> {
        let player = table.to_move();
        if !table.begins_turn() {
            return None;
        }
        self.all[player] += 1;
        self.since[player] += 1;
        (player == self.starter).then_some(self.all[player])
    }

    fn has_begun(&self) -> bool {
        self.since.as_slice().iter().any(|turns| *turns > 0)
    }
}

/// Returns the end of a game that the rules let go on, if the terms know such an end.
fn ended(
    claim: &Finished,
    terms: &Terms,
    table: &dyn Table,
    turns: &Turns,
) -> Result<Verdict, String> {
    if !claim.offences.is_empty() {
        let offences = offences(claim, terms, table, turns.has_begun())?;
        return Ok(Verdict::of_told_faults(table, &offences));
    }
    let found = match claim.reason.as_str() {
        reason if reason == STEPS.0 => of_steps(claim, terms, table, turns),
        reason if reason == ADJUDICATED.0 => adjudicated(claim, terms, table, turns),
        _ => None,
    };
    found.ok_or_else(|| format!("the game goes on, and cannot end so: {}", claim.reason))
}

/// Returns who was at fault: before the first move anybody, later only the player to move.
fn offences(
    claim: &Finished,
    terms: &Terms,
    table: &dyn Table,
    has_begun: bool,
) -> Result<Vec<(Player, Reason, String)>, String> {
    let players = table.card().players.len();
    let mut found: Vec<(Player, Reason, String)> = Vec::new();
    for offence in &claim.offences {
        let (seat, kind) = (offence.seat, offence.kind.as_str());
        let cannot = || format!("a fault of seat {seat}, {kind}, cannot be here");
        let player = Player::all(players).nth(seat).ok_or_else(cannot)?;
        let is_timed = terms.of(player).control != TimeControl::None;
        let is_twice = found.iter().any(|(other, ..)| *other == player);
        let is_asked = player == table.to_move();
        let can_be = match kind {
            "late" => is_asked && is_timed,
            "stuck" => is_asked && !is_timed,
            _ => is_asked || !has_begun,
        };
        if is_twice || !can_be {
            return Err(cannot());
        }
        let reason = Fault::reason_of(kind).ok_or_else(cannot)?;
        found.push((player, reason, offence.words.clone()));
    }
    Ok(found)
}

fn of_steps(claim: &Finished, terms: &Terms, table: &dyn Table, turns: &Turns) -> Option<Verdict> {
    let most = terms.steps?;
    let player = table.to_move();
    let used_up = Verdict::of_steps(table, most);
    if table.begins_turn() && turns.since[player] >= most {
        return Some(used_up);
    }
    // Illegal moves that were ignored count as well, and no record tells of them.
    let wasted = Verdict::of_wasted_steps(table, player, most);
    let candidates =
        [used_up, wasted].into_iter().filter(|_| terms.on_illegal == OnIllegal::AskAgain);
    candidates.into_iter().find(|verdict| verdict.words == claim.words)
}

/// Returns the end that the players' scores decide, if they have had as many turns as that takes.
fn adjudicated(
    claim: &Finished,
    terms: &Terms,
    table: &dyn Table,
    turns: &Turns,
) -> Option<Verdict> {
    let players = turns.all.players();
    let tied = terms.adjudication.tie.filter(|rule| {
        let is_late = turns.all.as_slice().iter().all(|turns| *turns >= rule.from);
        is_late && turns.since.as_slice().iter().all(|turns| *turns >= rule.moves.get())
    });
    let resigned = terms.adjudication.resign.into_iter().flat_map(|rule| {
        let may = move |player: &Player| turns.since[*player] >= rule.moves.get();
        Player::all(players).filter(may).map(move |player| rule.verdict(table, player))
    });
    let verdicts = tied.map(|rule| rule.verdict(players)).into_iter().chain(resigned);
    let fits = |verdict: &Verdict| verdict.outcome.payoffs.as_slice() == claim.payoffs;
    verdicts.filter(|_| table.begins_turn()).find(fits)
}

/// Returns the first line in which a record differs from the one that is expected.
fn difference(found: &str, expected: &str) -> Option<String> {
    if found == expected {
        return None;
    }
    let mut expected = expected.split('\n');
    for line in found.split('\n') {
        match expected.next() {
            Some(other) if other == line => {}
            other => return Some(format!("'{line}': expected '{}'", other.unwrap_or("nothing"))),
        }
    }
    Some(format!("nothing more: expected '{}'", expected.next().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use manator_core::Record;
    use manator_tournament::schedule::{Pairing, Step};

    use super::verify;
    use crate::event::{DrawSpec, Entry, Event, Format, Openings, ResignSpec};
    use crate::game::{Finished, Offence, play};
    use crate::pool::Programs;
    use crate::prepared::Prepared;

    const ONE: NonZeroU32 = NonZeroU32::MIN;

    fn event(game: &str, agents: &[&str]) -> Event {
        Event::new(game, agents.iter().map(|agent| Entry::of(*agent)).collect())
    }

    /// Plays the first games of a tournament, and checks that each result is taken as it is.
    #[track_caller]
    fn holds(event: Event) -> (Prepared, Pairing, Finished) {
        let prepared = Arc::new(Prepared::new(event).expect("a tournament"));
        let Step::Play(games) = prepared.next(&prepared.results()).expect("games") else {
            panic!("nothing is to be played");
        };
        let mut supply = Programs::new(prepared.clone());
        let stop = Arc::new(AtomicBool::new(false));
        let mut last = None;
        for pairing in games.into_iter().take(4) {
            let game = play(&prepared, &pairing, &mut supply, "anna", None, &stop).expect("a game");
            assert_eq!(verify(&prepared, &pairing, &game), Ok(game.clone()));
            last = Some((pairing, game));
        }
        drop(supply);
        let (pairing, game) = last.expect("a game");
        (Arc::into_inner(prepared).expect("nobody else has it"), pairing, game)
    }

    #[test]
    fn results_of_every_game_hold() {
        let entries = manator_games::catalog::GAMES.iter();
        for card in entries.map(|entry| entry.card()) {
            let agents = ["random", "greedy", "random", "greedy"];
            let mut event = event(card.name, &agents[..card.players.len()]);
            event.title = "A \"cup\" \\ of\ntwo lines".into();
            holds(Event { steps: Some(40), ..event.clone() });
            holds(Event { time: "60+1".into(), format: Format::Swiss, ..event.clone() });
            holds(Event { openings: Openings::Random(0), ..event });
        }
    }

    #[test]
    fn ends_that_the_rules_do_not_know_hold() {
        let players = ["alphabeta:depth=1", "alphabeta:depth=2"];
        let tie = DrawSpec { from: 3, moves: ONE, score: 1_000_000 };
        let resign = ResignSpec { moves: ONE, score: 0, two_sided: false };
        let jetan = event("jetan", &players);
        let (_, _, game) = holds(Event { draw: Some(tie), ..jetan.clone() });
        assert_eq!(game.reason, "adjudicated");
        let (_, _, game) = holds(Event { resign: Some(resign), ..jetan.clone() });
        assert_eq!(game.reason, "adjudicated");
        let (_, _, game) = holds(Event { steps: Some(3), ..jetan });
        assert_eq!((game.reason.as_str(), game.plies), ("steps", 10));
        for agent in ["once:echo nonsense", "once:false", "program:/no/such/program"] {
            let (_, _, game) = holds(event("joust", &["random", agent]));
            assert_eq!(game.reason, "default", "{agent}");
            let all_at_fault = event("joust", &[agent, agent]);
            holds(Event { ask_again: true, steps: Some(5), ..all_at_fault });
        }
    }

    /// A game that was changed, and what is said of it.
    #[track_caller]
    fn refused(made: &(Prepared, Pairing, Finished), change: impl Fn(&mut Finished), said: &str) {
        let (prepared, pairing, game) = made;
        let mut claim = game.clone();
        change(&mut claim);
        let why = verify(prepared, pairing, &claim).expect_err(said);
        assert!(why.contains(said), "{why}");
    }

    fn cut(game: &mut Finished, plies: usize, payoffs: &[i8], reason: &str) {
        let mut record = Record::parse(&game.record).expect("a record");
        record.moves.truncate(plies);
        (record.result, record.reason) = (Some(payoffs.to_vec()), Some(reason.into()));
        let moves: Vec<&str> = record.moves.iter().map(|mv| mv.text.as_str()).collect();
        (game.plies, game.moves) = (moves.len(), moves.join(" "));
        (game.payoffs, game.reason) = (payoffs.to_vec(), reason.into());
        game.record = record.to_string();
    }

    fn offence(seat: usize, kind: &str) -> Offence {
        Offence { seat, kind: kind.into(), words: "was at fault".into() }
    }

    #[test]
    fn results_that_cannot_be_are_refused() {
        let made = holds(event("joust", &["random", "greedy"]));
        refused(&made, |game| game.id = "9.9.9".into(), "other players");
        refused(&made, |game| game.payoffs.push(0), "other players");
        refused(&made, |game| game.began_ms = 1, "a time after 2000");
        refused(&made, |game| game.took_ms = u64::MAX, "a time after 2000");
        refused(&made, |game| game.plies += 1, "its moves are not those of its record");
        refused(&made, |game| game.moves.push('x'), "its moves are not those of its record");
        refused(&made, |game| game.reason = "time".into(), "expected ");
        refused(&made, |game| game.record.push('\n'), "its record says");
        refused(&made, |game| game.record.insert_str(0, "[Cup \"1\"]\n"), "its record says '[Cup");
        refused(&made, |game| game.record = game.record.replace("\"greedy\"", "\"x\""), "\"x\"");
        refused(&made, |game| game.offences.push(offence(0, "late")), "the rules have ended");
        refused(&made, |game| cut(game, 2, &[1, -1], "default"), "does not begin with its opening");
        for reason in ["steps", "adjudicated", "time", "resigned", "default", "stuck", "luck"] {
            refused(&made, |game| cut(game, 5, &[0, 0], reason), "the game goes on");
        }
        // Who is at fault is to move, or nobody has moved; the faults are known; and they cost what they cost.
        let faulty = |plies, payoffs: [i8; 2], reason: &'static str, offences: Vec<Offence>| {
            move |game: &mut Finished| {
                cut(game, plies, &payoffs, reason);
                game.offences.clone_from(&offences);
            }
        };
        let cannot = "cannot be here";
        refused(&made, faulty(4, [1, -1], "default", vec![offence(99, "gone")]), cannot);
        refused(&made, faulty(4, [1, -1], "default", vec![offence(1, "sneezed")]), cannot);
        refused(&made, faulty(5, [-1, 1], "default", vec![offence(0, "gone")]), cannot);
        refused(&made, faulty(4, [-1, 1], "time", vec![offence(0, "late")]), cannot);
        let twice = vec![offence(1, "gone"), offence(1, "gone")];
        refused(&made, faulty(4, [1, -1], "default", twice), cannot);
        refused(&made, faulty(5, [-1, 1], "default", vec![offence(1, "gone")]), "expected 1-0");
        refused(&made, faulty(5, [1, -1], "resigned", vec![offence(1, "gone")]), "expected 1-0");
        let (prepared, pairing, game) = &made;
        let mut fair = game.clone();
        faulty(5, [1, -1], "default", vec![offence(1, "gone")])(&mut fair);
        let kept = verify(prepared, pairing, &fair).expect("this can be");
        assert_eq!(kept.words, "Black was at fault: White wins");
    }
}
