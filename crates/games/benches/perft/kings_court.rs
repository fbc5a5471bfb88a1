//! What is measured of King's Court.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Game, Notation, Rulebook, Settings};
use manator_games::kings_court::KingsCourt;

use super::Case;

/// Positions soon after the opening and of the middle game, both among the rule vectors.
const POSITIONS: [(&str, &str); 2] = [
    ("early", "21212121/12..1212/211...21/..12..12/21....21/12.1.212/212.2.21/12121.12 first 4 0"),
    ("middle", "21..2121/1222..22/2......1/.1....1./12.1.11./.12....1/.12..22./121.1.12 first 4 3"),
];

pub(crate) fn cases() -> Vec<Case> {
    let settings = Settings::defaults(KingsCourt::CARD.options);
    let game = KingsCourt::new(&settings).expect("valid options");
    let mut cases = vec![Case::perft("King's Court, start", game.clone(), game.start(), 6)];
    for (name, text) in POSITIONS {
        let position = game.read_position(text).expect("valid position");
        let name = format!("King's Court, {name}");
        cases.push(Case::perft(&name, game.clone(), position, 4));
        cases.extend(Case::steps(&name, game.clone(), position));
    }
    cases
}
