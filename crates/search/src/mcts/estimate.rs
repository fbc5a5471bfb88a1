//! What an evaluation says about a position as the result to expect, a number from 0 to 1 for each player.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Game, Player};

use super::bounds::Values;
use crate::guide::Guide;

/// Returns a value from 0 to 1 for an evaluation; `scale` is what gives three quarters.
fn squash(value: i32, scale: i32) -> f32 {
    let value = value as f32;
    0.5 + 0.5 * value / (value.abs() + scale.max(1) as f32)
}

/// Returns the evaluation that [`squash`] makes a value from 0 to 1 of.
pub(super) fn unsquash(value: f64, scale: i32) -> i32 {
    let signed = 2.0 * value - 1.0;
    let evaluation = f64::from(scale.max(1)) * signed / (1.0 - signed.abs()).max(1e-9);
    evaluation.round() as i32
}

/// Returns what everybody can expect of a position that is not over, and of which the guide has solved nothing.
pub(super) fn estimate<G: Game, E: Guide<G> + ?Sized>(
    game: &G,
    guide: &E,
    scale: i32,
    position: &G::Position,
) -> Values {
    let mut values = Values::default();
    if game.players() == 2 {
        values[0] = squash(guide.evaluate_unsolved(game, position, Player(0)), scale);
        values[1] = 1.0 - values[0];
        return values;
    }
    for player in Player::all(game.players()) {
        values[player.index()] = squash(guide.evaluate(game, position, player), scale);
    }
    values
}
