//! A guide for random trees: the values they give their nodes.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Game, Player};
use manator_search::Guide;
use manator_testkit::refusable::{Place, RefusableTree};

/// The values a random tree gives its nodes.
pub(crate) struct Drawn;

impl Guide<RefusableTree> for Drawn {
    fn evaluate(&self, game: &RefusableTree, place: &Place, player: Player) -> i32 {
        game.tree.value(&place.node, player)
    }

    fn promise(
        &self,
        game: &RefusableTree,
        place: &Place,
        _: <RefusableTree as Game>::Move,
    ) -> i32 {
        game.tree.value(&place.node, Player(0)) % 3
    }
}
