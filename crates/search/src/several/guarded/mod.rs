//! Best-reply search as strong as it can be made: for play, not for comparison.
//!
//! The model of the opponents is that of BRS+, see [`Coalition::best_reply`](super::Coalition::best_reply),
//! but nobody is thought to throw the game away to spite the player at the root: whoever can win at once
//! does, and nobody leaves itself [exposed](Guide::is_exposed) who has another move. What is neither won nor
//! lost is worth what the [guide says](Guide::neither). Late moves are searched
//! less deep, and what an iteration cut short has found counts. All scores are the root player's.
//!
//! Paranoid opponents who guard themselves were tried too, and opponents of whom the move of the best evaluation
//! is expected rather than the most promising: `docs/strength.md` has the figures.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod node;
mod order;
mod root;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use manator_core::Game;

use crate::guide::Guide;
use crate::limits::Limits;
use crate::platform::{self, with_helpers};
use crate::report::{Found, Report};
use crate::score::Score;
use crate::strong::Options;
use crate::strong::threads::Team;
use crate::transposition::TranspositionTable;

use root::Worker;

/// The searcher of a champion among several, which remembers positions from one search to the next.
#[derive(Debug)]
pub struct Guarded<G, E: ?Sized> {
    game: Arc<G>,
    guide: Arc<E>,
    table: TranspositionTable,
    options: Options,
}

impl<G: Game, E: Guide<G> + ?Sized> Guarded<G, E> {
    pub fn new(game: Arc<G>, guide: Arc<E>, options: Options) -> Self {
        Guarded { game, guide, table: TranspositionTable::new(options.hash_mib), options }
    }

    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Searches until one of `limits` is reached, or until the best moves are proven to win or lose.
    ///
    /// With one thread and no limit of time, the same calls in the same order give the same results.
    pub fn search(
        &mut self,
        position: &G::Position,
        limits: &Limits,
        mut progress: impl FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.search_among(position, None, limits, &mut progress)
    }

    /// Returns what a legal move is worth to whoever makes it, by the same search as if there were no other.
    pub fn worth_of(&mut self, position: &G::Position, mv: G::Move, limits: &Limits) -> Score {
        let report = self.search_among(position, Some(mv), limits, &mut |_| ());
        report.lines[0].score
    }

    fn search_among(
        &mut self,
        position: &G::Position,
        only: Option<G::Move>,
        limits: &Limits,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.table.grow_older();
        let (game, guide) = (&*self.game, &*self.guide);
        // It knows no better than the time aimed at.
        let team = Team::start(&limits.at_the_aim());
        if let Some(outcome) = game.outcome(position) {
            let score = Score::of(&outcome, game.to_move(position), 0);
            return Report::of_one(0, Found { line: Vec::new(), score }, 0, &team.clock);
        }
        let worker = || {
            let mut worker = Worker::new((game, guide), position, self.options, &self.table, &team);
            if let Some(mv) = only {
                worker.keep_only(mv);
            }
            worker
        };
        let helpers = (1..platform::threads(self.options.threads)).map(|seat| {
            let mut helper = worker();
            move || helper.help(position, seat as u32)
        });
        with_helpers(helpers, || {
            let report = worker().lead(position, progress);
            team.stopped.store(true, Ordering::Relaxed);
            report
        })
    }
}
