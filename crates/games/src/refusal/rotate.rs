//! Half a turn of the board: what the other side sees.
//!
//! It exchanges the sides, and with left and right the two kinds of rook; the start it leaves as it is, so
//! that whatever is known of the game that South begins holds for the one that North begins.
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::position::{GRID, Move, Phase, Position, Square};

impl Position {
    /// Returns the position turned by half.
    pub fn rotated(&self) -> Position {
        // The mover changes with the rows, so that only the columns are exchanged as it sees them.
        let rooks = mirrored(self.rooks);
        Position {
            own: mirrored(self.own),
            enemy: mirrored(self.enemy),
            rooks,
            marked: mirrored(self.marked) ^ rooks,
            kings: mirrored(self.kings),
            mover: self.mover.next(2),
            phase: match self.phase {
                Phase::Propose => Phase::Propose,
                Phase::Answer(mv) => Phase::Answer(mv.rotated()),
                Phase::Alternate(mv) => Phase::Alternate(mv.rotated()),
            },
        }
    }
}

impl Move {
    /// Returns the move turned by half.
    pub fn rotated(self) -> Move {
        Move { from: self.from.rotated(), to: self.to.rotated() }
    }
}

impl Square {
    fn rotated(self) -> Square {
        let square = self.on_grid();
        Square::new(GRID.columns - 1 - square.column, GRID.rows - 1 - square.row)
    }
}

/// Returns a set with columns A and E, and B and D, exchanged.
fn mirrored(set: u64) -> u64 {
    // A row is the lower five bits of its byte.
    set.reverse_bits().swap_bytes() >> 3
}
