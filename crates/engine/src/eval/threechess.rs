//! What a position of ThreeChess is worth.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Notation, Player};
use manator_games::threechess::{Position, ThreeChess};
use manator_search::Guide;

use super::{Evaluation, Evaluations};

/// The evaluations of ThreeChess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreeChessEval {
    /// Material.
    Material,
}

impl Evaluations<ThreeChess> for ThreeChessEval {
    const ALL: &'static [Evaluation<Self>] =
        &[Evaluation { eval: ThreeChessEval::Material, name: "material", summary: "pieces" }];
}

impl Guide<ThreeChess> for ThreeChessEval {
    fn evaluate(&self, game: &ThreeChess, position: &Position, _player: Player) -> i32 {
        game.facts(position).len() as i32
    }
}
