//! The tree in memory, which any number of threads grow at once.
//!
//! Nodes lie in chunks that are made when they are needed, up to a limit; a node's children lie side by
//! side and always come after it. Whoever gives a node children claims it first, fills them in, and
//! publishes them last, so that nobody ever waits or sees half of it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use manator_core::{Game, Player};

use super::bounds::{Bounds, Values};

/// How many rounds after the root a position is looked for in the tree.
const ROUNDS_BACK: usize = 2;
const COMPARED_MAX: usize = 50_000;
/// How many nodes are made at once; no position has as many moves.
pub(super) const CHUNK: usize = 1 << 13;
pub(super) const ROOT: usize = 0;
/// What one is in the sums, which are whole numbers so that threads can add to them.
const ONE: f32 = (1 << 24) as f32;
/// What 1 is in what the best line is worth.
const WORTH_ONE: f32 = u16::MAX as f32;
const LEAF: u64 = 0;
const CLAIMED: u64 = u64::MAX;

#[derive(Clone, Copy, Debug)]
pub(super) struct Origin<M> {
    /// The move that led to it; `None` only for the node a tree began with.
    pub(super) mv: Option<M>,
    pub(super) mover: Player,
    /// How many plies an end that rules or guide know of is away.
    pub(super) plies: u16,
    /// How much of the attention to its parent's moves it promises to deserve: all of them together, 1.
    pub(super) prior: f32,
}

#[derive(Debug)]
pub(super) struct Node<M> {
    /// What playouts through the node gave the player who chose its move, added up.
    sum: AtomicU64,
    link: AtomicU64,
    visits: AtomicU32,
    bounds: AtomicU16,
    /// What the best line from it is worth to each player, 16 bits for each, the first player's lowest.
    worth: AtomicU64,
    origin: OnceLock<Origin<M>>,
}

impl<M: Copy> Node<M> {
    fn unused() -> Self {
        Node {
            sum: AtomicU64::new(0),
            link: AtomicU64::new(LEAF),
            visits: AtomicU32::new(0),
            bounds: AtomicU16::new(0),
            worth: AtomicU64::new(0),
            origin: OnceLock::new(),
        }
    }

    #[inline]
    pub(super) fn origin(&self) -> &Origin<M> {
        self.origin.get().expect("a node in use")
    }

    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn bounds(&self) -> Bounds {
        // Two threads that prove two moves of one node must not miss each other's.
        Bounds::from_bits(self.bounds.load(Ordering::SeqCst))
    }

    /// Adds to what is proven; returns whether that is new.
    pub(super) fn prove(&self, proven: Bounds) -> bool {
        let merge = |bits| Some(Bounds::from_bits(bits).and(proven).to_bits());
        let old = self.bounds.fetch_update(Ordering::SeqCst, Ordering::SeqCst, merge);
        old.is_ok_and(|bits| merge(bits) != Some(bits))
    }

    pub(super) fn open(&self, bounds: Bounds) {
        self.bounds.store(bounds.to_bits(), Ordering::SeqCst);
    }

    /// Returns what the player who chose the move got on average, within what is proven.
    #[inline]
    pub(super) fn mean(&self, chooser: Player) -> f32 {
        let (low, high) = self.bounds().range(chooser);
        let sum = self.sum.load(Ordering::Relaxed) as f32 / ONE;
        // The sum may be ahead of the visits while other threads are at work.
        (sum / self.visits().max(1) as f32).clamp(low, high)
    }

    /// Returns what the best line from it is worth to a player, within what is proven.
    #[inline]
    pub(super) fn worth(&self, player: Player) -> f32 {
        let (low, high) = self.bounds().range(player);
        let bits = self.worth.load(Ordering::Relaxed) >> (16 * player.0) & 0xFFFF;
        (bits as f32 / WORTH_ONE).clamp(low, high)
    }

    pub(super) fn worths(&self) -> Values {
        std::array::from_fn(|seat| self.worth(Player(seat as u8)))
    }

    pub(super) fn set_worths(&self, worths: &Values) {
        let bits = |(seat, worth): (usize, &f32)| ((worth * WORTH_ONE) as u64) << (16 * seat);
        self.worth.store(worths.iter().enumerate().map(bits).sum(), Ordering::Relaxed);
    }

    /// Counts a visit. Until its value is known it counts as a loss, which keeps other threads away.
    #[inline]
    pub(super) fn visit(&self, company: Company) {
        match company {
            // A locked addition takes longer than all the rest of a step down the tree.
            Company::Alone => self.visits.store(self.visits() + 1, Ordering::Relaxed),
            Company::Threads => {
                self.visits.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    #[inline]
    pub(super) fn credit(&self, value: f32, company: Company) {
        let value = (value * ONE) as u64;
        match company {
            Company::Alone => {
                self.sum.store(self.sum.load(Ordering::Relaxed) + value, Ordering::Relaxed);
            }
            Company::Threads => {
                self.sum.fetch_add(value, Ordering::Relaxed);
            }
        }
    }

    /// Returns the places of the children, none while they are being made.
    #[inline]
    pub(super) fn children(&self) -> Range<usize> {
        match self.link.load(Ordering::Acquire) {
            LEAF | CLAIMED => 0..0,
            link => (link >> 16) as usize..(link >> 16) as usize + (link & 0xFFFF) as usize,
        }
    }

    /// Makes this thread the one to give the node children; returns whether it is.
    pub(super) fn claim(&self) -> bool {
        self.link.compare_exchange(LEAF, CLAIMED, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Shows the children to everybody, or gives up on having any.
    pub(super) fn publish(&self, children: Option<Range<usize>>) {
        let link = children.map_or(LEAF, |range| (range.start as u64) << 16 | range.len() as u64);
        self.link.store(link, Ordering::Release);
    }

    pub(super) fn fill(&self, origin: Origin<M>, bounds: Bounds, worths: &Values) {
        self.set_worths(worths);
        self.bounds.store(bounds.to_bits(), Ordering::SeqCst);
        assert!(self.origin.set(origin).is_ok(), "a node is used once");
    }

    fn fill_from(&self, old: &Node<M>) {
        self.fill(*old.origin(), old.bounds(), &old.worths());
        self.sum.store(old.sum.load(Ordering::Relaxed), Ordering::Relaxed);
        self.visits.store(old.visits(), Ordering::Relaxed);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Company {
    Alone,
    Threads,
}

type Chunk<M> = OnceLock<Box<[Node<M>]>>;

#[derive(Debug)]
pub(super) struct Tree<G: Game> {
    chunks: Box<[Chunk<G::Move>]>,
    used: AtomicUsize,
    full: AtomicBool,
    pub(super) position: G::Position,
    longest: AtomicU32,
}

impl<G: Game> Tree<G> {
    /// Makes a tree of a position alone, that can grow to `nodes_max` nodes in whole chunks.
    pub(super) fn new(game: &G, position: &G::Position, nodes_max: usize) -> Self {
        let tree = Tree::empty(position.clone(), nodes_max.div_ceil(CHUNK).max(1));
        let origin = Origin { mv: None, mover: game.to_move(position), plies: 0, prior: 1.0 };
        tree.node(ROOT).fill(origin, Bounds::open(game.players()), &Values::default());
        tree
    }

    fn empty(position: G::Position, chunks: usize) -> Self {
        let tree = Tree {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            used: AtomicUsize::new(0),
            full: AtomicBool::new(false),
            position,
            longest: AtomicU32::new(0),
        };
        tree.allocate(1).expect("room for the root");
        tree
    }

    pub(super) fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    pub(super) fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn node(&self, index: usize) -> &Node<G::Move> {
        &self.chunk(index)[index % CHUNK]
    }

    /// Returns the node at an index, unless it was left free.
    pub(super) fn filled(&self, index: usize) -> Option<&Node<G::Move>> {
        Some(self.node(index)).filter(|node| node.origin.get().is_some())
    }

    #[inline]
    pub(super) fn nodes(&self, range: Range<usize>) -> &[Node<G::Move>] {
        &self.chunk(range.start)[range.start % CHUNK..][..range.len()]
    }

    #[inline]
    pub(super) fn children(&self, node: &Node<G::Move>) -> &[Node<G::Move>] {
        self.nodes(node.children())
    }

    #[inline]
    fn chunk(&self, index: usize) -> &[Node<G::Move>] {
        self.chunks[index / CHUNK].get().expect("a chunk in use")
    }

    pub(super) fn allocate(&self, count: usize) -> Option<Range<usize>> {
        let start_after = |used: usize| match used % CHUNK + count > CHUNK {
            true => used.next_multiple_of(CHUNK),
            false => used,
        };
        let end = |used: usize| {
            let end = start_after(used) + count;
            (count <= CHUNK && end <= self.chunks.len() * CHUNK).then_some(end)
        };
        let Ok(used) = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, end) else {
            self.full.store(true, Ordering::Relaxed);
            return None;
        };
        let start = start_after(used);
        self.chunks[start / CHUNK].get_or_init(|| (0..CHUNK).map(|_| Node::unused()).collect());
        Some(start..start + count)
    }

    pub(super) fn longest(&self) -> u32 {
        self.longest.load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn note_length(&self, plies: u32) {
        if plies > self.longest() {
            self.longest.fetch_max(plies, Ordering::Relaxed);
        }
    }

    pub(super) fn move_root_to(&mut self, game: &G, position: &G::Position) -> bool {
        let Some(node) = self.find(game, position) else { return false };
        if node != ROOT {
            *self = self.kept(self.node(node), position.clone());
        }
        true
    }

    fn find(&self, game: &G, wanted: &G::Position) -> Option<usize> {
        let mut queue = VecDeque::from([(ROOT, self.position.clone(), 0)]);
        let mut reached = 1;
        while let Some((index, position, plies)) = queue.pop_front() {
            if position == *wanted {
                return Some(index);
            }
            let children = self.node(index).children();
            reached += children.len();
            if reached > COMPARED_MAX || plies == ROUNDS_BACK * game.players() {
                continue;
            }
            for child in children {
                let mut next = position.clone();
                game.play(&mut next, self.node(child).origin().mv.expect("a child has a move"));
                queue.push_back((child, next, plies + 1));
            }
        }
        None
    }

    fn kept(&self, root: &Node<G::Move>, position: G::Position) -> Self {
        let tree = Tree::empty(position, self.chunks.len());
        tree.node(ROOT).fill_from(root);
        let mut queue = VecDeque::from([(root, ROOT, 0)]);
        while let Some((old, index, plies)) = queue.pop_front() {
            if old.visits() > 0 {
                tree.note_length(plies);
            }
            let children = self.children(old);
            // Without children there is nothing to keep, and what does not fit any more grows again.
            let Some(range) =
                (!children.is_empty()).then(|| tree.allocate(children.len())).flatten()
            else {
                continue;
            };
            for (child, index) in children.iter().zip(range.clone()) {
                tree.node(index).fill_from(child);
                queue.push_back((child, index, plies + 1));
            }
            tree.node(index).publish(Some(range));
        }
        tree
    }
}
