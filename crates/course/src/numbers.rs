//! The numbers of the pieces: each has one for the whole game, which tells whose it is.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use manator_core::Player;
use manator_core::view::Placed;
use manator_games::jetan::{Piece, SIZE, Square};

pub(super) const PIECES: usize = 40;
/// How many of them a player has: the first has the lower numbers.
const OWN: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Figure {
    pub(super) kind: Piece,
    pub(super) square: Option<Square>,
}

pub(super) fn owner(number: usize) -> Player {
    Player(u8::from(number >= OWN))
}

fn home(number: usize) -> (Piece, usize) {
    use Piece::{Chief, Dwar, Flier, Padwar, Princess, Warrior};
    const BACK: [Piece; 10] =
        [Warrior, Padwar, Dwar, Flier, Chief, Princess, Flier, Dwar, Padwar, Warrior];
    let (row, column) = match number / 10 {
        0 => (0, number),
        1 => (1, number - 10),
        // The second player's back row alone is counted from the right.
        2 => (9, 29 - number),
        _ => (8, number % 10),
    };
    let kind = match (row, column) {
        (0 | 9, _) => BACK[column],
        (_, 0 | 9) => Piece::Thoat,
        _ => Piece::Panthan,
    };
    (kind, row * usize::from(SIZE) + column)
}

/// Gives pieces numbers: that of its place in the array to whoever stands there, and else the first free
/// one of its kind.
pub(super) fn numbered(pieces: &[Placed]) -> [Figure; PIECES] {
    let mut figures = std::array::from_fn(|number| Figure { kind: home(number).0, square: None });
    for at_home in [true, false] {
        for placed in pieces {
            let cell = placed.cell.index();
            let (column, row) = (cell % usize::from(SIZE), cell / usize::from(SIZE));
            let square = Square::new(column as u8, row as u8);
            if figures.iter().any(|figure| figure.square == square) {
                continue;
            }
            let kind = u8::try_from(placed.piece.letter).ok().and_then(Piece::from_letter);
            let fits = |number: &usize| {
                let figure: Figure = figures[*number];
                Some(owner(*number)) == placed.piece.owner
                    && Some(figure.kind) == kind
                    && figure.square.is_none()
                    && (!at_home || home(*number).1 == cell)
            };
            if let Some(number) = (0..PIECES).find(fits) {
                figures[number].square = square;
            }
        }
    }
    figures
}
