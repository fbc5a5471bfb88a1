//! What the pieces attack, as sets of squares: for evaluations, which list no moves.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::{BitAnd, BitOr, Not};

use super::board::{Marks, Rows, SIZE, Square, WORDS, Window};
use super::game::{Jetan, QUIET_MAX};
use super::moves::is_panthan_step;
use super::piece::{Piece, Side};
use super::position::{CHIEF, GONE, KINDS, OFFICERS, PRINCESS, Position};

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
    /// All squares within one column and row, as [`Squares::around`] has them, the centre included.
    pub const NEAR: u64 = 0x001C << 40 | 0x001C_001C;

    /// Returns the squares at most `distance` columns and rows, below six, from `center`, itself included.
    #[inline]
    pub fn within(center: Square, distance: u8) -> Squares {
        WITHIN[usize::from(distance)][usize::from(center.0)]
    }

    const fn square(center: Square, distance: u8) -> Squares {
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

    /// Returns the seven rows and columns around a square in one word, to be combined with other sets
    /// around the same square.
    #[inline]
    pub fn around(self, center: Square) -> u64 {
        let mut bytes = [0; 36];
        for (index, word) in self.0.into_iter().enumerate() {
            bytes[6 + 8 * index..14 + 8 * index].copy_from_slice(&word.to_le_bytes());
        }
        let row = 2 * usize::from(center.row());
        let word = |byte: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&bytes[byte..byte + 8]);
            u64::from_le_bytes(word) >> center.column()
        };
        // Three rows below, then the row itself and three above, each in seven bits of eight.
        (word(row) & 0x007F_007F_007F) << 8 | word(row + 6) & 0x007F_007F_007F_007F
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

/// By distance and square.
static WITHIN: [[Squares; 160]; 6] = {
    let mut within = [[Squares::EMPTY; 160]; 6];
    let mut distance = 0;
    while distance < 6 {
        let mut square = 0;
        while square < 160 {
            if square % 16 < SIZE {
                within[distance][square as usize] = Squares::square(Square(square), distance as u8);
            }
            square += 1;
        }
        distance += 1;
    }
    within
};

/// What a side attacks; its Princess attacks nothing.
#[derive(Clone, Copy, Debug)]
pub struct Attacks {
    /// By Panthans, Warriors and Padwars, Thoats, Dwars and Fliers, the Chief.
    pub by_rank: [Squares; 5],
    pub all: Squares,
    /// By two officers, or by an officer and a Panthan.
    pub twice: Squares,
    /// How many officers of a kind there are, in the order of [`Piece::ALL`].
    pub officers: [u32; 6],
    /// How many moves the officers of a kind have, in the order of [`Piece::ALL`].
    pub moves: [u32; 6],
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

    /// Returns what all pieces of `side` attack, in less time than piece by piece.
    pub fn all_attacks(&self, position: &Position, side: Side) -> Attacks {
        let panthans = self.panthan_attacks(position, side);
        let mut survey = Survey {
            game: self,
            open: &position.open[side as usize],
            empty: position.open[0].both(&position.open[1]),
            officers: &position.officers[side as usize],
            all: panthans,
            twice: Squares::EMPTY,
        };
        let [mut small, mut middle, mut great, mut chief] = [Squares::EMPTY; 4];
        let warriors = survey.pair(Piece::Warrior, &mut small);
        let padwars = survey.pair(Piece::Padwar, &mut small);
        let dwars = survey.pair(Piece::Dwar, &mut great);
        let fliers = survey.pair(Piece::Flier, &mut great);
        let thoats = survey.pair(Piece::Thoat, &mut middle);
        let chiefs = survey.single(Piece::Chief, CHIEF, &mut chief);
        let chiefs = (chiefs.up | chiefs.down << 8).count_ones();
        Attacks {
            by_rank: [panthans, small, middle, great, chief],
            all: survey.all,
            twice: survey.twice,
            officers: std::array::from_fn(|kind| {
                let of_kind = &survey.officers[2 * kind..(2 * kind + 2).min(PRINCESS)];
                of_kind.iter().map(|&bits| u32::from(bits != GONE)).sum()
            }),
            moves: [warriors, padwars, dwars, fliers, thoats, chiefs],
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
            || self.is_attacked_by_officer(position, side, square)
    }

    #[inline]
    fn is_attacked_by_officer(&self, position: &Position, side: Side, square: Square) -> bool {
        for (first, mut near) in [0, 8].into_iter().zip(position.officers_near(side, square, 0)) {
            while near != 0 {
                let index = first + near.trailing_zeros() as usize / 8;
                near &= near - 1;
                let Some(from) = position.officer(side, index) else { continue };
                let (columns, rows) = from.offset_to(square);
                if self.attacks(position, KINDS[index], from).contains(columns, rows) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns after how many more plies without a capture the game is tied, if the weakness of both
    /// sides sets such a limit.
    pub fn quiet_left(&self, position: &Position) -> Option<u32> {
        self.are_both_weakened(position).then(|| QUIET_MAX.saturating_sub(position.quiet))
    }
}

/// The attacks of one side while they are gathered.
struct Survey<'a> {
    game: &'a Jetan,
    open: &'a Rows,
    empty: Rows,
    officers: &'a [u8; OFFICERS],
    all: Squares,
    twice: Squares,
}

impl Survey<'_> {
    /// Adds what both pieces of a kind attack; returns how many moves they have.
    #[inline(always)]
    fn pair(&mut self, piece: Piece, attacked: &mut Squares) -> u32 {
        let index = 2 * piece as usize;
        let first = self.single(piece, index, attacked);
        let second = self.single(piece, index + 1, attacked);
        // None of these kinds reaches two squares that fall on the same bit: see `count`.
        ((first.up | first.down) | (second.up | second.down) << 8).count_ones()
    }

    /// Adds what a piece attacks; returns where it may go.
    #[inline(always)]
    fn single(&mut self, piece: Piece, index: usize, attacked: &mut Squares) -> Window {
        if self.officers[index] == GONE {
            return Window::EMPTY;
        }
        let from = Square(self.officers[index]);
        let window = self.game.reach(piece, self.empty.around(from));
        let words = window.words(from);
        let squares = Squares(std::array::from_fn(|index| words[index] & BOARD[index]));
        self.twice = self.twice | self.all & squares;
        self.all = self.all | squares;
        *attacked = *attacked | squares;
        window & self.open.around(from)
    }
}
