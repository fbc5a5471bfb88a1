//! One playout: down the tree, a leaf given its moves, and back up with what they are worth.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::random::SplitMix;
use manator_core::{Game, LOST, Outcome, Player, Reason};

use super::Options;
use super::bounds::{ALL_LOST, Bounds, LOSS, Level, TIE, Values, WIN};
use super::estimate::estimate;
use super::tree::{Company, Node, Origin, ROOT, Tree};
use crate::guide::Guide;
use crate::score::Score;

/// How many nodes a line of the tree has at most: going down a longer one, as forced moves make in games
/// that need not end, takes longer than it teaches.
const LINE_MAX: usize = 256;
/// How far a move is behind the best, in expected results, that deserves half as much attention. Against twice as
/// much, 24 games each at 10 ms: Jetan 60 ± 7 %, King's Court 56 ± 6 %, Refusal and Joust 50 %.
const HALF_BEHIND: f32 = 0.05;
/// What part of the attention all moves share alike, so that none is forgotten that a proof needs.
const SHARED: f32 = 0.1;
/// What part of a move's value is that of its best line, the rest being the average. Averages alone scored less against
/// a common opponent in Jetan, King's Court and ThreeChess, more in Refusal, none of it surely (docs/search.md); against
/// 0.8: Refusal 62 ± 13 % of 24 games, Jetan, King's Court and Joust 48 to 50 %.
const BEST_LINE: f32 = 0.5;
/// By how much a prior is raised at most by chance, so that seeds differ.
const CHANCE: f32 = 0.1;

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
    origin: Origin<M>,
    bounds: Bounds,
    worths: Values,
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

    /// Makes one playout; returns how many positions were gone through or evaluated for it.
    pub(super) fn play_once(&mut self) -> u32 {
        let tree = self.tree;
        let mut position = tree.position.clone();
        let mut node = tree.node(ROOT);
        let mut news = false;
        let mut evaluated = 0;
        self.path.clear();
        let values = loop {
            self.path.push(node);
            node.visit(self.company);
            let bounds = node.bounds();
            if bounds.is_exact() {
                news = true;
                break bounds.values();
            }
            if node.children().is_empty() {
                let has_room = self.path.len() < LINE_MAX && !tree.is_full();
                if has_room && self.grow(node, &position) {
                    let children = tree.children(node);
                    let open = Bounds::open(self.game.players());
                    news = children.iter().any(|child| child.bounds() != open);
                    evaluated = children.len() as u32;
                    break self.best_worths(node);
                }
                break node.worths();
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
        depth + 1 + evaluated
    }

    /// Returns the child to go to: by PUCT, unless something is proven.
    #[inline]
    fn select(&self, parent: &Node<G::Move>) -> &'a Node<G::Move> {
        let mover = parent.origin().mover;
        let bounds = parent.bounds();
        let (low, high) = (bounds.low(mover), bounds.high(mover));
        let weight = self.options.exploration * (parent.visits() as f32).sqrt();
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
            let (worth, visits) = (child.worth(mover), child.visits());
            let value = match visits {
                0 => worth,
                _ => BEST_LINE * worth + (1.0 - BEST_LINE) * child.mean(mover),
            };
            let urgency = value + weight * child.origin().prior / (1 + visits) as f32;
            if urgency > best.0 {
                best = (urgency, index);
            }
        }
        &children[best.1]
    }

    /// Returns what a node with children is worth to everybody when its mover plays the best of them.
    #[inline]
    fn best_worths(&self, node: &Node<G::Move>) -> Values {
        let mover = node.origin().mover;
        let mut best = (f32::NEG_INFINITY, node);
        for child in self.tree.children(node) {
            let worth = child.worth(mover);
            if worth > best.0 {
                best = (worth, child);
            }
        }
        best.1.worths()
    }

    /// Gives a node its children, evaluated; returns whether it could.
    fn grow(&mut self, node: &Node<G::Move>, position: &G::Position) -> bool {
        if !node.claim() {
            return false;
        }
        let (game, guide, children) = (self.game, self.guide, &mut self.children);
        let scale = self.options.scale;
        let mut scratch = position.clone();
        children.clear();
        let _ = game.legal_moves(position, |mv| {
            children.push(game.with_move(&mut scratch, mv, |next| {
                let (bounds, plies) = known(game, guide, next);
                let origin = Origin { mv: Some(mv), mover: game.to_move(next), plies, prior: 0.0 };
                let worths = match bounds.is_exact() {
                    true => bounds.values(),
                    false => estimate(game, guide, scale, next),
                };
                Child { origin, bounds, worths }
            }));
            ControlFlow::<()>::Continue(())
        });
        // To win at once is better than anything, so nothing else can be played.
        let mover = node.origin().mover;
        if children.iter().any(|child| child.ends_in_win(mover)) {
            children.retain(|child| child.ends_in_win(mover));
        }
        set_priors(children, mover, self.random);
        let range = self.tree.allocate(children.len());
        if let Some(range) = range.clone() {
            for (node, child) in self.tree.nodes(range).iter().zip(children) {
                node.fill(child.origin, child.bounds, &child.worths);
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

    /// Adds what a playout has found to the averages along the path, and looks which lines are the best now.
    fn credit(&self, values: &Values) {
        let mut chooser = self.tree.node(ROOT).origin().mover;
        for node in &self.path {
            node.credit(values[chooser.index()], self.company);
            chooser = node.origin().mover;
        }
        for node in self.path.iter().rev().filter(|node| !node.children().is_empty()) {
            node.set_worths(&self.best_worths(node));
        }
    }
}

/// Says how much attention each move deserves, by how far it is behind the best.
fn set_priors<M>(children: &mut [Child<M>], mover: Player, random: &mut SplitMix) {
    let worth = |child: &Child<M>| child.worths[mover.index()];
    let best = children.iter().map(worth).fold(0.0, f32::max);
    let mut total = 0.0;
    for child in children.iter_mut() {
        let behind = (best - worth(child)) / HALF_BEHIND;
        let chance = CHANCE * random.below(256) as f32 / 256.0;
        child.origin.prior = (1.0 + chance) / (1.0 + behind * behind);
        total += child.origin.prior;
    }
    let alike = SHARED / children.len() as f32;
    for child in children {
        child.origin.prior = alike + (1.0 - SHARED) * child.origin.prior / total;
    }
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
