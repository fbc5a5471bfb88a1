//! Squares, moves, and the position as the player sees it whose turn it is.
//!
//! "Left" is toward column A for both players, so turning the board upside down, one byte swap, turns
//! either side's game into the other's. A position is kept the way its mover looks at it, own home row
//! lowest: the rules are then written once, for a player who moves up.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

use manator_core::grid::{Grid, GridSquare};
use manator_core::random::{mix, words};
use manator_core::{Player, TurnPhase};

/// The player who starts at the bottom of the printed board.
pub const SOUTH: Player = Player(0);
/// The player who starts at the top of the printed board.
pub const NORTH: Player = Player(1);
pub(super) const GRID: Grid = Grid { columns: 5, rows: 8 };
pub(super) const START: &str = "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l";

/// The difference between the bits of neighbouring rows: columns F to H stay empty, so that a step
/// over the side leaves the board and not for the next row.
pub(super) const STRIDE: u8 = 8;
pub(super) const COLUMN_A: u64 = 0x0101_0101_0101_0101;
pub(super) const BOARD: u64 = 0x1F * COLUMN_A;
pub(super) const HOME: u64 = 0x1F;
/// The row where the mover's pawns and knights stick and its rooks change.
pub(super) const FAR: u64 = HOME << 56;

/// A square as printed: South's home row is row 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub(super) u8);

impl Square {
    /// Returns the square in `column` and `row`, both counted from 0 at A1.
    ///
    /// # Panics
    /// Panics when there is no such square.
    pub const fn new(column: u8, row: u8) -> Self {
        assert!(column < GRID.columns && row < GRID.rows, "no such square");
        Square(row * STRIDE + column)
    }

    pub const fn on_grid(self) -> GridSquare {
        GridSquare { column: self.0 % STRIDE, row: self.0 / STRIDE }
    }
}

impl From<GridSquare> for Square {
    fn from(square: GridSquare) -> Self {
        Square::new(square.column, square.row)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.on_grid().fmt(f)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    pub from: Square,
    pub to: Square,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Proposes a move, or plays it if it cannot be refused.
    Move(Move),
    Accept,
    Refuse,
}

pub type Phase = TurnPhase<Move>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    King,
    Knight,
    Pawn,
    LeftRook,
    RightRook,
}

impl Kind {
    pub(super) const ALL: [Kind; 5] =
        [Kind::King, Kind::Knight, Kind::Pawn, Kind::LeftRook, Kind::RightRook];

    pub(super) const fn name(self) -> &'static str {
        ["king", "knight", "pawn", "left rook", "right rook"][self as usize]
    }

    /// Returns the letter of a player's piece: upper case is North's.
    pub(super) fn letter(self, owner: Player) -> char {
        let letter = LETTERS[self as usize];
        if owner == NORTH { letter.to_ascii_uppercase() } else { letter }
    }

    pub(super) fn of_letter(letter: char) -> Option<(Player, Kind)> {
        let owner = if letter.is_ascii_uppercase() { NORTH } else { SOUTH };
        let index = LETTERS.iter().position(|known| *known == letter.to_ascii_lowercase())?;
        Some((owner, Kind::ALL[index]))
    }
}

/// By kind, as [`Kind::ALL`] has them.
const LETTERS: [char; 5] = ['k', 'n', 'p', 'l', 'r'];

/// A board, the turn, and how far it has come.
///
/// Sets of squares are turned so that the mover moves up. Five of them tell eleven states of a square
/// apart, and a move changes them all alike, without asking which piece it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) own: u64,
    pub enemy: u64,
    pub(super) rooks: u64,
    /// Right rooks and knights, which sets them off from left rooks and pawns.
    pub(super) marked: u64,
    pub(super) kings: u64,
    /// Whose turn it is; in the phase of the answer it is the other who decides.
    pub mover: Player,
    pub phase: Phase,
}

const _: () = assert!(size_of::<Position>() == 48);

impl Position {
    /// Returns a board as written, `mover` to propose; what is no piece's letter is empty.
    ///
    /// # Panics
    /// Panics when rows or squares are missing.
    pub(super) fn of_board(board: &str, mover: Player) -> Self {
        let mut position = Position::empty(mover);
        for (square, letter) in GRID.read_board(board).expect("a whole board") {
            if let Some((owner, kind)) = Kind::of_letter(letter) {
                position.put(square.into(), owner, kind);
            }
        }
        position
    }

    pub(super) fn empty(mover: Player) -> Self {
        Position { own: 0, enemy: 0, rooks: 0, marked: 0, kings: 0, mover, phase: Phase::Propose }
    }

    pub(super) fn put(&mut self, square: Square, owner: Player, kind: Kind) {
        let bit = 1 << (square.0 ^ self.turn());
        *(if owner == self.mover { &mut self.own } else { &mut self.enemy }) |= bit;
        match kind {
            Kind::King => self.kings |= bit,
            Kind::Knight => self.marked |= bit,
            Kind::Pawn => {}
            Kind::LeftRook => self.rooks |= bit,
            Kind::RightRook => {
                self.rooks |= bit;
                self.marked |= bit;
            }
        }
    }

    pub fn at(&self, square: Square) -> Option<(Player, Kind)> {
        let bit = 1 << (square.0 ^ self.turn());
        let owner = match bit {
            _ if self.own & bit != 0 => self.mover,
            _ if self.enemy & bit != 0 => self.mover.next(2),
            _ => return None,
        };
        let kind = match (self.rooks & bit != 0, self.marked & bit != 0) {
            _ if self.kings & bit != 0 => Kind::King,
            (false, false) => Kind::Pawn,
            (false, true) => Kind::Knight,
            (true, false) => Kind::LeftRook,
            (true, true) => Kind::RightRook,
        };
        Some((owner, kind))
    }

    #[inline]
    pub(super) fn has_king(&self) -> bool {
        self.own & self.kings != 0
    }

    /// Returns what turns a printed square into a bit of the sets, or back, by exclusive or.
    #[inline]
    pub(super) fn turn(&self) -> u8 {
        Position::turn_of(self.mover)
    }

    /// Returns what turns a printed square into one seen by `player`, or back, by exclusive or.
    #[inline]
    pub(super) fn turn_of(player: Player) -> u8 {
        // An upside-down board is one with its three row bits inverted.
        (GRID.rows - 1) * STRIDE * player.0
    }

    pub(super) fn key(&self) -> u64 {
        let (phase, mv) = match self.phase {
            Phase::Propose => (0, 0),
            Phase::Answer(mv) => (1, mv.number()),
            Phase::Alternate(mv) => (2, mv.number()),
        };
        // Kings stand on the first and the last row, which leaves the middle of their set free.
        let rest = self.kings | u64::from(self.mover.0) << 8 | phase << 16 | mv << 24;
        let pieces = fold(self.own ^ SALT[0], self.enemy ^ SALT[1]);
        let kinds = fold(self.rooks ^ SALT[2], self.marked ^ SALT[3]);
        mix(pieces ^ kinds.rotate_left(32) ^ fold(rest ^ SALT[4], SALT[5]))
    }
}

impl Move {
    /// Returns a different number below 4096 for each move.
    fn number(self) -> u64 {
        u64::from(self.from.0) << 6 | u64::from(self.to.0)
    }
}

/// Random words that keep empty sets from making a product zero.
const SALT: [u64; 6] = words(0x5EF5_5A1D);

fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
