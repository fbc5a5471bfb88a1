//! What a position is worth, for people to read and for a graph to draw.
//!
//! A game of two is always seen from the first seat; of three, from whoever is to move, who is named.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Player, Table};
use manator_engine::catalog;
use manator_search::Score;
use manator_state::analysis::Worth;

/// The lead that all but wins where a game names none.
const LEAD: i32 = 800;
/// From how many plies on a proven end is only called one: the proof knows no length.
const PLIES_MAX: u32 = 100;

/// Returns what a score of the player to move is worth: in words, from -1 to 1, and to whom.
pub(super) fn of(table: &dyn Table, score: Score) -> Worth {
    let card = table.card();
    let mover = table.to_move();
    let side = side(table);
    // Where everybody loses there is no other side to see it from.
    if !score.is_proven() && score.0.abs() > Score::EVALUATION_MAX {
        return seen("everybody loses".into(), 0.0, side);
    }
    let score = if side == mover { score } else { -score };
    let name = card.players[side.index()];
    let other = if card.players.len() == 2 { card.players[1 - side.index()] } else { "another" };
    let (words, value) = match (score.wins_in(), score.loses_in()) {
        (Some(plies), _) => (ending(name, "wins", plies), 1.0),
        (_, Some(plies)) if card.players.len() == 2 => (ending(other, "wins", plies), -1.0),
        (_, Some(plies)) => (ending(name, "loses", plies), -1.0),
        _ => (format!("{:+}", score.0), smooth(card.name, score)),
    };
    seen(words, value, side)
}

pub(super) fn over(table: &dyn Table) -> Option<Worth> {
    let outcome = table.outcome()?;
    let side = side(table);
    Some(seen(table.describe_outcome(&outcome), f64::from(outcome.payoffs[side]), side))
}

fn seen(words: String, value: f64, side: Player) -> Worth {
    Worth { score: Some(words), value: Some(value), side: Some(side.index()) }
}

fn side(table: &dyn Table) -> Player {
    if table.card().players.len() == 2 { Player(0) } else { table.to_move() }
}

fn ending(who: &str, what: &str, plies: u32) -> String {
    if plies < PLIES_MAX { format!("{who} {what} in {plies}") } else { format!("{who} {what}") }
}

/// Returns a score between -1 and 1: differences count most where nobody is far ahead.
fn smooth(game: &str, score: Score) -> f64 {
    let lead = catalog::find(game).and_then(|stable| stable.decisive_lead()).unwrap_or(LEAD);
    let value = (f64::from(score.0) / f64::from(lead)).tanh();
    // Proven ends are worth more than any lead.
    (value * 0.98 * 1000.0).round() / 1000.0
}
