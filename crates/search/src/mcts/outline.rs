//! What a tree has grown to: the positions visited most, in outline.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use manator_core::{Game, Player};

use super::tree::{ROOT, Tree};

/// A position of the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Branch<M> {
    /// The index of the position from which a move led here; `None` for the root only, as its move.
    pub parent: Option<usize>,
    pub mv: Option<M>,
    /// How many playouts went through it.
    pub visits: u64,
    /// What they gave the player who chose the move on average, from 0 to 1, within what is proven; at the root, the
    /// player to move.
    pub value: f64,
    /// Whether that is proven.
    pub is_proven: bool,
    /// How many of its moves were tried.
    pub tried: u32,
    /// How many positions below it were visited and are not in the outline.
    pub more: u64,
}

impl<M> Branch<M> {
    /// Returns the same with its move written otherwise.
    pub fn with_move<N>(self, mv: Option<N>) -> Branch<N> {
        let Branch { parent, mv: _, visits, value, is_proven, tried, more } = self;
        Branch { parent, mv, visits, value, is_proven, tried, more }
    }
}

/// Returns the positions visited most, at most so many: depth first, and of moves the one visited most first.
pub(super) fn outline<G: Game>(tree: &Tree<G>, nodes_max: usize) -> Vec<Branch<G::Move>> {
    let mut outline = Outline {
        tree,
        is_kept: vec![false; tree.used()],
        below: vec![0; tree.used()],
        branches: Vec::new(),
    };
    // Children come after their parents.
    for index in (0..tree.used()).rev().filter(|index| tree.filled(*index).is_some()) {
        outline.below[index] =
            outline.visited(index).map(|child| 1 + outline.below[child]).sum::<u64>();
    }
    let mut next = BinaryHeap::from([(u32::MAX, Reverse(ROOT))]);
    for _ in 0..nodes_max.max(1) {
        let Some((_, Reverse(index))) = next.pop() else { break };
        outline.is_kept[index] = true;
        let children = outline.visited(index);
        next.extend(children.map(|child| (tree.node(child).visits(), Reverse(child))));
    }
    outline.list(ROOT, tree.node(ROOT).origin().mover, None);
    outline.branches
}

struct Outline<'a, G: Game> {
    tree: &'a Tree<G>,
    is_kept: Vec<bool>,
    /// How many positions below each were visited.
    below: Vec<u64>,
    branches: Vec<Branch<G::Move>>,
}

impl<'a, G: Game> Outline<'a, G> {
    fn visited(&self, index: usize) -> impl Iterator<Item = usize> + use<'a, G> {
        let tree = self.tree;
        tree.node(index).children().filter(|child| tree.node(*child).visits() > 0)
    }

    fn list(&mut self, index: usize, chooser: Player, parent: Option<usize>) {
        let node = self.tree.node(index);
        let (bounds, origin) = (node.bounds(), node.origin());
        let at = self.branches.len();
        self.branches.push(Branch {
            parent,
            mv: parent.and(origin.mv),
            visits: u64::from(node.visits()),
            value: f64::from(node.mean(chooser)),
            is_proven: bounds.low(chooser) == bounds.high(chooser),
            tried: self.visited(index).count() as u32,
            more: self.below[index],
        });
        let mut children: Vec<usize> =
            self.visited(index).filter(|child| self.is_kept[*child]).collect();
        children.sort_by_key(|child| Reverse(self.tree.node(*child).visits()));
        for child in children {
            self.branches[at].more -= 1 + self.below[child];
            self.list(child, origin.mover, Some(at));
        }
    }
}
