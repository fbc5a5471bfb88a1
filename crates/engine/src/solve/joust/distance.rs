//! How long a game lasts with perfect play, where few positions can come up.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;

use manator_core::Game;
use manator_games::joust::{Joust, Move, Position};
use manator_search::Score;

use super::node::Node;
use crate::eval::joust::path::{Side, Walker};
use crate::eval::joust::reach::region;

/// How many positions are kept before the distance is given up: a few tenths of a second.
const POSITIONS_MAX: usize = 200_000;

/// How many squares may be within reach for a try to be worth while: 5x5 has 23, and takes 75,000.
const REACH_MAX: u32 = 26;
const WALK_NODES_MAX: u64 = 1000;

pub(super) struct Distances<'a, const N: usize> {
    game: &'a Joust,
    known: HashMap<Node<N>, Score>,
}

impl<'a, const N: usize> Distances<'a, N> {
    pub(super) fn new(game: &'a Joust) -> Self {
        Distances { game, known: HashMap::new() }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.known.len() as u64
    }

    /// Returns a game played perfectly by both, or `None` if too many positions can come up.
    pub(super) fn line(&mut self, position: &Position) -> Option<Vec<Move>> {
        let Node { own, other, free } = Node::<N>::of(self.game, position);
        let reach = region(self.game, own, free) | region(self.game, other, free);
        if reach.count() > REACH_MAX {
            return None;
        }
        let mut next = *position;
        let mut line = Vec::new();
        loop {
            let node = Node::of(self.game, &next);
            let Some((_, to)) = self.best(node)? else { return Some(line) };
            let mv = Move { from: node.own, to };
            self.game.play(&mut next, mv);
            line.push(mv);
        }
    }

    fn best(&mut self, node: Node<N>) -> Option<Option<(Score, u8)>> {
        let mut best = None;
        for to in (self.game.near(node.own) & node.free).iter() {
            let score = (-self.value(node.after(to))?).later(1);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, to));
            }
        }
        Some(best)
    }

    fn value(&mut self, mut node: Node<N>) -> Option<Score> {
        let own = Side { knight: node.own, region: region(self.game, node.own, node.free) };
        let other = Side { knight: node.other, region: region(self.game, node.other, node.free) };
        if !own.region.meets(other.region)
            && let Some(race) = Walker::new(self.game, WALK_NODES_MAX).race(own, other)
        {
            return Some(race.score());
        }
        // What neither reaches makes no difference.
        node.free = own.region | other.region;
        if let Some(score) = self.known.get(&node) {
            return Some(*score);
        }
        if self.known.len() >= POSITIONS_MAX {
            return None;
        }
        let score = self.best(node)?.map_or(Score::loss_in(0), |(score, _)| score);
        self.known.insert(node, score);
        Some(score)
    }
}
