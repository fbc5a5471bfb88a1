//! Playing a position on without a tree, to see what comes of it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::random::SplitMix;
use manator_core::{Game, Player, WON};

use super::bounds::{Bounds, Values};
use super::{Decisive, Options};
use crate::guide::Guide;

/// Plays a position on, to the end or as far as the options say, and returns what everybody gets with
/// the plies played.
pub(super) fn play_out<G: Game, E: Guide<G> + ?Sized>(
    game: &G,
    guide: &E,
    options: &Options,
    position: &mut G::Position,
    random: &mut SplitMix,
) -> (Values, u32) {
    let mut plies = 0;
    loop {
        let count = game.count_moves(position);
        if count == 0 {
            let outcome = game.outcome(position).expect("over means stuck");
            return (Bounds::of(&outcome).values(), plies);
        }
        if plies >= options.plies_max {
            return (estimate(game, guide, options.scale, position), plies);
        }
        let decisive = match options.decisive {
            Decisive::InTree => None,
            Decisive::Everywhere => winning(game, position),
        };
        let mv = decisive.unwrap_or_else(|| nth(game, position, random.below(count as u64)));
        game.play(position, mv);
        plies += 1;
    }
}

/// Returns a value from 0 to 1 for an evaluation; `scale` is what gives three quarters.
pub(super) fn squash(value: i32, scale: i32) -> f32 {
    let value = value as f32;
    0.5 + 0.5 * value / (value.abs() + scale.max(1) as f32)
}

/// Returns the evaluation that [`squash`] makes a value from 0 to 1 of.
pub(super) fn unsquash(value: f64, scale: i32) -> i32 {
    let signed = 2.0 * value - 1.0;
    let evaluation = f64::from(scale.max(1)) * signed / (1.0 - signed.abs()).max(1e-9);
    evaluation.round() as i32
}

fn estimate<G: Game, E: Guide<G> + ?Sized>(
    game: &G,
    guide: &E,
    scale: i32,
    position: &G::Position,
) -> Values {
    let mut values = Values::default();
    if game.players() == 2 {
        values[0] = squash(guide.evaluate(game, position, Player(0)), scale);
        values[1] = 1.0 - values[0];
        return values;
    }
    for player in Player::all(game.players()) {
        values[player.index()] = squash(guide.evaluate(game, position, player), scale);
    }
    values
}

#[inline]
fn nth<G: Game>(game: &G, position: &G::Position, index: u64) -> G::Move {
    let mut left = index;
    let found = game.legal_moves(position, |mv| {
        if left == 0 {
            return ControlFlow::Break(mv);
        }
        left -= 1;
        ControlFlow::Continue(())
    });
    found.break_value().expect("as many moves as counted")
}

/// Returns a move that wins at once (Teytaud and Teytaud 2010).
fn winning<G: Game>(game: &G, position: &G::Position) -> Option<G::Move> {
    let mover = game.to_move(position);
    let mut scratch = position.clone();
    let wins = |next: &mut G::Position| {
        game.outcome(next).is_some_and(|outcome| outcome.payoffs[mover] == WON)
    };
    let found = game.legal_moves(position, |mv| match game.with_move(&mut scratch, mv, wins) {
        true => ControlFlow::Break(mv),
        false => ControlFlow::Continue(()),
    });
    found.break_value()
}
