//! A guide for random trees: the values they give their nodes.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;
use manator_search::Guide;
use manator_testkit::refusable::{Action, Place, RefusableTree};

/// The values a random tree gives its nodes.
pub(crate) struct Drawn;

impl Guide<RefusableTree> for Drawn {
    fn evaluate(&self, game: &RefusableTree, place: &Place, player: Player) -> i32 {
        game.tree.value(&place.node, player)
    }

    fn is_noisy(&self, game: &RefusableTree, place: &Place, mv: Action) -> bool {
        let Action::Move(mv) = mv else { return false };
        (game.tree.value(&place.node, Player(0)) + i32::from(mv)) % 3 == 0
    }

    fn promise(&self, game: &RefusableTree, place: &Place, _: Action) -> i32 {
        game.tree.value(&place.node, Player(0)) % 3
    }
}
