//! Which moves at the root a search is about: all of them, or those that are left when the best are known.
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::order::Choice;
use crate::report::Found;

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
