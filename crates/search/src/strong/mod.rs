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
use history::History;
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
    /// One for each thread.
    histories: Vec<History>,
}

impl Strong {
    pub fn new(options: Options) -> Strong {
        let histories = (0..platform::threads(options.threads)).map(|_| History::new()).collect();
        Strong { options, table: TranspositionTable::new(options.hash_mib), histories }
    }

    /// Forgets everything: another game begins, or another guide takes over.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(History::clear);
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
        let (table, options) = (&self.table, self.options);
        let worker =
            |history| Worker::new((game, guide), position, options, (table, &team), history);
        let (first, others) = self.histories.split_first_mut().expect("at least one thread");
        let helpers = (1..).zip(others).map(|(seat, history)| {
            let mut helper = worker(history);
            move || helper.help(position, seat)
        });
        with_helpers(helpers, || {
            let report = worker(first).lead(position, &mut progress);
            team.stopped.store(true, Ordering::Relaxed);
            report
        })
    }
}
