//! The board in sets for evaluations: who attacks what, and what is left to move.
//!
//! As in a position, the sets are turned so that the mover moves up: bit 8 x row + column, A in column 0.
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::moves::{left_of, right_of, up_of};
use super::position::{BOARD, Move, Phase, Position};

/// The mover's pieces by kind, and what they attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forces {
    pub pawns: u64,
    pub knights: u64,
    pub rooks: u64,
    /// Those of the rooks that go right.
    pub right_rooks: u64,
    pub king: u64,
    /// The squares where a piece would capture an enemy, but not those that only the king would.
    pub attacks: u64,
    pub king_attackers: u32,
}

impl Position {
    /// Returns the same board with the other player to propose.
    #[inline]
    pub fn turned(&self) -> Position {
        Position {
            own: self.enemy.swap_bytes(),
            enemy: self.own.swap_bytes(),
            rooks: self.rooks.swap_bytes(),
            marked: self.marked.swap_bytes(),
            kings: self.kings.swap_bytes(),
            mover: self.mover.next(2),
            phase: Phase::Propose,
        }
    }

    #[inline]
    pub fn forces(&self) -> Forces {
        let [pawns, knights, king] = [self.pawns(), self.knights(), self.king()];
        let rooks = self.own & self.rooks;
        let right_rooks = rooks & self.marked;
        let (occupied, empty) = (self.occupied(), self.empty_squares());
        let slides = [
            up_of(rooks, empty),
            left_of(rooks & !self.marked, empty),
            right_of(right_rooks, occupied),
        ];
        let leaps =
            [pawns << 7, pawns << 9, knights << 6, knights << 10, knights << 15, knights << 17];
        // Every one of the sets has the king at most once: no two pieces get there the same way.
        let enemy_king = self.enemy & self.kings;
        let sets = slides.into_iter().chain(leaps);
        let king_attackers = sets.map(|set| u32::from(set & enemy_king != 0)).sum();
        let slid = slides[0] | slides[1] | slides[2];
        let attacks = BOARD & leaps.into_iter().fold(slid, |all, set| all | set);
        Forces { pawns, knights, rooks, right_rooks, king, attacks, king_attackers }
    }

    /// Returns the squares that a move leaves and enters, as sets seen by the mover.
    #[inline]
    pub fn step(&self, mv: Move) -> [u64; 2] {
        [mv.from, mv.to].map(|square| 1 << (square.0 ^ self.turn()))
    }
}
