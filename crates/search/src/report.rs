//! What a search has found, on the way and at the end, and the lines it expects meanwhile.
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

/// For each ply, the line from there on; a parent takes over its child's.
#[derive(Clone, Debug, Default)]
pub(crate) struct Variations<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> Variations<M> {
    pub(crate) fn new() -> Self {
        Variations { lines: Vec::new() }
    }

    /// Forgets the line at `ply`: the search ends there.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        if let Some(line) = self.lines.get_mut(ply) {
            line.clear();
        }
    }

    pub(crate) fn put(&mut self, ply: usize, mv: M) {
        if self.lines.len() < ply + 2 {
            self.lines.resize_with(ply + 2, Vec::new);
        }
        let (here, next) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&next[0]);
    }

    pub(crate) fn line(&self, ply: usize) -> &[M] {
        self.lines.get(ply).map_or(&[], Vec::as_slice)
    }
}
