//! The list of the games.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Entry, Of};

use crate::jetan::Jetan;
use crate::joust::Joust;
use crate::kings_court::KingsCourt;
use crate::refusal::Refusal;
use crate::threechess::ThreeChess;

/// Every game there is.
pub const GAMES: &[&dyn Entry] = &[
    &Of::<Jetan>::ENTRY,
    &Of::<ThreeChess>::ENTRY,
    &Of::<Joust>::ENTRY,
    &Of::<KingsCourt>::ENTRY,
    &Of::<Refusal>::ENTRY,
];

/// Returns the game of that name.
pub fn find(name: &str) -> Option<&'static dyn Entry> {
    GAMES.iter().copied().find(|entry| entry.card().name.eq_ignore_ascii_case(name))
}
