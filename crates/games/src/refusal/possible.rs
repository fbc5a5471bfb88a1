//! Which boards can be: no more pieces than there were, each where its kind can get to.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use manator_core::{Player, TextError};

use super::notation::TITLES;
use super::position::{BOARD, FAR, GRID, HOME, Kind, NORTH, Position, SOUTH, Square};

/// The squares that pawns can get to from B3, C3 and D3, seen by their player.
const PAWN_SQUARES: u64 = reachable(0b01110 << 16, [7, 8, 9, 8]);
/// The squares that knights can get to from A3 and E3, seen by their player.
const KNIGHT_SQUARES: u64 = reachable(0b10001 << 16, [6, 10, 15, 17]);

const fn reachable(start: u64, distances: [u32; 4]) -> u64 {
    let mut squares = start;
    // No piece moves forward more than seven times.
    let mut round = 0;
    while round < 7 {
        let [a, b, c, d] = distances;
        squares |= BOARD & (squares << a | squares << b | squares << c | squares << d);
        round += 1;
    }
    squares
}

/// Checks that a board, of which `text` is the writing, can occur when the position's mover is to move.
pub(super) fn check(position: &Position, text: &str) -> Result<(), TextError> {
    for owner in [SOUTH, NORTH] {
        let mut numbers = Numbers::default();
        for square in GRID.squares().map(Square::from) {
            if let Some((_, kind)) = position.at(square).filter(|piece| piece.0 == owner) {
                let seen = 1u64 << (square.0 ^ Position::turn_of(owner));
                if seen & squares_of(kind) == 0 {
                    return Err(misplaced(owner, kind, square));
                }
                numbers.add(kind, seen & FAR != 0);
            }
        }
        numbers.check(owner, text)?;
        if numbers.kings == 0 && owner != position.mover() {
            let title = TITLES[owner.index()];
            let expected =
                format!("a king of {title}'s: only the side whose turn it is can have lost it");
            return Err(TextError::new(text, expected));
        }
    }
    Ok(())
}

fn squares_of(kind: Kind) -> u64 {
    match kind {
        Kind::King => HOME,
        Kind::Knight => KNIGHT_SQUARES,
        Kind::Pawn => PAWN_SQUARES,
        Kind::LeftRook | Kind::RightRook => BOARD,
    }
}

fn misplaced(owner: Player, kind: Kind, square: Square) -> TextError {
    let (title, name) = (TITLES[owner.index()], kind.name());
    let expected = format!("something else on {square}: {title}'s {name} never gets there");
    TextError::new(kind.letter(owner), expected)
}

#[derive(Default)]
struct Numbers {
    kings: u8,
    knights: u8,
    pawns: u8,
    /// Rooks that began as left rooks.
    left: u8,
    /// Rooks that began as right rooks.
    right: u8,
}

impl Numbers {
    fn add(&mut self, kind: Kind, on_far_row: bool) {
        *match (kind, on_far_row) {
            (Kind::King, _) => &mut self.kings,
            (Kind::Knight, _) => &mut self.knights,
            (Kind::Pawn, _) => &mut self.pawns,
            // A rook on the far row has changed on arrival.
            (Kind::LeftRook, false) | (Kind::RightRook, true) => &mut self.left,
            (Kind::RightRook, false) | (Kind::LeftRook, true) => &mut self.right,
        } += 1;
    }

    fn check(&self, owner: Player, text: &str) -> Result<(), TextError> {
        let limits = [
            (self.kings, 1, "king"),
            (self.knights, 2, "knights"),
            (self.pawns, 3, "pawns"),
            (self.left, 1, "rook that began as a left rook (on the far row it is a right rook)"),
            (self.right, 1, "rook that began as a right rook (on the far row it is a left rook)"),
        ];
        for (number, most, what) in limits {
            if number > most {
                let title = TITLES[owner.index()];
                let expected = format!("at most {most} {what} of {title}'s, not {number}");
                return Err(TextError::new(text, expected));
            }
        }
        Ok(())
    }
}
