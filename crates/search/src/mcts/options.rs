//! What can be chosen about a Monte Carlo search.
// SPDX-License-Identifier: MIT OR Apache-2.0

#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// How much a move that was seldom tried is preferred: the constant of UCB1.
    pub exploration: f32,
    /// What a move not tried yet is taken to be worth, its exploration included (Gelly and Wang 2006).
    pub first_play: f32,
    /// After how many playouts from a position its moves enter the tree.
    pub expand_after: u32,
    /// The most nodes in memory, rounded up to whole chunks of some thousands; a full tree grows no
    /// more but goes on learning.
    pub nodes_max: usize,
    /// After how many plies a playout is cut off and the position evaluated.
    pub plies_max: u32,
    pub decisive: Decisive,
    /// The evaluation that is worth three quarters of a win.
    pub scale: i32,
    pub seed: u64,
    /// How many threads, all in one tree.
    pub threads: usize,
}

/// Where moves that win at once are looked for, to be played without thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decisive {
    /// In the tree, where it costs nothing because its ends are proven anyway.
    InTree,
    /// In playouts too (Teytaud and Teytaud 2010), which makes them slower and truer.
    Everywhere,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            exploration: 0.7,
            first_play: 1.1,
            expand_after: 2,
            nodes_max: 1 << 22,
            plies_max: 64,
            decisive: Decisive::Everywhere,
            scale: 100,
            seed: 0,
            threads: 1,
        }
    }
}
