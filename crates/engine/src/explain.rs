//! How an agent finds its move, for people to look at.
//!
//! Nothing is searched for the sake of being shown: an [`Observer`](manator_search::Observer) watches the search that
//! plays, and what it has kept is written in the game's notation here.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Player, Rulebook};
use manator_search::mcts::Branch;
use manator_search::{RecordedNode, Report};

use crate::agent::Thought;

/// What an agent has found, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Explained {
    pub thought: Thought,
    /// What it thought on the way: depth by depth, or after more and more playouts.
    pub steps: Vec<Thought>,
    pub shown: Shown<String>,
}

/// What a search shows of itself, with its moves as `M`.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown<M> {
    /// No more than what it found depth by depth.
    Depths,
    /// Its tree, in the order in which it grew: see [`Recorder`](manator_search::Recorder).
    Tree(Vec<Shape<RecordedNode<M>>>),
    /// Where its playouts went.
    Playouts { tree: Vec<Shape<Branch<M>>>, growth: Vec<Growth<M>> },
}

/// A node of a tree, and what the rules say about its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape<N> {
    pub node: N,
    /// Who decides there; `None` once the game is over.
    pub player: Option<Player>,
    /// How many moves are legal.
    pub legal: usize,
}

/// How often each move was visited after so many playouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth<M> {
    pub playouts: u64,
    pub visits: Vec<(M, u64)>,
}

/// What a searcher shows: typed, and without what the rules say.
pub(crate) struct Searched<M> {
    pub(crate) report: Report<M>,
    pub(crate) kept: Kept<M>,
}

pub(crate) enum Kept<M> {
    Nothing,
    Tree(Vec<RecordedNode<M>>),
    Playouts(Vec<Branch<M>>, Vec<Growth<M>>),
}

/// A node of a tree in which moves lead from one to the next.
trait Grown<M>: Sized {
    type Written;

    fn parent(&self) -> Option<usize>;
    fn mv(&self) -> Option<M>;
    fn written(self, mv: Option<String>) -> Self::Written;
}

impl<M: Copy> Grown<M> for RecordedNode<M> {
    type Written = RecordedNode<String>;

    fn parent(&self) -> Option<usize> {
        self.parent
    }

    fn mv(&self) -> Option<M> {
        self.mv
    }

    fn written(self, mv: Option<String>) -> RecordedNode<String> {
        self.with_move(mv)
    }
}

impl<M: Copy> Grown<M> for Branch<M> {
    type Written = Branch<String>;

    fn parent(&self) -> Option<usize> {
        self.parent
    }

    fn mv(&self) -> Option<M> {
        self.mv
    }

    fn written(self, mv: Option<String>) -> Branch<String> {
        self.with_move(mv)
    }
}

/// Writes what a search has kept in the notation of its game.
pub(crate) fn written<G: Rulebook>(
    game: &G,
    root: &G::Position,
    kept: Kept<G::Move>,
) -> Shown<String> {
    match kept {
        Kept::Nothing => Shown::Depths,
        Kept::Tree(nodes) => Shown::Tree(shapes(game, root, nodes)),
        Kept::Playouts(tree, growth) => {
            let text = |(mv, visits)| (game.move_text(root, mv), visits);
            let growth = growth.into_iter().map(|Growth { playouts, visits }| Growth {
                playouts,
                visits: visits.into_iter().map(text).collect(),
            });
            Shown::Playouts { growth: growth.collect(), tree: shapes(game, root, tree) }
        }
    }
}

fn shapes<G: Rulebook, N: Grown<G::Move>>(
    game: &G,
    root: &G::Position,
    nodes: Vec<N>,
) -> Vec<Shape<N::Written>> {
    let mut positions: Vec<G::Position> = Vec::with_capacity(nodes.len());
    let shape = |node: N| {
        let mut position = node.parent().map_or(root, |parent| &positions[parent]).clone();
        let text = node.mv().map(|mv| {
            let text = game.move_text(&position, mv);
            game.play(&mut position, mv);
            text
        });
        let legal = game.count_moves(&position);
        let player = (legal > 0).then(|| game.to_move(&position));
        positions.push(position);
        Shape { node: node.written(text), player, legal }
    };
    nodes.into_iter().map(shape).collect()
}
