//! How ratings developed while games were played.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_organise::store::Row;
use manator_state::tournament::{RatingCurve, RatingHistory};
use manator_tournament::rating::Ratings;
use manator_tournament::rating::live::Live;
use manator_tournament::{Entrant, Results};

/// How many moments are kept; then every second one goes.
const MOMENTS_MAX: usize = 120;
/// How many moments of games long over are looked at: each costs a rating.
const LOOKS: usize = 40;

#[derive(Default)]
pub(super) struct History {
    at: Vec<usize>,
    /// For each moment, everybody's rating in tenths of an Elo; nothing before its first game.
    ratings: Vec<Vec<Option<i32>>>,
}

impl History {
    /// Goes through games that are over, in the order of play.
    pub(super) fn of(mut rows: Vec<Row>, empty: Results) -> History {
        let mut history = History::default();
        rows.sort_by(|one, other| (&one.began, one.id).cmp(&(&other.began, other.id)));
        let step = rows.len().div_ceil(LOOKS).max(1);
        let mut live = Live::from(empty);
        for (number, row) in (1..).zip(&rows) {
            // A game that does not belong there is found elsewhere.
            let _ = live.add(row.played(), row.note());
            if number % step == 0 || number == rows.len() {
                history.add(number, &live.rate());
            }
        }
        history
    }

    pub(super) fn add(&mut self, games: usize, ratings: &Ratings) {
        if games == 0 || self.at.last() == Some(&games) {
            return;
        }
        let tenths = |elo: f64| elo.is_finite().then_some((elo * 10.0).round() as i32);
        let everybody = ratings.by_entrant().iter();
        let one = |rating: &manator_tournament::rating::Rating| {
            if rating.games > 0 { tenths(rating.strength.elo) } else { None }
        };
        self.at.push(games);
        self.ratings.push(everybody.map(one).collect());
        if self.at.len() > MOMENTS_MAX {
            self.at = self.at.drain(..).skip(1).step_by(2).collect();
            self.ratings = self.ratings.drain(..).skip(1).step_by(2).collect();
        }
    }

    pub(super) fn curves(&self, entrants: &[Entrant]) -> RatingHistory {
        let curve = |entrant: &Entrant| {
            let elo = self.ratings.iter().map(|moment| {
                moment.get(entrant.0).copied().flatten().map(|tenths| f64::from(tenths) / 10.0)
            });
            RatingCurve { entrant: entrant.0, elo: elo.collect() }
        };
        RatingHistory { at: self.at.clone(), lines: entrants.iter().map(curve).collect() }
    }
}
