//! The tree in memory: one block of nodes, in which children always come after their parents.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::VecDeque;
use std::ops::Range;

use manator_core::random::SplitMix;
use manator_core::{Game, Player};

use super::bounds::Bounds;

/// How many plies after the root a position is looked for in the tree, for each player.
const ROUNDS_BACK: usize = 2;
/// How many positions are compared at most when one is looked for.
const COMPARED_MAX: usize = 50_000;

/// The root's place.
pub(super) const ROOT: usize = 0;

/// A position of the tree, with the move that led to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// What playouts through the node gave the player who chose its move, added up.
    pub(super) sum: f64,
    pub(super) visits: u32,
    /// Where the children begin; without children, how many plies a proven end is away.
    pub(super) first: u32,
    pub(super) count: u16,
    pub(super) bounds: Bounds,
    /// The player who decides here.
    pub(super) mover: Player,
    /// `None` only for the node a tree began with.
    pub(super) mv: Option<M>,
}

impl<M> Node<M> {
    pub(super) fn children(&self) -> Range<usize> {
        self.first as usize * usize::from(self.count > 0)..self.end()
    }

    fn end(&self) -> usize {
        if self.count == 0 { 0 } else { self.first as usize + usize::from(self.count) }
    }

    /// Returns what the player who chose the move got on average, within what is proven.
    #[inline]
    pub(super) fn mean(&self, chooser: Player) -> f64 {
        let (low, high) = self.bounds.range(chooser);
        let mean = if self.visits == 0 { 0.5 } else { self.sum / f64::from(self.visits) };
        mean.clamp(f64::from(low), f64::from(high))
    }
}

/// What one thread has found out so far.
#[derive(Debug)]
pub(super) struct Tree<G: Game> {
    pub(super) nodes: Vec<Node<G::Move>>,
    pub(super) nodes_max: usize,
    /// The position at the root.
    pub(super) position: G::Position,
    pub(super) random: SplitMix,
    /// How many moves the longest line has.
    pub(super) longest: u32,
}

impl<G: Game> Tree<G> {
    pub(super) fn new(game: &G, position: &G::Position, nodes_max: usize, seed: u64) -> Self {
        let root = Node {
            sum: 0.0,
            visits: 0,
            first: 0,
            count: 0,
            bounds: Bounds::open(game.players()),
            mover: game.to_move(position),
            mv: None,
        };
        Tree {
            nodes: vec![root],
            nodes_max,
            position: position.clone(),
            random: SplitMix::new(seed),
            longest: 0,
        }
    }

    /// Makes a position the root, if it is in the tree; returns whether it is.
    pub(super) fn move_root_to(&mut self, game: &G, position: &G::Position) -> bool {
        let found = self.find(game, position);
        if let Some(node) = found {
            self.promote(node, position.clone());
        }
        found.is_some()
    }

    /// Makes the position after a move the root, if it is in the tree; returns whether it is.
    pub(super) fn follow(&mut self, game: &G, mv: G::Move) -> bool {
        let mut children = self.nodes[ROOT].children();
        let found = children.find(|child| self.nodes[*child].mv == Some(mv));
        if let Some(node) = found {
            let mut position = self.position.clone();
            game.play(&mut position, mv);
            self.promote(node, position);
        }
        found.is_some()
    }

    fn find(&self, game: &G, wanted: &G::Position) -> Option<usize> {
        let mut queue = VecDeque::from([(ROOT, self.position.clone(), 0)]);
        let mut reached = 1;
        while let Some((node, position, plies)) = queue.pop_front() {
            if position == *wanted {
                return Some(node);
            }
            let children = self.nodes[node].children();
            reached += children.len();
            if reached > COMPARED_MAX || plies == ROUNDS_BACK * game.players() {
                continue;
            }
            for child in children {
                let mut next = position.clone();
                game.play(&mut next, self.nodes[child].mv.expect("a child has a move"));
                queue.push_back((child, next, plies + 1));
            }
        }
        None
    }

    /// Keeps only what is below a node.
    fn promote(&mut self, node: usize, position: G::Position) {
        if node == ROOT {
            return;
        }
        let mut kept = vec![self.nodes[node]];
        let mut parent = 0;
        while parent < kept.len() {
            let children = kept[parent].children();
            if !children.is_empty() {
                kept[parent].first = kept.len() as u32;
                kept.extend_from_slice(&self.nodes[children]);
            }
            parent += 1;
        }
        self.nodes = kept;
        self.position = position;
        self.longest = self.depth_below();
    }

    /// Returns how many plies the deepest node is below the root.
    fn depth_below(&self) -> u32 {
        let mut depths = vec![0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            for child in node.children() {
                depths[child] = depths[index] + u32::from(self.nodes[child].visits > 0);
            }
        }
        depths.into_iter().max().unwrap_or(0)
    }
}
