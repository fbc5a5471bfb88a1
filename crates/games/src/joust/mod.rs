//! Joust: two knights that burn the squares they leave.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod lessons;
mod moves;
mod notation;
mod position;
mod squares;
mod start;
mod view;

pub use moves::{BLACK, DECIDED, Joust};
pub use position::{Move, Position};
pub use squares::Squares;

use manator_core::notation::fault;
use manator_core::{Card, OptionError, OptionKind, OptionSpec, Reason, Rulebook, Settings};

pub const NO_LEGAL_MOVE: Reason = Reason("no-legal-move");

const BURNED: fault::Code = ("burned", "the square is burned");
const OCCUPIED: fault::Code =
    ("occupied", "the other knight stands there, and knights never capture");

const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "size",
        summary: "columns x rows, each 3 to 26, at most 256 squares",
        kind: OptionKind::Text("XxY, such as 8x8"),
        default: Some("8x8"),
    },
    OptionSpec {
        name: "start",
        summary: "where the knights begin: in the middle of their home rows, in the centre of the \
                  board, on random squares of their home rows, or on two squares given, White's first",
        kind: OptionKind::Text("middle|centre|random|two squares such as D4E5"),
        default: Some("middle"),
    },
    OptionSpec {
        name: "seed",
        summary: "what start=random draws the squares from",
        kind: OptionKind::Integer { min: 0, max: u64::MAX },
        default: Some("0"),
    },
];

impl Rulebook for Joust {
    const CARD: Card = Card {
        name: "joust",
        title: "Joust",
        summary: "two knights that burn the squares they leave, on any board size",
        players: &["white", "black"],
        options: OPTIONS,
        reasons: &[(NO_LEGAL_MOVE, "the player to move has no legal move and loses")],
        faults: &[BURNED, OCCUPIED],
        rules_version: "1",
        rules: include_str!("rules.md"),
        lessons: lessons::LESSONS,
    };

    fn new(settings: &Settings) -> Result<Self, OptionError> {
        let grid = start::size(settings)?;
        Ok(Joust::on(grid, start::squares(settings, grid)?))
    }

    fn diagram(&self, name: &str) -> Option<String> {
        (name == "knight").then(|| self.knight_diagram())
    }
}
