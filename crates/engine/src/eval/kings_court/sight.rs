//! What the learned evaluation of King's Court sees: the sums of the hand-made one, and the board.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;
use manator_games::kings_court::{COURT, KingsCourt, Position, Reach};

use super::{EVEN, THRESHOLD, count};
use crate::eval::learned::{Seen, Shape, Trainable};

pub(super) const TERMS: usize = 16;
pub(super) const PHASES: usize = 4;
pub(super) const INPUTS: usize = 128;
pub(super) const WIDTH: usize = 32;
/// The most pieces on the board.
pub(super) const PIECES_MAX: usize = 48;

#[derive(Clone, Copy, Debug)]
pub(super) struct KingsCourtSight;

impl Trainable for KingsCourtSight {
    type Game = KingsCourt;

    const SHAPE: Shape = Shape {
        game: "kings-court",
        terms: &[
            "piece",
            "court",
            "guarded",
            "colours",
            "pair",
            "sole",
            "threshold",
            "gap",
            "way-in",
            "share",
            "capture",
            "capture-in-court",
            "danger",
            "danger-in-court",
            "threat",
            "tempo",
        ],
        phases: PHASES,
        inputs: INPUTS,
        inputs_at_once: PIECES_MAX,
        width: WIDTH,
        symmetries: 8,
        scale: 200,
    };

    fn see(&self, _game: &KingsCourt, position: &Position) -> Option<Seen> {
        if position.can_win(position.to_move) {
            return None;
        }
        let mut inputs = [0; PIECES_MAX];
        let inputs = gather(position, &mut inputs).to_vec();
        Some(Seen { terms: terms(position).to_vec(), phase: phase(position), inputs })
    }

    fn turned(&self, input: u16) -> u16 {
        input ^ 64
    }

    fn mirrored(&self, input: u16, symmetry: usize) -> u16 {
        let (side, mut column, mut row) = (input & 64, input / 8 % 8, input % 8);
        if symmetry & 1 != 0 {
            column = 7 - column;
        }
        if symmetry & 2 != 0 {
            row = 7 - row;
        }
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        side | (column * 8 + row)
    }
}

/// Returns the part of the game by the number of pieces left: a dozen are a phase.
#[inline]
pub(super) fn phase(position: &Position) -> usize {
    let pieces = position.pieces(Player(0)) | position.pieces(Player(1));
    (pieces.count_ones() as usize - 1) / 12
}

/// Writes what the mover sees of the board: own pieces by their squares, and the other's after them.
#[inline]
pub(super) fn gather<'a>(position: &Position, inputs: &'a mut [u16; PIECES_MAX]) -> &'a [u16] {
    let [own, enemy] = [position.to_move, position.to_move.next(2)].map(|who| position.pieces(who));
    let mut count = 0;
    for (mut set, first) in [(own, 0), (enemy, 64)] {
        while set != 0 && count < PIECES_MAX {
            inputs[count] = first + set.trailing_zeros() as u16;
            set &= set - 1;
            count += 1;
        }
    }
    &inputs[..count]
}

/// Returns the sums of the hand-made evaluation, the mover's less the other's.
#[inline]
pub(super) fn terms(position: &Position) -> [i32; TERMS] {
    let (mover, other) = (position.to_move, position.to_move.next(2));
    let (mine, theirs) = (position.reach(mover), position.reach(other));
    let (own, enemy) = (camp(position, mover, mine), camp(position, other, theirs));
    let mut terms = [0; TERMS];
    for index in 0..CAMP {
        terms[index] = own[index] - enemy[index];
    }
    // Fewer pieces make each of them weigh more.
    terms[9] = 100 * (own[0] - enemy[0]) / (own[0] + enemy[0]).max(1);
    terms[10] = count(mine.captures);
    terms[11] = count(mine.captures & COURT);
    terms[12] = -count(theirs.captures);
    terms[13] = -count(theirs.captures & COURT);
    terms[14] = -i32::from(position.can_win(other));
    terms[15] = 1;
    terms
}

const CAMP: usize = 9;

#[inline]
fn camp(position: &Position, player: Player, reach: Reach) -> [i32; CAMP] {
    let own = position.pieces(player);
    let court = own & COURT;
    let (even, odd) = (count(court & EVEN), count(court & !EVEN));
    let pairs = even.min(odd);
    [
        count(own),
        even + odd,
        count(court & position.guarded(player)),
        pairs.min(1),
        pairs,
        i32::from(even + odd == 1),
        count(own & THRESHOLD),
        count(reach.squares & !COURT),
        count(reach.squares & COURT),
    ]
}
