//! The learned evaluation of Jetan, and what drives a bare Princess into a corner.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_games::jetan::{Jetan, Position, Side};

use super::WINS_NEXT;
use super::sight::{JetanSight, PHASES, TERMS, distance, phase, terms};
use crate::eval::learned::{Learned, Trainable};

/// How they were made is written beside them, in `learned.weights.log`.
static WEIGHTS: Learned<TERMS, PHASES, 0, 0> =
    Learned::embedded(&JetanSight::SHAPE, include_bytes!("learned.weights"));

/// How many pieces a side has at most that is hunted, the Princess included.
const HUNTED_PIECES_MAX: u32 = 2;
/// What a column or row is worth by which an officer is nearer to her.
///
/// With this and [`SAFE`] 23 of 30 games against a Princess alone were won with 1,000 nodes a move; with the
/// weights before, 12 without either and 19 with this alone.
const HUNTER: i32 = 20;
/// What a square is worth that she can go to.
const SAFE: i32 = 20;
/// What her escape is worth beyond what games have taught: else nobody attacks her, because she would get away.
///
/// Of 150 endings in which she has it, 118 were won without this, 124 with 300, 142 with 800.
const ESCAPE: i32 = 800;

/// Returns what a position is worth to the side to move.
#[inline]
pub(super) fn weigh(game: &Jetan, position: &Position) -> i32 {
    let Some(terms) = terms(game, position) else { return WINS_NEXT };
    let value = WEIGHTS.evaluate(&terms, phase(position), &[], &[]);
    value + hunt(game, position, position.turn) - hunt(game, position, position.turn.other())
}

/// Returns what it is worth to surround a Princess who has hardly anybody left.
///
/// Such endings are too rare in whole games to be learned.
#[inline]
fn hunt(game: &Jetan, position: &Position, side: Side) -> i32 {
    let hunted = position.pieces(side.other());
    match position.princess(side.other()) {
        Some(princess) if hunted.count() <= HUNTED_PIECES_MAX => {
            let barred = game.all_attacks(position, side).all | position.pieces(side) | hunted;
            let safe = (!barred).around(princess).count_ones() as i32;
            let near = |(_, at)| 9 - distance(at, princess);
            let escape = i32::from(position.escapes[side.other() as usize]);
            HUNTER * position.officers(side).map(near).sum::<i32>() - SAFE * safe - ESCAPE * escape
        }
        _ => 0,
    }
}
