//! What the first of two players has scored, counted game by game.
//!
//! Every game is counted once, so that a line after each game costs the same at the end of a long match as at
//! its beginning.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Ordering;
use std::collections::HashMap;

use manator_tournament::rating::elo::Counts;
use manator_tournament::rating::standings::Tally;
use manator_tournament::{Entrant, Played, Results, UnitId};

#[derive(Default)]
pub(super) struct Score {
    pub(super) games: Tally,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub(super) pairs: [u64; 5],
    /// How many pairs were two ties; others with one point were a win and a loss.
    pub(super) tied_twice: u64,
    /// Half the points of pairs of which one game is over.
    open: HashMap<UnitId, usize>,
}

impl Score {
    pub(super) fn of(results: &Results) -> Score {
        let mut score = Score::default();
        results.games().for_each(|game| score.add(game));
        score
    }

    pub(super) fn add(&mut self, game: &Played) {
        let (one, other) = (game.payoff(Entrant(0)), game.payoff(Entrant(1)));
        let (Some(one), Some(other)) = (one, other) else { return };
        // Players who both lost have tied, as in the ratings.
        let order = one.cmp(&other);
        self.games.count(order as i8);
        let mark = (order as i8 + 1) as usize;
        let Some(before) = self.open.remove(&game.id.unit) else {
            self.open.insert(game.id.unit, mark);
            return;
        };
        self.pairs[before + mark] += 1;
        if order == Ordering::Equal && before == mark {
            self.tied_twice += 1;
        }
    }

    /// Returns whether pairs are counted; as in the ratings, games are as long as there is no pair.
    pub(super) fn is_paired(&self) -> bool {
        self.pairs.iter().any(|count| *count > 0)
    }

    pub(super) fn counts(&self) -> Counts {
        match self.is_paired() {
            true => Counts::Pairs(self.pairs),
            false => counts(&self.games),
        }
    }
}

pub(super) fn counts(tally: &Tally) -> Counts {
    Counts::Games([tally.lost, tally.tied, tally.won])
}

pub(super) fn share(tally: &Tally) -> f64 {
    tally.half_points() as f64 / (2 * tally.games()).max(1) as f64
}
