//! Jetan, the chess of Barsoom: ten by ten squares, twenty pieces a side.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod arbiter;
mod attacks;
mod board;
mod count;
mod game;
mod lessons;
mod moves;
mod notation;
mod notices;
mod options;
mod piece;
mod position;
mod reach;
mod view;

use manator_core::notation::fault;
use manator_core::{Card, OptionError, Reason, Rulebook, Settings};

pub use attacks::{Attack, Attacks, Squares};
pub use board::{SIZE, Square};
pub use game::Jetan;
pub use options::{Array, ChiefTaken, DwarPaths, Escape, Options, ThoatSteps, Weakened};
pub use piece::{Piece, Side};
pub use position::{Decision, Move, Position};

pub const PRINCESS_CAPTURED: Reason = Reason("princess-captured");
pub const CHIEF_BY_CHIEF: Reason = Reason("chief-x-chief");
/// A Chief was captured by another piece, where that draws.
pub const CHIEF_CAPTURED: Reason = Reason("chief-captured");
/// Both sides are weakened and ten plies have brought no capture.
pub const WEAKENED_FORCES: Reason = Reason("weakened-forces");
pub const PLY_LIMIT: Reason = Reason("ply-limit");
pub const NO_LEGAL_MOVE: Reason = Reason("no-legal-move");

const BACKWARD: fault::Code = ("backward", "a Panthan never moves backward");
const ATTACKED: fault::Code = ("attacked", "the Princess may not enter an attacked square");
const NEVER_CAPTURES: fault::Code = ("never-captures", "the Princess never captures");
const ESCAPE_USED: fault::Code = ("escape-used", "the escape is used up");
const NOT_ATTACKED: fault::Code =
    ("not-attacked", "the escape is only for a Princess under attack");

impl Rulebook for Jetan {
    const CARD: Card = Card {
        name: "jetan",
        title: "Jetan",
        summary: "the chess of Barsoom: take the Princess, or the Chief with the Chief",
        players: &["black", "orange"],
        options: options::SPECS,
        reasons: &[
            (PRINCESS_CAPTURED, "whose Princess is captured has lost"),
            (CHIEF_BY_CHIEF, "whose Chief is captured by the Chief has lost"),
            (CHIEF_CAPTURED, "a Chief captured by another piece, if chief-taken=draw: a tie"),
            (
                WEAKENED_FORCES,
                "both sides have three or fewer pieces that are not Panthans, and the last 10 moves, \
                 5 each, had no capture: a tie",
            ),
            (PLY_LIMIT, "both players have used up their moves: a tie"),
            (NO_LEGAL_MOVE, "the player to move has no legal move: a tie"),
        ],
        faults: &[BACKWARD, ATTACKED, NEVER_CAPTURES, ESCAPE_USED, NOT_ATTACKED],
        rules_version: "1",
        rules: include_str!("rules.md"),
        lessons: lessons::LESSONS,
    };

    fn new(settings: &Settings) -> Result<Self, OptionError> {
        Ok(Jetan::with(Options::read(settings)))
    }

    fn diagram(&self, name: &str) -> Option<String> {
        let piece = Piece::ALL.into_iter().find(|piece| piece.name().eq_ignore_ascii_case(name))?;
        Some(self.piece_diagram(piece))
    }
}
