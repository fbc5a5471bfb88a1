//! ThreeChess: chess for three on a hexagon.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod moves;
mod position;
mod square;
mod tables;

pub use moves::ThreeChess;
pub use position::{Kind, Move, Position};
pub use square::Square;

use manator_core::Reason;

/// A king was captured.
pub const KING_CAPTURED: Reason = Reason("king-captured");
/// The same position occurred for the third time with the same player to move.
pub const REPETITION: Reason = Reason("repetition");
/// The player to move has no legal move.
pub const NO_LEGAL_MOVE: Reason = Reason("no-legal-move");
