//! What a position is worth, for people to read and for a graph to draw.
//!
//! A game of two is always seen from the first seat; of three, from whoever is to move, who is named.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Card, Player, Table};
use manator_engine::catalog;
use manator_search::Score;
use manator_state::analysis::{Proven, Worth};

/// The lead that all but wins where a game names none.
const LEAD: i32 = 800;
/// From how many plies on a proven end is only called one: the proof knows no length.
const PLIES_MAX: u32 = 100;

/// Returns what a score of a player to move is worth: in words, from -1 to 1, and to whom.
pub(super) fn of(card: &Card, mover: Player, score: Score) -> Worth {
    let side = side(card, mover);
    // Where everybody loses there is no other side to see it from.
    if is_lost_to_all(score) {
        return seen("everybody loses".into(), 0.0, side, None);
    }
    let score = if side == mover { score } else { -score };
    let name = card.players[side.index()];
    let other = if card.players.len() == 2 { card.players[1 - side.index()] } else { "another" };
    let words = match (score.wins_in(), score.loses_in()) {
        (Some(plies), _) => ending(name, "wins", plies),
        (_, Some(plies)) if card.players.len() == 2 => ending(other, "wins", plies),
        (_, Some(plies)) => ending(name, "loses", plies),
        _ => format!("{:+}", score.0),
    };
    // Of two, whoever does not win loses: only the winner is spoken of.
    let two = card.players.len() == 2;
    let whose = if two && score.loses_in().is_some() { side.next(2) } else { side };
    let told = if whose == side { score } else { -score };
    seen(words, value(card, score), side, proven(whose, told))
}

/// Returns what a score of a player proves, if anything.
pub(crate) fn proven(player: Player, score: Score) -> Option<Proven> {
    let plies = score.wins_in().or(score.loses_in())?;
    let wins = score.wins_in().is_some();
    Some(Proven { seat: player.index(), wins, plies: (plies < PLIES_MAX).then_some(plies) })
}

/// Returns what a score is worth to whoever it is the score of, from -1 to 1.
///
/// Between proven ends, which are worth more than any lead, differences count most where nobody is far ahead.
pub(super) fn value(card: &Card, score: Score) -> f64 {
    if score.is_proven() {
        return f64::from(score.0.signum());
    }
    if is_lost_to_all(score) {
        return -1.0;
    }
    let lead = catalog::find(card.name).and_then(|stable| stable.decisive_lead()).unwrap_or(LEAD);
    let value = (f64::from(score.0) / f64::from(lead)).tanh();
    (value * 0.98 * 1000.0).round() / 1000.0
}

/// Returns whether a score is that of an end in which everybody loses.
pub(super) fn is_lost_to_all(score: Score) -> bool {
    !score.is_proven() && score.0.abs() > Score::EVALUATION_MAX
}

pub(super) fn over(table: &dyn Table) -> Option<Worth> {
    let outcome = table.outcome()?;
    let side = side(&table.card(), table.to_move());
    Some(seen(table.describe_outcome(&outcome), f64::from(outcome.payoffs[side]), side, None))
}

fn seen(words: String, value: f64, side: Player, proven: Option<Proven>) -> Worth {
    Worth { score: Some(words), value: Some(value), side: Some(side.index()), proven }
}

fn side(card: &Card, mover: Player) -> Player {
    if card.players.len() == 2 { Player(0) } else { mover }
}

fn ending(who: &str, what: &str, plies: u32) -> String {
    if plies < PLIES_MAX { format!("{who} {what} in {plies}") } else { format!("{who} {what}") }
}
