//! Sets of squares, and where knights on all of them can go at once.
//!
//! Evaluations and solvers flood boards by the million. A whole set moves with eight shifts, on a board
//! of up to 64 squares in a handful of instructions, so the number of words is a constant of the type.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::{BitAnd, BitOr, Not};

use manator_core::Player;
use manator_core::grid::Grid;

use super::moves::Joust;
use super::position::{Position, WORDS};

/// A set of squares of a board of up to 64 times `N`, numbered as in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Squares<const N: usize>(pub [u64; N]);

impl<const N: usize> Squares<N> {
    pub const EMPTY: Self = Squares([0; N]);

    #[inline]
    pub fn of(square: u8) -> Self {
        let mut set = Self::EMPTY;
        set.0[usize::from(square >> 6)] = 1 << (square & 63);
        set
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    #[inline]
    pub fn contains(self, square: u8) -> bool {
        self.0[usize::from(square >> 6)] >> (square & 63) & 1 == 1
    }

    #[inline]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    #[inline]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0u8..)
            .zip(self.0)
            .flat_map(|(word, set)| crate::bits::squares(set).map(move |square| word * 64 + square))
    }

    #[inline]
    fn up(self, by: u32) -> Self {
        let carry = |word: usize| if word == 0 { 0 } else { self.0[word - 1] };
        // Two shifts, because one by all 64 bits is none.
        Squares(std::array::from_fn(|word| self.0[word] << by | carry(word) >> 1 >> (63 - by)))
    }

    #[inline]
    fn down(self, by: u32) -> Self {
        let carry = |word: usize| self.0.get(word + 1).copied().unwrap_or(0);
        Squares(std::array::from_fn(|word| self.0[word] >> by | carry(word) << 1 << (63 - by)))
    }
}

impl<const N: usize> BitAnd for Squares<N> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Squares(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const N: usize> BitOr for Squares<N> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Squares(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl<const N: usize> Not for Squares<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Squares(self.0.map(|word| !word))
    }
}

#[derive(Clone, Debug)]
pub(super) struct Masks {
    board: [u64; WORDS],
    dark: [u64; WORDS],
    /// The squares with one and with two columns more on the left.
    left: [[u64; WORDS]; 2],
    /// The squares with one and with two columns more on the right.
    right: [[u64; WORDS]; 2],
}

impl Masks {
    pub(super) fn new(grid: Grid) -> Self {
        let mut masks = Masks {
            board: [0; WORDS],
            dark: [0; WORDS],
            left: [[0; WORDS]; 2],
            right: [[0; WORDS]; 2],
        };
        for square in grid.squares() {
            let index = grid.cell(square).index();
            let put = |set: &mut [u64; WORDS], holds: bool| {
                set[index / 64] |= u64::from(holds) << (index % 64);
            };
            put(&mut masks.board, true);
            put(&mut masks.dark, (square.column + square.row).is_multiple_of(2));
            for columns in 1..=2 {
                put(&mut masks.left[columns - 1], usize::from(square.column) >= columns);
                let after = grid.columns - 1 - square.column;
                put(&mut masks.right[columns - 1], usize::from(after) >= columns);
            }
        }
        masks
    }
}

impl Joust {
    /// Returns the squares coloured like A1; a knight changes colour with every move.
    #[inline]
    pub fn dark_squares<const N: usize>(&self) -> Squares<N> {
        first_words(&self.masks.dark)
    }

    #[inline]
    pub fn near<const N: usize>(&self, square: u8) -> Squares<N> {
        first_words(&self.near[usize::from(square)])
    }

    /// Returns the squares that are a knight's move from any of `set`.
    #[inline]
    pub fn spread<const N: usize>(&self, set: Squares<N>) -> Squares<N> {
        let Masks { board, left, right, .. } = &self.masks;
        let beside = |columns: usize| {
            (set & first_words(&left[columns - 1])).down(columns as u32)
                | (set & first_words(&right[columns - 1])).up(columns as u32)
        };
        let (one, two) = (beside(1), beside(2));
        let row = u32::from(self.grid.columns);
        let moved = one.up(2 * row) | one.down(2 * row) | two.up(row) | two.down(row);
        moved & first_words(board)
    }

    /// Returns the squares that are a knight's move from two or more of `set`.
    #[inline]
    pub fn spread_twice<const N: usize>(&self, set: Squares<N>) -> Squares<N> {
        let Masks { board, left, right, .. } = &self.masks;
        let row = u32::from(self.grid.columns);
        let (mut once, mut twice) = (Squares::EMPTY, Squares::EMPTY);
        for columns in [1, 2] {
            let rows = (3 - columns as u32) * row;
            let before = (set & first_words(&left[columns - 1])).down(columns as u32);
            let after = (set & first_words(&right[columns - 1])).up(columns as u32);
            for moved in [before.up(rows), before.down(rows), after.up(rows), after.down(rows)] {
                twice = twice | once & moved;
                once = once | moved;
            }
        }
        twice & first_words(board)
    }
}

impl Position {
    #[inline]
    pub fn free<const N: usize>(&self) -> Squares<N> {
        first_words(&self.free)
    }

    #[inline]
    pub fn knight(&self, player: Player) -> u8 {
        self.knights[player.index() & 1]
    }
}

#[inline]
fn first_words<const N: usize>(words: &[u64; WORDS]) -> Squares<N> {
    Squares(std::array::from_fn(|word| words[word]))
}
