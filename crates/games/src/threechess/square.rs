//! The 96 squares and how one leads to the next.
//!
//! A square is numbered by section, then row, then column, so that a section is 32 neighbouring bits and
//! a row of it one byte. "Forward" and "left" belong to the section a square is in, not to a player.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

pub(super) const SQUARES: usize = 96;
pub(super) const SECTIONS: u8 = 3;
pub(super) const COLUMNS: u8 = 8;
/// How many rows a section has: the first is a player's back row, the last lies at the seam.
pub(super) const ROWS: u8 = 4;
pub(super) const SEAM: u8 = ROWS - 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub(super) u8);

impl Square {
    pub(super) const fn new(section: u8, column: u8, row: u8) -> Square {
        Square(section * 32 + row * 8 + column)
    }

    /// Returns every square in the order of the position text: section, column, row.
    pub(super) fn all() -> impl Iterator<Item = Square> {
        (0..SECTIONS).flat_map(|section| {
            (0..COLUMNS)
                .flat_map(move |column| (0..ROWS).map(move |row| Square::new(section, column, row)))
        })
    }

    /// Returns the section it is in: 0 for Blue's.
    pub const fn section(self) -> u8 {
        self.0 / 32
    }

    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// Returns its row: 0 for a back row, 3 for the row at the seam.
    pub const fn row(self) -> u8 {
        self.0 / 8 % 4
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn bit(self) -> u128 {
        1 << self.0
    }

    /// Returns the neighbour in one direction, as the square's own section has it.
    pub(super) const fn neighbour(self, direction: Direction) -> Option<Square> {
        let (section, column, row) = (self.section(), self.column(), self.row());
        match direction {
            Direction::Backward if row > 0 => Some(Square::new(section, column, row - 1)),
            Direction::Left if column > 0 => Some(Square::new(section, column - 1, row)),
            Direction::Right if column + 1 < COLUMNS => Some(Square::new(section, column + 1, row)),
            Direction::Forward if row < SEAM => Some(Square::new(section, column, row + 1)),
            Direction::Forward => {
                let turn = if column < COLUMNS / 2 { 1 } else { 2 };
                Some(Square::new((section + turn) % SECTIONS, COLUMNS - 1 - column, row))
            }
            _ => None,
        }
    }

    /// Takes several steps in a row; beyond a seam every direction is turned round.
    ///
    /// `turned` says that they are turned round from the outset.
    pub(super) const fn steps(self, path: &[Direction], turned: bool) -> Option<Square> {
        let mut square = self;
        let mut index = 0;
        while index < path.len() {
            let turn = turned != (square.section() != self.section());
            let direction = if turn { path[index].opposite() } else { path[index] };
            square = match square.neighbour(direction) {
                Some(next) => next,
                None => return None,
            };
            index += 1;
        }
        Some(square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let section = ['B', 'G', 'R'][usize::from(self.section())];
        write!(f, "{section}{}{}", (b'A' + self.column()) as char, self.row() + 1)
    }
}

/// A direction as a section has it: forward is towards the seam, left is towards column A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Backward,
    Left,
    Right,
}

impl Direction {
    const fn opposite(self) -> Direction {
        match self {
            Direction::Forward => Direction::Backward,
            Direction::Backward => Direction::Forward,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }
}
