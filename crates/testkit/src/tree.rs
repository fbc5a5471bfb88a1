//! Random abstract games, to test searchers on: any number of players, turns in any order, ties,
//! everybody losing, and many ways to the same position.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::random::mix;
use manator_core::{Game, LOST, Outcome, Player, Reason, TIED, TwoPlayer};

#[derive(Clone, Debug)]
pub struct RandomTree {
    pub seed: u64,
    pub players: usize,
    pub turns: Turns,
    pub moves_max: u64,
    pub plies_max: u8,
    /// How many different positions there are at each ply: few make many transpositions.
    pub width: u64,
    pub payoffs: Payoffs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    Alternate,
    /// Whoever the seed decides, the same player several times over included.
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payoffs {
    WinTieLoss,
    AlsoAllLost,
}

/// A node: so many plies played, and which of the positions at that ply it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub ply: u8,
    pub number: u64,
}

impl RandomTree {
    fn draw(&self, node: &Node, what: u64) -> u64 {
        mix(mix(self.seed ^ what).wrapping_add(mix(node.number << 8 | u64::from(node.ply))))
    }

    pub fn value(&self, node: &Node, player: Player) -> i32 {
        if self.players == 2 {
            let value = (self.draw(node, 5) % 201) as i32 - 100;
            return if player.0 == 0 { value } else { -value };
        }
        (self.draw(node, 6 + u64::from(player.0)) % 201) as i32 - 100
    }

    fn moves(&self, node: &Node) -> u64 {
        let over =
            node.ply >= self.plies_max || (node.ply > 0 && self.draw(node, 1).is_multiple_of(8));
        if over { 0 } else { 1 + self.draw(node, 2) % self.moves_max }
    }
}

impl Game for RandomTree {
    type Position = Node;
    type Move = u8;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self) -> Node {
        Node { ply: 0, number: 0 }
    }

    fn to_move(&self, node: &Node) -> Player {
        let seat = match self.turns {
            Turns::Alternate => u64::from(node.ply),
            Turns::Any => self.draw(node, 3),
        };
        Player((seat % self.players as u64) as u8)
    }

    fn legal_moves<B>(
        &self,
        node: &Node,
        visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (0..self.moves(node) as u8).try_for_each(visit)
    }

    fn play(&self, node: &mut Node, mv: u8) {
        // Distinct moves lead to distinct positions.
        let next = self.draw(node, 4).wrapping_add(u64::from(mv)) % self.width.max(256);
        *node = Node { ply: node.ply + 1, number: next };
    }

    fn outcome(&self, node: &Node) -> Option<Outcome> {
        if self.moves(node) > 0 {
            return None;
        }
        let draw = self.draw(node, 9);
        let reason = Reason("leaf");
        if self.payoffs == Payoffs::AlsoAllLost && draw.is_multiple_of(7) {
            return Some(Outcome::all(self.players, LOST, reason));
        }
        if draw.is_multiple_of(5) {
            return Some(Outcome::all(self.players, TIED, reason));
        }
        let winner = (draw >> 8) % self.players as u64;
        let loser = (winner + 1 + (draw >> 16) % (self.players as u64 - 1)) % self.players as u64;
        let [winner, loser] = [winner, loser].map(|seat| Player(seat as u8));
        Some(Outcome::win(self.players, winner, loser, reason))
    }

    fn key(&self, node: &Node) -> u64 {
        self.draw(node, 10)
    }
}

impl TwoPlayer for RandomTree {}
