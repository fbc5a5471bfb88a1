//! What a search tells whoever watches it: which positions it looks at, and why it leaves them.
//!
//! The searches call an [`Observer`] where they enter and leave a node. In ordinary play it is `()`, of which nothing is
//! left once compiled; `crate::Recorder` keeps the tree. So what is shown is what plays.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{PerPlayer, Player};

use crate::score::{Score, Window};

/// Watches a search as it goes down and up its tree. What is told is made only for those who ask.
pub trait Observer<M> {
    /// A move of the node entered last is about to be looked at, once or several times.
    fn try_move(&mut self, _mv: M) {}

    /// A position is looked at: the root, or the one after the move tried.
    fn enter(&mut self, _entered: impl FnOnce() -> Entered) {}

    /// The position left last is the best of those after moves of the same node so far.
    fn prefer(&mut self) {}

    /// The position entered last and not left yet is left.
    fn leave(&mut self, _left: impl FnOnce() -> Left) {}
}

impl<M> Observer<M> for () {}

/// How a search comes to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entered {
    /// How many plies, or rounds, are left to look ahead.
    pub depth: u32,
    pub scope: Scope,
}

/// Which values matter there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    All,
    /// Those between two bounds, to the player at the root: a lower one has that player already, and with a higher one the
    /// others would not let it come to this.
    Window {
        alpha: Score,
        beta: Score,
    },
    /// In max^n, those that give a player who decided before at least so much.
    Needs {
        player: Player,
        value: Score,
    },
}

/// What a search takes away from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    pub values: Values,
    pub why: Why,
}

/// What a position is worth, to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// To the player at the root.
    Root(Score),
    /// To every player.
    Each(PerPlayer<Score>),
}

/// Why a search leaves a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// No depth is left: it was evaluated.
    Evaluated,
    /// The game is over there.
    Over,
    /// Every move that may be played was looked at.
    Searched,
    /// What was found is outside of what matters, so that nobody will let it come to this: the other moves were not
    /// looked at.
    Cut,
    /// The player who decides wins at once, and nothing is better.
    Won,
    /// It was looked at before, and is remembered.
    Remembered,
    /// The search had to stop.
    Stopped,
}

impl From<Window> for Scope {
    fn from(Window { alpha, beta }: Window) -> Scope {
        Scope::Window { alpha, beta }
    }
}

impl Left {
    pub(crate) fn root(score: Score, why: Why) -> Left {
        Left { values: Values::Root(score), why }
    }

    pub(crate) fn each(values: PerPlayer<Score>, why: Why) -> Left {
        Left { values: Values::Each(values), why }
    }
}
