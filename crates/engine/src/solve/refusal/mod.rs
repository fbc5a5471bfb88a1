//! Who wins a position of Refusal with perfect play, and the proof of it.
//!
//! A [`Solver`] looks for the proof, as long as its owner lets it; a [`Certificate`] is the proof, for others
//! to check; a [`Book`] is a certificate to play by.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod book;
mod certificate;
mod play;

use std::ops::ControlFlow;

use manator_core::random::mix;
use manator_core::{Notation, Player, Refusable};
use manator_games::refusal::{Move, Phase, Position, Refusal, Refusals, SOUTH};
use manator_search::Limits;
use manator_search::refusable::{Memory, Prover};

use crate::eval::refusal::RefusalEval;

pub use book::Book;
pub use certificate::{Certificate, Progress};
pub(crate) use play::ProvenPlay;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub winner: Player,
    /// Two moves that win, if it is the winner's turn; else, unless the winner need refuse nothing, the move it refuses.
    pub moves: Vec<Move>,
}

/// Looks for a proof, a number of positions at a time.
pub struct Solver {
    game: Refusal,
    guide: RefusalEval,
    prover: Prover,
    position: Position,
    pub nodes: u64,
}

impl Solver {
    /// Returns a solver of a position at the beginning of a turn that remembers in so many mebibytes; `None` elsewhere, and in a game
    /// without refusals.
    pub fn new(game: &Refusal, position: &Position, mebibytes: usize) -> Option<Solver> {
        let begins = position.phase == Phase::Propose && game.refusals == Refusals::Once;
        begins.then(|| Solver {
            game: game.clone(),
            guide: RefusalEval::Tempo,
            prover: Prover::new(mebibytes),
            position: *position,
            nodes: 0,
        })
    }

    /// Goes on for so many nodes, or until it is found out who wins.
    pub fn step(&mut self, nodes: u64) -> Option<Solution> {
        let asking = self.position.mover;
        let Solver { game, guide, prover, position, .. } = self;
        let wins = prover.settle(game, guide, position, asking, &Limits::nodes(nodes));
        self.nodes += prover.nodes;
        let winner = if wins? { asking } else { asking.next(2) };
        let known = prover.known(game, guide, position, asking);
        let winning = known.iter().filter(|known| known.wins == Some(winner == asking));
        let refused = known.iter().filter(|known| known.wins != Some(false));
        let moves = if winner == asking {
            winning.map(|known| known.mv).take(2).collect()
        } else {
            refused.map(|known| known.mv).take(1).collect()
        };
        Some(Solution { winner, moves })
    }

    /// Returns what took at least `nodes` to find out, for [`Solver::remember`] in another run.
    pub fn memories(&self, nodes: u64) -> impl Iterator<Item = Memory> {
        self.prover.memories(nodes)
    }

    pub fn remember(&mut self, memory: Memory) {
        self.prover.remember(memory);
    }

    /// Writes the proof down once it is found. What takes at most `beneath` nodes to find out is left to the
    /// reader. `None` if `progress`, which is called now and then, breaks it off.
    pub fn certificate(
        &mut self,
        solution: &Solution,
        beneath: u64,
        progress: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Option<Certificate> {
        let Solver { game, guide, prover, position, .. } = self;
        let writer = certificate::Writer::new(game, *guide, prover, position, solution.winner);
        writer.write(beneath, progress)
    }
}

/// Returns the moves of a turn in the order in which a certificate counts them: by the squares they leave and
/// enter, row by row from A1.
fn numbered(game: &Refusal, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = game.standing_moves(position, |mv| {
        moves.push(mv);
        ControlFlow::<()>::Continue(())
    });
    moves.sort_unstable();
    moves
}

fn after(game: &Refusal, position: &Position, mv: Move) -> Position {
    let mut next = *position;
    game.stand(&mut next, mv);
    next
}

/// Returns a position as it is if `winner` were South.
fn as_south(position: &Position, winner: Player) -> Position {
    if winner == SOUTH { *position } else { position.rotated() }
}

/// Returns a number for a board, the same in every program: FNV-1a over the board as it is written, with a
/// last scrambling.
fn fingerprint(game: &Refusal, position: &Position, salt: u64) -> u64 {
    let text = game.write_position(position);
    let board = text.split(' ').next().unwrap_or_default();
    let hash = board.bytes().fold(0xCBF2_9CE4_8422_2325 ^ salt, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    mix(hash)
}
