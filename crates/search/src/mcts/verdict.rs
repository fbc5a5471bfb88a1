//! What trees say about the moves at their roots.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Game, Player};

use super::bounds::{ALL_LOST, Bounds, LOSS, TIE, WIN, WORTH};
use super::descent::all_lost;
use super::playout::unsquash;
use super::tree::{Node, ROOT, Tree};
use crate::report::Found;
use crate::score::Score;

/// What has been found out about one move at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing<M> {
    /// The move.
    pub mv: M,
    /// How many playouts began with it.
    pub visits: u64,
    /// What they gave the player to move on average, from 0 to 1, within what is proven.
    pub value: f64,
    pub(super) bounds: Bounds,
}

/// Adds up what all trees say about each move, in the order in which they are tried.
pub(super) fn standings<G: Game>(trees: &[Tree<G>]) -> Vec<Standing<G::Move>> {
    let root = &trees[0].nodes[ROOT];
    let standing = |index: usize| {
        let nodes = trees.iter().map(|tree| &tree.nodes[tree.nodes[ROOT].first as usize + index]);
        let visits = nodes.clone().map(|node| u64::from(node.visits)).sum();
        let sum: f64 = nodes.clone().map(|node| node.sum).sum();
        let bounds = nodes.clone().map(|node| node.bounds).reduce(Bounds::and).expect("a tree");
        let (low, high) = bounds.range(root.mover);
        let mean = if visits == 0 { 0.5 } else { sum / visits as f64 };
        let mv = nodes.clone().find_map(|node| node.mv).expect("a child has a move");
        Standing { mv, visits, value: mean.clamp(f64::from(low), f64::from(high)), bounds }
    };
    (0..usize::from(root.count)).map(standing).collect()
}

/// Returns the best move with its line; the game is not over and the roots have children.
pub(super) fn verdict<G: Game>(trees: &[Tree<G>], players: usize, scale: i32) -> Found<G::Move> {
    let player = trees[0].nodes[ROOT].mover;
    let standings = standings(trees);
    let bounds = standings.iter().map(|standing| standing.bounds);
    let root = Bounds::backed_up(players, player, bounds);
    if root.low(player) == WIN || root.high(player) == LOSS {
        return proven(trees, &standings, player);
    }
    let best = robust(&standings, player, root.low(player));
    let score = match (root.low(player), root.high(player)) {
        (ALL_LOST, ALL_LOST) => all_lost(),
        (TIE, TIE) => Score::TIE,
        _ => Score::evaluation(unsquash(standings[best].value, scale)),
    };
    let visits = |tree: &&Tree<G>| tree.nodes[tree.nodes[ROOT].first as usize + best].visits;
    let tree = trees.iter().rev().max_by_key(visits).expect("a tree");
    Found { line: line(tree, best), score }
}

/// Returns the number of the move tried most often, unless another is proven to be worth more than
/// that one seems to be.
fn robust<M>(standings: &[Standing<M>], player: Player, low: u8) -> usize {
    let hopeless = |bounds: Bounds| bounds.high(player) < low.max(ALL_LOST);
    let candidates = || (0..standings.len()).filter(|index| !hopeless(standings[*index].bounds));
    let rank = |index: &usize| {
        let standing = &standings[*index];
        (standing.visits, (standing.value * 1e9) as u64)
    };
    let best = candidates().rev().max_by_key(rank).unwrap_or(0);
    let sure = candidates().rev().max_by_key(|index| standings[*index].bounds.low(player));
    let worth = |index: usize| f64::from(WORTH[usize::from(standings[index].bounds.low(player))]);
    sure.filter(|sure| worth(*sure) > standings[best].value).unwrap_or(best)
}

/// Follows the moves tried most often.
fn line<G: Game>(tree: &Tree<G>, index: usize) -> Vec<G::Move> {
    let mut node = &tree.nodes[tree.nodes[ROOT].first as usize + index];
    let mut line = Vec::from_iter(node.mv);
    loop {
        let (mover, low) = (node.mover, node.bounds.low(node.mover));
        let fits = |child: &&Node<G::Move>| child.visits > 0 && child.bounds.high(mover) >= low;
        let children = tree.nodes[node.children()].iter().filter(fits);
        let Some(next) = children.rev().max_by_key(|child| child.visits) else { return line };
        line.extend(next.mv);
        node = next;
    }
}

/// Returns the quickest win or the slowest loss proven.
fn proven<G: Game>(
    trees: &[Tree<G>],
    standings: &[Standing<G::Move>],
    player: Player,
) -> Found<G::Move> {
    let proofs: Vec<_> = trees.iter().map(|tree| Proof::new(tree, player)).collect();
    let choices = (0..standings.len()).filter_map(|index| {
        let child = |proof: &&Proof<'_, G>| proof.tree.nodes[ROOT].first as usize + index;
        let shortest = |proof: &&Proof<'_, G>| proof.plies[child(proof)];
        let proof = proofs.iter().min_by_key(shortest).filter(|proof| shortest(proof) < OPEN)?;
        Some((u32::from(shortest(&proof)) + 1, child(&proof), proof))
    });
    let wins = standings.iter().any(|standing| standing.bounds.low(player) == WIN);
    let (plies, child, proof) = match wins {
        true => choices
            .filter(|(_, child, proof)| proof.tree.nodes[*child].bounds.low(player) == WIN)
            .min_by_key(|(plies, ..)| *plies),
        false => choices.max_by_key(|(plies, ..)| *plies),
    }
    .expect("what is proven has a proof");
    let score = if wins { Score::win_in(plies) } else { Score::loss_in(plies) };
    Found { line: proof.line(child), score }
}

/// How many plies nothing proven is away.
const OPEN: u16 = u16::MAX;

/// How far away the ends are which prove a player's win or loss.
struct Proof<'a, G: Game> {
    tree: &'a Tree<G>,
    player: Player,
    /// For each node.
    plies: Vec<u16>,
}

impl<'a, G: Game> Proof<'a, G> {
    fn new(tree: &'a Tree<G>, player: Player) -> Self {
        let mut proof = Proof { tree, player, plies: vec![OPEN; tree.nodes.len()] };
        // Children come after their parents.
        for index in (0..tree.nodes.len()).rev() {
            let node = &tree.nodes[index];
            let decided = node.bounds.low(player) == WIN || node.bounds.high(player) == LOSS;
            proof.plies[index] = match proof.next(node) {
                Some(child) => proof.plies[child].saturating_add(1),
                None if decided && node.count == 0 => node.first.min(u32::from(OPEN) - 1) as u16,
                None => OPEN,
            };
        }
        proof
    }

    /// Returns the child which the proof continues with: the winner hurries, the loser resists.
    fn next(&self, node: &Node<G::Move>) -> Option<usize> {
        let (player, ours) = (self.player, node.mover == self.player);
        let wins = node.bounds.low(player) == WIN;
        if !wins && node.bounds.high(player) != LOSS {
            return None;
        }
        let sure = node.bounds.low(node.mover);
        let children = node.children().filter(|child| {
            let bounds = self.tree.nodes[*child].bounds;
            let decided =
                if wins { bounds.low(player) == WIN } else { bounds.high(player) == LOSS };
            decided && bounds.high(node.mover) >= sure
        });
        if wins == ours {
            children.min_by_key(|child| self.plies[*child])
        } else {
            children.max_by_key(|child| self.plies[*child])
        }
    }

    fn line(&self, mut index: usize) -> Vec<G::Move> {
        let mut line = Vec::from_iter(self.tree.nodes[index].mv);
        while let Some(child) = self.next(&self.tree.nodes[index]) {
            line.extend(self.tree.nodes[child].mv);
            index = child;
        }
        line
    }
}
