//! A guide for random trees: the values they give their nodes.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Game, Player};
use manator_search::Guide;
use manator_search::refusable::{Appraisal, Appraise};
use manator_testkit::refusable::{Action, RefusableTree, Turn};

/// The values a random tree gives its nodes.
pub(crate) struct Drawn;

impl Guide<RefusableTree> for Drawn {
    fn evaluate(&self, game: &RefusableTree, turn: &Turn, player: Player) -> i32 {
        game.tree.value(&turn.node, player)
    }

    fn is_noisy(&self, game: &RefusableTree, turn: &Turn, mv: Action) -> bool {
        let Action::Move(mv) = mv else { return false };
        (game.tree.value(&turn.node, Player(0)) + i32::from(mv)) % 3 == 0
    }

    fn promise(&self, game: &RefusableTree, turn: &Turn, _: Action) -> i32 {
        game.tree.value(&turn.node, Player(0)) % 3
    }
}

impl Appraise<RefusableTree> for Drawn {
    fn appraise(&self, game: &RefusableTree, turn: &Turn) -> Appraisal {
        Appraisal::Lead(game.tree.value(&turn.node, game.to_move(turn)))
    }
}
