//! The learned evaluation of King's Court: the sums of the hand-made one, weighed anew, and a small net.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_games::kings_court::Position;

use super::sight::{INPUTS, KingsCourtSight, PHASES, TERMS, WIDTH, phase, terms};
use crate::eval::learned::{Learned, Trainable};

/// How they were made is written beside them, in `learned.weights.log`.
static WEIGHTS: Learned<TERMS, PHASES, INPUTS, WIDTH> =
    Learned::embedded(&KingsCourtSight::SHAPE, include_bytes!("learned.weights"));

/// Returns what a position is worth to the player to move, who does not win at once.
#[inline]
pub(super) fn value(position: &Position) -> i32 {
    let sets = [position.to_move, position.to_move.next(2)].map(|who| position.pieces(who));
    WEIGHTS.evaluate_squares(&terms(position), phase(position), sets)
}
