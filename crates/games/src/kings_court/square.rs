//! Squares and their names.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

/// How many squares a side of the board has.
pub(super) const SIDE: u8 = 8;

/// A square of the board; squares are ordered as their names are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Returns the square at `column` and `row`, both counted from 0, if the board has it.
    pub const fn new(column: u8, row: u8) -> Option<Square> {
        if column < SIDE && row < SIDE { Some(Square(column * SIDE + row)) } else { None }
    }

    /// Returns the column, counted from 0.
    pub const fn column(self) -> u8 {
        self.0 / SIDE
    }

    /// Returns the row, counted from 0.
    pub const fn row(self) -> u8 {
        self.0 % SIDE
    }

    /// Returns the set that holds only this square.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Returns the lowest square of a set that is not empty.
    pub(super) const fn lowest(set: u64) -> Square {
        Square(set.trailing_zeros() as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column()), self.row() + 1)
    }
}
