//! Random positions of Refusal and random trees.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_core::{Game, Refusable};
use manator_games::refusal::{Move, NORTH, Position, Refusal, Refusals, SOUTH};
use manator_testkit::refusable::RefusableTree;
use manator_testkit::tree::{Payoffs, RandomTree, Turns};

/// Returns the rules of Refusal as everybody plays it.
pub(crate) fn refusal(seed: u64) -> Refusal {
    Refusal::with(if seed.is_multiple_of(2) { SOUTH } else { NORTH }, Refusals::Once)
}

/// Returns the moves that may yet stand.
pub(crate) fn standing<G: Refusable>(game: &G, position: &G::Position) -> Vec<G::Standing> {
    let mut moves = Vec::new();
    let _ = game.standing_moves(position, |mv| {
        moves.push(mv);
        std::ops::ControlFlow::<()>::Continue(())
    });
    moves
}

/// Returns all positions of a random game of Refusal in which somebody is to propose, the last one,
/// which is over, included.
pub(crate) fn random_game(game: &Refusal, seed: u64) -> Vec<Position> {
    let mut random = SplitMix::new(seed);
    let mut position = game.start();
    let mut positions = vec![position];
    loop {
        let moves: Vec<Move> = standing(game, &position);
        if moves.is_empty() {
            return positions;
        }
        // Captured kings end most random games early, so they are mostly avoided.
        let after = |mv: &Move| {
            let mut next = position;
            game.stand(&mut next, *mv);
            next
        };
        let next: Vec<Position> = moves.iter().map(after).collect();
        let going: Vec<&Position> =
            next.iter().filter(|next| game.outcome(next).is_none()).collect();
        position = if going.is_empty() || random.below(40) == 0 {
            next[random.below(next.len() as u64) as usize]
        } else {
            *going[random.below(going.len() as u64) as usize]
        };
        positions.push(position);
    }
}

/// Returns a random tree in which every move may be refused.
pub(crate) fn random_tree(seed: u64) -> RefusableTree {
    RefusableTree {
        tree: RandomTree {
            seed,
            players: 2,
            turns: Turns::Alternate,
            moves_max: 2 + seed % 6,
            plies_max: 4 + (seed % 5) as u8,
            width: [300, 1000, 1 << 40][seed as usize % 3],
            payoffs: Payoffs::WinTieLoss,
        },
    }
}
