//! What a tree says about the moves at its root.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Game, Player};

use super::bounds::{ALL_LOST, Bounds, LOSS, TIE, WIN, WORTH};
use super::descent::all_lost;
use super::estimate::unsquash;
use super::tree::{Node, ROOT, Tree};
use crate::report::Found;
use crate::score::Score;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveStats<M> {
    pub mv: M,
    pub visits: u64,
    /// What they gave the player to move on average, from 0 to 1, within what is proven.
    pub value: f64,
    pub(super) bounds: Bounds,
}

pub(super) fn stats<G: Game>(tree: &Tree<G>) -> Vec<MoveStats<G::Move>> {
    let root = tree.node(ROOT);
    let of = |node: &Node<G::Move>| {
        let mv = node.origin().mv.expect("a child has a move");
        let value = f64::from(node.mean(root.origin().mover));
        MoveStats { mv, visits: u64::from(node.visits()), value, bounds: node.bounds() }
    };
    tree.children(root).iter().map(of).collect()
}

/// Returns the best move with its line; the game is not over and the root has children.
pub(super) fn verdict<G: Game>(tree: &Tree<G>, players: usize, scale: i32) -> Found<G::Move> {
    let player = tree.node(ROOT).origin().mover;
    let stats = stats(tree);
    let bounds = stats.iter().map(|stats| stats.bounds);
    let root = Bounds::backed_up(players, player, bounds);
    if (root.low(player) == WIN || root.high(player) == LOSS)
        && let Some(found) = proven(tree, player)
    {
        return found;
    }
    let best = robust(&stats, player, root.low(player));
    let score = match (root.low(player), root.high(player)) {
        (ALL_LOST, ALL_LOST) => all_lost(),
        (TIE, TIE) => Score::TIE,
        _ => Score::evaluation(unsquash(stats[best].value, scale)),
    };
    Found { line: line(tree, best), score }
}

/// Returns the number of the move tried most often, unless another is proven to be worth more than
/// that one seems to be.
fn robust<M>(stats: &[MoveStats<M>], player: Player, low: u8) -> usize {
    let hopeless = |bounds: Bounds| bounds.high(player) < low.max(ALL_LOST);
    let candidates = || (0..stats.len()).filter(|index| !hopeless(stats[*index].bounds));
    let rank = |index: &usize| {
        let one = &stats[*index];
        (one.visits, (one.value * 1e9) as u64)
    };
    let best = candidates().rev().max_by_key(rank).unwrap_or(0);
    let sure = candidates().rev().max_by_key(|index| stats[*index].bounds.low(player));
    let worth = |index: usize| f64::from(WORTH[usize::from(stats[index].bounds.low(player))]);
    sure.filter(|sure| worth(*sure) > stats[best].value).unwrap_or(best)
}

fn line<G: Game>(tree: &Tree<G>, index: usize) -> Vec<G::Move> {
    let mut node = &tree.children(tree.node(ROOT))[index];
    let mut line = Vec::from_iter(node.origin().mv);
    loop {
        let mover = node.origin().mover;
        let low = node.bounds().low(mover);
        let fits = |child: &&Node<G::Move>| child.visits() > 0 && child.bounds().high(mover) >= low;
        let children = tree.children(node).iter().filter(fits);
        let Some(next) = children.rev().max_by_key(|child| child.visits()) else { return line };
        line.extend(next.origin().mv);
        node = next;
    }
}

/// Returns the quickest win or the slowest loss proven; `None` when other threads have not finished
/// writing down the proof.
fn proven<G: Game>(tree: &Tree<G>, player: Player) -> Option<Found<G::Move>> {
    let proof = Proof::new(tree, player);
    let plies = u32::from(proof.plies[ROOT]);
    let score = match tree.node(ROOT).bounds().low(player) {
        WIN => Score::win_in(plies),
        _ => Score::loss_in(plies),
    };
    (proof.plies[ROOT] < OPEN).then(|| Found { line: proof.line(), score })
}

/// How many plies nothing proven is away.
const OPEN: u16 = u16::MAX;

/// How far away the ends are which prove a player's win or loss.
struct Proof<'a, G: Game> {
    tree: &'a Tree<G>,
    player: Player,
    plies: Vec<u16>,
}

impl<'a, G: Game> Proof<'a, G> {
    fn new(tree: &'a Tree<G>, player: Player) -> Self {
        let mut proof = Proof { tree, player, plies: vec![OPEN; tree.used()] };
        // Children come after their parents.
        for index in (0..proof.plies.len()).rev() {
            let Some(node) = tree.filled(index) else { continue };
            let bounds = node.bounds();
            let decided = bounds.low(player) == WIN || bounds.high(player) == LOSS;
            proof.plies[index] = match proof.next(node) {
                Some(child) => proof.plies[child].saturating_add(1),
                None if decided && node.children().is_empty() => node.origin().plies,
                None => OPEN,
            };
        }
        proof
    }

    /// Returns the child which the proof continues with: the winner hurries, the loser resists.
    fn next(&self, node: &Node<G::Move>) -> Option<usize> {
        let (bounds, player, mover) = (node.bounds(), self.player, node.origin().mover);
        let wins = bounds.low(player) == WIN;
        if !wins && bounds.high(player) != LOSS {
            return None;
        }
        let children = node.children().filter(|child| {
            let child = self.tree.node(*child).bounds();
            let decided = if wins { child.low(player) == WIN } else { child.high(player) == LOSS };
            decided && child.high(mover) >= bounds.low(mover)
        });
        // What other threads have only just proven is not part of this proof.
        let known =
            children.filter(|child| self.plies.get(*child).is_some_and(|plies| *plies < OPEN));
        if wins == (mover == player) {
            known.min_by_key(|child| self.plies[*child])
        } else {
            known.max_by_key(|child| self.plies[*child])
        }
    }

    fn line(&self) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut node = self.tree.node(ROOT);
        while let Some(child) = self.next(node) {
            node = self.tree.node(child);
            line.extend(node.origin().mv);
        }
        line
    }
}
