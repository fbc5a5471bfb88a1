//! What a search has found, on the way and at the end.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use crate::limits::Clock;
use crate::score::Score;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The line expected, the move itself first; empty when the game is over already.
    pub line: Vec<M>,
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

impl<M> Report<M> {
    pub fn of_one(depth: u32, found: Found<M>, nodes: u64, clock: &Clock) -> Self {
        Report { depth, lines: vec![found], nodes, elapsed: clock.elapsed() }
    }
}
