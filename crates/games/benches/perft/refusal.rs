//! What is measured of Refusal: standing moves, which is what a search visits, and single actions.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Game;
use manator_games::refusal::{Refusal, Refusals, SOUTH};

use super::{Case, after};

/// The position of the vector `refusal-public-m02`: South has lost a pawn, three rooks have left home.
const MIDDLE: &str =
    "E1E2 E8E7 E2B2 A6B4 A3C4 E7C7 A1A7 E6C5 C4E5 B4C2 D3D4 C5D3 A7B7 A8A7 B2A2 D3C1";
/// The position of the vector `refusal-public-m14`: knights and pawns exchanged, open lines.
const OPEN: &str = "A1A2 A6B4 C3B4 E6C5 B4C5 A8A4 B3A4 B6C5 A2D2 C5C4 E3C4 E8E7";

pub(crate) fn cases() -> Vec<Case> {
    let actions = Refusal::with(SOUTH, Refusals::Once);
    let standing = Refusal::with(SOUTH, Refusals::Never);
    let start = standing.start();
    let middle = after(&standing, MIDDLE);
    let open = after(&standing, OPEN);
    let mut cases = vec![
        Case::perft("Refusal, start", standing.clone(), start, 6),
        Case::perft("Refusal, middle", standing.clone(), middle, 6),
        Case::perft("Refusal, open", standing.clone(), open, 6),
        Case::perft("Refusal, start, actions", actions, start, 8),
    ];
    cases.extend(Case::steps("Refusal, start", standing.clone(), start));
    cases.extend(Case::steps("Refusal, middle", standing, middle));
    cases
}
