//! What a position of Refusal is worth.
//!
//! A turn is worth its second-best move, so two ways to take the king win where one is only refused. One
//! still matters: the opponent must refuse it, which leaves the mover free to play anything else. And
//! since no piece ever goes back, the moves left in pawns and rooks are a reserve.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod learned;
mod sight;

use std::sync::Arc;
use std::time::Duration;

use manator_core::{Player, Refusable, Settings, Table, TurnPhase};
use manator_games::refusal::{Action, Forces, Move, Phase, Position, Refusal, Refusals};
use manator_search::refusable::{Appraisal, Appraise};
use manator_search::strong::Tuning;
use manator_search::{Guide, Limits};

use self::sight::RefusalSight;
use super::learned::Sight;
use super::{Evaluation, Evaluations};
use crate::agent::Agent;
use crate::catalog::{Played, Players, Stable};
use crate::decider::Decider;
use crate::level::Levels;
use crate::options::OwnLimits;
use crate::solve::refusal::ProvenPlay;

evaluations! {
    RefusalEval {
        Learned "learned": "what tempo looks at and more, weighed as self-play taught it, and a small net on the board",
        Tempo "tempo": "pieces, moves, attacks on the king and on pieces, and moves in reserve",
        Mobility "mobility": "pieces, and how many moves each side has",
        Material "material": "pieces alone",
    }
}

impl Played for Refusal {
    const STABLE: &'static dyn Stable = &Players::<Refusal, RefusalEval>::two(6);
}

impl Evaluations<Refusal> for RefusalEval {
    const ALL: &'static [Evaluation<Self>] = Self::LISTED;
    const LEVELS: Levels = Levels::of([(20, 170), (23, 170), (13, 120), (7, 75), (3, 30), (0, 5)])
        .rated([(1000, 47), (1330, 30), (1538, 25), (1677, 25), (1817, 27), (1927, 28)]);
    const TUNING: Option<Tuning> = None;
    const PUZZLES: Option<&'static str> = Some(include_str!("../../puzzles/refusal.txt"));
    const EXAMPLE: Option<&'static str> = Some(include_str!("../../played/refusal.txt"));
    /// A lead that decides: of 100 openings 11 were so far apart, and the leader won 10 of them between
    /// champions with 3,000 nodes a move.
    const DECISIVE_LEAD: Option<i32> = Some(60);
    const SIGHT: Option<&'static dyn Sight> = Some(&RefusalSight);
    const TURN_TIME: Option<Duration> = Some(Duration::from_secs(5));

    fn solved(game: &Refusal, position: &Position, limits: &Limits) -> Option<Player> {
        // The book knows turns as they begin.
        let begins = game.turn_phase(position) == TurnPhase::Propose;
        let wins = begins && ProvenPlay::new().moves(game, position, limits.nodes).is_some();
        wins.then_some(position.mover)
    }

    fn champion(
        self,
        table: &dyn Table,
        game: &Arc<Refusal>,
        limits: &OwnLimits,
        settings: &Settings,
    ) -> Option<Box<dyn Agent>> {
        let decider = || Decider::new(table, game.clone(), self, limits.clone(), settings);
        game.allows_refusals().then(|| -> Box<dyn Agent> { Box::new(decider()) })
    }
}

// Weights were found in matches of 300 to 400 games with 3,000 nodes a move, both seats of every opening.
// A percentage is what an evaluation scored with that term, at half its weight or more, against the same
// one without it.

const PAWN: i32 = 20;
const KNIGHT: i32 = 30;
/// What a rook is worth; with these three, 59 % against 10, 30 and 40.
const ROOK: i32 = 30;
const MOVE: i32 = 3;
/// What an attack on the king is worth, which costs the opponent its refusal: 66 %.
const KING_ATTACK: i32 = 40;
/// What a move is worth after which a pawn or knight attacks the king: 58 %.
const KING_APPROACH: i32 = 12;
/// What an attacked piece is worth to the attacker: 59 %.
const ATTACK: i32 = 12;
/// What a row is worth that a pawn or a rook has still before it.
const RESERVE: i32 = 1;
/// What it is worth to be able to take the king whatever is refused.
const DECIDED: i32 = 1000;

/// The squares of the board, as [`Forces`] has them.
const BOARD: u64 = 0x1F1F_1F1F_1F1F_1F1F;

impl Guide<Refusal> for RefusalEval {
    fn evaluate(&self, game: &Refusal, position: &Position, player: Player) -> i32 {
        let turned = position.turned();
        let value = match self {
            RefusalEval::Material => material(position) - material(&turned),
            RefusalEval::Mobility => mobility(game, position) - mobility(game, &turned),
            // It has learned from games in which moves may be refused, and knows no others.
            RefusalEval::Learned if game.refusals == Refusals::Once => {
                learned::value(game, position, &turned)
            }
            RefusalEval::Learned | RefusalEval::Tempo => tempo(game, position, &turned),
        };
        if player == position.mover { value } else { -value }
    }

    /// Captures, and the answers to them.
    fn is_noisy(&self, _game: &Refusal, position: &Position, action: Action) -> bool {
        match (action, position.phase) {
            (Action::Move(mv), _) | (_, Phase::Answer(mv)) => is_capture(position, mv),
            _ => false,
        }
    }

    /// Captures of greater pieces first. Few steps, because a search ranks any promise above what it has
    /// learned itself.
    fn promise(&self, _game: &Refusal, position: &Position, action: Action) -> i32 {
        let Action::Move(mv) = action else { return 0 };
        let [_, to] = position.step(mv);
        match position.turned().forces() {
            _ if to & position.enemy == 0 => 0,
            Forces { king, .. } if king.swap_bytes() & to != 0 => 3,
            Forces { pawns, .. } if pawns.swap_bytes() & to != 0 => 1,
            _ => 2,
        }
    }

    /// The opponent is about to take the king. Without refusals that scores 51.9 ± 1.3 % of 6,000 games at
    /// 3,000 nodes a move, 51.8 ± 1.5 % of 4,000 at 20,000; with them turns are searched another way.
    fn is_urgent(&self, game: &Refusal, position: &Position) -> bool {
        let ways = position.turned().forces().king_attackers;
        ways >= ways_needed(game)
    }
}

impl Appraise<Refusal> for RefusalEval {
    fn appraise(&self, game: &Refusal, position: &Position) -> Appraisal {
        match position.forces().king_attackers {
            0 | 1 => Appraisal::Lead(self.evaluate(game, position, position.mover)),
            _ => Appraisal::Won,
        }
    }
}

fn ways_needed(game: &Refusal) -> u32 {
    match game.refusals {
        Refusals::Once => 2,
        Refusals::Never => 1,
    }
}

fn is_capture(position: &Position, mv: Move) -> bool {
    let [_, to] = position.step(mv);
    to & position.enemy != 0
}

fn material(position: &Position) -> i32 {
    pieces(&position.forces())
}

#[inline]
fn count(set: u64) -> i32 {
    set.count_ones() as i32
}

fn pieces(forces: &Forces) -> i32 {
    PAWN * count(forces.pawns) + KNIGHT * count(forces.knights) + ROOK * count(forces.rooks)
}

fn mobility(game: &Refusal, position: &Position) -> i32 {
    material(position) + MOVE * game.count_standing_moves(position) as i32
}

/// Returns what the position is worth to its mover; `turned` is the same one for the other side.
fn tempo(game: &Refusal, position: &Position, turned: &Position) -> i32 {
    let (own, other) = (position.forces(), turned.forces());
    let moves = |position| MOVE * game.count_standing_moves(position) as i32;
    let lead = moves(position) - moves(turned) + side(&own, &other) - side(&other, &own);
    if takes_king(game, position, own.king_attackers) { lead + DECIDED } else { lead }
}

fn side(own: &Forces, enemy: &Forces) -> i32 {
    let enemies = (enemy.pawns | enemy.knights | enemy.rooks | enemy.king).swap_bytes();
    let [knights, pawns] = approaches(own, enemy);
    pieces(own)
        + KING_ATTACK * i32::from(own.king_attackers > 0)
        + KING_APPROACH * (knights + pawns)
        + ATTACK * count(own.attacks & enemies)
        + RESERVE * rows_left(own.pawns | own.rooks)
}

/// Returns how many squares knights, and pawns, can go to from where they attack the king.
#[inline]
fn approaches(own: &Forces, enemy: &Forces) -> [i32; 2] {
    let king = enemy.king.swap_bytes();
    let enemies = (enemy.pawns | enemy.knights | enemy.rooks | enemy.king).swap_bytes();
    let friends = own.pawns | own.knights | own.rooks | own.king;
    let leaps = own.knights << 6 | own.knights << 10 | own.knights << 15 | own.knights << 17;
    let knight_squares = king >> 6 | king >> 10 | king >> 15 | king >> 17;
    let steps = own.pawns << 8 & !enemies | (own.pawns << 7 | own.pawns << 9) & enemies;
    let pawn_squares = king >> 7 | king >> 9;
    let free = BOARD & !friends;
    [count(leaps & knight_squares & free), count(steps & pawn_squares & free)]
}

#[inline]
fn rows_left(set: u64) -> i32 {
    // The rows with the first, the second and the third bit of their number set.
    const ROW_BITS: [u64; 3] =
        [0xFF00_FF00_FF00_FF00, 0xFFFF_0000_FFFF_0000, 0xFFFF_FFFF_0000_0000];
    let [one, two, four] = ROW_BITS.map(|rows| count(set & !rows));
    one + 2 * two + 4 * four
}

fn takes_king(game: &Refusal, position: &Position, ways: u32) -> bool {
    let takes = |mv| {
        let [_, to] = position.step(mv);
        to & position.turned().forces().king.swap_bytes() != 0
    };
    match position.phase {
        Phase::Propose => ways >= ways_needed(game),
        Phase::Answer(proposed) => ways >= 2 && takes(proposed),
        Phase::Alternate(refused) => ways > u32::from(takes(refused)),
    }
}
