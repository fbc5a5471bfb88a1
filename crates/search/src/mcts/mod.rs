//! Monte Carlo tree search for any number of players: PUCT with proofs, and its tree kept between moves.
//!
//! Nothing is played out at random. A playout goes down the tree to a position that was not visited, gives it
//! its moves, and evaluates what they lead to: the best of these values is backed up. The values are priors
//! too, so that the moves that look best are tried first and most (Rosin 2011). What a move is worth is half
//! the average of what was found below it, and half the value of the best line (implicit minimax backups:
//! Lanctot, Winands, Pepels and Sturtevant 2014).
//!
//! Every player maximises its own payoff. Results that are proven are backed up exactly (see
//! `bounds`), so a won game is won without luck. Several threads grow one tree, in which a visit counts
//! as lost until its value is known. A tree for each thread is simpler but weaker: on Joust, two threads
//! that shared 10,000 playouts a move so scored 44 ± 6 % against one thread with as many.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod bounds;
mod descent;
mod estimate;
mod outline;
mod tree;
mod verdict;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use manator_core::Game;
use manator_core::random::{SplitMix, mix};

use crate::guide::Guide;
use crate::limits::{Clock, Limits};
use crate::platform::{threads, with_helpers};
use crate::report::{Found, Report};
use crate::score::Score;
use descent::Grower;
use tree::{ROOT, Tree};

pub use outline::Branch;
pub use verdict::MoveStats;

#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// How much a move is preferred that was seldom tried for what its prior promises.
    pub exploration: f32,
    /// The most nodes in memory, rounded up to whole chunks of some thousands; a full tree grows no
    /// more. A node takes 48 bytes, of King's Court 72, so that the default is at most 256 MiB.
    pub nodes_max: usize,
    /// The evaluation that is worth three quarters of a win.
    pub scale: i32,
    pub seed: u64,
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { exploration: 0.7, nodes_max: 7 << 19, scale: 100, seed: 0, threads: 1 }
    }
}

/// How many positions are gone through or evaluated between two checks of the time, about a millisecond.
const CHECK_INTERVAL_POSITIONS: u32 = 1024;
/// After how many playouts the first report is made; each further one after twice as many.
const FIRST_REPORT_PLAYOUTS: u64 = 1024;

/// A Monte Carlo searcher, which keeps its tree from one search to the next.
///
/// One thread, one seed and a limit of nodes give the same search every time; nodes are playouts, and
/// a limit of depth means nothing here.
#[derive(Debug)]
pub struct Mcts<G: Game, E: ?Sized> {
    game: Arc<G>,
    guide: Arc<E>,
    options: Options,
    tree: Option<Tree<G>>,
    randoms: Vec<SplitMix>,
}

impl<G: Game, E: Guide<G> + ?Sized> Mcts<G, E> {
    pub fn new(game: Arc<G>, guide: Arc<E>, options: Options) -> Self {
        let threads = threads(options.threads) as u64;
        let random = |number| SplitMix::new(mix(options.seed ^ mix(number)));
        let randoms = (0..threads).map(random).collect();
        Mcts { game, guide, options, tree: None, randoms }
    }

    pub fn clear(&mut self) {
        self.tree = None;
    }

    pub fn stats(&self) -> Vec<MoveStats<G::Move>> {
        self.tree.as_ref().map(verdict::stats).unwrap_or_default()
    }

    /// Returns the positions visited most, at most so many and the root; none before a search.
    pub fn outline(&self, nodes_max: usize) -> Vec<Branch<G::Move>> {
        self.tree.as_ref().map(|tree| outline::outline(tree, nodes_max)).unwrap_or_default()
    }

    pub fn size(&self) -> usize {
        self.tree.as_ref().map_or(0, Tree::used)
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
            return Report::of_one(0, Found { line: Vec::new(), score }, 0, &clock);
        }
        let (game, options) = (&*self.game, &self.options);
        // A tree that the position is in is kept.
        if !self.tree.as_mut().is_some_and(|tree| tree.move_root_to(game, position)) {
            self.tree = Some(Tree::new(game, position, options.nodes_max));
        }
        let tools = (game, &*self.guide, options);
        let tree = self.tree.as_ref().expect("a tree was made");
        let shared = Shared { proven: AtomicBool::new(false), playouts: AtomicU64::new(0) };
        let count = self.randoms.len() as u64;
        let (first, others) = self.randoms.split_first_mut().expect("at least one thread");
        let mut grower = Grower::new(tools, tree, first);
        grower.grow_root();
        let shared = &shared;
        let helpers = (1..).zip(others).map(|(number, random)| {
            let limits = share(limits, count, number);
            move || {
                let mut run = Run::new(Grower::new(tools, tree, random), shared);
                run.go(&mut Clock::start(&limits), |_| ());
            }
        });
        with_helpers(helpers, || {
            let mut run = Run::new(grower, shared);
            run.go(&mut Clock::start(&share(limits, count, 0)), |playouts| {
                let found = verdict::verdict(tree, game.players(), options.scale);
                progress(&Report::of_one(tree.longest(), found, playouts, &clock));
            });
        });
        let found = verdict::verdict(tree, game.players(), options.scale);
        Report::of_one(tree.longest(), found, shared.playouts.load(Ordering::Relaxed), &clock)
    }
}

struct Shared {
    /// One of them is done because the best move is proven.
    proven: AtomicBool,
    playouts: AtomicU64,
}

struct Run<'a, G: Game, E: ?Sized> {
    grower: Grower<'a, G, E>,
    shared: &'a Shared,
    /// The playouts already told to the others.
    told: u64,
}

impl<'a, G: Game, E: Guide<G> + ?Sized> Run<'a, G, E> {
    fn new(grower: Grower<'a, G, E>, shared: &'a Shared) -> Self {
        Run { grower, shared, told: 0 }
    }

    fn go(&mut self, clock: &mut Clock, mut progress: impl FnMut(u64)) {
        let mut next_report = FIRST_REPORT_PLAYOUTS;
        let mut positions = 0;
        // With no limit at all the cancel signal must still be able to prevent the first playout.
        clock.check();
        while !clock.is_stopped() && !self.is_proven() {
            positions += self.grower.play_once();
            clock.tick();
            if positions >= CHECK_INTERVAL_POSITIONS {
                positions = 0;
                clock.check();
                self.tell(clock.nodes());
                if self.shared.proven.load(Ordering::Relaxed) {
                    break;
                }
            }
            if clock.nodes() == next_report {
                next_report *= 2;
                self.tell(clock.nodes());
                progress(self.shared.playouts.load(Ordering::Relaxed));
            }
        }
        self.tell(clock.nodes());
        if self.is_proven() {
            self.shared.proven.store(true, Ordering::Relaxed);
        }
    }

    fn is_proven(&self) -> bool {
        let root = self.grower.tree.node(ROOT);
        let (bounds, mover) = (root.bounds(), root.origin().mover);
        bounds.low(mover) == bounds.high(mover)
    }

    fn tell(&mut self, playouts: u64) {
        self.shared.playouts.fetch_add(playouts - self.told, Ordering::Relaxed);
        self.told = playouts;
    }
}

fn share(limits: &Limits, threads: u64, number: u64) -> Limits {
    let nodes = limits.nodes.map(|nodes| nodes / threads + u64::from(number < nodes % threads));
    Limits { nodes, ..limits.clone() }
}
