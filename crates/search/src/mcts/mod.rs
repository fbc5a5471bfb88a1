//! Monte Carlo tree search for any number of players: UCT with proofs, and its tree kept between moves.
//!
//! Every player maximises its own payoff. Results that are proven are backed up exactly (see
//! `bounds`), so a won game is won without luck. With several threads each grows a tree of its own and
//! the counts are added at the root: nothing is shared, so each thread is as fast as one alone.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod bounds;
mod descent;
mod options;
mod playout;
mod tree;
mod verdict;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use manator_core::Game;
use manator_core::random::mix;

use crate::guide::Guide;
use crate::limits::{Clock, Limits};
use crate::report::{Found, Report};
use crate::score::Score;
use descent::Gardener;
use tree::{ROOT, Tree};

pub use options::{Decisive, Options, Policy};
pub use verdict::Standing;

/// How many plies are played between two looks at the time, about a millisecond.
const PLIES_BETWEEN_LOOKS: u32 = 1024;
/// After how many playouts the first report is made; each further one after twice as many.
const FIRST_REPORT: u64 = 1024;

/// A Monte Carlo searcher, which keeps its tree from one search to the next.
///
/// One thread, one seed and a limit of nodes give the same search every time; nodes are playouts, and
/// a limit of depth means nothing here.
#[derive(Debug)]
pub struct Mcts<G: Game, E: ?Sized> {
    game: Arc<G>,
    guide: Arc<E>,
    options: Options,
    /// One per thread, all with the same position at the root; none before the first search.
    trees: Vec<Tree<G>>,
}

impl<G: Game, E: Guide<G> + ?Sized> Mcts<G, E> {
    /// Makes a searcher.
    pub fn new(game: Arc<G>, guide: Arc<E>, options: Options) -> Self {
        Mcts { game, guide, options, trees: Vec::new() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.trees.clear();
    }

    /// Follows a move played from the position searched last, keeping what is known about it.
    ///
    /// That is never necessary: a search looks for its position among those a few plies on.
    pub fn advance(&mut self, mv: G::Move) {
        let game = &*self.game;
        if !self.trees.iter_mut().all(|tree| tree.follow(game, mv)) {
            self.trees.clear();
        }
    }

    /// Returns what is known about each move of the position searched last.
    pub fn standings(&self) -> Vec<Standing<G::Move>> {
        if self.trees.is_empty() { Vec::new() } else { verdict::standings(&self.trees) }
    }

    /// Returns how many nodes are in memory.
    pub fn size(&self) -> usize {
        self.trees.iter().map(|tree| tree.nodes.len()).sum()
    }

    /// Searches until a limit is reached or the result is proven, reporting now and then.
    pub fn search(
        &mut self,
        position: &G::Position,
        limits: &Limits,
        mut progress: impl FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let clock = Clock::start(limits);
        if let Some(outcome) = self.game.outcome(position) {
            let score = Score::of(&outcome, self.game.to_move(position), 0);
            return report(0, Found { line: Vec::new(), score }, 0, &clock);
        }
        self.plant(position);
        let (game, guide, options) = (&*self.game, &*self.guide, &self.options);
        let shared = Shared { proven: AtomicBool::new(false), playouts: AtomicU64::new(0) };
        let count = self.trees.len() as u64;
        let (first, others) = self.trees.split_first_mut().expect("at least one thread");
        thread::scope(|scope| {
            for (number, tree) in (1..).zip(others) {
                let limits = share(limits, count, number);
                let shared = &shared;
                scope.spawn(move || {
                    let mut run = Run::new(Gardener::new(game, guide, options, tree), shared);
                    run.go(&mut Clock::start(&limits), |_, _| ());
                });
            }
            let mut run = Run::new(Gardener::new(game, guide, options, first), &shared);
            run.go(&mut Clock::start(&share(limits, count, 0)), |tree, playouts| {
                let found =
                    verdict::verdict(std::slice::from_ref(tree), game.players(), options.scale);
                progress(&report(tree.longest, found, playouts, &clock));
            });
        });
        let found = verdict::verdict(&self.trees, game.players(), options.scale);
        let longest = self.trees.iter().map(|tree| tree.longest).max().unwrap_or(0);
        report(longest, found, shared.playouts.load(Ordering::Relaxed), &clock)
    }

    /// Makes trees for a position, out of the old ones if it is in them.
    fn plant(&mut self, position: &G::Position) {
        let game = &*self.game;
        if !self.trees.iter_mut().all(|tree| tree.move_root_to(game, position)) {
            self.trees.clear();
        }
        let threads = self.options.threads.max(1);
        for number in self.trees.len()..threads {
            let seed = mix(self.options.seed ^ mix(number as u64));
            self.trees.push(Tree::new(game, position, self.options.nodes_max / threads, seed));
        }
    }
}

/// What threads tell each other.
struct Shared {
    /// One of them is done because the best move is proven.
    proven: AtomicBool,
    playouts: AtomicU64,
}

/// The work of one thread.
struct Run<'a, G: Game, E: ?Sized> {
    gardener: Gardener<'a, G, E>,
    shared: &'a Shared,
    /// The playouts already told to the others.
    told: u64,
}

impl<'a, G: Game, E: Guide<G> + ?Sized> Run<'a, G, E> {
    fn new(gardener: Gardener<'a, G, E>, shared: &'a Shared) -> Self {
        Run { gardener, shared, told: 0 }
    }

    fn go(&mut self, clock: &mut Clock, mut progress: impl FnMut(&Tree<G>, u64)) {
        let mut next_report = FIRST_REPORT;
        let mut plies = 0;
        // With no limit at all the cancel signal must still be able to prevent the first playout.
        clock.look();
        while !clock.is_stopped() && !self.is_proven() {
            plies += self.gardener.play_once() + 1;
            clock.tick();
            if plies >= PLIES_BETWEEN_LOOKS {
                plies = 0;
                clock.look();
                self.tell(clock.nodes());
                if self.shared.proven.load(Ordering::Relaxed) {
                    break;
                }
            }
            if clock.nodes() == next_report {
                next_report *= 2;
                self.tell(clock.nodes());
                progress(self.gardener.tree, self.shared.playouts.load(Ordering::Relaxed));
            }
        }
        self.tell(clock.nodes());
        if self.is_proven() {
            self.shared.proven.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether nothing can be better than some move.
    fn is_proven(&self) -> bool {
        let root = &self.gardener.tree.nodes[ROOT];
        root.bounds.low(root.mover) == root.bounds.high(root.mover)
    }

    fn tell(&mut self, playouts: u64) {
        self.shared.playouts.fetch_add(playouts - self.told, Ordering::Relaxed);
        self.told = playouts;
    }
}

/// Returns the limits of one of several threads.
fn share(limits: &Limits, threads: u64, number: u64) -> Limits {
    let nodes = limits.nodes.map(|nodes| nodes / threads + u64::from(number < nodes % threads));
    Limits { nodes, ..limits.clone() }
}

fn report<M>(depth: u32, found: Found<M>, nodes: u64, clock: &Clock) -> Report<M> {
    Report { depth, lines: vec![found], nodes, elapsed: clock.elapsed() }
}
