//! The learned evaluation of Refusal: sums of what is on the board, weighed by phase, and a small net.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_games::refusal::{Position, Refusal};

use super::sight::{Board, INPUTS, PHASES, RefusalSight, TERMS, WIDTH, phase, terms};
use super::{DECIDED, takes_king};
use crate::eval::learned::{Learned, Trainable};

/// How they were made is written beside them, in `learned.weights.log`.
static WEIGHTS: Learned<TERMS, PHASES, INPUTS, WIDTH> =
    Learned::embedded(&RefusalSight::SHAPE, include_bytes!("learned.weights"));

/// Returns what a position is worth to its mover; `turned` is the same one for the other side.
#[inline]
pub(super) fn value(game: &Refusal, position: &Position, turned: &Position) -> i32 {
    let (own, other) = (position.forces(), turned.forces());
    let board = Board::of(&own, &other);
    let [seen, seen_by_other] = board.seen();
    let terms = terms(game, [position, turned], [&own, &other]);
    let lead = WEIGHTS.evaluate(&terms, phase(&own, &other), seen, seen_by_other);
    if takes_king(game, position, own.king_attackers) { lead + DECIDED } else { lead }
}
