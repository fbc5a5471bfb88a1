//! A simple guide for Refusal: material and mobility.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Player, Refusable};
use manator_games::refusal::{Action, Kind, Position, Refusal, Square};
use manator_search::Guide;
use manator_search::refusable::{Appraisal, Appraise};

/// Counts pieces, and the mover's choice.
pub(crate) struct Material;

impl Guide<Refusal> for Material {
    fn evaluate(&self, game: &Refusal, position: &Position, player: Player) -> i32 {
        let mover = position.mover;
        let pieces: i32 = (0..40)
            .filter_map(|square| position.at(Square::new(square % 5, square / 5)))
            .map(|(owner, kind)| if owner == mover { worth(kind) } else { -worth(kind) })
            .sum();
        let value = pieces + 2 * game.count_standing_moves(position) as i32 - 20;
        if player == mover { value } else { -value }
    }

    fn is_noisy(&self, _: &Refusal, position: &Position, action: Action) -> bool {
        matches!(action, Action::Move(mv) if position.at(mv.to).is_some())
    }

    fn promise(&self, _: &Refusal, position: &Position, action: Action) -> i32 {
        let Action::Move(mv) = action else { return 0 };
        position.at(mv.to).map_or(0, |(_, kind)| worth(kind) / 10)
    }
}

fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::King => 400,
        Kind::Knight => 30,
        Kind::Pawn => 20,
        Kind::LeftRook | Kind::RightRook => 60,
    }
}

impl Appraise<Refusal> for Material {
    fn appraise(&self, game: &Refusal, position: &Position) -> Appraisal {
        Appraisal::Lead(self.evaluate(game, position, position.mover))
    }
}
