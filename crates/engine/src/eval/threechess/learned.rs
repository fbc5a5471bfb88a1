//! The learned evaluation of ThreeChess: more sums than the hand-made one, weighed by training.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;

use super::Field;
use super::sight::{PHASES, TERMS, ThreeChessSight, phase, terms};
use crate::eval::learned::{Learned, Trainable};

/// How they were made is written beside them, in `learned.weights.log`.
static WEIGHTS: Learned<TERMS, PHASES, 0, 0> =
    Learned::embedded(&ThreeChessSight::SHAPE, include_bytes!("learned.weights"));

/// Returns what a position is worth to a player.
#[inline]
pub(super) fn value(field: &Field, player: Player) -> i32 {
    field
        .capture_value(player)
        .unwrap_or_else(|| WEIGHTS.evaluate(&terms(field, player), phase(field, player), &[], &[]))
}
