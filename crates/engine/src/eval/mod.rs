//! What a position is worth, game by game.
//!
//! Each game has one enum of evaluations. It is the [`Guide`] of every search in that game: which of the
//! evaluations it is decides the value, while hints such as which moves are captures are common to all.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::time::Duration;

use manator_core::{Game, Player, Settings, Table};
use manator_search::strong::Tuning;
use manator_search::{Guide, Limits, Score, mcts};

use crate::agent::Agent;
use crate::book::Book;
use crate::level::Levels;
use crate::options::OwnLimits;

/// Declares the evaluations of a game, the best first: `Variant "name": "what it looks at, in one line"`.
macro_rules! evaluations {
    ($(#[$doc:meta])* $name:ident { $($eval:ident $word:literal: $summary:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $(#[doc = $summary] $eval,)*
        }

        impl $name {
            const LISTED: &'static [$crate::eval::Evaluation<Self>] = &[$($crate::eval::Evaluation {
                eval: $name::$eval,
                name: $word,
                summary: $summary,
            }),*];
        }
    };
}

macro_rules! modules {
    ($($module:ident::$rulebook:ident,)*) => { $(pub mod $module;)* };
}
manator_games::every_game!(modules);
pub mod learned;

pub trait Evaluations<G: Game>: Guide<G> + Copy + 'static {
    /// All of them, the best first: that one is the default.
    const ALL: &'static [Evaluation<Self>];

    /// The lead at which the champion, with the best evaluation, has all but won against its equal, where there is one:
    /// matches do not begin there.
    const DECISIVE_LEAD: Option<i32> = None;

    /// The numbers of the champion's search; `None` where it is not the search that has them.
    const TUNING: Option<Tuning> = Some(Tuning::DEFAULT);

    /// The openings of the champion, where there is a book of them.
    const BOOK: Option<Book<'static>> = None;

    /// How many of the last positions of a game the champion takes for ties when a line comes back to them: more than none
    /// where whoever is ahead might move to and fro for ever.
    const PAST_MAX: usize = 0;

    /// What the levels overlook, and how strong they are beside each other: docs/strength.md has the matches.
    const LEVELS: Levels = Levels::USUAL;

    /// The evaluation that can be trained, where there is one.
    const SIGHT: Option<&'static dyn learned::Sight> = None;

    /// How long a program may think about a turn, an alternate included, where the game's document says so.
    const TURN_TIME: Option<Duration> = None;

    /// The puzzles that are kept, where there are any: see [`puzzle`](crate::puzzle).
    const PUZZLES: Option<&'static str> = None;

    /// The moves of a game between champions, where one is kept to be looked at.
    const EXAMPLE: Option<&'static str> = None;

    /// Returns what the evaluation gives a game that is as good as over, where it has a value for that.
    fn decided(&self) -> Option<i32> {
        None
    }

    /// Returns the numbers of Monte Carlo tree search.
    fn playouts() -> mcts::Options {
        let usual = mcts::Options::default();
        let scale = Self::SIGHT.map_or(usual.scale, |sight| sight.shape().scale);
        mcts::Options { scale, ..usual }
    }

    /// Returns the champion, where it is none of the searches that other games have.
    fn champion(
        self,
        _table: &dyn Table,
        _game: &Arc<G>,
        _limits: &OwnLimits,
        _settings: &Settings,
    ) -> Option<Box<dyn Agent>> {
        None
    }

    /// Returns who wins a position, where the game or this board of it is solved.
    fn solved(_game: &G, _position: &G::Position, _limits: &Limits) -> Option<Player> {
        None
    }

    /// Returns a score in the evaluation's own units, in which a proven end may have a value too.
    fn in_units(&self, score: Score) -> i32 {
        match self.decided() {
            Some(decided) if score.is_proven() => decided * score.0.signum(),
            _ => score.0,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Evaluation<E: 'static> {
    pub eval: E,
    pub name: &'static str,
    /// What it looks at, in one line.
    pub summary: &'static str,
}
