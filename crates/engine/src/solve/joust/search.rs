//! A depth-first search for a winning move, with a table of what is known.
//!
//! Where few squares are left, those that neither knight can reach are forgotten, so that positions which differ only
//! there are one. The hunter wins nearly every open position, whatever its prey tries, so all of the prey's moves
//! are looked at anyway, and what counts is the order of the hunter's: its first move wins in 83 of 100 positions
//! that it wins, its second in 14. Measured on random positions of 8x8: after 16 plies 64,000 positions and 8 ms on
//! average, after 12 plies 550,000 and 66 ms. Proof-number search (df-pn) took ten times as many after 16 plies
//! and left a tenth of them open.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_games::joust::{Joust, Move, Position};
use manator_search::{Clock, Limits};

use super::Progress;
use super::mirror::Mirror;
use super::node::{Node, Reach};
use super::table::Table;

/// How many positions are visited between two calls of the progress function.
const PROGRESS_INTERVAL_NODES: u64 = 1 << 16;
/// Up to how many free squares it pays to find out what each knight can reach.
const REACH_FREE_MAX: u32 = 27;

/// What is known of positions of one board: who wins them.
#[derive(Clone, Debug)]
pub struct Solver {
    table: Table,
    /// Those of the last attempt.
    pub nodes: u64,
}

pub(super) type Tell<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

impl Solver {
    pub fn new(mebibytes: usize) -> Solver {
        Solver { table: Table::new(mebibytes), nodes: 0 }
    }

    /// Forgets everything: what is known holds for one board only.
    pub fn forget(&mut self) {
        self.table.forget();
    }

    /// Finds out whether the player to move wins; `None` when the limits are reached before.
    ///
    /// What an attempt found out stays in the table, so that the next one goes on from there.
    pub fn wins(&mut self, game: &Joust, position: &Position, limits: &Limits) -> Option<bool> {
        self.attempt(game, position, limits, &mut |_| ControlFlow::Continue(()))
            .map(|to| to.is_some())
    }

    /// Finds a move that wins: `Some(None)` if there is none, `None` when the limits are reached before.
    pub fn winning_move(
        &mut self,
        game: &Joust,
        position: &Position,
        limits: &Limits,
    ) -> Option<Option<Move>> {
        self.attempt(game, position, limits, &mut |_| ControlFlow::Continue(()))
    }

    pub(super) fn attempt(
        &mut self,
        game: &Joust,
        position: &Position,
        limits: &Limits,
        tell: Tell<'_>,
    ) -> Option<Option<Move>> {
        match game.words {
            1 => self.search::<1>(game, position, limits, tell),
            2 => self.search::<2>(game, position, limits, tell),
            _ => self.search::<4>(game, position, limits, tell),
        }
    }

    fn search<const N: usize>(
        &mut self,
        game: &Joust,
        position: &Position,
        limits: &Limits,
        tell: Tell<'_>,
    ) -> Option<Option<Move>> {
        let node = Node::<N>::of(game, position);
        let report = Progress { nodes: 0, decided: 0, moves: 0 };
        let clock = Clock::start(limits);
        let mut search = Search { game, table: &mut self.table, clock, report, tell };
        let found = search.root(node);
        self.nodes = search.clock.nodes();
        found.map(|square| square.map(|to| Move { from: node.own, to }))
    }
}

struct Search<'a, 'b> {
    game: &'a Joust,
    table: &'a mut Table,
    clock: Clock,
    report: Progress,
    tell: Tell<'b>,
}

impl Search<'_, '_> {
    fn root<const N: usize>(&mut self, node: Node<N>) -> Option<Option<u8>> {
        let squares = node.ordered(self.game);
        if Mirror::of(self.game, node).is_some() {
            return Some(None);
        }
        let mirrored = |to: &u8| Mirror::of(self.game, node.after(*to)).is_some();
        if let Some(to) = squares.clone().find(mirrored) {
            return Some(Some(to));
        }
        self.report.moves = squares.len();
        for to in squares {
            if !self.wins(node.after(to))? {
                return Some(Some(to));
            }
            self.report.decided += 1;
        }
        Some(None)
    }

    fn wins<const N: usize>(&mut self, node: Node<N>) -> Option<bool> {
        if let Some(wins) = node.at_once(self.game) {
            return Some(wins);
        }
        let free = node.free.count();
        let reach = (free <= REACH_FREE_MAX).then(|| node.reach(self.game));
        let node = reach.map_or(node, Reach::node);
        let place = self.table.place(node.key(), free);
        if let Some(wins) = self.table.wins(place) {
            return Some(wins);
        }
        self.tick()?;
        if let Some(wins) = reach.and_then(|reach| reach.by_walking(self.game)) {
            return Some(wins);
        }
        let mut wins = false;
        for to in node.ordered(self.game) {
            if !self.wins(node.after(to))? {
                wins = true;
                break;
            }
        }
        self.table.keep(place, wins);
        Some(wins)
    }

    /// Counts a node; `None` when the search must stop.
    #[inline]
    fn tick(&mut self) -> Option<()> {
        if self.clock.tick() {
            return None;
        }
        self.report.nodes = self.clock.nodes();
        let is_due = self.report.nodes.is_multiple_of(PROGRESS_INTERVAL_NODES);
        if is_due && (self.tell)(self.report).is_break() { None } else { Some(()) }
    }
}
