//! The difference of two players in Elo, with error bars.
//!
//! The unit is the pair of games with seats swapped on one opening: the two are not independent, so that
//! counting single games would make the bars wrong (mostly too wide). Where games have no partner, they are
//! the unit themselves.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::f64::consts::LN_10;

use super::normal::{TAIL, Z95, below};
use crate::results::{Entrant, Results};

/// Elo for one unit of the natural logarithm of the odds.
pub(crate) const ELO_PER_LOGIT: f64 = 400.0 / LN_10;

/// Normalised Elo for one standard deviation of a game (Van den Bergh, Normalized Elo).
pub(crate) const NORMALISED_PER_SIGMA: f64 = 800.0 / LN_10;

/// Returns the Elo difference that makes `score`, between 0 and 1, the expected one; 0 and 1 are infinite.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    ELO_PER_LOGIT * (score.ln() - (1.0 - score).ln())
}

/// Returns the expected score of a player who is `elo` stronger (Elo, The Rating of Chessplayers, 1978).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Trinomial: games lost, tied, won.
    Games([u64; 3]),
    /// Pentanomial: pairs of games with 0, ½, 1, 1½ and 2 points.
    Pairs([u64; 5]),
}

impl Counts {
    /// Counts what `one` scored against `other`, or returns `None` in a tournament of three seats.
    ///
    /// Where there are whole pairs, games without a partner are left out; where there is none, games are
    /// counted. Players who both lost have tied.
    pub fn of(results: &Results, one: Entrant, other: Entrant) -> Option<Counts> {
        if results.seats() != 2 {
            return None;
        }
        let mut counter = Counter::default();
        for unit in results.units() {
            counter.add(unit.iter().filter_map(|game| Mark::of(game.shares(), one, other)), 1);
        }
        Some(counter.counts())
    }

    pub fn as_slice(&self) -> &[u64] {
        match self {
            Counts::Games(counts) => counts,
            Counts::Pairs(counts) => counts,
        }
    }

    pub fn games_per_unit(&self) -> u64 {
        match self {
            Counts::Games(_) => 1,
            Counts::Pairs(_) => 2,
        }
    }

    pub fn units(&self) -> u64 {
        self.as_slice().iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    pub fn games(&self) -> u64 {
        self.units().saturating_mul(self.games_per_unit())
    }

    fn moments(&self) -> (f64, f64) {
        let best = (self.as_slice().len() - 1) as f64;
        let total = self.units() as f64;
        let weighted = |value: &dyn Fn(f64) -> f64| -> f64 {
            let scores = self.as_slice().iter().enumerate();
            scores.map(|(at, count)| *count as f64 / total * value(at as f64 / best)).sum()
        };
        let mean = weighted(&|score| score);
        (mean, weighted(&|score| (score - mean) * (score - mean)))
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Counter {
    games: [u64; 3],
    pairs: [u64; 5],
}

impl Counter {
    /// Counts the games between the two in a unit that occurred so often.
    pub(crate) fn add(&mut self, marks: impl Iterator<Item = Mark>, times: u64) {
        let marks: Vec<Mark> = marks.collect();
        marks.iter().for_each(|mark| self.games[mark.half_points] += times);
        if let [first, second] = marks[..]
            && first.seat != second.seat
        {
            self.pairs[first.half_points + second.half_points] += times;
        }
    }

    pub(crate) fn counts(&self) -> Counts {
        let paired = self.pairs.iter().any(|count| *count > 0);
        if paired { Counts::Pairs(self.pairs) } else { Counts::Games(self.games) }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    seat: usize,
    half_points: usize,
}

impl Mark {
    /// Returns what `one` scored against `other`, or `None` if it was another game.
    pub(crate) fn of(
        shares: impl Iterator<Item = (Entrant, i8)>,
        one: Entrant,
        other: Entrant,
    ) -> Option<Mark> {
        let (mut mine, mut theirs) = (None, None);
        for (seat, (entrant, payoff)) in shares.enumerate() {
            if entrant == one {
                mine = Some((seat, payoff));
            } else if entrant == other {
                theirs = Some(payoff);
            }
        }
        let (seat, mine) = mine?;
        Some(Mark { seat, half_points: (mine.cmp(&theirs?) as i8 + 1) as usize })
    }
}

/// A difference in strength. Intervals are of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub score: f64,
    /// The difference in logistic Elo; infinite when every game was won or lost.
    pub elo: f64,
    pub lower: f64,
    pub upper: f64,
    /// The difference in normalised Elo: how far the score is from even, in standard deviations of a game.
    pub normalised: f64,
    pub normalised_error: f64,
    /// The likelihood of superiority: how sure it is that the first player is the stronger one.
    pub superiority: f64,
}

impl Estimate {
    pub fn error(&self) -> f64 {
        (self.upper - self.lower) / 2.0
    }
}

/// Estimates the difference, or returns `None` when nothing was played.
///
/// The interval is that of the mean score (the central limit theorem), taken to Elo at both ends. When all
/// units ended alike there is no variance to go by; then the ends are the exact ones for a thing that
/// happened every time (Clopper and Pearson 1934), and the superiority is that of a sign test.
pub fn estimate(counts: &Counts) -> Option<Estimate> {
    if counts.units() == 0 {
        return None;
    }
    let units = counts.units() as f64;
    let (score, variance) = counts.moments();
    if variance <= 0.0 {
        return Some(unanimous(score, units));
    }
    let deviation = (variance / units).sqrt();
    let sigma = (variance * counts.games_per_unit() as f64).sqrt();
    Some(Estimate {
        score,
        elo: elo_of_score(score),
        lower: elo_of_score(score - Z95 * deviation),
        upper: elo_of_score(score + Z95 * deviation),
        normalised: NORMALISED_PER_SIGMA * (score - 0.5) / sigma,
        normalised_error: NORMALISED_PER_SIGMA * Z95 * deviation / sigma,
        superiority: below((score - 0.5) / deviation),
    })
}

fn unanimous(score: f64, units: f64) -> Estimate {
    let share = TAIL.powf(1.0 / units);
    let chance = 0.5_f64.powf(units);
    let (normalised, superiority) = match score.total_cmp(&0.5) {
        std::cmp::Ordering::Less => (f64::NEG_INFINITY, chance),
        std::cmp::Ordering::Equal => (0.0, 0.5),
        std::cmp::Ordering::Greater => (f64::INFINITY, 1.0 - chance),
    };
    Estimate {
        score,
        elo: elo_of_score(score),
        lower: elo_of_score(score * share),
        upper: elo_of_score(1.0 - (1.0 - score) * share),
        normalised,
        normalised_error: f64::INFINITY,
        superiority,
    }
}
