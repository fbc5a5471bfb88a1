//! The board: squares, sets of squares, and the window around one square.
//!
//! A set holds a row in 16 bits: ten columns and three guard columns on either side, with four guard
//! rows below and above. Guards are never set, so a piece near the edge needs no special case: seven
//! rows around any square are two 64-bit words, loaded at the row and shifted by the column, and a step
//! is a constant shift within them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::ops::{BitAnd, ControlFlow};

use manator_core::grid::GridSquare;

pub const SIZE: u8 = 10;

/// A square: the row in the high four bits, the column in the low four, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub(super) u8);

impl Square {
    pub const fn new(column: u8, row: u8) -> Option<Square> {
        if column < SIZE && row < SIZE { Some(Square(row << 4 | column)) } else { None }
    }

    #[inline]
    pub const fn column(self) -> u8 {
        self.0 & 15
    }

    #[inline]
    pub const fn row(self) -> u8 {
        self.0 >> 4
    }

    /// Returns the square `columns` to the right and `rows` up, if it is on the board.
    pub const fn offset(self, columns: i8, rows: i8) -> Option<Square> {
        let (column, row) = (self.column() as i8 + columns, self.row() as i8 + rows);
        if column < 0 || row < 0 { None } else { Square::new(column as u8, row as u8) }
    }

    pub(super) const fn offset_to(self, other: Square) -> (i8, i8) {
        let columns = other.column() as i8 - self.column() as i8;
        (columns, other.row() as i8 - self.row() as i8)
    }

    /// Returns every square, row by row from the bottom left.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| Square(row << 4 | column)))
    }

    #[inline]
    pub(super) fn distance(self, other: Square) -> u8 {
        let columns = self.column().abs_diff(other.column());
        columns.max(self.row().abs_diff(other.row()))
    }
}

impl From<GridSquare> for Square {
    fn from(at: GridSquare) -> Square {
        Square(at.row << 4 | at.column)
    }
}

impl From<Square> for GridSquare {
    fn from(square: Square) -> GridSquare {
        GridSquare { column: square.column(), row: square.row() }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        GridSquare::from(*self).fmt(f)
    }
}

/// The bytes of a set: 4 guard rows, 10 rows, 4 guard rows, two bytes each.
const BYTES: usize = 2 * (4 + 10 + 4);
/// The first byte of the lowest row.
const FIRST: usize = 8;
/// The words that hold the ten rows, by their first byte; the last two rows of the last are guards.
pub(super) const WORDS: [usize; 3] = [FIRST, FIRST + 8, FIRST + 16];
/// How many bits of a row lie before its first column.
const GUARD: u8 = 3;
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Rows([u8; BYTES]);

impl Rows {
    pub(super) const EMPTY: Rows = Rows([0; BYTES]);

    pub(super) fn full() -> Rows {
        let mut rows = Rows::EMPTY;
        for square in Square::all() {
            rows.insert(square);
        }
        rows
    }

    #[inline]
    const fn byte_and_bit(square: Square) -> (usize, u8) {
        let bit = square.0 + GUARD;
        (FIRST + (bit >> 3) as usize, 1 << (bit & 7))
    }

    #[inline]
    pub(super) const fn contains(&self, square: Square) -> bool {
        let (byte, bit) = Rows::byte_and_bit(square);
        self.0[byte] & bit != 0
    }

    #[inline]
    pub(super) const fn insert(&mut self, square: Square) {
        let (byte, bit) = Rows::byte_and_bit(square);
        self.0[byte] |= bit;
    }

    #[inline]
    pub(super) const fn remove(&mut self, square: Square) {
        let (byte, bit) = Rows::byte_and_bit(square);
        self.0[byte] &= !bit;
    }

    #[inline]
    pub(super) fn word(&self, byte: usize) -> u64 {
        let mut word = [0; 8];
        word.copy_from_slice(&self.0[byte..byte + 8]);
        u64::from_le_bytes(word)
    }

    #[inline]
    pub(super) fn around(&self, square: Square) -> Window {
        let byte = square.row() as usize * 2 + FIRST;
        let column = square.column();
        Window { down: self.word(byte - 6) >> column, up: self.word(byte) >> column }
    }

    #[inline]
    pub(super) fn panthan_attacks_around(&self, forward: isize, square: Square) -> Window {
        let attacks = |byte: usize| {
            let (behind, beside) =
                (self.word(byte.wrapping_add_signed(-2 * forward)), self.word(byte));
            let both = behind | beside;
            (behind | both << 1 | both >> 1) >> square.column()
        };
        let byte = square.row() as usize * 2 + FIRST;
        Window { down: attacks(byte - 6), up: attacks(byte) }
    }

    #[inline]
    pub(super) fn both(&self, other: &Rows) -> Rows {
        Rows(std::array::from_fn(|byte| self.0[byte] & other.0[byte]))
    }

    /// Returns the square that `bit` of the `index`th of the [`WORDS`] stands for.
    #[inline]
    pub(super) const fn square(index: usize, bit: u32) -> Square {
        Square((64 * index as u32 + bit) as u8 - GUARD)
    }
}

/// A set of squares being gathered, in whole words: four guard rows, then the [`WORDS`], then guards.
pub(super) struct Marks([u64; 5]);

impl Marks {
    pub(super) const EMPTY: Marks = Marks([0; 5]);

    #[inline]
    pub(super) fn around(&mut self, square: Square, window: Window) {
        self.rows(square.row() as usize + 1, square.column(), window.down);
        self.rows(square.row() as usize + 4, square.column(), window.up);
    }

    /// Adds four rows, the first of them given, moved `column` columns to the right.
    #[inline]
    fn rows(&mut self, first: usize, column: u8, set: u64) {
        let shift = (16 * (first as u8 & 3) + column) & 63;
        let moved = u128::from(set) << shift;
        self.0[first / 4] |= moved as u64;
        self.0[first / 4 + 1] |= (moved >> 64) as u64;
    }

    pub(super) fn panthan_attacks(&mut self, panthans: &Rows, forward: isize) {
        for (index, byte) in WORDS.into_iter().enumerate() {
            let set = panthans.word(byte);
            let sides = set << 1 | set >> 1;
            self.rows(4 * index + 4, 0, sides);
            self.rows((4 * index + 4).wrapping_add_signed(forward), 0, set | sides);
        }
    }

    /// Returns the [`WORDS`]; guards may be set in them.
    #[inline]
    pub(super) const fn words(&self) -> [u64; 3] {
        [self.0[1], self.0[2], self.0[3]]
    }
}

/// Seven rows and columns around a square, in two words of four rows.
///
/// The columns are the low seven bits of each 16. Both words hold the square's own row, `down` as its
/// highest and `up` as its lowest; in a set of targets only `up` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) down: u64,
    pub(super) up: u64,
}

impl Window {
    pub(super) const EMPTY: Window = Window { down: 0, up: 0 };

    /// Returns the window of the squares at `offsets`, columns then rows, with its own row in `up`.
    pub(super) const fn of(offsets: &[(i8, i8)]) -> Window {
        let mut window = Window::EMPTY;
        let mut index = 0;
        while index < offsets.len() {
            let (columns, rows) = offsets[index];
            if rows >= 0 {
                window.up |= 1 << (16 * rows + columns + 3);
            } else {
                window.down |= 1 << (16 * (rows + 3) + columns + 3);
            }
            index += 1;
        }
        window
    }

    /// Returns the window of the squares at `offsets`, turned and mirrored in every way.
    pub(super) const fn symmetric(offsets: &[(i8, i8)]) -> Window {
        let mut window = Window::EMPTY;
        let mut index = 0;
        while index < offsets.len() {
            let (a, b) = offsets[index];
            let turned = [(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)];
            let more = Window::of(&turned);
            window = Window { down: window.down | more.down, up: window.up | more.up };
            index += 1;
        }
        window
    }

    /// Returns whether a set of targets holds the square at this offset, which may lie outside.
    pub(super) const fn contains(self, columns: i8, rows: i8) -> bool {
        columns.unsigned_abs() <= 3
            && rows.unsigned_abs() <= 3
            && self.wide() >> (16 * (rows + 3) + columns + 3) & 1 != 0
    }

    pub(super) const fn both(self) -> Window {
        Window { down: self.down | self.up << 48, up: self.up }
    }

    #[inline]
    pub(super) fn visit<B>(
        self,
        center: Square,
        mut visit: impl FnMut(Square) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut set = self.up;
        while set != 0 {
            visit(Square(center.0.wrapping_add(set.trailing_zeros() as u8).wrapping_sub(3)))?;
            set &= set - 1;
        }
        let mut set = self.down;
        while set != 0 {
            visit(Square(center.0.wrapping_add(set.trailing_zeros() as u8).wrapping_sub(51)))?;
            set &= set - 1;
        }
        ControlFlow::Continue(())
    }

    /// Returns the [`WORDS`] of the whole board; guards may be set in them.
    ///
    /// Nothing goes through memory, where the sets of many pieces would wait for each other.
    #[inline(always)]
    pub(super) const fn words(self, center: Square) -> [u64; 3] {
        let (low, high) = (self.down | self.up << 48, self.up >> 16);
        let bit = 16 * (center.row() as u32 + 1) + center.column() as u32;
        let (word, shift) = (bit / 64, bit % 64);
        let first = low << shift;
        let second = high << shift | low >> 1 >> (63 - shift);
        let third = high >> 1 >> (63 - shift);
        // The first of the three is the `word`th of five, of which the outer two are guards.
        let zeroth = ((word == 0) as u64).wrapping_neg();
        let one = ((word == 1) as u64).wrapping_neg();
        let two = ((word == 2) as u64).wrapping_neg();
        [
            second & zeroth | first & one,
            third & zeroth | second & one | first & two,
            third & one | second & two,
        ]
    }

    #[inline]
    pub(super) const fn wide(self) -> u128 {
        self.down as u128 | (self.up as u128) << 48
    }

    #[inline]
    pub(super) const fn from_wide(wide: u128) -> Window {
        Window { down: wide as u64 & 0xFFFF_FFFF_FFFF, up: (wide >> 48) as u64 }
    }
}

impl BitAnd for Window {
    type Output = Window;
    #[inline]
    fn bitand(self, other: Window) -> Window {
        Window { down: self.down & other.down, up: self.up & other.up }
    }
}
