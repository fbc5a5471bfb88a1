//! ThreeChess: chess for three on a hexagon.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod arbiter;
mod attacks;
mod lessons;
mod moves;
mod notation;
mod piece;
mod position;
mod square;
mod tables;
mod text;
mod view;

pub use attacks::ByKind;
pub use moves::ThreeChess;
pub use piece::Kind;
pub use position::{Move, Position};
pub use square::Square;

use manator_core::{Card, OptionError, Reason, Rulebook, Settings};

pub const KING_CAPTURED: Reason = Reason("king-captured");
/// The same position occurred for the third time with the same player to move.
pub const REPETITION: Reason = Reason("repetition");
pub const NO_LEGAL_MOVE: Reason = Reason("no-legal-move");

impl Rulebook for ThreeChess {
    const CARD: Card = Card {
        name: "threechess",
        title: "ThreeChess",
        summary: "chess for three on a hexagon, won by capturing one King",
        players: &["blue", "green", "red"],
        options: &[],
        reasons: &[
            (KING_CAPTURED, "a King was captured: its captor wins, its owner loses"),
            (REPETITION, "the same position, same player to move, for the third time: a draw"),
            (NO_LEGAL_MOVE, "the player to move has no legal move: a draw"),
        ],
        faults: arbiter::FAULTS,
        rules_version: "1",
        rules: include_str!("rules.md"),
        lessons: lessons::LESSONS,
    };

    fn new(_settings: &Settings) -> Result<Self, OptionError> {
        Ok(ThreeChess)
    }

    fn diagram(&self, name: &str) -> Option<String> {
        match name {
            "bishop" => Some(self.piece_diagram(Kind::Bishop, Square::new(0, 2, 2))),
            "knight" => Some(self.piece_diagram(Kind::Knight, Square::new(0, 3, 3))),
            "king" => Some(self.piece_diagram(Kind::King, Square::new(0, 3, 3))),
            _ => None,
        }
    }
}
