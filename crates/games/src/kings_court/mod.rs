//! King's Court: slides and chains of jumps around a Court that neither player may leave empty.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod chains;
mod moves;
mod position;
mod square;

use std::ops::ControlFlow;

use manator_core::random::mix;
use manator_core::{Game, LOST, Outcome, Player, Reason, TwoPlayer};

pub use moves::Move;
pub use position::{COURT, FIRST, OPENING_MOVES, Position, SECOND};

/// A player has no piece left in the Court.
pub const COURT_EMPTY: Reason = Reason("court-empty");
/// Too many moves without a capture: both players lose.
pub const DOUBLE_FORFEIT: Reason = Reason("double-forfeit");
/// The player to move has no legal move.
pub const NO_LEGAL_MOVE: Reason = Reason("no-legal-move");

/// How many consecutive moves without a capture the rules allow unless told otherwise.
pub const QUIET_LIMIT: u16 = 50;

/// The rules of King's Court.
#[derive(Clone, Debug)]
pub struct KingsCourt {
    quiet_limit: u16,
}

impl Default for KingsCourt {
    fn default() -> Self {
        KingsCourt { quiet_limit: QUIET_LIMIT }
    }
}

impl KingsCourt {
    /// Returns whether the game ended without regard to what moves there would be.
    #[inline]
    fn is_decided(&self, position: &Position) -> bool {
        position.court_lost() || position.quiet > self.quiet_limit
    }
}

impl Game for KingsCourt {
    type Position = Position;
    type Move = Move;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position::start()
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    #[inline]
    fn legal_moves<B>(
        &self,
        position: &Position,
        visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_decided(position) {
            return ControlFlow::Continue(());
        }
        moves::visit_moves(position, visit)
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        position.play(mv);
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let loser = position.to_move;
        let lost = |reason| Some(Outcome::win(2, loser.next(2), loser, reason));
        if position.court_lost() {
            return lost(COURT_EMPTY);
        }
        if position.quiet > self.quiet_limit {
            return Some(Outcome::all(2, LOST, DOUBLE_FORFEIT));
        }
        let stuck = moves::visit_moves(position, |_| ControlFlow::Break(())).is_continue();
        if stuck { lost(NO_LEGAL_MOVE) } else { None }
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let counters = u64::from(position.quiet) << 16
            | u64::from(position.played) << 8
            | u64::from(position.to_move.0);
        mix(mix(mix(position.own).wrapping_add(position.enemy)).wrapping_add(counters))
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> usize {
        if self.is_decided(position) { 0 } else { moves::count_moves(position) }
    }
}

impl TwoPlayer for KingsCourt {}
