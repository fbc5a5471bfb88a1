//! How long a game lasts with perfect play: the winner hurries and the loser resists.
//!
//! Once it is known who wins, the question is whether the loser can be stuck within so many plies, for more and more of
//! them until it can. Each is a search for yes or no, and what one has found out serves the next.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Game, Player};
use manator_games::joust::{Joust, Move, Position};

use super::node::Node;
use crate::eval::joust::path::{Race, Side, Walker};
use crate::eval::joust::reach::region;

/// How many positions are looked at before the distance is given up: a few seconds.
const NODES_MAX: u64 = 20_000_000;
/// How many squares may be free for a try to be worth while: those of 6x7, which takes 1.4 million on average.
const FREE_MAX: u32 = 40;
const WALK_NODES_MAX: u64 = 1000;
/// How many positions are kept: 8 MiB.
const TABLE_LEN: usize = 1 << 20;
/// How many bits of an entry hold a number of plies.
const PLIES_BITS: u32 = 8;
const PLIES_MASK: u64 = (1 << PLIES_BITS) - 1;
const KEY_SHIFT: u32 = 2 * PLIES_BITS;

pub(super) struct Distances<'a> {
    game: &'a Joust,
    /// The upper bits of a position's hash, within how many plies the loser is stuck, and within how many it is not.
    table: Vec<u64>,
    nodes: u64,
}

/// What is known of how long a position lasts.
#[derive(Clone, Copy, Debug)]
struct Known {
    within: u32,
    not_within: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Winner,
    Loser,
}

impl Role {
    fn other(self) -> Role {
        match self {
            Role::Winner => Role::Loser,
            Role::Loser => Role::Winner,
        }
    }
}

impl<'a> Distances<'a> {
    pub(super) fn new(game: &'a Joust) -> Self {
        Distances { game, table: vec![0; TABLE_LEN], nodes: 0 }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns a game that the winner wins as soon as it can and the loser makes last, or `None` if too many
    /// positions can come up.
    pub(super) fn line<const N: usize>(
        &mut self,
        position: &Position,
        winner: Player,
    ) -> Option<Vec<Move>> {
        let mut node = Node::<N>::of(self.game, position);
        if node.free.count() > FREE_MAX {
            return None;
        }
        let mut role =
            if self.game.to_move(position) == winner { Role::Winner } else { Role::Loser };
        let mut plies = u32::from(role == Role::Winner);
        while !self.within(node, plies, role)? {
            plies += 2;
        }
        let mut line = Vec::new();
        while plies > 0 {
            let mut chosen = None;
            for to in node.ordered(self.game) {
                let next = node.after(to);
                let is_best = match role {
                    Role::Winner => self.within(next, plies - 1, Role::Loser)?,
                    Role::Loser => plies < 3 || !self.within(next, plies - 3, Role::Winner)?,
                };
                if is_best {
                    chosen = Some(to);
                    break;
                }
            }
            let to = chosen.expect("a best move keeps the distance");
            line.push(Move { from: node.own, to });
            node = node.after(to);
            plies -= 1;
            role = role.other();
        }
        Some(line)
    }

    /// Returns whether the loser is stuck within so many plies; `None` when that takes too long.
    fn within<const N: usize>(&mut self, node: Node<N>, plies: u32, role: Role) -> Option<bool> {
        match node.at_once(self.game) {
            Some(wins) => return Some(wins == (role == Role::Winner)),
            None if plies < 2 => return Some(false),
            None => {}
        }
        let own = region(self.game, node.own, node.free);
        let other = region(self.game, node.other, node.free);
        if !own.meets(other) {
            let side = |knight, region| Side { knight, region };
            let mut walker = Walker::new(self.game, WALK_NODES_MAX);
            match (walker.race(side(node.own, own), side(node.other, other)), role) {
                (Some(Race::Won(answers)), Role::Winner) => return Some(2 * answers < plies),
                (Some(Race::Lost(moves)), Role::Loser) => return Some(2 * moves <= plies),
                (Some(_), _) => return Some(false),
                (None, _) => {}
            }
        }
        let node = Node { free: own | other, ..node };
        let key = node.key();
        let known = self.known(key);
        if plies >= known.within || plies <= known.not_within {
            return Some(plies >= known.within);
        }
        if self.nodes == NODES_MAX {
            return None;
        }
        self.nodes += 1;
        let next = role.other();
        let mut found = role == Role::Loser;
        for to in node.ordered(self.game) {
            if self.within(node.after(to), plies - 1, next)? != found {
                found = !found;
                break;
            }
        }
        // What was searched below may have taken the entry.
        let mut known = self.known(key);
        *(if found { &mut known.within } else { &mut known.not_within }) = plies;
        self.keep(key, known);
        Some(found)
    }

    fn known(&self, key: u64) -> Known {
        let entry = self.table[key as usize % TABLE_LEN];
        if entry >> KEY_SHIFT != key >> KEY_SHIFT {
            return Known { within: PLIES_MASK as u32, not_within: 0 };
        }
        let plies = |shift: u32| (entry >> shift & PLIES_MASK) as u32;
        Known { within: plies(PLIES_BITS), not_within: plies(0) }
    }

    fn keep(&mut self, key: u64, known: Known) {
        let Known { within, not_within } = known;
        let plies = u64::from(within) << PLIES_BITS | u64::from(not_within);
        self.table[key as usize % TABLE_LEN] = key >> KEY_SHIFT << KEY_SHIFT | plies;
    }
}
