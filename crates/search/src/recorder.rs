//! Keeps the tree of a search, as far as there is room for it.
//!
//! While a search goes on, whole plies are kept from the root on, and beyond them the best line found so far with the
//! moves beside it; what is deeper is counted. In the end the most important nodes are kept: the principal line, then
//! the moves beside it, then the others, those near the root first.
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::observe::{Entered, Left, Observer, Scope, Values, Why};
use crate::score::Score;

/// So many times as many nodes as are kept in the end are held while the search goes on, and so many at least.
const HELD_TIMES: usize = 4;
const HELD_MIN: usize = 4096;

/// An [`Observer`] that keeps the tree of the last search it has seen to its end: of the last depth, where a search
/// deepens step by step.
///
/// ```
/// use manator_core::{Game, Notation, Player, Rulebook, Settings};
/// use manator_games::joust::{Joust, Position};
/// use manator_search::{Clock, Guide, Limits, Recorder, alphabeta_observed};
///
/// struct Nothing;
///
/// impl Guide<Joust> for Nothing {
///     fn evaluate(&self, _: &Joust, _: &Position, _: Player) -> i32 {
///         0
///     }
/// }
///
/// # fn main() -> Result<(), manator_core::OptionError> {
/// let joust = Joust::new(&Settings::defaults(Joust::CARD.options))?;
/// let (mut clock, mut recorder) = (Clock::start(&Limits::default()), Recorder::new(100));
/// alphabeta_observed((&joust, &Nothing), &joust.start(), 3, &mut clock, &mut recorder);
/// let nodes = recorder.nodes();
/// assert_eq!((nodes[0].mv, nodes[0].nodes, nodes.len()), (None, clock.nodes(), 37));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Recorder<M> {
    nodes_max: usize,
    /// Up to which ply every node is held.
    ply_max: usize,
    ply_reached: usize,
    held: usize,
    /// How many positions were looked at in the search going on, and in all of them.
    looked_at: u64,
    total: u64,
    /// The nodes from the root to the one entered last.
    open: Vec<Held<M>>,
    done: Option<Held<M>>,
}

#[derive(Clone, Debug)]
struct Held<M> {
    mv: Option<M>,
    entered: Entered,
    left: Left,
    at: u64,
    nodes: u64,
    tried: u32,
    trying: Option<M>,
    best: Option<usize>,
    children: Vec<Held<M>>,
}

/// A node that was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedNode<M> {
    /// The index of the node from which a move led here; `None` for the root only, as its move.
    pub parent: Option<usize>,
    pub mv: Option<M>,
    pub ply: u32,
    pub entered: Entered,
    pub left: Left,
    /// Which position it was, counted from 1 in the order in which they were looked at.
    pub at: u64,
    /// How many positions were looked at here and below.
    pub nodes: u64,
    /// How many of them, all below, were not kept.
    pub more: u64,
    /// How many moves were tried here.
    pub tried: u32,
    /// Whether its move was the best of its parent's.
    pub is_best: bool,
    /// Whether it is on the principal line.
    pub is_principal: bool,
}

/// How much is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    Exactly,
    /// To the player at the root, or in max^n to whoever decides there, it is this or more.
    AtLeast,
    AtMost,
}

impl<M> RecordedNode<M> {
    /// Returns the same node with its move written otherwise.
    pub fn with_move<N>(self, mv: Option<N>) -> RecordedNode<N> {
        let RecordedNode { parent, mv: _, ply, entered, left, at, nodes, more, tried, .. } = self;
        let (is_best, is_principal) = (self.is_best, self.is_principal);
        RecordedNode {
            parent,
            mv,
            ply,
            entered,
            left,
            at,
            nodes,
            more,
            tried,
            is_best,
            is_principal,
        }
    }

    /// Returns how much is known of the value: outside of what matters, a search looks for no more than a bound.
    pub fn known(&self) -> Known {
        let score = match (self.left.why, self.left.values) {
            (Why::Evaluated | Why::Over, _) => return Known::Exactly,
            (Why::Cut, Values::Each(_)) => return Known::AtLeast,
            (_, Values::Each(_)) => return Known::Exactly,
            (_, Values::Root(score)) => score,
        };
        match self.entered.scope {
            Scope::Window { beta, .. } if score >= beta => Known::AtLeast,
            Scope::Window { alpha, .. } if score <= alpha => Known::AtMost,
            _ => Known::Exactly,
        }
    }
}

impl<M: Copy> Recorder<M> {
    /// Makes a recorder that keeps at most so many nodes, and the root.
    pub fn new(nodes_max: usize) -> Self {
        Recorder {
            nodes_max: nodes_max.max(1),
            ply_max: usize::MAX,
            ply_reached: 0,
            held: 0,
            looked_at: 0,
            total: 0,
            open: Vec::new(),
            done: None,
        }
    }

    /// Returns how many positions were looked at in all: in every depth, also in one that was not finished.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Returns the nodes kept in the order in which they were entered, which is depth first; none if no search came to
    /// its end.
    pub fn nodes(&self) -> Vec<RecordedNode<M>> {
        let mut all = Vec::new();
        if let Some(root) = &self.done {
            list(root, None, &mut all);
        }
        keep_most_important(all, self.nodes_max)
    }

    /// Forgets what is below the child left last, unless it turned out to be the best.
    fn settle(&mut self) {
        let ply = self.open.len();
        let Some(parent) = self.open.last_mut() else { return };
        let last = parent.children.len().wrapping_sub(1);
        if parent.best != Some(last)
            && let Some(child) = parent.children.get_mut(last)
        {
            self.held -= prune(child, (ply, self.ply_max), Line::Other);
        }
    }

    /// Holds whole plies less deep until there is room.
    fn make_room(&mut self) {
        let held_max = HELD_MIN.max(self.nodes_max.saturating_mul(HELD_TIMES));
        while self.held > held_max && self.ply_max > 1 {
            self.ply_max = self.ply_max.min(self.ply_reached).saturating_sub(1).max(1);
            for (ply, node) in self.open.iter_mut().enumerate() {
                let best = node.best;
                for (index, child) in node.children.iter_mut().enumerate() {
                    let line = Line::of(best == Some(index));
                    self.held -= prune(child, (ply + 1, self.ply_max), line);
                }
            }
        }
    }
}

impl<M: Copy> Observer<M> for Recorder<M> {
    fn try_move(&mut self, mv: M) {
        if let Some(node) = self.open.last_mut() {
            node.trying = Some(mv);
            node.tried += 1;
        }
    }

    fn enter(&mut self, entered: impl FnOnce() -> Entered) {
        self.settle();
        if self.open.is_empty() {
            (self.looked_at, self.held, self.ply_reached) = (0, 0, 0);
            self.ply_max = usize::MAX;
        }
        self.looked_at += 1;
        self.total += 1;
        self.held += 1;
        let mv = self.open.last().and_then(|parent| parent.trying);
        self.open.push(Held {
            mv,
            entered: entered(),
            left: Left { values: Values::Root(Score::TIE), why: Why::Stopped },
            at: self.looked_at,
            nodes: 0,
            tried: 0,
            trying: None,
            best: None,
            children: Vec::new(),
        });
        self.ply_reached = self.ply_reached.max(self.open.len() - 1);
    }

    fn prefer(&mut self) {
        let ply = self.open.len();
        let Some(parent) = self.open.last_mut() else { return };
        let now = parent.children.len().checked_sub(1);
        if let Some(before) = parent.best.filter(|before| Some(*before) != now) {
            self.held -= prune(&mut parent.children[before], (ply, self.ply_max), Line::Other);
        }
        parent.best = now;
    }

    fn leave(&mut self, left: impl FnOnce() -> Left) {
        self.settle();
        let Some(mut node) = self.open.pop() else { return };
        node.left = left();
        node.nodes = self.looked_at - node.at + 1;
        match self.open.last_mut() {
            Some(parent) => parent.children.push(node),
            None if node.left.why == Why::Stopped => {}
            None => self.done = Some(node),
        }
        self.make_room();
    }
}

/// Whether a node is on the best line that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Best,
    Other,
}

impl Line {
    fn of(is_best: bool) -> Line {
        if is_best { Line::Best } else { Line::Other }
    }
}

/// Forgets what lies deeper than the last ply held whole, but for the best line and what is beside it; returns how many
/// nodes that were.
fn prune<M>(node: &mut Held<M>, (ply, ply_max): (usize, usize), line: Line) -> usize {
    if ply >= ply_max && line == Line::Other {
        let gone = node.children.iter().map(size).sum();
        node.children.clear();
        node.best = None;
        return gone;
    }
    let best = node.best.filter(|_| line == Line::Best);
    let children = node.children.iter_mut().enumerate();
    children
        .map(|(index, child)| prune(child, (ply + 1, ply_max), Line::of(best == Some(index))))
        .sum()
}

fn size<M>(node: &Held<M>) -> usize {
    1 + node.children.iter().map(size).sum::<usize>()
}

fn list<M: Copy>(node: &Held<M>, parent: Option<(usize, bool)>, all: &mut Vec<RecordedNode<M>>) {
    let above = parent.map(|(parent, _)| all[parent]);
    let is_best = parent.is_some_and(|(_, is_best)| is_best);
    let index = all.len();
    all.push(RecordedNode {
        parent: parent.map(|(parent, _)| parent),
        mv: node.mv,
        ply: above.map_or(0, |above| above.ply + 1),
        entered: node.entered,
        left: node.left,
        at: node.at,
        nodes: node.nodes,
        more: 0,
        tried: node.tried,
        is_best,
        is_principal: above.is_none_or(|above| is_best && above.is_principal),
    });
    for (number, child) in node.children.iter().enumerate() {
        list(child, Some((index, node.best == Some(number))), all);
    }
}

fn keep_most_important<M: Copy>(
    all: Vec<RecordedNode<M>>,
    nodes_max: usize,
) -> Vec<RecordedNode<M>> {
    let distance = |node: &RecordedNode<M>| match node.parent {
        _ if node.is_principal => 0,
        Some(parent) if all[parent].is_principal => 1,
        _ => 2,
    };
    let mut order: Vec<usize> = (0..all.len()).collect();
    // Whoever is kept has its parent kept: it comes before.
    order.sort_by_key(|index| {
        let node = &all[*index];
        (distance(node), node.ply, *index)
    });
    let mut places = vec![None; all.len()];
    order.truncate(nodes_max);
    order.sort_unstable();
    let mut kept: Vec<RecordedNode<M>> = Vec::new();
    for index in order {
        let mut node = all[index];
        node.parent = node.parent.and_then(|parent| places[parent]);
        places[index] = Some(kept.len());
        node.more = node.nodes - 1;
        if let Some(parent) = node.parent {
            kept[parent].more -= node.nodes;
        }
        kept.push(node);
    }
    kept
}

impl Scope {
    /// Returns the bounds, where there are any: an infinite one is none.
    pub fn window(self) -> Option<[Option<Score>; 2]> {
        let Scope::Window { alpha, beta } = self else { return None };
        let finite = |score: Score| (score.0.abs() < Score::INFINITE.0).then_some(score);
        Some([finite(alpha), finite(beta)])
    }
}
