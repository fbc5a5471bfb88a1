//! Where pieces go: listing moves, counting them, and carrying one out.
//!
//! All of it is written for a mover who moves up, in sets of squares with a stride of 8.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use crate::bits::squares;

use super::position::{BOARD, COLUMN_A, FAR, HOME, Move, Phase, Position, Square};

/// The first column behind E, as a wall that stops every rook of the row.
const WALL: u64 = COLUMN_A << 5;

impl Position {
    #[inline]
    pub(super) fn occupied(&self) -> u64 {
        self.own | self.enemy
    }

    #[inline]
    pub(super) fn empty_squares(&self) -> u64 {
        BOARD & !self.occupied()
    }

    #[inline]
    pub(super) fn pawns(&self) -> u64 {
        self.own & !(self.rooks | self.marked | self.kings)
    }

    #[inline]
    pub(super) fn knights(&self) -> u64 {
        self.own & self.marked & !self.rooks
    }

    #[inline]
    pub(super) fn king(&self) -> u64 {
        self.own & self.kings
    }

    /// Returns the pawns that can step forward, capture to the left, and capture to the right.
    #[inline]
    fn pawns_able(&self) -> [u64; 3] {
        let pawns = self.pawns();
        [pawns & self.empty_squares() >> 8, pawns & self.enemy >> 7, pawns & self.enemy >> 9]
    }

    /// Returns the knights that can go 2 up and 1 right, 2 up and 1 left, 1 up and 2 right, 1 up and
    /// 2 left.
    #[inline]
    fn knights_able(&self) -> [u64; 4] {
        let (knights, free) = (self.knights(), BOARD & !self.own);
        [knights & free >> 17, knights & free >> 15, knights & free >> 10, knights & free >> 6]
    }

    /// Returns where the king can capture to the left, and to the right.
    #[inline]
    fn king_captures(&self) -> [u64; 2] {
        let king = self.king();
        let left = HOME & king.wrapping_sub(1);
        let (enemies, friends) = (self.enemy & left, self.own & left);
        // The nearest piece on the left is the highest bit, so its side has the larger number.
        let taken = if enemies > friends { highest(enemies) } else { 0 };
        [taken, right_of(king, self.occupied()) & HOME & self.enemy]
    }
}

#[inline]
pub(super) fn visit<B>(
    position: &Position,
    mut visit: impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if !position.has_king() {
        return ControlFlow::Continue(());
    }
    let turn = position.turn();
    let [step, pawn_left, pawn_right] = position.pawns_able();
    let [right_tall, left_tall, right_flat, left_flat] = position.knights_able();
    let leaps = [
        (step, 8),
        (pawn_left, 7),
        (pawn_right, 9),
        (right_tall, 17),
        (left_tall, 15),
        (right_flat, 10),
        (left_flat, 6),
    ];
    for (able, distance) in leaps {
        for from in squares(able) {
            visit(Move { from: Square(from ^ turn), to: Square((from + distance) ^ turn) })?;
        }
    }
    let sliders = position.own & (position.rooks | position.kings);
    let (occupied, empty) = (position.occupied(), position.empty_squares());
    let free = BOARD & !position.own;
    let [king_left, king_right] = position.king_captures();
    for from in squares(sliders) {
        let rook = 1 << from & position.rooks;
        let (right_rook, left_rook) = (rook & position.marked, rook & !position.marked);
        let reached =
            up_of(rook, empty) | left_of(left_rook, empty) | right_of(right_rook, occupied);
        let targets = if rook == 0 { king_left | king_right } else { reached & free };
        for to in squares(targets) {
            visit(Move { from: Square(from ^ turn), to: Square(to ^ turn) })?;
        }
    }
    ControlFlow::Continue(())
}

#[inline]
pub(super) fn count(position: &Position) -> usize {
    if !position.has_king() {
        return 0;
    }
    let (occupied, empty) = (position.occupied(), position.empty_squares());
    let rooks = position.own & position.rooks;
    let free = BOARD & !position.own;
    let up = up_of(rooks, empty) & free;
    let left = left_of(rooks & !position.marked, empty) & free;
    let right = right_of(rooks & position.marked, occupied) & free;
    let [step, pawn_left, pawn_right] = position.pawns_able();
    let [right_tall, left_tall, right_flat, left_flat] = position.knights_able();
    // Pawns and knights stand on own squares and rooks reach others, so three disjoint sets fit in one
    // word. A knight that goes 2 left stands on C, D or E: 3 to the right it is beside the board.
    let words = [
        up | step | right_tall | left_flat << 3,
        left | pawn_left | left_tall,
        right | pawn_right | right_flat,
    ];
    let king: usize = position.king_captures().into_iter().map(|to| usize::from(to != 0)).sum();
    king + ones(words)
}

#[inline]
pub(super) fn stand(position: &mut Position, mv: Move) {
    let turn = position.turn();
    let (from, to) = (mv.from.0 ^ turn, mv.to.0 ^ turn);
    let (vacated, entered) = (1u64 << from, 1u64 << to);
    let both = vacated | entered;
    let moved = |set: u64| set & !both | (set >> from & 1) << to;
    let rooks = moved(position.rooks);
    // A rook changes when it arrives on the far row, not when it moves along it.
    let arrived = if vacated & FAR == 0 { entered & FAR & rooks } else { 0 };
    *position = Position {
        own: (position.enemy & !entered).swap_bytes(),
        enemy: (position.own ^ both).swap_bytes(),
        rooks: rooks.swap_bytes(),
        marked: (moved(position.marked) ^ arrived).swap_bytes(),
        kings: moved(position.kings).swap_bytes(),
        mover: position.mover.next(2),
        phase: Phase::Propose,
    };
}

/// Returns the squares up from any of `rooks`, to the first that is not empty.
#[inline]
pub(super) fn up_of(rooks: u64, empty: u64) -> u64 {
    let mut reached = rooks;
    reached |= empty & reached << 8;
    let empty = empty & empty << 8;
    reached |= empty & reached << 16;
    let empty = empty & empty << 16;
    reached |= empty & reached << 32;
    reached << 8
}

/// Returns the squares to the left of any of `rooks`, to the first that is not empty.
#[inline]
pub(super) fn left_of(rooks: u64, empty: u64) -> u64 {
    let mut reached = rooks;
    reached |= empty & reached >> 1;
    let empty = empty & empty >> 1;
    reached |= empty & reached >> 2;
    reached >> 1
}

/// Returns the squares to the right of any of `rooks`, to the first that is occupied or the wall.
#[inline]
pub(super) fn right_of(rooks: u64, occupied: u64) -> u64 {
    // Taking away the square on the right borrows from the first piece there, through all empty ones.
    let stops = occupied | WALL;
    stops ^ stops.wrapping_sub(rooks << 1)
}

#[inline]
fn highest(set: u64) -> u64 {
    1 << (63 - set.leading_zeros())
}

#[inline]
fn ones([a, b, c]: [u64; 3]) -> usize {
    // One full adder is cheaper than a third count where the processor has no instruction for it.
    let sum = a ^ b ^ c;
    let carry = a & b | (a ^ b) & c;
    (sum.count_ones() + 2 * carry.count_ones()) as usize
}
