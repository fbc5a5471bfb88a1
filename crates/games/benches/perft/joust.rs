//! What is measured of Joust.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Game, Rulebook, Settings};
use manator_games::joust::Joust;

use super::Case;

pub(crate) fn cases() -> Vec<Case> {
    let game = |size| {
        let settings = Settings::read(Joust::CARD.options, [("size", size)]).expect("valid size");
        Joust::new(&settings).expect("valid size")
    };
    let mut cases = Vec::new();
    for (size, depth) in [("8x8", 9), ("10x10", 8), ("16x16", 7)] {
        let rules = game(size);
        let start = rules.start();
        cases.push(Case::perft(&format!("Joust {size}, start"), rules, start, depth));
    }
    let rules = game("8x8");
    cases.extend(Case::steps("Joust 8x8, start", rules.clone(), rules.start()));
    cases
}
