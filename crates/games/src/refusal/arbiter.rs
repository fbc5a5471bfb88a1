//! Why a move is not legal, in words.
//!
//! It follows the printed rules piece by piece and knows nothing of the sets that list moves, so each
//! checks the other: a test compares them move by move.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use manator_core::Fault;
use manator_core::notation::fault::CANNOT_REACH;

use super::notation::TITLES;
use super::position::{GRID, Kind, Move, NORTH, Position, Square};
use super::{BACKWARD, NOTHING_TO_CAPTURE, PAWN_CAPTURE, STUCK, WRONG_SIDE};

pub(super) fn check(position: &Position, mv: Move) -> Result<(), Fault> {
    let from = mv.from.to_string();
    let (owner, kind) = position.at(mv.from).ok_or_else(|| Fault::empty_square(&from))?;
    if owner != position.mover {
        return Err(Fault::not_your_piece(&from, TITLES[owner.index()], kind.name()));
    }
    let step = Step::of(position, mv);
    if step.is_stuck(kind) {
        let why = format!("a {} on the far row never moves again", kind.name());
        return Err(Fault::new(STUCK, why));
    }
    if step.forward < 0 {
        return Err(Fault::new(BACKWARD, format!("a {} never moves backward", kind.name())));
    }
    if !step.fits(kind) {
        let code = if step.is_wrong_side(kind) { WRONG_SIDE } else { CANNOT_REACH };
        return Err(Fault::new(code, manner(kind)));
    }
    if let Some(square) = step.between(mv.from).find(|square| position.at(*square).is_some()) {
        return Err(Fault::blocked(&square.to_string()));
    }
    check_target(position, mv.to, kind, step)
}

fn check_target(position: &Position, to: Square, kind: Kind, step: Step) -> Result<(), Fault> {
    let target = position.at(to);
    match (kind, target) {
        (_, Some((owner, own))) if owner == position.mover => {
            Err(Fault::own_piece(&to.to_string(), own.name()))
        }
        (Kind::King, None) => {
            let why = format!("a king moves only to capture, and {to} is empty");
            Err(Fault::new(NOTHING_TO_CAPTURE, why))
        }
        (Kind::Pawn, None) if step.right != 0 => {
            let why = format!("a pawn moves diagonally only to capture, and {to} is empty");
            Err(Fault::new(NOTHING_TO_CAPTURE, why))
        }
        (Kind::Pawn, Some((_, enemy))) if step.right == 0 => {
            let name = enemy.name();
            let why = format!("a pawn captures only diagonally forward, and {to} holds a {name}");
            Err(Fault::new(PAWN_CAPTURE, why))
        }
        _ => Ok(()),
    }
}

#[derive(Clone, Copy)]
struct Step {
    /// The row left, from 0 for the player's home row.
    row: i8,
    forward: i8,
    right: i8,
    /// What one row forward adds to the printed row.
    up: i8,
}

impl Step {
    fn of(position: &Position, mv: Move) -> Self {
        let (from, to) = (mv.from.on_grid(), mv.to.on_grid());
        let last = GRID.rows as i8 - 1;
        let (row, up) = match position.mover {
            NORTH => (last - from.row as i8, -1),
            _ => (from.row as i8, 1),
        };
        let forward = (to.row as i8 - from.row as i8) * up;
        Step { row, forward, right: to.column as i8 - from.column as i8, up }
    }

    fn is_stuck(self, kind: Kind) -> bool {
        matches!(kind, Kind::Pawn | Kind::Knight) && self.row == GRID.rows as i8 - 1
    }

    fn fits(self, kind: Kind) -> bool {
        match kind {
            Kind::King => self.forward == 0 && self.right != 0,
            Kind::Knight => matches!((self.forward, self.right.abs()), (2, 1) | (1, 2)),
            Kind::Pawn => self.forward == 1 && self.right.abs() <= 1,
            Kind::LeftRook => self.is_straight() && self.right <= 0,
            Kind::RightRook => self.is_straight() && self.right >= 0,
        }
    }

    fn is_straight(self) -> bool {
        (self.forward == 0) != (self.right == 0)
    }

    fn is_wrong_side(self, kind: Kind) -> bool {
        matches!(kind, Kind::LeftRook | Kind::RightRook) && self.is_straight()
    }

    /// Returns the squares between both ends of a straight move; none of any other.
    fn between(self, from: Square) -> impl Iterator<Item = Square> {
        let length = if self.is_straight() { self.forward.max(self.right.abs()) } else { 0 };
        let (columns, rows) = (self.right.signum(), self.forward.signum() * self.up);
        let from = from.on_grid();
        (1..length).map(move |distance| {
            let column = from.column as i8 + distance * columns;
            let row = from.row as i8 + distance * rows;
            Square::new(column as u8, row as u8)
        })
    }
}

fn manner(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "a king moves only along its row",
        Kind::Knight => "a knight moves 2 forward and 1 to a side, or 1 forward and 2 to a side",
        Kind::Pawn => "a pawn moves one square forward, or captures one diagonally forward",
        Kind::LeftRook => "a left rook moves forward or to the left",
        Kind::RightRook => "a right rook moves forward or to the right",
    }
}
