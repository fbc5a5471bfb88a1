//! The strong searcher: iterative deepening, principal variation search, and what makes them fast.
//!
//! A node is cut into files: `node` enters it, looks it up and tries its moves, `prune` says what not to
//! search so deep, `order` what to try first, `quiet` when to evaluate; `deepen` is the root,
//! `threads` what several workers share. All scores are the mover's, seen with the root player's eyes: an
//! end in which both lose is bad for the root player only. A selective search does not believe that the opponent is
//! after it, though (`shuns` in `node`).
// SPDX-License-Identifier: MIT OR Apache-2.0

mod deepen;
pub(crate) mod history;
mod node;
mod order;
mod prune;
mod quiet;
pub(crate) mod threads;
mod tuning;

use std::sync::atomic::Ordering;

use manator_core::TwoPlayer;

use crate::guide::Guide;
use crate::limits::Limits;
use crate::platform::{self, with_helpers};
use crate::report::{Found, Report};
use crate::score::Score;
use crate::transposition::TranspositionTable;

use deepen::Worker;
pub use history::move_hash;
use threads::Team;
pub use tuning::{Parameter, Tuning};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    pub hash_mib: usize,
    pub threads: usize,
    pub lines: usize,
    pub reach: Reach,
    pub tuning: Tuning,
}

/// Whether all lines are equally deep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Promising lines are searched deeper than others, and no line is evaluated in the middle of an
    /// exchange. Proven ends are still proven, but may be found a few plies late.
    Selective,
    /// Every line is as deep as every other: the scores are those of plain minimax.
    Uniform,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            hash_mib: 16,
            threads: 1,
            lines: 1,
            reach: Reach::Selective,
            tuning: Tuning::DEFAULT,
        }
    }
}

#[derive(Debug)]
pub struct Strong {
    options: Options,
    table: TranspositionTable,
    /// The keys of positions that are worth a tie when a line comes back to one of them.
    past: Vec<u64>,
}

impl Strong {
    pub fn new(options: Options) -> Strong {
        let table = TranspositionTable::new(options.hash_mib);
        Strong { options, table, past: Vec::new() }
    }

    /// Forgets everything: another game begins, or another guide takes over.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.past.clear();
    }

    /// Takes a line that comes back to a position with one of these keys for a tie, instead of those told before.
    ///
    /// Where no rule ends a game that goes round in circles, whoever is ahead is to avoid it. A search of
    /// [`Reach::Uniform`] does not care. Each node compares its key with all of them, so they should be few.
    pub fn remember(&mut self, past: impl IntoIterator<Item = u64>) {
        self.past.clear();
        self.past.extend(past);
    }

    /// Searches until one of `limits` is reached, or until the best moves are proven to win or lose.
    ///
    /// `progress` is called after each iteration. What was found is remembered, so until
    /// [`new_game`](Self::new_game) the game and the guide must stay the same. With one thread and no limit
    /// of time, the same calls in the same order give the same results.
    pub fn search<G: TwoPlayer, U: Guide<G> + ?Sized>(
        &mut self,
        game: &G,
        guide: &U,
        position: &G::Position,
        limits: &Limits,
        mut progress: impl FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.table.grow_older();
        let team = Team::start(limits);
        if let Some(outcome) = game.outcome(position) {
            let score = Score::of(&outcome, game.to_move(position), 0);
            return Report::of_one(0, Found { line: Vec::new(), score }, 0, &team.clock);
        }
        let (table, options, past) = (&self.table, self.options, self.past.as_slice());
        let worker = || Worker::new((game, guide), position, options, (table, &team, past));
        let helpers = (1..platform::threads(options.threads) as u32).map(|seat| {
            let mut helper = worker();
            move || helper.help(position, seat)
        });
        with_helpers(helpers, || {
            let report = worker().lead(position, &mut progress);
            team.stopped.store(true, Ordering::Relaxed);
            report
        })
    }
}
