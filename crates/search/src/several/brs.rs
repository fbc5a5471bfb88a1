//! Best-Reply Search in its improved form, BRS+ (Esser, Gras, Winands, Schadd and Lanctot 2013).
//!
//! Between two moves of the player at the root, one opponent plays the reply that hurts most and the
//! others play the moves the guide expects of them. All moves are legal ones, played in turn, so every
//! position is real. A round of opponents' moves counts as one ply of depth, and the search sees
//! further ahead for its own moves than max^n and paranoid search do.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use manator_core::Game;

use super::coalition::Coalition;
use super::opponents::Opponents;
use crate::guide::Guide;
use crate::limits::Limits;
use crate::report::Report;

/// A best-reply searcher, which remembers positions from one search to the next.
///
/// Its values are those of [`Plain::best_reply`](super::plain::Plain::best_reply). The move expected of
/// an opponent is the one of greatest [`promise`](Guide::promise), so it depends on a guide that knows
/// a good move. With two players it is plain alpha-beta.
#[derive(Debug)]
pub struct BestReply<G: Game, E: ?Sized>(Coalition<G, E>);

impl<G: Game, E: Guide<G> + ?Sized> BestReply<G, E> {
    /// Makes a searcher with a table of the usual size.
    pub fn new(game: Arc<G>, guide: Arc<E>) -> Self {
        BestReply(Coalition::new(game, guide, Opponents::REPLY))
    }

    /// Sets the size of the table.
    pub fn with_table(self, bytes: usize) -> Self {
        BestReply(self.0.with_table(bytes))
    }

    /// Forgets the positions searched.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Searches deeper and deeper, reporting each depth completed, and returns the last report.
    pub fn search(
        &mut self,
        position: &G::Position,
        limits: &Limits,
        progress: impl FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.0.search(position, limits, progress)
    }
}
