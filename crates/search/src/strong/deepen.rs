//! The root: deeper and deeper searches of the best few moves.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Reverse;

use manator_core::random::mix;
use manator_core::{Player, TwoPlayer};

use crate::guide::Guide;
use crate::limits::Pace;
use crate::report::{Found, Report, Variations};
use crate::score::{Score, Window};
use crate::transposition::TranspositionTable;

use super::node::Site;
use super::order::{Context, Order, Ranked};
use super::threads::{Team, Watch};
use super::{Options, Reach, Tuning};

/// No iteration is deeper; lines may be.
const DEPTH_MAX: u32 = 240;

pub(super) struct Worker<'a, G: TwoPlayer, U: ?Sized> {
    pub(super) game: &'a G,
    pub(super) guide: &'a U,
    pub(super) table: &'a TranspositionTable,
    pub(super) watch: Watch<'a>,
    pub(super) root: Player,
    pub(super) salt: u64,
    past: &'a [u64],
    pub(super) reach: Reach,
    pub(super) tuning: Tuning,
    pub(super) margin: Option<i32>,
    pub(super) depth_root: u32,
    pub(super) passed_at: Option<usize>,
    pub(super) order: Order<G::Move>,
    pub(super) lines: Variations<G::Move>,
    /// The moves of all nodes on the line being searched, one node's after the other's.
    pub(super) moves: Vec<Ranked<G::Move>>,
    roots: Vec<RootMove<G::Move>>,
    lines_max: usize,
    /// When to stop before the time is up; only the worker who leads decides.
    pace: Option<Pace>,
    /// How far scores moved from one iteration to the next, on average: evaluations have no known unit.
    drift: i32,
}

#[derive(Clone, Debug)]
struct RootMove<M> {
    ranked: Ranked<M>,
    /// What it was worth, and its line, when it last was the best of those searched with it.
    found: Found<M>,
    /// What it is worth if it was the best so far in the pass under way.
    fresh: Option<Score>,
}

impl<'a, G: TwoPlayer, U: Guide<G> + ?Sized> Worker<'a, G, U> {
    pub(super) fn new(
        (game, guide): (&'a G, &'a U),
        position: &G::Position,
        options: Options,
        (table, team, past): (&'a TranspositionTable, &'a Team, &'a [u64]),
    ) -> Self {
        let root = game.to_move(position);
        let mut worker = Worker {
            game,
            guide,
            table,
            watch: Watch::new(team),
            root,
            salt: mix(u64::from(root.0)),
            past,
            reach: options.reach,
            tuning: options.tuning,
            margin: guide.margin(),
            depth_root: 0,
            passed_at: None,
            order: Order::new(options.tuning),
            lines: Variations::new(),
            moves: Vec::new(),
            roots: Vec::new(),
            lines_max: options.lines.max(1),
            pace: None,
            drift: 0,
        };
        worker.roots = worker.root_moves(position);
        worker
    }

    pub(super) fn lead(
        &mut self,
        position: &G::Position,
        mut progress: impl FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.pace = self.watch.team.pace.clone();
        let mut report = self.report(0);
        for depth in 1..=self.depth_max() {
            if !self.iterate(position, depth) {
                break;
            }
            let before = std::mem::replace(&mut report, self.report(depth));
            progress(&report);
            if self.is_settled() || !self.paces(&before, &report) {
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

    /// Returns whether there is time for another iteration.
    fn paces(&mut self, before: &Report<G::Move>, now: &Report<G::Move>) -> bool {
        let Some(pace) = &mut self.pace else { return true };
        let [before, best] = [before, now].map(|report| &report.lines[0]);
        let drop = self.tuning.width_min + self.drift;
        pace.iterated(before.best() == best.best(), best.score.0 < before.score.0 - drop);
        pace.begins(now.elapsed)
    }

    /// Returns whether the table's key is that of a position to which no line is to come back.
    #[inline]
    pub(super) fn is_past(&self, key: u64) -> bool {
        self.reach == Reach::Selective && self.past.contains(&(key ^ self.salt))
    }

    /// Returns whether what has been found must do, though the iteration is not over.
    fn is_enough(&self) -> bool {
        self.pace.as_ref().is_some_and(|pace| pace.ends(self.watch.team.clock.elapsed()))
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

    /// Returns whether the best moves are proven to win or lose within the depth searched: going deeper
    /// would change nothing.
    fn is_settled(&self) -> bool {
        self.roots.iter().take(self.lines_max).all(|root| {
            let score = root.found.score;
            let plies = score.wins_in().or(score.loses_in());
            plies.is_some_and(|plies| plies <= self.depth_root)
        })
    }

    fn root_moves(&self, position: &G::Position) -> Vec<RootMove<G::Move>> {
        let mut moves = Vec::new();
        Order::list(self.game, position, &mut moves);
        let from_table = self.table.probe(self.key(position)).and_then(|entry| entry.best);
        let context = Context { mover: self.root, ply: 0, from_table };
        self.order.rank((self.game, self.guide), position, context, &mut moves);
        moves.sort_by_key(|ranked| Reverse(ranked.rank));
        let score = self.evaluate(position, self.root);
        let found = |ranked: &Ranked<G::Move>| Found { line: vec![ranked.mv], score };
        moves
            .into_iter()
            .map(|ranked| RootMove { ranked, found: found(&ranked), fresh: None })
            .collect()
    }

    fn iterate(&mut self, position: &G::Position, depth: u32) -> bool {
        self.depth_root = depth;
        let count = self.lines_max.min(self.roots.len());
        for first in 0..count {
            self.find_best(position, first);
            if self.watch.stopped {
                return false;
            }
        }
        // Selective searches of fewer moves may look deeper, and find more than those before.
        self.roots[..count].sort_by_key(|root| Reverse(root.found.score));
        true
    }

    /// Brings the best of the moves from `first` on to the front of them, looking around the score
    /// expected before it looks further.
    fn find_best(&mut self, position: &G::Position, first: usize) {
        let expected = self.roots[first].found.score;
        let tuning = self.tuning;
        let mut width = tuning.width_min + self.drift * tuning.width_percent / 100;
        let mut window = Window::FULL;
        if self.depth_root > 1 && !expected.is_proven() {
            window = Window { alpha: reach(expected, -width), beta: reach(expected, width) };
        }
        loop {
            let score = self.search_root(position, first, window);
            if self.watch.stopped {
                return;
            }
            width = width.saturating_mul(tuning.width_growth);
            if score <= window.alpha {
                window.alpha = reach(score.min(expected), -width);
            } else if score >= window.beta {
                window.beta = reach(score.max(expected), width);
            } else {
                if !score.is_proven() && self.depth_root > 1 {
                    self.drift = (3 * self.drift + (score.0 - expected.0).abs()) / 4;
                }
                return;
            }
        }
    }

    /// Searches the moves from `first` on once, and sorts those that were the best so far to the front.
    fn search_root(&mut self, position: &G::Position, first: usize, within: Window) -> Score {
        let game = self.game;
        let site = Site {
            mover: self.root,
            ply: 0,
            depth: self.depth_root as i32,
            window: within,
            is_open: true,
            is_urgent: self.extends(position, 0),
            key: self.key(position),
            from_table: None,
            is_known: false,
            evaluation: None,
            estimate: None,
        };
        self.roots[first..].iter_mut().for_each(|root| root.fresh = None);
        let mut scratch = position.clone();
        let (mut best, mut best_index) = (-Score::INFINITE, None);
        let mut window = within;
        for index in 0..self.roots.len() - first {
            let ranked = self.roots[first + index].ranked;
            let value = game.with_move(&mut scratch, ranked.mv, |next| {
                self.try_move(next, &site, window, (index, ranked))
            });
            if self.watch.stopped {
                break;
            }
            best = best.max(value);
            if value > window.alpha {
                window.alpha = value;
                best_index = Some(ranked.index);
                let mut line = vec![ranked.mv];
                line.extend_from_slice(self.lines.line(1));
                let root = &mut self.roots[first + index];
                root.fresh = Some(value);
                root.found = Found { line, score: value };
            }
            if value >= window.beta {
                break;
            }
            // Not while the best move is worse than expected and no other has been found.
            if best_index.is_some() && self.is_enough() {
                self.watch.stopped = true;
                break;
            }
        }
        self.roots[first..].sort_by_key(|root| Reverse(root.fresh));
        if first == 0 && !self.watch.stopped {
            self.store(&site, site.depth, best, best_index);
        }
        best
    }
}

/// Returns a score so far from another; beyond evaluations there is no use in going step by step.
fn reach(score: Score, distance: i32) -> Score {
    let far = Score(score.0.saturating_add(distance));
    match distance {
        _ if far.0.abs() <= Score::EVALUATION_MAX => far,
        ..0 => -Score::INFINITE,
        _ => Score::INFINITE,
    }
}
