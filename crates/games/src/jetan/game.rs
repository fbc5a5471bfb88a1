//! The rules of Jetan: turns, captures, endings.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::random::{mix, words};
use manator_core::{Game, Outcome, Player, TIED, TwoPlayer};

use super::notation::read_board;
use super::options::{Array, ChiefTaken, Options, Weakened};
use super::piece::{Piece, Side};
use super::position::{Aside, Decision, Move, Position};
use super::{
    CHIEF_BY_CHIEF, CHIEF_CAPTURED, NO_LEGAL_MOVE, PLY_LIMIT, PRINCESS_CAPTURED, WEAKENED_FORCES,
};

/// How many plies without a capture tie the game of two weakened sides.
pub(super) const QUIET_MAX: u32 = 10;
/// How close to the limit the plies left enter [`Game::key`].
///
/// Further away no search can reach the limit, and positions that differ only in their ply may share
/// what is known of them.
const HORIZON: u32 = 128;
/// Makes equal words of different rows of the board hash differently.
const SALTS: [u64; 9] = words(0x4A65_7461);

#[derive(Clone, Debug)]
pub struct Jetan {
    pub(super) options: Options,
}

impl Jetan {
    pub const fn with(options: Options) -> Jetan {
        Jetan { options }
    }

    #[inline]
    pub(super) fn is_finished(&self, position: &Position) -> bool {
        position.decision.is_some()
            || position.plies >= self.plies_max()
            || self.is_tied_by_weakness(position)
    }

    #[inline]
    fn is_tied_by_weakness(&self, position: &Position) -> bool {
        position.quiet >= QUIET_MAX && self.are_both_weakened(position)
    }

    pub(super) fn are_both_weakened(&self, position: &Position) -> bool {
        self.options.weakened == Weakened::Tie
            && Side::ALL.into_iter().all(|side| position.officer_count(side) <= 3)
    }

    #[inline]
    pub(super) const fn plies_max(&self) -> u32 {
        self.options.max_moves.saturating_mul(2)
    }
}

impl Game for Jetan {
    type Position = Position;
    type Move = Move;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        let orange = match self.options.array {
            Array::Opposed => "wpdfrcfdpw",
            Array::Facing => "wpdfcrfdpw",
        };
        let empty = [".........."; 6].join("/");
        let board = format!("{orange}/taaaaaaaat/{empty}/TAAAAAAAAT/WPDFCRFDPW");
        read_board(&board).expect("a whole board")
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.turn.player()
    }

    #[inline]
    fn legal_moves<B>(
        &self,
        position: &Position,
        visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_finished(position) {
            return ControlFlow::Continue(());
        }
        self.visit_moves(position, visit)
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> usize {
        if self.is_finished(position) { 0 } else { self.tally_moves(position) }
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        position.at(mv.from) == Some((position.turn, mv.piece))
            && !self.is_finished(position)
            && self.may_go(position, mv)
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        if mv.is_escape() {
            position.escapes[position.turn as usize] = false;
        }
        let decision = match position.advance(mv) {
            Some(Piece::Princess) => Decision::PrincessCaptured,
            Some(Piece::Chief) if mv.piece == Piece::Chief => Decision::ChiefByChief,
            Some(Piece::Chief) if self.options.chief_taken == ChiefTaken::Draw => {
                Decision::ChiefCaptured
            }
            _ => return,
        };
        position.decision = Some(decision);
        position.decided_on = Aside(Some(mv.to));
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let won = |reason| {
            let loser = position.turn.player();
            Some(Outcome::win(2, position.turn.other().player(), loser, reason))
        };
        let tied = |reason| Some(Outcome::all(2, TIED, reason));
        match position.decision {
            Some(Decision::PrincessCaptured) => won(PRINCESS_CAPTURED),
            Some(Decision::ChiefByChief) => won(CHIEF_BY_CHIEF),
            Some(Decision::ChiefCaptured) => tied(CHIEF_CAPTURED),
            None if self.is_tied_by_weakness(position) => tied(WEAKENED_FORCES),
            None if position.plies >= self.plies_max() => tied(PLY_LIMIT),
            None if self.visit_moves(position, ControlFlow::Break).is_continue() => {
                tied(NO_LEGAL_MOVE)
            }
            None => None,
        }
    }

    /// Returns a hash of the board, the turn, the escapes and the verdict of a capture.
    ///
    /// The plies since the last capture enter it only while both sides are weakened, and the plies left
    /// only within 128 plies of the limit.
    fn key(&self, position: &Position) -> u64 {
        let quiet =
            if self.are_both_weakened(position) { position.quiet.min(QUIET_MAX) } else { 0 };
        let left = self.plies_max().saturating_sub(position.plies).min(HORIZON);
        let state = [
            position.turn as u32,
            u32::from(position.escapes[0]) | u32::from(position.escapes[1]) << 1,
            position.decision.map_or(0, |decision| 1 + decision as u32),
            quiet,
            left,
        ];
        let state = state.into_iter().fold(0, |state, part| state << 8 | u64::from(part));
        let words = position.board_words();
        let words = words.as_flattened().iter().zip(SALTS);
        mix(words.fold(state, |key, (word, salt)| key.wrapping_add(mix(word ^ salt))))
    }
}

impl TwoPlayer for Jetan {}
