//! A depth-first search for a winning move, with a table of what is known.
//!
//! Squares that neither knight can reach are forgotten, so positions that differ only there are one.
//! Once the knights cannot meet, the longer walk wins; and before that, whoever can walk on squares of
//! its own longer than the other can walk at all. Measured from the usual start: 6x7 takes 34,000
//! positions, 7x7 570,000 (half a second), 8x7 7,700,000.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::random::mix;
use manator_games::joust::{Joust, Squares};

use super::{Node, Progress};
use crate::eval::joust::path::{Race, Side, Walker};
use crate::eval::joust::reach::{moves_at_most, region};

/// How many results the table holds: 32 MiB.
const TABLE_LENGTH: usize = 1 << 22;
/// How many positions are visited between two calls of the progress function.
const PROGRESS_INTERVAL_NODES: u64 = 1 << 16;
/// How many nodes comparing two walks may take before the search goes on instead.
const RACE_NODES_MAX: u64 = 100_000;
/// How many nodes a walk may take that would decide a position early.
const WALK_NODES_MAX: u64 = 200;

pub(super) struct Search<'a, const N: usize> {
    game: &'a Joust,
    progress: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    report: Progress,
    /// The upper 63 bits of a position's hash, and whether its mover wins.
    table: Vec<u64>,
}

impl<'a, const N: usize> Search<'a, N> {
    pub(super) fn new(
        game: &'a Joust,
        progress: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Self {
        let report = Progress { nodes: 0, decided: 0, moves: 0 };
        Search { game, progress, report, table: vec![0; TABLE_LENGTH] }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.report.nodes
    }

    pub(super) fn root(&mut self, node: Node<N>) -> Option<bool> {
        let squares = self.ordered(node);
        self.report.moves = squares.len();
        for to in squares {
            if !self.wins(node.after(to))? {
                return Some(true);
            }
            self.report.decided += 1;
        }
        Some(false)
    }

    /// Returns a square to which the player to move, who wins, can go; `None` if the search is broken
    /// off.
    pub(super) fn winning_square(&mut self, node: Node<N>) -> Option<u8> {
        for to in self.ordered(node) {
            if !self.wins(node.after(to))? {
                return Some(to);
            }
        }
        unreachable!("a player who wins has a winning move")
    }

    fn wins(&mut self, mut node: Node<N>) -> Option<bool> {
        self.report.nodes += 1;
        if self.report.nodes.is_multiple_of(PROGRESS_INTERVAL_NODES)
            && (self.progress)(self.report).is_break()
        {
            return None;
        }
        let exits = self.game.near(node.own) & node.free;
        let other_exits = self.game.near(node.other) & node.free;
        if exits.is_empty() {
            return Some(false);
        }
        // The other is stuck already, or will be once its last exit is taken.
        match other_exits.count() {
            0 => return Some(true),
            1 if exits.meets(other_exits) => return Some(true),
            _ => {}
        }
        let own = Side { knight: node.own, region: region(self.game, node.own, node.free) };
        let other = Side { knight: node.other, region: region(self.game, node.other, node.free) };
        if let Some(wins) = self.by_walking(own, other) {
            return Some(wins);
        }
        node.free = own.region | other.region;
        let key = key(node);
        let slot = (key >> 20) as usize % TABLE_LENGTH;
        if self.table[slot] >> 1 == key >> 1 {
            return Some(self.table[slot] & 1 == 1);
        }
        let mut wins = false;
        for to in self.ordered(node) {
            if !self.wins(node.after(to))? {
                wins = true;
                break;
            }
        }
        self.table[slot] = key & !1 | u64::from(wins);
        Some(wins)
    }

    fn by_walking(&self, own: Side<N>, other: Side<N>) -> Option<bool> {
        if !own.region.meets(other.region) {
            let race = Walker::new(self.game, RACE_NODES_MAX).race(own, other)?;
            return Some(matches!(race, Race::Won(_)));
        }
        // Nobody disturbs a walk over squares that the other knight never reaches.
        let other_alone = Side { region: other.region & !own.region, ..other };
        if self.walks(other_alone, moves_at_most(self.game, own.knight, own.region)) {
            return Some(false);
        }
        let own_alone = Side { region: own.region & !other.region, ..own };
        let answers = moves_at_most(self.game, other.knight, other.region);
        self.walks(own_alone, answers + 1).then_some(true)
    }

    fn walks(&self, side: Side<N>, moves: u32) -> bool {
        moves_at_most(self.game, side.knight, side.region) >= moves
            && Walker::new(self.game, WALK_NODES_MAX).longest(side.knight, side.region, moves)
                == Some(moves)
    }

    /// Returns the squares the player to move can go to, the most promising first: those that leave the
    /// other few exits, oneself many, and more in common.
    fn ordered(&self, node: Node<N>) -> impl ExactSizeIterator<Item = u8> + use<N> {
        let other_exits = self.game.near(node.other) & node.free;
        let (mut exits, mut count) = ([(0, 0); 8], 0);
        for to in (self.game.near(node.own) & node.free).iter() {
            let free = node.free & !Squares::of(to);
            let own = self.game.near(to) & free;
            let other = other_exits & free;
            let common = (own & self.game.spread(other)).count() as i32;
            let rank = 3 * other.count() as i32 - 2 * own.count() as i32 - common;
            exits[count] = (rank, to);
            count += 1;
        }
        exits[..count].sort_unstable();
        exits.into_iter().take(count).map(|(_, to)| to)
    }
}

fn key<const N: usize>(node: Node<N>) -> u64 {
    let knights = mix(u64::from(node.own) << 8 | u64::from(node.other));
    node.free.0.into_iter().fold(knights, |key, word| mix(key ^ word))
}
