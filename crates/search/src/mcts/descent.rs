//! One playout: down the tree, a leaf grown, played out, and back up with what came of it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Reverse;
use std::ops::ControlFlow;

use manator_core::{Game, LOST, Outcome, Player, Reason};

use super::bounds::{ALL_LOST, Bounds, LOSS, Level, TIE, Values, WIN};
use super::options::Options;
use super::playout::play_out;
use super::tree::{Node, ROOT, Tree};
use crate::guide::Guide;
use crate::score::Score;

/// Grows one tree.
pub(super) struct Gardener<'a, G: Game, E: ?Sized> {
    pub(super) game: &'a G,
    pub(super) guide: &'a E,
    pub(super) options: &'a Options,
    pub(super) tree: &'a mut Tree<G>,
    /// The nodes from the root to the leaf.
    path: Vec<usize>,
    /// Children on their way into the tree, kept so as not to allocate.
    seedlings: Vec<(i32, Node<G::Move>)>,
}

impl<'a, G: Game, E: Guide<G> + ?Sized> Gardener<'a, G, E> {
    /// Begins with a tree, whose root gets its children at once.
    pub(super) fn new(
        game: &'a G,
        guide: &'a E,
        options: &'a Options,
        tree: &'a mut Tree<G>,
    ) -> Self {
        let mut gardener =
            Gardener { game, guide, options, tree, path: Vec::new(), seedlings: Vec::new() };
        if gardener.tree.nodes[ROOT].count == 0 {
            let position = gardener.tree.position.clone();
            gardener.grow(ROOT, &position, usize::MAX);
            // What a guide knew about the position does not say which move is the best.
            gardener.tree.nodes[ROOT].bounds = Bounds::open(game.players());
            gardener.path.push(ROOT);
            gardener.prove();
        }
        gardener
    }

    /// Makes one playout; returns how many plies were played for it.
    pub(super) fn play_once(&mut self) -> u32 {
        let mut position = self.tree.position.clone();
        let mut node = ROOT;
        let mut grown = false;
        let mut news = false;
        self.path.clear();
        self.path.push(ROOT);
        let (values, plies) = loop {
            let Node { bounds, count, visits, .. } = self.tree.nodes[node];
            if bounds.is_exact() {
                break (bounds.values(), 0);
            }
            if count == 0 {
                let ripe = !grown && visits >= self.options.expand_after;
                if !ripe || !self.grow(node, &position, self.tree.nodes_max) {
                    let (game, random) = (self.game, &mut self.tree.random);
                    break play_out(game, self.guide, self.options, &mut position, random);
                }
                grown = true;
                news = self.has_news(node);
            }
            node = self.select(node);
            let mv = self.tree.nodes[node].mv.expect("a child has a move");
            self.game.play(&mut position, mv);
            self.path.push(node);
        };
        if news || self.tree.nodes[node].bounds.is_exact() {
            self.prove();
        }
        self.credit(&values);
        let depth = self.path.len() as u32 - 1;
        self.tree.longest = self.tree.longest.max(depth);
        depth + plies
    }

    /// Returns the child to go to: by UCB1, unless something is proven.
    #[inline]
    fn select(&self, node: usize) -> usize {
        let parent = &self.tree.nodes[node];
        let mover = parent.mover;
        let (low, high) = (parent.bounds.low(mover), parent.bounds.high(mover));
        let weight = self.options.exploration * logarithm(parent.visits).sqrt();
        let first = parent.first as usize;
        let children = &self.tree.nodes[parent.children()];
        let mut best = (f32::NEG_INFINITY, 0);
        for (index, child) in children.iter().enumerate() {
            let most = child.bounds.high(mover);
            if most < low || (most == LOSS && high > LOSS) {
                continue;
            }
            if child.bounds.low(mover) == WIN {
                return first + index;
            }
            let urgency = match child.visits {
                0 => self.options.first_play,
                visits => child.mean(mover) as f32 + weight / (visits as f32).sqrt(),
            };
            if urgency > best.0 {
                best = (urgency, index);
            }
        }
        first + best.1
    }

    /// Gives a node its children, most promising first; returns whether there was room.
    fn grow(&mut self, node: usize, position: &G::Position, nodes_max: usize) -> bool {
        let (game, guide, players) = (self.game, self.guide, self.game.players());
        let room = nodes_max.saturating_sub(self.tree.nodes.len()).min(usize::from(u16::MAX));
        let seedlings = &mut self.seedlings;
        seedlings.clear();
        let mut scratch = position.clone();
        let full = game.legal_moves(position, |mv| {
            if seedlings.len() == room {
                return ControlFlow::Break(());
            }
            let (bounds, plies, mover) = game.with_move(&mut scratch, mv, |next| {
                let (bounds, plies) = known(game, guide, next, players);
                (bounds, plies, game.to_move(next))
            });
            let child =
                Node { sum: 0.0, visits: 0, first: plies, count: 0, bounds, mover, mv: Some(mv) };
            seedlings.push((guide.promise(game, position, mv), child));
            ControlFlow::Continue(())
        });
        if full.is_break() {
            return false;
        }
        if seedlings.windows(2).any(|pair| pair[0].0 < pair[1].0) {
            seedlings.sort_by_key(|(promise, _)| Reverse(*promise));
        }
        let first = self.tree.nodes.len() as u32;
        self.tree.nodes.extend(seedlings.iter().map(|(_, child)| *child));
        let parent = &mut self.tree.nodes[node];
        (parent.first, parent.count) = (first, seedlings.len() as u16);
        true
    }

    fn has_news(&self, node: usize) -> bool {
        let open = Bounds::open(self.game.players());
        let children = self.tree.nodes[node].children();
        self.tree.nodes[children].iter().any(|child| child.bounds != open)
    }

    /// Backs up what is proven along the path, as far as it is new.
    fn prove(&mut self) {
        let players = self.game.players();
        for index in self.path.iter().rev() {
            let Node { mover, bounds, count, .. } = self.tree.nodes[*index];
            if count == 0 {
                continue;
            }
            let children = &self.tree.nodes[self.tree.nodes[*index].children()];
            let children = children.iter().map(|child| child.bounds);
            let proven = Bounds::backed_up(players, mover, children).and(bounds);
            if proven == bounds {
                break;
            }
            self.tree.nodes[*index].bounds = proven;
        }
    }

    /// Counts a playout along the path.
    fn credit(&mut self, values: &Values) {
        let mut chooser = self.tree.nodes[ROOT].mover;
        for index in &self.path {
            let node = &mut self.tree.nodes[*index];
            node.visits = node.visits.saturating_add(1);
            node.sum += f64::from(values[chooser.index()]);
            chooser = node.mover;
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
    players: usize,
) -> (Bounds, u32) {
    if let Some(outcome) = game.outcome(position) {
        return (Bounds::of(&outcome), 0);
    }
    // A guide speaks for the player to move only, which says all there is about two players.
    let solved = if players == 2 { guide.solve(game, position) } else { None };
    let level = solved.and_then(|score| level(score).map(|level| (level, score)));
    let Some((level, score)) = level else { return (Bounds::open(players), 0) };
    let plies = score.wins_in().or(score.loses_in()).unwrap_or(0);
    (Bounds::of_two(game.to_move(position), level), plies)
}

fn level(score: Score) -> Option<Level> {
    match score {
        Score::TIE => Some(TIE),
        _ if score.wins_in().is_some() => Some(WIN),
        _ if score.loses_in().is_some() => Some(LOSS),
        _ => (score == all_lost()).then_some(ALL_LOST),
    }
}

/// Returns what it is worth when everybody has lost.
pub(super) fn all_lost() -> Score {
    Score::of(&Outcome::all(2, LOST, Reason("all-lost")), Player(0), 0)
}
