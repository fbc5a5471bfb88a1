//! What the pieces attack, as sets of squares: for evaluations, which list no moves.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::{BitAnd, BitOr, Not};

use super::board::{Marks, Rows, SIZE, Square, WORDS};
use super::game::{Jetan, QUIET_MAX};
use super::moves::is_panthan_step;
use super::piece::{Piece, Side};
use super::position::{CHIEF, KINDS, PRINCESS, Position};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares([u64; 3]);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    pub squares: Squares,
    /// How many of them hold no piece of its own side.
    pub moves: u32,
}

/// The ten columns of four rows.
const COLUMNS: u64 = 0x1FF8_1FF8_1FF8_1FF8;
/// All squares; the last word holds two rows only.
const BOARD: [u64; 3] = [COLUMNS, COLUMNS, COLUMNS & 0xFFFF_FFFF];

impl Squares {
    pub const EMPTY: Squares = Squares([0; 3]);

    /// Returns the squares at most `distance` columns and rows from `center`, itself included.
    pub const fn within(center: Square, distance: u8) -> Squares {
        let (column, row) = (center.column() as i32, center.row() as i32);
        let distance = distance as i32;
        let low = if column > distance { column - distance } else { 0 };
        let high = if column + distance < SIZE as i32 { column + distance } else { 9 };
        let columns = ((1u64 << (high + 1)) - (1 << low)) << 3;
        let mut set = [0; 3];
        let mut at = if row > distance { row - distance } else { 0 };
        while at <= row + distance && at < SIZE as i32 {
            set[at as usize / 4] |= columns << (16 * (at % 4));
            at += 1;
        }
        Squares(set)
    }

    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        let bit = square.0 + 3;
        self.0[(bit / 64) as usize] >> (bit % 64) & 1 != 0
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    #[inline]
    pub const fn count(self) -> u32 {
        let [first, second, third] = self.0;
        first.count_ones() + second.count_ones() + third.count_ones()
    }

    #[inline]
    pub fn squares(self) -> impl Iterator<Item = Square> {
        self.0.into_iter().enumerate().flat_map(|(index, mut word)| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros();
                (word != 0).then(|| {
                    word &= word - 1;
                    Rows::square(index, bit)
                })
            })
        })
    }

    #[inline]
    fn marked(marks: &Marks) -> Squares {
        let words = marks.words();
        Squares(std::array::from_fn(|index| words[index] & BOARD[index]))
    }

    #[inline]
    fn of(rows: &Rows) -> Squares {
        Squares(WORDS.map(|byte| rows.word(byte)))
    }
}

impl BitAnd for Squares {
    type Output = Squares;
    #[inline]
    fn bitand(self, other: Squares) -> Squares {
        Squares(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }
}

impl BitOr for Squares {
    type Output = Squares;
    #[inline]
    fn bitor(self, other: Squares) -> Squares {
        Squares(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }
}

impl Not for Squares {
    type Output = Squares;
    #[inline]
    fn not(self) -> Squares {
        Squares(std::array::from_fn(|index| !self.0[index] & BOARD[index]))
    }
}

impl Position {
    #[inline]
    pub fn pieces(&self, side: Side) -> Squares {
        !Squares::of(&self.open[side as usize])
    }

    #[inline]
    pub fn panthans(&self, side: Side) -> Squares {
        Squares::of(&self.panthans[side as usize])
    }

    #[inline]
    pub fn princess(&self, side: Side) -> Option<Square> {
        self.officer(side, PRINCESS)
    }

    #[inline]
    pub fn chief(&self, side: Side) -> Option<Square> {
        self.officer(side, CHIEF)
    }

    #[inline]
    pub const fn has_piece(&self, side: Side, square: Square) -> bool {
        !self.open[side as usize].contains(square)
    }

    #[inline]
    pub fn officers(&self, side: Side) -> impl Iterator<Item = (Piece, Square)> {
        let officers = KINDS.iter().enumerate();
        officers.filter_map(move |(index, &piece)| Some((piece, self.officer(side, index)?)))
    }

    /// Returns the position after the side to move does nothing, which the rules do not allow.
    pub fn passed(&self) -> Position {
        let (turn, plies, quiet) = (self.turn.other(), self.plies + 1, self.quiet + 1);
        Position { turn, plies, quiet, ..*self }
    }
}

impl Jetan {
    #[inline]
    pub fn panthan_attacks(&self, position: &Position, side: Side) -> Squares {
        let mut marks = Marks::EMPTY;
        marks.panthan_attacks(&position.panthans[side as usize], side.forward());
        Squares::marked(&marks)
    }

    /// Returns what a piece of `side` on `from`, other than Princess and Panthan, attacks.
    #[inline]
    pub fn officer_attacks(
        &self,
        position: &Position,
        (side, piece): (Side, Piece),
        from: Square,
    ) -> Attack {
        let window = self.attacks(position, piece, from);
        let mut marks = Marks::EMPTY;
        marks.around(from, window);
        let targets = window & position.open[side as usize].around(from);
        Attack {
            squares: Squares::marked(&marks),
            moves: (targets.up | targets.down << 8).count_ones(),
        }
    }

    #[inline]
    pub fn would_attack(
        &self,
        position: &Position,
        (side, piece): (Side, Piece),
        from: Square,
        target: Square,
    ) -> bool {
        let (columns, rows) = from.offset_to(target);
        match piece {
            Piece::Panthan => is_panthan_step(side, columns, rows),
            _ if from.distance(target) > 3 => false,
            _ => self.attacks(position, piece, from).contains(columns, rows),
        }
    }

    #[inline]
    pub fn is_attacked(&self, position: &Position, side: Side, square: Square) -> bool {
        let panthans = &position.panthans[side as usize];
        panthans.panthan_attacks_around(side.forward(), square).contains(0, 0)
            || KINDS[..PRINCESS].iter().enumerate().any(|(index, &piece)| {
                position
                    .officer(side, index)
                    .is_some_and(|from| self.would_attack(position, (side, piece), from, square))
            })
    }

    /// Returns after how many more plies without a capture the game is tied, if the weakness of both
    /// sides sets such a limit.
    pub fn quiet_left(&self, position: &Position) -> Option<u32> {
        self.are_both_weakened(position).then(|| QUIET_MAX.saturating_sub(position.quiet))
    }
}
