//! Plain minimax over proposals, answers and alternates, which knows nothing of second-best moves.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Reverse;

use manator_core::{Player, Refusable, TurnPhase, legal_list};
use manator_search::refusable::Horizon;
use manator_search::{Guide, Score};

use super::positions::standing;

/// How far minimax looks.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    /// The turns to be played out.
    pub(crate) turns: u32,
    /// The turns since the root; one that ends the game by a refusal counts too.
    pub(crate) ply: u32,
    pub(crate) horizon: Horizon,
}

impl Reach {
    /// Looks so many turns ahead from a root.
    pub(crate) fn ahead(turns: u32, horizon: Horizon) -> Reach {
        Reach { turns, ply: 0, horizon }
    }

    /// Looks from the position after a move that stands.
    fn later(self) -> Reach {
        Reach { turns: self.turns.saturating_sub(1), ply: self.ply + 1, ..self }
    }
}

/// Returns what a position is worth to `player`.
pub(crate) fn minimax<G: Refusable>(
    game: &G,
    guide: &impl Guide<G>,
    position: &G::Position,
    player: Player,
    reach: Reach,
) -> Score {
    let phase = game.turn_phase(position);
    if let Some(outcome) = game.outcome(position) {
        let refused = u32::from(matches!(phase, TurnPhase::Alternate(_)));
        return Score::of(&outcome, player, reach.ply + refused);
    }
    // A single proposal is lost for certain, so the horizon never comes before it.
    let begins = phase == TurnPhase::Propose;
    if begins && reach.turns == 0 && game.count_moves(position) > 1 {
        return horizon(game, guide, position, player, reach);
    }
    let values = legal_list(game, position).into_iter().map(|action| {
        let mut next = position.clone();
        game.play(&mut next, action);
        let stands = game.turn_phase(&next) == TurnPhase::Propose;
        minimax(game, guide, &next, player, if stands { reach.later() } else { reach })
    });
    let best = if game.to_move(position) == player { values.max() } else { values.min() };
    best.expect("a legal move while it is not over")
}

/// Returns the evaluation, or the second-best of two quiet moves that keep it and the noisy moves.
fn horizon<G: Refusable>(
    game: &G,
    guide: &impl Guide<G>,
    position: &G::Position,
    player: Player,
    reach: Reach,
) -> Score {
    let estimate = Score::evaluation(guide.evaluate(game, position, player));
    if reach.horizon == Horizon::Hard {
        return estimate;
    }
    let mut values = vec![estimate, estimate];
    let _ = game.standing_moves(position, |mv| {
        if guide.is_noisy(game, position, game.proposal(mv)) {
            let mut next = position.clone();
            game.stand(&mut next, mv);
            values.push(minimax(game, guide, &next, player, reach.later()));
        }
        std::ops::ControlFlow::<()>::Continue(())
    });
    if game.to_move(position) == player {
        values.sort_by_key(|value| Reverse(*value));
    } else {
        values.sort();
    }
    values[1]
}

/// Returns the value of each move that could stand in a turn, to the player whose turn it is.
pub(crate) fn values<G: Refusable>(
    game: &G,
    guide: &impl Guide<G>,
    position: &G::Position,
    reach: Reach,
) -> Vec<(G::Standing, Score)> {
    let player = game.to_move(&game.turn_start(position));
    let value = |mv: G::Standing| {
        let mut next = position.clone();
        game.stand(&mut next, mv);
        (mv, minimax(game, guide, &next, player, reach.later()))
    };
    standing(game, position).into_iter().map(value).collect()
}
