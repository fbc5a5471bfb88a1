//! Where the knights stand and which squares are left.
// SPDX-License-Identifier: MIT OR Apache-2.0

/// How many 64-bit words hold the squares of the largest board.
pub(super) const WORDS: usize = 4;

/// A position. Squares are numbered row by row from A1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares that are neither burned nor occupied, one bit each.
    pub(super) free: [u64; WORDS],
    pub(super) knights: [u8; 2],
    /// Whose turn it is: 0 for White.
    pub(super) turn: u8,
}

const _: () = assert!(size_of::<Position>() <= 40);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The square it leaves, which burns.
    pub from: u8,
    pub to: u8,
}

impl Position {
    pub(super) fn is_free(&self, square: u8) -> bool {
        self.free[usize::from(square >> 6)] >> (square & 63) & 1 == 1
    }
}
