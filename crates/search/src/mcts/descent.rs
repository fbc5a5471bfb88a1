//! One playout: down the tree, a leaf grown, played out, and back up with what came of it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Reverse;
use std::ops::ControlFlow;

use manator_core::random::SplitMix;
use manator_core::{Game, LOST, Outcome, Player, Reason};

use super::Options;
use super::bounds::{ALL_LOST, Bounds, LOSS, Level, TIE, Values, WIN};
use super::playout::play_out;
use super::tree::{Company, Node, Origin, ROOT, Tree};
use crate::guide::Guide;
use crate::score::Score;

/// How many nodes a line of the tree has at most: going down a longer one, as forced moves make in games
/// that need not end, takes longer than it teaches.
const LINE_MAX: usize = 256;

pub(super) struct Grower<'a, G: Game, E: ?Sized> {
    pub(super) game: &'a G,
    pub(super) guide: &'a E,
    pub(super) options: &'a Options,
    pub(super) tree: &'a Tree<G>,
    pub(super) random: &'a mut SplitMix,
    path: Vec<&'a Node<G::Move>>,
    /// Children on their way into the tree, kept so as not to allocate.
    children: Vec<Child<G::Move>>,
    company: Company,
}

struct Child<M> {
    promise: i32,
    origin: Origin<M>,
    bounds: Bounds,
}

impl<M> Child<M> {
    fn ends_in_win(&self, player: Player) -> bool {
        self.bounds.low(player) == WIN && self.origin.plies == 0
    }
}

impl<'a, G: Game, E: Guide<G> + ?Sized> Grower<'a, G, E> {
    pub(super) fn new(
        (game, guide, options): (&'a G, &'a E, &'a Options),
        tree: &'a Tree<G>,
        random: &'a mut SplitMix,
    ) -> Self {
        let company = if options.threads <= 1 { Company::Alone } else { Company::Threads };
        let (path, children) = (Vec::new(), Vec::new());
        Grower { game, guide, options, tree, random, path, children, company }
    }

    /// Gives the root its children, which must be done before the first playout.
    pub(super) fn grow_root(&mut self) {
        let root = self.tree.node(ROOT);
        if root.children().is_empty() && self.grow(root, &self.tree.position) {
            // What a guide knew about the position does not say which move is the best.
            root.open(Bounds::open(self.game.players()));
            self.path.clear();
            self.path.push(root);
            self.prove();
        }
    }

    /// Makes one playout; returns how many plies were played for it.
    pub(super) fn play_once(&mut self) -> u32 {
        let tree = self.tree;
        let mut position = tree.position.clone();
        let mut node = tree.node(ROOT);
        let mut grown = false;
        let mut news = false;
        self.path.clear();
        let (values, plies) = loop {
            self.path.push(node);
            let visits = node.visits();
            node.visit(self.company);
            let bounds = node.bounds();
            if bounds.is_exact() {
                news = true;
                break (bounds.values(), 0);
            }
            if node.children().is_empty() {
                let ripe = !grown
                    && visits >= self.options.expand_after
                    && self.path.len() < LINE_MAX
                    && !tree.is_full();
                if !ripe || !self.grow(node, &position) {
                    let (game, guide) = (self.game, self.guide);
                    break play_out(game, guide, self.options, &mut position, self.random);
                }
                grown = true;
                let open = Bounds::open(self.game.players());
                news = tree.children(node).iter().any(|child| child.bounds() != open);
            }
            node = self.select(node);
            self.game.play(&mut position, node.origin().mv.expect("a child has a move"));
        };
        if news {
            self.prove();
        }
        self.credit(&values);
        let depth = self.path.len() as u32 - 1;
        tree.note_length(depth);
        depth + plies
    }

    /// Returns the child to go to: by UCB1, unless something is proven.
    #[inline]
    fn select(&self, parent: &Node<G::Move>) -> &'a Node<G::Move> {
        let mover = parent.origin().mover;
        let bounds = parent.bounds();
        let (low, high) = (bounds.low(mover), bounds.high(mover));
        let weight = self.options.exploration * logarithm(parent.visits()).sqrt();
        let children = self.tree.children(parent);
        let mut best = (f32::NEG_INFINITY, 0);
        for (index, child) in children.iter().enumerate() {
            let bounds = child.bounds();
            let most = bounds.high(mover);
            if most < low || (most == LOSS && high > LOSS) {
                continue;
            }
            if bounds.low(mover) == WIN {
                return child;
            }
            let urgency = match child.visits() {
                0 => self.options.first_play,
                visits => child.mean(mover) + weight / (visits as f32).sqrt(),
            };
            if urgency > best.0 {
                best = (urgency, index);
            }
        }
        &children[best.1]
    }

    /// Gives a node its children, most promising first; returns whether it could.
    fn grow(&mut self, node: &Node<G::Move>, position: &G::Position) -> bool {
        if !node.claim() {
            return false;
        }
        let (game, guide, children) = (self.game, self.guide, &mut self.children);
        let mut scratch = position.clone();
        children.clear();
        let _ = game.legal_moves(position, |mv| {
            let promise = guide.promise(game, position, mv);
            children.push(game.with_move(&mut scratch, mv, |next| {
                let (bounds, plies) = known(game, guide, next);
                let origin = Origin { mv: Some(mv), mover: game.to_move(next), plies };
                Child { promise, origin, bounds }
            }));
            ControlFlow::<()>::Continue(())
        });
        // To win at once is better than anything, so nothing else can be played.
        let mover = node.origin().mover;
        if children.iter().any(|child| child.ends_in_win(mover)) {
            children.retain(|child| child.ends_in_win(mover));
        }
        if children.windows(2).any(|pair| pair[0].promise < pair[1].promise) {
            children.sort_by_key(|child| Reverse(child.promise));
        }
        let range = self.tree.allocate(children.len());
        if let Some(range) = range.clone() {
            for (node, child) in self.tree.nodes(range).iter().zip(children) {
                node.fill(child.origin, child.bounds);
            }
        }
        node.publish(range.clone());
        range.is_some()
    }

    /// Backs up what is proven along the path, as far as it is new.
    fn prove(&self) {
        for node in self.path.iter().rev() {
            let children = self.tree.children(node);
            if children.is_empty() {
                continue;
            }
            let bounds = children.iter().map(Node::bounds);
            let mover = node.origin().mover;
            if !node.prove(Bounds::backed_up(self.game.players(), mover, bounds)) {
                break;
            }
        }
    }

    fn credit(&self, values: &Values) {
        let mut chooser = self.tree.node(ROOT).origin().mover;
        for node in &self.path {
            node.credit(values[chooser.index()], self.company);
            chooser = node.origin().mover;
        }
    }
}

/// Returns nearly the natural logarithm, the same on every machine and quicker than the exact one:
/// the exponent of a floating-point number, with its mantissa as the digits after the point.
#[inline]
fn logarithm(count: u32) -> f32 {
    const ONE: f32 = (1 << 23) as f32;
    let bits = (count.max(1) as f32).to_bits();
    (bits as f32 / ONE - 127.0) * std::f32::consts::LN_2
}

/// Returns what rules and guide know about a position, and how many plies a proven end is away.
fn known<G: Game, E: Guide<G> + ?Sized>(
    game: &G,
    guide: &E,
    position: &G::Position,
) -> (Bounds, u16) {
    let players = game.players();
    if let Some(outcome) = game.outcome(position) {
        return (Bounds::of(&outcome), 0);
    }
    // A guide speaks for the player to move only, which says all there is about two players.
    let solved = if players == 2 { guide.solve(game, position) } else { None };
    let level = solved.and_then(|score| level(score).map(|level| (level, score)));
    let Some((level, score)) = level else { return (Bounds::open(players), 0) };
    let plies = score.wins_in().or(score.loses_in()).unwrap_or(0);
    (Bounds::of_two(game.to_move(position), level), plies as u16)
}

fn level(score: Score) -> Option<Level> {
    match score {
        Score::TIE => Some(TIE),
        _ if score.wins_in().is_some() => Some(WIN),
        _ if score.loses_in().is_some() => Some(LOSS),
        _ => (score == all_lost()).then_some(ALL_LOST),
    }
}

pub(super) fn all_lost() -> Score {
    Score::of(&Outcome::all(2, LOST, Reason("all-lost")), Player(0), 0)
}
