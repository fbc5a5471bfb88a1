//! A tournament while it is played: tables and ratings without counting everything again.
//!
//! Every game is counted once, when it is added. Ratings are computed when somebody asks, in time that grows
//! with the number of different games, not with the number of games.
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::elo::{Counter, Counts, Mark};
use super::evidence::{Evidence, Shape};
use super::joint::{self, Ratings};
use super::standings::Standings;
use crate::notes::Note;
use crate::results::{Entrant, Played, ResultError, Results};

#[derive(Clone, Debug)]
pub struct Live {
    results: Results,
    standings: Standings,
    evidence: Evidence,
}

impl Live {
    pub fn add(&mut self, game: Played, note: Note) -> Result<(), ResultError> {
        let id = game.id;
        self.results.add_noted(game, note)?;
        if let Some(game) = self.results.game(id) {
            self.standings.count(game, self.results.note(id));
        }
        let before = self.results.unit(id.unit).filter(|game| game.id != id);
        self.evidence.replace(before, self.results.unit(id.unit));
        Ok(())
    }

    pub fn results(&self) -> &Results {
        &self.results
    }

    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// Counts what `one` scored against `other`, or returns `None` in a tournament of three seats.
    ///
    /// These are the counts of all games that are over. A sequential test must not look at them, but at those
    /// of a [`Prefix`](super::prefix::Prefix).
    pub fn counts(&self, one: Entrant, other: Entrant) -> Option<Counts> {
        if self.results.seats() != 2 {
            return None;
        }
        let mut counter = Counter::default();
        for (unit, times) in self.evidence.units() {
            let shares = |game: &Shape| {
                Mark::of(game.shares().map(|(at, payoff)| (Entrant(at), payoff)), one, other)
            };
            counter.add(unit.iter().filter_map(shares), times);
        }
        Some(counter.counts())
    }

    pub fn rate(&self) -> Ratings {
        joint::rate_evidence(&self.evidence)
    }
}

impl From<Results> for Live {
    fn from(results: Results) -> Live {
        let (standings, evidence) = (Standings::of(&results), Evidence::of(&results));
        Live { results, standings, evidence }
    }
}
