//! The games that are kept to be looked at hold, from the first position to the end.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Settings;
use manator_engine::catalog;
use manator_games::catalog::GAMES;

#[test]
fn every_kept_game_is_played_to_its_end() {
    for entry in GAMES {
        let card = entry.card();
        let Some(moves) = catalog::find(card.name).and_then(|stable| stable.example()) else {
            continue;
        };
        let mut table = entry.open(Settings::defaults(card.options)).expect("the defaults");
        for mv in moves.split_whitespace() {
            table.play(mv).unwrap_or_else(|illegal| panic!("{}: {mv}: {illegal}", card.name));
        }
        assert!(table.outcome().is_some(), "{}: it is not over", card.name);
    }
}
