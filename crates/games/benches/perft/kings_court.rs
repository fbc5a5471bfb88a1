//! What is measured of King's Court.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Game, Rulebook, Settings};
use manator_games::kings_court::KingsCourt;

use super::Case;

pub(crate) fn cases() -> Vec<Case> {
    let game =
        KingsCourt::new(&Settings::defaults(KingsCourt::CARD.options)).expect("valid options");
    vec![Case::perft("KingsCourt start", game.clone(), game.start(), 6)]
}
