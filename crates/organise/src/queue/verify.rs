//! Whether a result that somebody else sent can be: its moves are played again, and everything follows from them.
//!
//! What the rules decide is decided here. An end that they do not know, such as a fault or a resignation, cannot be
//! proven by a record; but who can have caused it, under which terms, and what everybody gets for it can.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use manator_core::record::{Judgement, result_text};
use manator_core::{PerPlayer, Player, Reason, Record, RecordedMove, Table};
use manator_play::contender::Notes;
use manator_play::referee::OnIllegal;
use manator_play::{ADJUDICATED, Fault, STEPS, Sheet, Terms, TimeControl, Verdict};
use manator_tournament::schedule::Pairing;

use super::claim::{Claim, UNJUDGED};
use crate::game::{Finished, is_of, name_players};
use crate::prepared::Prepared;

/// No game began before the year 2000, in milliseconds since 1970.
const BEGAN_MS_MIN: u64 = 946_684_800_000;
/// How far the clock of a worker may be ahead of ours.
const CLOCK_DIFFERENCE_MAX: Duration = Duration::from_secs(24 * 60 * 60);

/// How many illegal answers of a seat are believed: tables add them up.
const ILLEGAL_MAX: u32 = 100_000;

/// Returns what is to be kept of a game that `worker` has played, or why its result cannot be.
pub fn verify(
    prepared: &Prepared,
    pairing: &Pairing,
    claim: &Claim,
    worker: &str,
) -> Result<Finished, String> {
    if !is_of(pairing, &claim.id, &claim.seats, &claim.payoffs) {
        return Err(format!("it has other players than game {}", pairing.id));
    }
    check_time(claim)?;
    let mut table = prepared.opening(pairing);
    let terms = prepared.terms(pairing);
    let mut turns = Turns::before(&*table);
    let mut record = Sheet::new(table.copy(), terms.controls(pairing.seats.len())).record([]);
    name_players(prepared, pairing, &mut record);
    let opening = record.moves.len();
    let mut judgements = claim.judgements.split_ascii_whitespace();
    for (index, told) in claim.moves.split_ascii_whitespace().enumerate() {
        let number = turns.count(&*table);
        let play = table.play(told);
        let text = play.map_err(|illegal| format!("ply {}: {illegal}", opening + index + 1))?;
        let spent_ms = claim.spent_ms.get(index).copied();
        let clock_ms = claim.clock_ms.get(index).copied().flatten();
        let judgement = judgements.next().map(read_judgement).transpose()?.flatten();
        let comment = None;
        record.moves.push(RecordedMove { number, text, clock_ms, spent_ms, judgement, comment });
    }
    check_counts(claim, record.moves.len() - opening)?;
    comment(&mut record, opening, &claim.comments)?;
    let illegal = read_illegal(claim, &terms)?;
    let verdict = match Verdict::of_rules(&*table) {
        Some(_) if !claim.offences.is_empty() => {
            return Err("somebody is at fault in a game that the rules have ended".into());
        }
        Some(verdict) => verdict,
        None => ended(claim, &terms, &*table, &turns)?,
    };
    let (payoffs, reason) = (verdict.outcome.payoffs.as_slice(), verdict.outcome.reason.0);
    if claim.payoffs != payoffs || claim.reason != reason {
        let expected = result_text(Some(payoffs));
        let (payoffs, told) = (&claim.payoffs, &claim.reason);
        return Err(format!("it says {payoffs:?} {told}: expected {expected} {reason}"));
    }
    (record.result, record.reason) = (Some(payoffs.to_vec()), Some(reason.into()));
    Ok(Finished {
        id: claim.id.clone(),
        seats: claim.seats.clone(),
        payoffs: payoffs.to_vec(),
        reason: reason.into(),
        words: verdict.words,
        offences: claim.offences.clone(),
        illegal,
        plies: table.moves().len(),
        began_ms: claim.began_ms,
        took_ms: claim.took_ms,
        worker: worker.into(),
        moves: table.moves().join(" "),
        record: record.to_string(),
    })
}

/// Checks that there is a time for each move; and a clock, and what the mover thought, for each or for none.
fn check_counts(claim: &Claim, moves: usize) -> Result<(), String> {
    let (times, clocks) = (claim.spent_ms.len(), claim.clock_ms.len());
    let judgements = claim.judgements.split_ascii_whitespace().count();
    if times == moves && [0, moves].contains(&clocks) && [0, moves].contains(&judgements) {
        return Ok(());
    }
    Err(format!(
        "it has {times} times, {clocks} clocks and {judgements} judgements: expected those of {moves} moves"
    ))
}

fn read_judgement(text: &str) -> Result<Option<Judgement>, String> {
    if text == UNJUDGED {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| format!("its judgement '{text}' is none, such as +0.34/12"))
}

/// Writes down what was said since the opening.
fn comment(record: &mut Record, opening: usize, told: &[(usize, String)]) -> Result<(), String> {
    for (ply, text) in told {
        let slot = match (ply.checked_sub(1), *ply >= opening) {
            (None, true) => Some(&mut record.comment),
            (Some(index), true) => record.moves.get_mut(index).map(|mv| &mut mv.comment),
            (_, false) => None,
        };
        let slot = slot.filter(|slot| slot.is_none());
        let slot = slot.ok_or_else(|| format!("its comment after {ply} moves cannot be"))?;
        *slot = Some(Notes::as_comment(text));
    }
    Ok(())
}

fn check_time(claim: &Claim) -> Result<(), String> {
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

/// Returns how many illegal answers each seat gave: one at most where nobody is asked again.
fn read_illegal(claim: &Claim, terms: &Terms) -> Result<Vec<u32>, String> {
    let most = match terms.on_illegal {
        OnIllegal::AskAgain => ILLEGAL_MAX,
        OnIllegal::Default => 1,
    };
    let (mut illegal, seats) = (claim.illegal.clone(), claim.seats.len());
    if illegal.len() > seats || illegal.iter().any(|count| *count > most) {
        return Err(format!("illegal answers by seat {illegal:?} cannot be here"));
    }
    illegal.resize(seats, 0);
    Ok(illegal)
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
        let movers = opening.movers();
        let starter = movers.first().map_or_else(|| opening.to_move(), |(player, _)| *player);
        let mut all = none;
        for (player, begins_turn) in movers {
            all[player] += u32::from(begins_turn);
        }
        Turns { starter, all, since: none }
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
    claim: &Claim,
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
    claim: &Claim,
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

fn of_steps(claim: &Claim, terms: &Terms, table: &dyn Table, turns: &Turns) -> Option<Verdict> {
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
fn adjudicated(claim: &Claim, terms: &Terms, table: &dyn Table, turns: &Turns) -> Option<Verdict> {
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

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use manator_tournament::schedule::{Pairing, Step};

    use super::{Claim, Record, verify};
    use crate::event::{DrawSpec, Entry, Event, Format, Openings, ResignSpec};
    use crate::game::{Finished, Offence, play};
    use crate::pool::Programs;
    use crate::prepared::Prepared;

    const ONE: NonZeroU32 = NonZeroU32::MIN;

    fn event(game: &str, agents: &[&str]) -> Event {
        Event::new(game, agents.iter().map(|agent| Entry::of(*agent)).collect())
    }

    /// Returns a game without what differs when it is played again, and its record apart.
    fn timeless(game: &Finished) -> (Finished, Record) {
        let mut record = Record::parse(&game.record).expect("a record");
        for mv in &mut record.moves {
            (mv.clock_ms, mv.spent_ms) = (None, None);
        }
        (Finished { began_ms: 0, took_ms: 0, record: String::new(), ..game.clone() }, record)
    }

    /// Plays the first games of a tournament, and checks that of each the same is kept as if it were played here.
    #[track_caller]
    fn holds(event: Event) -> (Prepared, Pairing, Claim) {
        let prepared = Arc::new(Prepared::new(event).expect("a tournament"));
        let Step::Play(games) = prepared.next(&prepared.results()).expect("games") else {
            panic!("nothing is to be played");
        };
        let mut supply = Programs::new(prepared.clone());
        let stop = Arc::new(AtomicBool::new(false));
        let mut last = None;
        for pairing in games.into_iter().take(4) {
            let claim = Claim::play(&prepared, &pairing, &mut supply, &stop).expect("a game");
            let kept = verify(&prepared, &pairing, &claim, "anna").expect("an honest result");
            let here = play(&prepared, &pairing, &mut supply, "anna", None, &stop).expect("a game");
            assert_eq!(timeless(&kept), timeless(&here));
            last = Some((pairing, claim));
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
        assert_eq!((game.reason.as_str(), game.spent_ms.len()), ("steps", 6));
        for agent in ["once:echo nonsense", "once:false", "program:/no/such/program"] {
            let (_, _, game) = holds(event("joust", &["random", agent]));
            assert_eq!(game.reason, "default", "{agent}");
            let all_at_fault = event("joust", &[agent, agent]);
            holds(Event { ask_again: true, steps: Some(5), ..all_at_fault });
        }
    }

    /// A game that was changed, and what is said of it.
    #[track_caller]
    fn refused(made: &(Prepared, Pairing, Claim), change: impl Fn(&mut Claim), said: &str) {
        let (prepared, pairing, game) = made;
        let mut claim = game.clone();
        change(&mut claim);
        let why = verify(prepared, pairing, &claim, "anna").expect_err(said);
        assert!(why.contains(said), "{why}");
    }

    /// Leaves out all moves but the first ones since the opening, and says how the game ended then.
    fn cut(game: &mut Claim, moves: usize, payoffs: &[i8], reason: &str) {
        let texts: Vec<&str> = game.moves.split(' ').take(moves).collect();
        game.moves = texts.join(" ");
        game.spent_ms.truncate(moves);
        game.judgements.clear();
        (game.payoffs, game.reason) = (payoffs.to_vec(), reason.into());
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
        refused(&made, |game| game.spent_ms.push(0), "expected those of");
        refused(&made, |game| game.clock_ms.push(None), "expected those of");
        refused(&made, |game| game.judgements.push_str(" - -"), "expected those of");
        refused(&made, |game| game.illegal = vec![2, 0], "by seat [2, 0] cannot be here");
        refused(&made, |game| game.illegal = vec![0; 3], "by seat [0, 0, 0] cannot be here");
        refused(&made, |game| game.judgements = "deep".into(), "its judgement 'deep' is none");
        refused(&made, |game| game.moves.push('x'), "ply ");
        refused(&made, |game| game.moves.push_str(" A1A1"), "ply ");
        refused(&made, |game| game.reason = "time".into(), "expected ");
        refused(&made, |game| game.comments.push((3, "hello".into())), "its comment after 3 moves");
        refused(&made, |game| game.comments.push((999, "".into())), "its comment after 999 moves");
        let twice = |game: &mut Claim| game.comments = vec![(4, "a".into()), (4, "b".into())];
        refused(&made, twice, "its comment after 4 moves");
        refused(&made, |game| game.offences.push(offence(0, "late")), "the rules have ended");
        for reason in ["steps", "adjudicated", "time", "resigned", "default", "stuck", "luck"] {
            refused(&made, |game| cut(game, 1, &[0, 0], reason), "the game goes on");
        }
        // Who is at fault is to move, or nobody has moved; the faults are known; and they cost what they cost.
        let faulty = |moves, payoffs: [i8; 2], reason: &'static str, offences: Vec<Offence>| {
            move |game: &mut Claim| {
                cut(game, moves, &payoffs, reason);
                game.offences.clone_from(&offences);
            }
        };
        let cannot = "cannot be here";
        refused(&made, faulty(0, [1, -1], "default", vec![offence(99, "gone")]), cannot);
        refused(&made, faulty(0, [1, -1], "default", vec![offence(1, "sneezed")]), cannot);
        refused(&made, faulty(1, [-1, 1], "default", vec![offence(0, "gone")]), cannot);
        refused(&made, faulty(0, [-1, 1], "time", vec![offence(0, "late")]), cannot);
        let twice = vec![offence(1, "gone"), offence(1, "gone")];
        refused(&made, faulty(0, [1, -1], "default", twice), cannot);
        refused(&made, faulty(1, [-1, 1], "default", vec![offence(1, "gone")]), "expected 1-0");
        refused(&made, faulty(1, [1, -1], "resigned", vec![offence(1, "gone")]), "expected 1-0");
        let (prepared, pairing, game) = &made;
        let mut fair = game.clone();
        faulty(1, [1, -1], "default", vec![offence(1, "gone")])(&mut fair);
        fair.comments = vec![(5, "{[%clk 0:00:01] a trick}".into())];
        let kept = verify(prepared, pairing, &fair, "anna").expect("this can be");
        assert_eq!(kept.words, "Black was at fault: White wins");
        let record = Record::parse(&kept.record).expect("a record");
        let last = record.moves.last().expect("a move");
        assert_eq!(last.comment.as_deref(), Some("([ %clk 0:00:01] a trick)"));
        assert_eq!((last.clock_ms, record.player("white")), (None, Some("greedy")));
    }
}
