//! The root: deeper and deeper searches of the best few moves.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Reverse;

use manator_core::{Game, Player};

use super::super::DEPTH_MAX;
use super::super::opponents::Opponents;
use super::node::{Node, Site};
use super::order::{Choice, Order};
use crate::guide::Guide;
use crate::report::{Found, Report, Variations};
use crate::score::{Score, Window};
use crate::strong::threads::{Team, Watch};
use crate::strong::{Options, Reach};
use crate::transposition::TranspositionTable;

pub(super) struct Worker<'a, G: Game, E: ?Sized> {
    pub(super) game: &'a G,
    pub(super) guide: &'a E,
    pub(super) table: &'a TranspositionTable,
    pub(super) watch: Watch<'a>,
    pub(super) root: Player,
    pub(super) order: Order<G::Move>,
    pub(super) lines: Variations<G::Move>,
    /// The moves of all nodes on the line being searched, one node's after the other's.
    pub(super) moves: Vec<Choice<G::Move>>,
    pub(super) reach: Reach,
    roots: Vec<RootMove<G::Move>>,
    lines_max: usize,
}

struct RootMove<M> {
    choice: Choice<M>,
    /// What it was worth, and its line, when it last was the best of those searched with it.
    found: Found<M>,
    /// What it is worth if it was the best so far in the pass under way.
    fresh: Option<Score>,
}

impl<'a, G: Game, E: Guide<G> + ?Sized> Worker<'a, G, E> {
    pub(super) fn new(
        (game, guide): (&'a G, &'a E),
        position: &G::Position,
        options: Options,
        table: &'a TranspositionTable,
        team: &'a Team,
    ) -> Self {
        let mut worker = Worker {
            game,
            guide,
            table,
            watch: Watch::new(team),
            root: game.to_move(position),
            order: Order::new(game.players()),
            lines: Variations::new(),
            moves: Vec::new(),
            roots: Vec::new(),
            lines_max: options.lines.max(1),
            reach: options.reach,
        };
        worker.roots = worker.root_moves(position);
        worker
    }

    /// Leaves out all moves of the root but one.
    pub(super) fn keep_only(&mut self, mv: G::Move) {
        self.roots.retain(|root| root.choice.mv == mv);
    }

    /// Returns whether every legal move is searched: else nothing is learned about the position.
    fn is_whole(&self, position: &G::Position) -> bool {
        self.roots.len() == self.game.count_moves(position)
    }

    pub(super) fn lead(
        &mut self,
        position: &G::Position,
        mut progress: impl FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut report = self.report(0);
        for depth in 1..=self.depth_max() {
            if !self.iterate(position, depth) {
                break;
            }
            report = self.report(depth);
            progress(&report);
            if self.is_settled() {
                break;
            }
        }
        let last = self.report(report.depth);
        match self.lines_max {
            1 => last,
            // What an iteration cut short has found is of another depth than the other lines.
            _ => Report { lines: report.lines, ..last },
        }
    }

    /// Searches for the sake of what it leaves in the table.
    ///
    /// Every other helper is a ply ahead, so that not all do the same at the same time.
    pub(super) fn help(&mut self, position: &G::Position, seat: u32) {
        for depth in 1 + seat % 2..=self.depth_max() {
            if !self.iterate(position, depth) || self.is_settled() {
                break;
            }
        }
    }

    fn depth_max(&self) -> u32 {
        self.watch.team.depth_max.unwrap_or(DEPTH_MAX).min(DEPTH_MAX)
    }

    fn report(&self, depth: u32) -> Report<G::Move> {
        let best = self.roots.iter().take(self.lines_max);
        Report {
            depth,
            lines: best.map(|root| root.found.clone()).collect(),
            nodes: self.watch.nodes(),
            elapsed: self.watch.team.clock.elapsed(),
        }
    }

    fn is_settled(&self) -> bool {
        self.roots.iter().take(self.lines_max).all(|root| root.found.score.is_proven())
    }

    fn root_moves(&self, position: &G::Position) -> Vec<RootMove<G::Move>> {
        let mut moves = Vec::new();
        Order::list((self.game, self.guide), position, &mut moves);
        let known = self.table.probe(self.key(position, Opponents::REPLY));
        self.order.rank(&mut moves, self.root, 0, known.and_then(|entry| entry.best));
        moves.sort_by_key(|choice| Reverse(choice.rank));
        let score = self.leaf(position, 0);
        let found = |choice: &Choice<G::Move>| Found { line: vec![choice.mv], score };
        moves
            .into_iter()
            .map(|choice| RootMove { choice, found: found(&choice), fresh: None })
            .collect()
    }

    fn iterate(&mut self, position: &G::Position, depth: u32) -> bool {
        let count = self.lines_max.min(self.roots.len());
        for first in 0..count {
            self.search_root(position, first, depth);
            if self.watch.stopped {
                return false;
            }
        }
        self.roots[..count].sort_by_key(|root| Reverse(root.found.score));
        true
    }

    /// Brings the best of the moves from `first` on to the front of them.
    fn search_root(&mut self, position: &G::Position, first: usize, depth: u32) {
        let game = self.game;
        let site = Site { depth: depth as i32, ply: 0, opponents: Opponents::REPLY };
        let node = Node { mover: self.root, site, cost: 1, expected: None, guards: false };
        self.roots[first..].iter_mut().for_each(|root| root.fresh = None);
        let mut scratch = position.clone();
        let (mut best, mut window) = ((-Score::INFINITE, None), Window::FULL);
        for index in 0..self.roots.len() - first {
            let choice = self.roots[first + index].choice;
            let value = game.with_move(&mut scratch, choice.mv, |next| {
                self.try_move(next, &node, window, (index, choice))
            });
            if self.watch.stopped {
                break;
            }
            if value > window.alpha {
                window.alpha = value;
                best = (value, Some(choice.index));
                let mut line = vec![choice.mv];
                line.extend_from_slice(self.lines.line(1));
                let root = &mut self.roots[first + index];
                root.fresh = Some(value);
                root.found = Found { line, score: value };
            }
        }
        self.roots[first..].sort_by_key(|root| Reverse(root.fresh));
        if first == 0 && !self.watch.stopped && self.is_whole(position) {
            self.store(self.key(position, Opponents::REPLY), site, Window::FULL, best);
        }
    }
}
