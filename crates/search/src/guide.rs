//! What the rules do not say about a game, and a search wants to know.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Game, Player};

use crate::score::Score;

/// An evaluation, with hints for whoever searches deeper. Only the evaluation is required.
pub trait Guide<G: Game>: Send + Sync {
    /// Estimates what a position that is not over is worth to `player`.
    ///
    /// With two players one's gain is the other's loss: the two values are each other's negatives.
    fn evaluate(&self, game: &G, position: &G::Position, player: Player) -> i32;

    /// Estimates the same where [`solve`](Self::solve) has found nothing, and so need not be asked again.
    fn evaluate_unsolved(&self, game: &G, position: &G::Position, player: Player) -> i32 {
        self.evaluate(game, position, player)
    }

    /// Returns whether a move changes so much that an evaluation before it means little: a capture.
    fn is_noisy(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> bool {
        false
    }

    /// Returns how promising a move looks without playing it; the greatest is searched first.
    ///
    /// A quiet move's promise competes with what a search learns about such moves, which it counts from
    /// -16384 to 16384; a noisy move with a negative promise is tried after all quiet ones.
    fn promise(&self, _game: &G, _position: &G::Position, _mv: G::Move) -> i32 {
        0
    }

    /// Returns whether the player to move is in such danger that the position deserves one ply more.
    fn is_urgent(&self, _game: &G, _position: &G::Position) -> bool {
        false
    }

    /// Returns whether `player`, who has just moved, has left itself to be beaten by `by`: a King that it
    /// could capture, were it its turn.
    fn is_exposed(&self, _game: &G, _position: &G::Position, _player: Player, _by: Player) -> bool {
        false
    }

    /// Returns what an end is worth, in the evaluation's units, that is neither won nor lost: among several
    /// players less than nothing, if another one's win is to be prevented rather than waited for.
    fn neither(&self) -> i32 {
        0
    }

    /// Returns what a win is worth, in the evaluation's units, that depends on how an opponent loses: one who
    /// cannot escape the player at the root may as well let the third have the win. With `None` it counts as sure.
    fn hoped(&self) -> Option<i32> {
        None
    }

    /// Returns the position after the player to move passes, where assuming that passing is never
    /// the best is sound; `None` elsewhere.
    fn pass(&self, _game: &G, _position: &G::Position) -> Option<G::Position> {
        None
    }

    /// Returns how much one quiet ply rarely changes the evaluation, in its units. Where the evaluation is
    /// that much per ply left beyond what matters, a search trusts it; with `None`, never.
    fn margin(&self) -> Option<i32> {
        None
    }

    /// Returns the exact value to the player to move where it can be computed without search, with
    /// proven ends counted in plies from this position.
    fn solve(&self, _game: &G, _position: &G::Position) -> Option<Score> {
        None
    }
}
