//! How a game ended, by the rules or otherwise.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::record::{read_result, result_text};
use manator_core::view::Gesture;
use manator_core::{
    Decision, LOST, Outcome, PerPlayer, Player, Reason, Record, TIED, TIME, Table, WON,
};
use manator_protocol::ToAgent;

use crate::contender::Fault;
use crate::watched::tamed;

pub const RESIGNED: Reason = Reason("resigned");
/// A player made an illegal move, or was not there any more.
pub const DEFAULT: Reason = Reason("default");
/// The players have used up the moves that the referee allows.
pub const STEPS: Reason = Reason("steps");
/// The players have seen for long how the game will end.
pub const ADJUDICATED: Reason = Reason("adjudicated");

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub outcome: Outcome,
    /// One sentence without a full stop.
    pub words: String,
}

impl Verdict {
    pub fn of_rules(table: &dyn Table) -> Option<Verdict> {
        let outcome = table.outcome()?;
        Some(Verdict { outcome, words: table.describe_outcome(&outcome) })
    }

    /// Returns how an agent is told of it.
    pub fn told(&self) -> ToAgent {
        ToAgent::Over {
            result: result_text(Some(self.outcome.payoffs.as_slice())),
            reason: self.outcome.reason.0.into(),
            text: self.words.clone(),
        }
    }

    pub fn of_clock(table: &dyn Table, player: Player) -> Verdict {
        let outcome = table.out_of_time(player);
        Verdict { outcome, words: table.describe_outcome(&outcome) }
    }

    /// Returns the verdict on a player who does not go on. Points are given as if the time were up: the
    /// rules know no other way to end a game for one player alone.
    pub fn against(table: &dyn Table, player: Player, reason: Reason, why: &str) -> Verdict {
        let outcome = Outcome { reason, ..table.out_of_time(player) };
        let winner = outcome.winner().map(|winner| format!("{} wins", title(table, winner)));
        let words = concluded(format!("{} {why}", title(table, player)), winner);
        Verdict { outcome, words }
    }

    /// Returns the verdict on players who were at fault; whoever was not has won.
    ///
    /// # Panics
    /// Panics when nobody was at fault.
    pub fn of_faults(table: &dyn Table, faults: &[(Player, Fault)]) -> Verdict {
        Verdict::of_faults_as(table, faults, Fault::to_string)
    }

    /// Returns the same in words that opponents may read.
    pub(crate) fn in_public(table: &dyn Table, faults: &[(Player, Fault)]) -> Verdict {
        Verdict::of_faults_as(table, faults, Fault::in_public)
    }

    fn of_faults_as(
        table: &dyn Table,
        faults: &[(Player, Fault)],
        told: impl Fn(&Fault) -> String,
    ) -> Verdict {
        let told = faults.iter().map(|(player, fault)| (*player, fault.reason(), told(fault)));
        Verdict::of_told_faults(table, &told.collect::<Vec<_>>())
    }

    /// Returns the verdict on players of whose faults only the reason and the words are known.
    ///
    /// # Panics
    /// Panics when nobody was at fault.
    pub fn of_told_faults(table: &dyn Table, faults: &[(Player, Reason, String)]) -> Verdict {
        match faults {
            [] => panic!("nobody was at fault"),
            [(player, TIME, _)] => Verdict::of_clock(table, *player),
            [(player, reason, words)] => Verdict::against(table, *player, *reason, words),
            several => {
                let players = table.card().players.len();
                let at_fault = |player| several.iter().any(|(other, ..)| *other == player);
                let payoff = |player| if at_fault(player) { LOST } else { WON };
                let outcome =
                    Outcome { payoffs: PerPlayer::from_fn(players, payoff), reason: DEFAULT };
                let words = several
                    .iter()
                    .map(|(player, _, words)| format!("{} {words}", title(table, *player)));
                let words = words.collect::<Vec<_>>().join("; ");
                let winner = outcome.winner().map(|winner| title(table, winner));
                let end = winner.map_or("nobody wins".into(), |winner| format!("{winner} wins"));
                Verdict { outcome, words: concluded(words, Some(end)) }
            }
        }
    }

    /// Returns the verdict on a game that cannot go on, for which nobody who plays it is to blame.
    pub(crate) fn of_nobody(table: &dyn Table, why: &str) -> Verdict {
        let outcome = Outcome::all(table.card().players.len(), LOST, DEFAULT);
        Verdict { outcome, words: format!("{why}: nobody wins") }
    }

    pub fn of_steps(table: &dyn Table, steps: u32) -> Verdict {
        let outcome = Outcome::all(table.card().players.len(), TIED, STEPS);
        let words = format!("each player has had {}: a tie", counted_moves(steps));
        Verdict { outcome, words }
    }

    /// Returns the verdict on a game in which a player has used up its moves, some of them illegal.
    pub fn of_wasted_steps(table: &dyn Table, player: Player, steps: u32) -> Verdict {
        let moves = if steps == 1 { "its only move" } else { &format!("its {steps} moves") };
        let words = format!("{} has used up {moves}, illegal ones included", title(table, player));
        Verdict { words: words + ": a tie", ..Verdict::of_steps(table, steps) }
    }

    /// Returns the verdict that a server tells.
    pub(crate) fn of_server(
        table: &dyn Table,
        result: &str,
        reason: &str,
        words: &str,
    ) -> Option<Verdict> {
        let payoffs = read_result(result).flatten()?;
        if payoffs.len() != table.card().players.len() {
            return None;
        }
        let payoffs = PerPlayer::from_fn(payoffs.len(), |player| payoffs[player.index()]);
        Some(Verdict { outcome: Outcome { payoffs, reason: known(reason) }, words: tamed(words) })
    }

    /// Returns the verdict that a record states and the rules cannot tell.
    pub(crate) fn of_record(table: &dyn Table, record: &Record, payoffs: &[i8]) -> Verdict {
        let stated = record.reason.as_deref().unwrap_or(DEFAULT.0);
        let reason = known(stated);
        let payoffs = PerPlayer::from_fn(payoffs.len(), |player| payoffs[player.index()]);
        let outcome = Outcome { payoffs, reason };
        // The words are not kept, but most can be found again.
        let loser = Player::all(payoffs.as_slice().len()).find(|player| payoffs[*player] == LOST);
        let told = loser.and_then(|loser| match reason {
            TIME => Some(Verdict::of_clock(table, loser)),
            RESIGNED => Some(Verdict::against(table, loser, RESIGNED, "resigns")),
            _ => None,
        });
        if let Some(told) = told.filter(|told| told.outcome == outcome) {
            return told;
        }
        let result = result_text(Some(payoffs.as_slice()));
        Verdict { outcome, words: format!("the record says {result}, {stated}") }
    }
}

/// Returns the reason of this name, of those that the rules do not know.
fn known(name: &str) -> Reason {
    let known = [TIME, RESIGNED, STEPS, ADJUDICATED].into_iter().find(|reason| reason.0 == name);
    known.unwrap_or(DEFAULT)
}

/// Says what follows from what happened. A sentence with one colon in it has no room for another.
fn concluded(what: String, end: Option<String>) -> String {
    let mark = if what.contains(": ") { "; " } else { ": " };
    what + &end.map(|end| format!("{mark}{end}")).unwrap_or_default()
}

pub(crate) fn counted_moves(count: u32) -> String {
    format!("{count} {}", if count == 1 { "move" } else { "moves" })
}

/// Returns a sentence about the last move in the words of the game; `who` names players in it.
pub fn last_move(
    table: &dyn Table,
    is_over: bool,
    who: impl Fn(Player) -> String,
) -> Option<String> {
    let (text, played) = table.moves().split_last()?;
    let mut before = table.copy();
    before.undo();
    let who = who(before.to_move());
    Some(match before.decision() {
        Decision::Answer => {
            let proposed = played.last().map(String::as_str).unwrap_or_default();
            let other = !is_over && table.decision() == Decision::Alternate;
            let what_next = if other { ": an alternate must be played" } else { "" };
            format!("{who} {}s {proposed}{what_next}", button(&*before, text))
        }
        Decision::Alternate => format!("{who} plays the alternate {text}"),
        Decision::Proposal => format!("{who} proposes {text}"),
        Decision::Move => format!("{who} plays {text}"),
    })
}

/// Returns what the player to move is to do, as in `South to move`.
pub fn task(table: &dyn Table) -> &'static str {
    match table.decision() {
        Decision::Move => "to move",
        Decision::Proposal => "to propose",
        Decision::Answer => "to answer",
        Decision::Alternate => "to play the alternate",
    }
}

/// Returns what somebody who would choose this move would do, as in `would propose C3C4`.
pub fn advice(table: &dyn Table, mv: &str) -> String {
    match table.decision() {
        Decision::Proposal => format!("would propose {mv}"),
        Decision::Answer => format!("would {}", button(table, mv)),
        Decision::Move | Decision::Alternate => format!("would play {mv}"),
    }
}

/// Returns the name of the button that makes a move, or else the move.
fn button(table: &dyn Table, mv: &str) -> String {
    let made = table.gestures().into_iter().find(|(text, _)| text == mv);
    match made {
        Some((_, Gesture::Button(name))) => name.into(),
        _ => mv.into(),
    }
}

/// Returns a player's name as a sentence begins with it.
pub fn title(table: &dyn Table, player: Player) -> String {
    let name = table.card().players[player.index()];
    let mut letters = name.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// Returns words as a question lists them: `first, second or third`.
pub fn any_of(words: &[&str]) -> String {
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => words.concat(),
    }
}
