//! The board of King's Court as two sets of squares, and what the rules remember besides.
//!
//! A1 is bit 0, A2 bit 1, B1 bit 8: the order of the bits is the alphabetical order of the squares, on
//! which the notation depends.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;
use manator_core::grid::{Grid, GridSquare};

use super::moves::Move;

/// The player who begins and owns A1.
pub const FIRST: Player = Player(0);
pub const SECOND: Player = Player(1);

pub(super) const GRID: Grid = Grid { columns: 8, rows: 8 };

/// The sixteen squares C3-F6 in which both players must keep a piece.
pub const COURT: u64 = 0x0000_3C3C_3C3C_0000;
pub(super) const PIECES: u32 = 24;
/// How many moves the opening has; from the next on, jumps are allowed.
pub const OPENING_MOVES: u8 = 4;

/// The squares whose column number and row number add up to an even number, A1 among them.
pub(super) const EVEN_SQUARES: u64 = 0xAA55_AA55_AA55_AA55;
/// The four classes of squares that jumps connect: they have the same parity in column and in row.
pub(super) const PARITIES: [u64; 4] =
    [0x0055_0055_0055_0055, 0x00AA_00AA_00AA_00AA, 0x5500_5500_5500_5500, 0xAA00_AA00_AA00_AA00];
pub(super) const ROWS_1_TO_6: u64 = 0x3F3F_3F3F_3F3F_3F3F;
pub(super) const ROWS_1_TO_7: u64 = 0x7F7F_7F7F_7F7F_7F7F;
pub(super) const ROWS_2_TO_8: u64 = 0xFEFE_FEFE_FEFE_FEFE;
pub(super) const ROWS_3_TO_8: u64 = 0xFCFC_FCFC_FCFC_FCFC;

/// A position: the pieces, whose turn it is, and the two counters the rules look at.
///
/// The boards are held as the player to move sees them, so that no rule has to ask who that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) own: u64,
    pub(super) enemy: u64,
    pub quiet: u16,
    /// How many moves were made, counted up to [`OPENING_MOVES`].
    pub(super) played: u8,
    pub to_move: Player,
}

const _: () = assert!(size_of::<Position>() == 24);

impl Position {
    pub(super) const fn start() -> Self {
        Position {
            own: EVEN_SQUARES & !COURT,
            enemy: !EVEN_SQUARES & !COURT,
            quiet: 0,
            played: 0,
            to_move: FIRST,
        }
    }

    /// Returns a position after the opening, the first player to move, with these sets of squares of the player to move and
    /// of the other; A1 is bit 0, A2 bit 1, B1 bit 8. `None` where a square has two pieces or a side none in the Court.
    pub const fn later(own: u64, enemy: u64) -> Option<Position> {
        if own & enemy != 0 || own & COURT == 0 || enemy & COURT == 0 {
            return None;
        }
        Some(Position { own, enemy, quiet: 0, played: OPENING_MOVES, to_move: FIRST })
    }

    pub const fn pieces(&self, player: Player) -> u64 {
        if player.0 == self.to_move.0 { self.own } else { self.enemy }
    }

    pub(super) const fn empty(&self) -> u64 {
        !(self.own | self.enemy)
    }

    #[inline]
    pub(super) const fn court_lost(&self) -> bool {
        self.own & COURT == 0 && self.played >= 2
    }

    #[inline]
    pub(super) const fn sole_in_court(&self) -> u64 {
        let court = self.own & COURT;
        if court & court.wrapping_sub(1) == 0 { court } else { 0 }
    }

    #[inline]
    pub(super) const fn play(&mut self, mv: Move) {
        *self = Position {
            own: self.enemy ^ mv.captured,
            enemy: self.own ^ mv.shifted,
            quiet: if mv.captured == 0 { self.quiet + 1 } else { 0 },
            played: self.played + (self.played < OPENING_MOVES) as u8,
            to_move: Player(self.to_move.0 ^ 1),
        };
    }
}

pub(super) const fn bit(square: GridSquare) -> u64 {
    1 << (square.column * GRID.rows + square.row)
}

/// Returns the alphabetically first square of a set that is not empty.
pub(super) const fn first_square(set: u64) -> GridSquare {
    let index = set.trailing_zeros() as u8;
    GridSquare { column: index / GRID.rows, row: index % GRID.rows }
}
