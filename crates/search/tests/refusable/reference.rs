//! Plain minimax over proposals, answers and alternates, which knows nothing of second-best moves.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Player, Refusable, TurnPhase, legal_list};
use manator_search::{Guide, Score};

/// Returns what a position is worth to `player` when `turns` more of them are played out.
///
/// `ply` counts the turns since the root; a turn that ends the game by a refusal counts too.
pub(crate) fn minimax<G: Refusable>(
    game: &G,
    guide: &impl Guide<G>,
    position: &G::Position,
    player: Player,
    (turns, ply): (u32, u32),
) -> Score {
    let phase = game.turn_phase(position);
    if let Some(outcome) = game.outcome(position) {
        let refused = u32::from(matches!(phase, TurnPhase::Alternate(_)));
        return Score::of(&outcome, player, ply + refused);
    }
    // A single proposal is lost for certain, so the horizon never comes before it.
    let begins = phase == TurnPhase::Propose;
    if begins && turns == 0 && game.count_moves(position) > 1 {
        return Score::evaluation(guide.evaluate(game, position, player));
    }
    let values = legal_list(game, position).into_iter().map(|action| {
        let mut next = position.clone();
        game.play(&mut next, action);
        let stands = game.turn_phase(&next) == TurnPhase::Propose;
        let left = if stands { (turns.saturating_sub(1), ply + 1) } else { (turns, ply) };
        minimax(game, guide, &next, player, left)
    });
    let best = if game.to_move(position) == player { values.max() } else { values.min() };
    best.expect("a legal move while it is not over")
}

/// Returns the value of each move that could stand in a turn, to the player whose turn it is.
pub(crate) fn values<G: Refusable>(
    game: &G,
    guide: &impl Guide<G>,
    position: &G::Position,
    turns: u32,
) -> Vec<(G::Standing, Score)> {
    let mut moves = Vec::new();
    let _ = game.standing_moves(position, |mv| {
        moves.push(mv);
        std::ops::ControlFlow::<()>::Continue(())
    });
    let player = game.to_move(&game.turn_start(position));
    let value = |mv: G::Standing| {
        let mut next = position.clone();
        game.stand(&mut next, mv);
        (mv, minimax(game, guide, &next, player, (turns - 1, 1)))
    };
    moves.into_iter().map(value).collect()
}
