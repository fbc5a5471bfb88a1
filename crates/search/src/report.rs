//! What a search has found, on the way and at the end.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use crate::score::Score;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The line expected, the move itself first; empty when the game is over already.
    pub line: Vec<M>,
    /// What it is worth to the player to move.
    pub score: Score,
}

impl<M: Copy> Found<M> {
    pub fn best(&self) -> Option<M> {
        self.line.first().copied()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// How many plies deep it has looked everywhere; for Monte Carlo, how deep its longest line is.
    pub depth: u32,
    /// The best moves, best first; one unless more were asked for.
    pub lines: Vec<Found<M>>,
    pub nodes: u64,
    pub elapsed: Duration,
}
