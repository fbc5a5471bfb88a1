//! The order in which moves are tried, and the lines found.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Reverse;
use std::ops::ControlFlow;

use manator_core::Game;

use crate::guide::Guide;

/// A legal move with its place in the order of the rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<M> {
    pub(super) mv: M,
    pub(super) index: u32,
    promise: i32,
}

/// Moves to try early at one ply.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hints<M> {
    /// What was best when the position was last searched.
    pub(super) best: Option<M>,
    /// What has caused cut-offs nearby.
    pub(super) killers: [Option<M>; 2],
}

/// Lists the legal moves in the order of the rules.
pub(super) fn list<G: Game, E: Guide<G> + ?Sized>(
    game: &G,
    guide: &E,
    position: &G::Position,
    choices: &mut Vec<Choice<G::Move>>,
) {
    choices.clear();
    let _ = game.legal_moves(position, |mv| {
        let index = choices.len() as u32;
        choices.push(Choice { mv, index, promise: guide.promise(game, position, mv) });
        ControlFlow::<()>::Continue(())
    });
}

/// Returns the index of the move expected: the most promising, of several the first.
pub(super) fn expected<M>(choices: &[Choice<M>]) -> Option<u32> {
    choices.iter().rev().max_by_key(|choice| choice.promise).map(|choice| choice.index)
}

/// Sorts moves: the best known, then by promise, then killers before others.
pub(super) fn sort<M: Copy + Eq>(choices: &mut [Choice<M>], hints: &Hints<M>) {
    choices.sort_unstable_by_key(|choice| {
        let mv = Some(choice.mv);
        let killer = hints.killers.contains(&mv);
        (mv != hints.best, Reverse(choice.promise), !killer, choice.index)
    });
}

/// The best line below each ply of the line being searched.
#[derive(Debug)]
pub(super) struct Lines<M>(Vec<Vec<M>>);

impl<M: Copy> Lines<M> {
    pub(super) fn new() -> Self {
        Lines(Vec::new())
    }

    /// Forgets the line from a ply on.
    pub(super) fn clear(&mut self, ply: u32) {
        let ply = ply as usize;
        if self.0.len() <= ply + 1 {
            self.0.resize_with(ply + 2, Vec::new);
        }
        self.0[ply].clear();
    }

    /// Puts a move before the line of the next ply.
    pub(super) fn extend(&mut self, ply: u32, mv: M) {
        let (upper, lower) = self.0.split_at_mut(ply as usize + 1);
        let line = &mut upper[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }

    pub(super) fn root(&self) -> &[M] {
        &self.0[0]
    }
}
