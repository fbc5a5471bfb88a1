//! The sequential probability ratio test: plays on until it is clear which of two hypotheses holds.
//!
//! It is the generalised test (GSPRT): the likelihoods are the largest under each hypothesis, with the
//! frequencies of all results unknown. See Van den Bergh, A practical introduction to the GSPRT, and
//! Comments on normalized Elo, for the maximum under each model.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

use super::elo::{Counts, NORMALISED_PER_SIGMA, score_of_elo};

/// What a result that never occurred counts: without it, a likelihood would be zero.
const NEVER: f64 = 1e-3;

/// Differences beyond this are not tested for; they show after a handful of games.
const ELO_MAX: f64 = 1000.0;

/// Halvings of an interval until certainly nothing is left of it in double precision.
const HALVINGS: u32 = 200;

/// Steps of the iteration for normalised Elo; it converges in about ten.
const STEPS_MAX: u32 = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// The expected score, on the logistic curve: ordinary Elo, in which ties make differences small.
    Logistic,
    /// The distance of the score from even in standard deviations: how many games a proof takes.
    Normalised,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Lower,
    Upper,
    Open,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Lower => "the lower difference is accepted",
            Verdict::Upper => "the upper difference is accepted",
            Verdict::Open => "not decided yet",
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    #[error(
        "differences: {lower} and {upper} are not ascending between -{max} and {max}",
        max = ELO_MAX
    )]
    Elo { lower: f64, upper: f64 },
    #[error("chance of error: {chance} is not above 0 and below 0.5")]
    Chance { chance: f64 },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    model: Model,
    lower: f64,
    upper: f64,
    alpha: f64,
    beta: f64,
}

impl Sprt {
    /// Describes a test of `lower` against `upper` Elo with chances of error of 5 % either way.
    pub fn new(model: Model, lower: f64, upper: f64) -> Result<Self, SprtError> {
        let sane = lower < upper && lower >= -ELO_MAX && upper <= ELO_MAX;
        if !sane {
            return Err(SprtError::Elo { lower, upper });
        }
        Ok(Sprt { model, lower, upper, alpha: 0.05, beta: 0.05 })
    }

    /// Sets the chances of accepting `upper` when `lower` holds, and of the reverse.
    pub fn with_errors(self, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        match [alpha, beta].into_iter().find(|chance| !(*chance > 0.0 && *chance < 0.5)) {
            Some(chance) => Err(SprtError::Chance { chance }),
            None => Ok(Sprt { alpha, beta, ..self }),
        }
    }

    /// Returns the ratios at which the test ends (Wald, Sequential Analysis, 1947).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the logarithm of the ratio of the two likelihoods; 0 before the first game.
    pub fn log_likelihood_ratio(&self, counts: &Counts) -> f64 {
        if counts.units() == 0 {
            return 0.0;
        }
        let seen = Seen::of(counts);
        let (under, over) = match self.model {
            Model::Logistic => (
                seen.with_score(score_of_elo(self.lower)),
                seen.with_score(score_of_elo(self.upper)),
            ),
            Model::Normalised => {
                // Deviations grow with the root of the number of games, so that a pair's is larger.
                let per_unit = (counts.games_per_unit() as f64).sqrt() / NORMALISED_PER_SIGMA;
                (seen.with_ratio(self.lower * per_unit), seen.with_ratio(self.upper * per_unit))
            }
        };
        let ratios = under.iter().zip(&over).map(|(under, over)| (over / under).ln());
        seen.total * seen.shares.iter().zip(ratios).map(|(share, ratio)| share * ratio).sum::<f64>()
    }

    pub fn verdict(&self, counts: &Counts) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.log_likelihood_ratio(counts) {
            ratio if ratio >= upper => Verdict::Upper,
            ratio if ratio <= lower => Verdict::Lower,
            _ => Verdict::Open,
        }
    }

    pub fn in_words(&self, counts: &Counts) -> String {
        let units = match counts {
            Counts::Games(_) => "trinomial, games as the unit",
            Counts::Pairs(_) => "pentanomial, pairs of games as the unit",
        };
        let model = match self.model {
            Model::Logistic => "logistic Elo (about the expected score)",
            Model::Normalised => {
                "normalised Elo (about the score in standard deviations of a game)"
            }
        };
        let Sprt { lower, upper, alpha, beta, .. } = self;
        format!(
            "generalised SPRT, {units}, {lower} against {upper} in {model}, errors {alpha} and {beta}"
        )
    }
}

struct Seen {
    total: f64,
    shares: Vec<f64>,
    scores: Vec<f64>,
}

impl Seen {
    fn of(counts: &Counts) -> Seen {
        let counts: Vec<f64> =
            counts.as_slice().iter().map(|count| (*count as f64).max(NEVER)).collect();
        let total = counts.iter().sum();
        let best = (counts.len() - 1) as f64;
        Seen {
            total,
            shares: counts.iter().map(|count| count / total).collect(),
            scores: (0..counts.len()).map(|at| at as f64 / best).collect(),
        }
    }

    fn with_score(&self, score: f64) -> Vec<f64> {
        let away: Vec<f64> = self.scores.iter().map(|at| at - score).collect();
        tilted(&self.shares, &away)
    }

    /// Returns the likeliest frequencies whose mean is `ratio` of their standard deviations above even.
    ///
    /// The condition is not linear; each step solves it linearised where the last one ended.
    fn with_ratio(&self, ratio: f64) -> Vec<f64> {
        let mut found = vec![1.0 / self.shares.len() as f64; self.shares.len()];
        for _ in 0..STEPS_MAX {
            let mean: f64 = found.iter().zip(&self.scores).map(|(share, at)| share * at).sum();
            let square = |at: &f64| (at - mean) * (at - mean);
            let variance: f64 =
                found.iter().zip(&self.scores).map(|(share, at)| share * square(at)).sum();
            let away: Vec<f64> = self
                .scores
                .iter()
                .map(|at| at - 0.5 - ratio * variance.sqrt() * (1.0 + square(at) / variance) / 2.0)
                .collect();
            let next = tilted(&self.shares, &away);
            let change = found.iter().zip(&next).map(|(old, new)| (old - new).abs());
            let change = change.fold(0.0, f64::max);
            found = next;
            if change < 1e-12 {
                break;
            }
        }
        found
    }
}

/// Returns the likeliest frequencies under which the mean of `away` is zero, given those observed.
///
/// They are `share / (1 + θ away)` (Owen, Empirical Likelihood, 2001); θ is the only root of a falling
/// function.
fn tilted(shares: &[f64], away: &[f64]) -> Vec<f64> {
    let least = away.iter().copied().fold(f64::INFINITY, f64::min);
    let most = away.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return shares.to_vec();
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..HALVINGS {
        let theta = (low + high) / 2.0;
        if theta <= low || theta >= high {
            break;
        }
        let value: f64 = shares.iter().zip(away).map(|(p, x)| p * x / (1.0 + theta * x)).sum();
        if value > 0.0 { low = theta } else { high = theta }
    }
    let theta = (low + high) / 2.0;
    shares.iter().zip(away).map(|(p, x)| p / (1.0 + theta * x)).collect()
}
