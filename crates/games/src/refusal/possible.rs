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

/// How many of each kind a side began with, as [`Kind::ALL`] has them.
const LIMITS: [(u8, &str); 5] = [
    (1, "king"),
    (2, "knights"),
    (3, "pawns"),
    (1, "rook that began as a left rook (on the far row it is a right rook)"),
    (1, "rook that began as a right rook (on the far row it is a left rook)"),
];

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
        let mut counts = [0; Kind::ALL.len()];
        for square in GRID.squares().map(Square::from) {
            if let Some((_, kind)) = position.at(square).filter(|piece| piece.0 == owner) {
                let seen = 1u64 << (square.0 ^ Position::turn_of(owner));
                if seen & squares_of(kind) == 0 {
                    return Err(misplaced(owner, kind, square));
                }
                // A rook on the far row has changed on arrival.
                let began = match kind {
                    Kind::LeftRook if seen & FAR != 0 => Kind::RightRook,
                    Kind::RightRook if seen & FAR != 0 => Kind::LeftRook,
                    kind => kind,
                };
                counts[began as usize] += 1;
            }
        }
        let title = TITLES[owner.index()];
        for (count, (most, what)) in counts.into_iter().zip(LIMITS) {
            if count > most {
                let expected = format!("at most {most} {what} of {title}'s, not {count}");
                return Err(TextError::new(text, expected));
            }
        }
        if counts[Kind::King as usize] == 0 && owner != position.mover {
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
