//! Paranoid search (Sturtevant and Korf 2000): everybody against the player at the root.
//!
//! That makes two sides of any number of players, so alpha-beta applies.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use manator_core::Game;

use super::coalition::Coalition;
use super::opponents::Opponents;
use crate::guide::Guide;
use crate::limits::Limits;
use crate::report::Report;

/// A paranoid searcher, which remembers positions from one search to the next.
///
/// Its values are those of [`Plain::paranoid`](super::plain::Plain::paranoid).
#[derive(Debug)]
pub struct Paranoid<G: Game, E: ?Sized>(Coalition<G, E>);

impl<G: Game, E: Guide<G> + ?Sized> Paranoid<G, E> {
    /// Makes a searcher with a table of the usual size.
    pub fn new(game: Arc<G>, guide: Arc<E>) -> Self {
        Paranoid(Coalition::new(game, guide, Opponents::Choose))
    }

    /// Sets the size of the table.
    pub fn with_table(self, bytes: usize) -> Self {
        Paranoid(self.0.with_table(bytes))
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
