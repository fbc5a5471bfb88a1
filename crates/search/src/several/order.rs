//! The order in which moves are tried, and which moves at the root a search is about: all of them, or those that are left when
//! the best are known.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Reverse;
use std::ops::ControlFlow;

use manator_core::Game;

use crate::guide::Guide;
use crate::report::Found;

#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<M> {
    pub(super) mv: M,
    pub(super) index: u32,
    promise: i32,
}

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

/// Sorts moves: the best known, then by promise, then killers, which have cut nearby, before others.
pub(super) fn sort<M: Copy + Eq>(
    choices: &mut [Choice<M>],
    best: Option<M>,
    killers: [Option<M>; 2],
) {
    choices.sort_unstable_by_key(|choice| {
        let mv = Some(choice.mv);
        (mv != best, Reverse(choice.promise), !killers.contains(&mv), choice.index)
    });
}

/// The moves at the root of one search among several to the same depth.
#[derive(Debug)]
pub(super) struct Roots<M> {
    taken: Vec<M>,
    /// What was the best of those left at the depth before.
    hint: Option<M>,
}

impl<M: Copy + Eq> Roots<M> {
    pub(super) fn new() -> Self {
        Roots { taken: Vec::new(), hint: None }
    }

    /// Leaves out the moves found at this depth, and expects the one that took this place at the depth before.
    pub(super) fn beyond(&mut self, found: &[Found<M>], before: &[Found<M>]) {
        self.taken.clear();
        self.taken.extend(found.iter().filter_map(Found::best));
        let expected = before.get(found.len()).and_then(Found::best);
        self.hint = expected.filter(|mv| !self.taken.contains(mv));
    }

    /// Returns whether a node is a root of which moves are left out: then it says nothing about its position.
    pub(super) fn is_part(&self, ply: u32) -> bool {
        ply == 0 && !self.taken.is_empty()
    }

    /// Leaves out what is to be left out, and returns the move to try first.
    pub(super) fn restrict(&self, choices: &mut Vec<Choice<M>>) -> Option<M> {
        choices.retain(|choice| !self.taken.contains(&choice.mv));
        self.hint
    }
}
