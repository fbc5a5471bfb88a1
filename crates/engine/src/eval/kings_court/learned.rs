//! The learned evaluation of King's Court: the sums of the hand-made one, weighed anew, and a small net.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_games::kings_court::Position;

use super::sight::{
    INPUTS, KingsCourtSight, PHASES, PIECES_MAX, TERMS, WIDTH, gather, phase, terms,
};
use crate::eval::learned::{Learned, Trainable};

/// How they were made is written beside them, in `learned.weights.log`.
static WEIGHTS: Learned<TERMS, PHASES, INPUTS, WIDTH> =
    Learned::embedded(&KingsCourtSight::SHAPE, include_bytes!("learned.weights"));

/// Returns what a position is worth to the player to move, who does not win at once.
#[inline]
pub(super) fn value(position: &Position) -> i32 {
    let (mut seen, mut turned) = ([0; PIECES_MAX], [0; PIECES_MAX]);
    let inputs = gather(position, &mut seen);
    let turned = &mut turned[..inputs.len()];
    for (turned, input) in turned.iter_mut().zip(inputs) {
        *turned = KingsCourtSight.turned(*input);
    }
    WEIGHTS.evaluate(&terms(position), phase(position), inputs, turned)
}
