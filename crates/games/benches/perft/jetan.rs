//! What is measured of Jetan.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Game, Notation};
use manator_games::jetan::{Jetan, Options};

use super::{Case, after};

/// The moves to position p06 of the vectors: both sides developed, 122 moves.
const OPEN: &str = "A2B4 F9G8 I2H3 G8F8 B2B3 E9E8 F1C4 E10H7 J2J3 J9I7 B4A2 H9H8 D1E4 H7F6 \
    A2A3 A9B7 E4B7 E8F7 B7C10 B9A9 C10D9 C9D9 A3A2 G10H9 B3A4 H9I6 D2D3 F10E8 E1F4 E8E6 H3G4";
/// The moves to position p00 of the vectors: early fighting, 55 and 98 moves.
const EARLY: &str = "E2D3 G9H8 J2J3 F10F7 J3J4 F7D6 D1G4 D6D3 G4D3 E10C7 D3G4 E9F8 D2E2 F8G8 E1B3 \
    C7E8 G1J2 J9J8 B3C4 G10H7 G4H7";

/// Position p08 of the vectors: an army hunts a Princess who is alone, a handful of moves a position.
const ALONE: &str = "wpd.r...pw/t.a.a.a.a./....a.d.a./.a..a...../........../........../..f...ct../\
    ..f...R.../........../.......... black Rr 10 70 -";

pub(crate) fn cases() -> Vec<Case> {
    let game = Jetan::with(Options::STANDARD);
    let book = Jetan::with(Options::BOOK);
    let (start, open, early) = (game.start(), after(&game, OPEN), after(&game, EARLY));
    let alone = game.read_position(ALONE).expect("a valid position");
    let mut cases = vec![
        Case::perft("Jetan, start", game.clone(), start, 4),
        Case::perft("Jetan, early fighting", game.clone(), early, 3),
        Case::perft("Jetan, mid-game", game.clone(), open, 3),
        Case::perft("Jetan, alone", game.clone(), alone, 3),
        Case::perft("Jetan, start of book", book.clone(), book.start(), 3),
    ];
    cases.extend(Case::steps("Jetan, start", game.clone(), start));
    cases.extend(Case::steps("Jetan, mid-game", game, open));
    cases
}
