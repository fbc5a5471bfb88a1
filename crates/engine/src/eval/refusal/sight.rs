//! What the learned evaluation of Refusal sees: the sums of the hand-made one and more, and the board.
//!
//! Only turns as they begin are examples: while a proposal waits, nothing on the board has changed.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Refusable;
use manator_games::refusal::{Forces, Phase, Position, Refusal};

use super::{approaches, count, rows_left};
use crate::eval::learned::{Seen, Shape, Trainable};

pub(super) const TERMS: usize = 23;
pub(super) const PHASES: usize = 4;
/// A number for each side, kind of piece and square.
pub(super) const INPUTS: usize = 400;
pub(super) const WIDTH: usize = 16;
/// The most pieces on the board.
pub(super) const PIECES_MAX: usize = 16;

/// How many inputs a side has, and a kind of its pieces.
const SIDE_INPUTS: u16 = 200;
const KIND_INPUTS: u16 = 40;
const COLUMNS: u16 = 5;
const ROWS: u16 = 8;
/// What turns the rows of a set over, by exclusive or.
const TURN: u16 = 8 * (ROWS - 1);
/// By kind, as [`sets`] has them.
const ROOKS: [u16; 2] = [2, 3];
/// The row where pawns and knights never move again.
const FAR: u64 = 0x1F << 56;

#[derive(Clone, Copy, Debug)]
pub(super) struct RefusalSight;

impl Trainable for RefusalSight {
    type Game = Refusal;

    const SHAPE: Shape = Shape {
        game: "refusal",
        terms: &[
            "pawn",
            "knight",
            "left-rook",
            "right-rook",
            "knight-approach",
            "pawn-approach",
            "pawn-rows",
            "knight-rows",
            "rook-rows",
            "stuck",
            "moves",
            "king-attack",
            "king-attacked",
            "king-attacked-twice",
            "attack-pawn",
            "attack-knight",
            "attack-rook",
            "attack-unguarded",
            "attacked-pawn",
            "attacked-knight",
            "attacked-rook",
            "attacked-unguarded",
            "tempo",
        ],
        phases: PHASES,
        inputs: INPUTS,
        inputs_at_once: PIECES_MAX,
        width: WIDTH,
        symmetries: 2,
        scale: 40,
    };

    fn see(&self, game: &Refusal, position: &Position) -> Option<Seen> {
        let turned = position.turned();
        let (own, other) = (position.forces(), turned.forces());
        if position.phase != Phase::Propose || own.king_attackers >= 2 {
            return None;
        }
        let [inputs, _] = Board::of(&own, &other).seen().map(<[u16]>::to_vec);
        let terms = terms(game, [position, &turned], [&own, &other]).to_vec();
        Some(Seen { terms, phase: phase(&own, &other), inputs })
    }

    fn turned(&self, input: u16) -> u16 {
        let (side, kind) = (input / SIDE_INPUTS, input % SIDE_INPUTS / KIND_INPUTS);
        let (row, column) = (input % KIND_INPUTS / COLUMNS, input % COLUMNS);
        (1 - side) * SIDE_INPUTS + kind * KIND_INPUTS + (ROWS - 1 - row) * COLUMNS + column
    }

    /// Left and right change, also of rooks.
    fn mirrored(&self, input: u16, symmetry: usize) -> u16 {
        if symmetry == 0 {
            return input;
        }
        let (before, kind) = (input / SIDE_INPUTS * SIDE_INPUTS, input % SIDE_INPUTS / KIND_INPUTS);
        let (row, column) = (input % KIND_INPUTS / COLUMNS, input % COLUMNS);
        let kind = if ROOKS.contains(&kind) { ROOKS[0] + ROOKS[1] - kind } else { kind };
        before + kind * KIND_INPUTS + row * COLUMNS + COLUMNS - 1 - column
    }
}

/// Returns the part of the game by the number of pieces left, kings aside: at first there are 14.
#[inline]
pub(super) fn phase(own: &Forces, other: &Forces) -> usize {
    let pieces = |forces: &Forces| count(forces.pawns | forces.knights | forces.rooks);
    match pieces(own) + pieces(other) {
        12.. => 0,
        10..=11 => 1,
        7..=9 => 2,
        _ => 3,
    }
}

/// What is on the board in the numbers of the mover, and in those of the other.
pub(super) struct Board {
    seen: [[u16; PIECES_MAX]; 2],
    pieces: usize,
}

impl Board {
    #[inline]
    pub(super) fn of(own: &Forces, other: &Forces) -> Board {
        let mut board = Board { seen: [[0; PIECES_MAX]; 2], pieces: 0 };
        // The other's sets are turned over.
        for (sides, sets, turn) in
            [([0, SIDE_INPUTS], sets(own), 0), ([SIDE_INPUTS, 0], sets(other), TURN)]
        {
            let [mut mine, mut theirs] = sides;
            for mut set in sets {
                while set != 0 && board.pieces < PIECES_MAX {
                    let bit = set.trailing_zeros() as u16 ^ turn;
                    board.seen[0][board.pieces] = mine + square(bit);
                    board.seen[1][board.pieces] = theirs + square(bit ^ TURN);
                    set &= set - 1;
                    board.pieces += 1;
                }
                mine += KIND_INPUTS;
                theirs += KIND_INPUTS;
            }
        }
        board
    }

    /// Returns what the mover sees, and what the other does.
    #[inline]
    pub(super) fn seen(&self) -> [&[u16]; 2] {
        self.seen.each_ref().map(|inputs| &inputs[..self.pieces])
    }
}

/// Returns the number of a square: a row has five columns, and eight bits in a set.
#[inline]
fn square(bit: u16) -> u16 {
    bit - 3 * (bit / 8)
}

#[inline]
fn sets(forces: &Forces) -> [u64; 5] {
    let Forces { pawns, knights, rooks, right_rooks, king, .. } = *forces;
    [pawns, knights, rooks & !right_rooks, right_rooks, king]
}

/// Returns the sums, the mover's less the other's; of attacks each side's for itself, because it matters who moves.
#[inline]
pub(super) fn terms(
    game: &Refusal,
    [position, turned]: [&Position; 2],
    [own, other]: [&Forces; 2],
) -> [i32; TERMS] {
    let (mine, theirs) = (camp(own, other), camp(other, own));
    let mut terms = [0; TERMS];
    for index in 0..CAMP {
        terms[index] = mine[index] - theirs[index];
    }
    let moves = |position| game.count_standing_moves(position) as i32;
    terms[10] = moves(position) - moves(turned);
    terms[11] = i32::from(own.king_attackers > 0);
    terms[12] = -i32::from(other.king_attackers > 0);
    terms[13] = -i32::from(other.king_attackers > 1);
    let (attacked, attacking) = (attacks(own, other), attacks(other, own));
    for index in 0..ATTACKS {
        terms[14 + index] = attacked[index];
        terms[14 + ATTACKS + index] = -attacking[index];
    }
    terms[22] = 1;
    terms
}

const CAMP: usize = 10;
const ATTACKS: usize = 4;

#[inline]
fn camp(own: &Forces, enemy: &Forces) -> [i32; CAMP] {
    let [knights, pawns] = approaches(own, enemy);
    [
        count(own.pawns),
        count(own.knights),
        count(own.rooks & !own.right_rooks),
        count(own.right_rooks),
        knights,
        pawns,
        rows_left(own.pawns),
        rows_left(own.knights),
        rows_left(own.rooks),
        count((own.pawns | own.knights) & FAR),
    ]
}

/// Returns how many of the enemy's pieces are attacked, by kind and those that nobody guards.
#[inline]
fn attacks(own: &Forces, enemy: &Forces) -> [i32; ATTACKS] {
    let attacked = own.attacks.swap_bytes();
    let Forces { pawns, knights, rooks, attacks, .. } = *enemy;
    let unguarded = (pawns | knights | rooks) & !attacks;
    [pawns, knights, rooks, unguarded].map(|set| count(attacked & set))
}
