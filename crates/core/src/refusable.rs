//! Games in which every move may be refused once a turn.
//!
//! As a [`Game`](crate::Game) such a turn is up to three decisions: a proposal, the answer, and an
//! alternate if the proposal was refused. A search need not play them one by one: whatever is proposed,
//! a good opponent refuses it exactly when the best of the other moves is worse for the mover, so a turn
//! is worth its *second-best* move. [`Refusable`] shows a game that way: turns, and moves that stand.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::game::TwoPlayer;

/// How far a turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnPhase<S> {
    Propose,
    /// The opponent accepts or refuses this move.
    Answer(S),
    /// The mover, this move refused, plays another, which stands.
    Alternate(S),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    Accept,
    Refuse,
}

/// A game of turns in which the first move proposed may be refused.
///
/// The players take turns: after a move stands, the other one proposes. Whoever is refused and has no
/// other move has lost; who gains when there is no move to propose is up to [`Game::outcome`].
///
/// [`Game::outcome`]: crate::Game::outcome
pub trait Refusable: TwoPlayer {
    /// A move on the board, apart from the question whether it is proposed or stands.
    type Standing: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Returns whether moves may be refused under the options chosen; without that the rest of this
    /// trait describes another game.
    fn allows_refusals(&self) -> bool;

    fn turn_phase(&self, position: &Self::Position) -> TurnPhase<Self::Standing>;

    /// Returns the position in which the turn began, before anything was proposed.
    fn turn_start(&self, position: &Self::Position) -> Self::Position;

    /// Calls `visit` for each move that may yet stand in this turn, until it breaks.
    ///
    /// Those are the moves of the side whose turn it is, in every phase, without one that has been
    /// refused already; always in the same order.
    fn standing_moves<B>(
        &self,
        position: &Self::Position,
        visit: impl FnMut(Self::Standing) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    fn count_standing_moves(&self, position: &Self::Position) -> usize;

    /// Carries out a move that stands and passes the turn, whatever the phase was.
    fn stand(&self, position: &mut Self::Position, mv: Self::Standing);

    /// Returns the decision that proposes a move, or plays it where it cannot be refused.
    fn proposal(&self, mv: Self::Standing) -> Self::Move;

    fn reply(&self, answer: Answer) -> Self::Move;
}
