//! Maximum likelihood for sequences of choices: the conditional logit model (McFadden 1974).
//!
//! Each alternative has a strength that is linear in the parameters and is taken with a chance in proportion
//! to its exponential. The likelihood is concave; with the prior it has one maximum, which Newton's method
//! finds from anywhere.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;

use super::matrix::Matrix;

/// Steps until Newton's method has certainly converged.
const STEPS_MAX: u32 = 200;

/// Halvings of a step that went too far.
const HALVINGS: u32 = 40;

/// A step this small changes nothing that is printed, and the likelihood by less than rounding does.
const SMALL: f64 = 1e-8;

/// How many units for each parameter it takes until their scatter says more than the model does.
const UNITS_PER_PARAMETER: usize = 8;

/// A combination of parameters.
pub(crate) type Terms = Vec<(usize, f64)>;

/// One choice: what was offered, and which of it was taken.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) offered: Vec<Terms>,
    pub(crate) taken: usize,
}

/// Where error bars come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bars {
    /// The Fisher information of the model, which takes games as independent.
    Fisher,
    /// A sandwich over units: what the units show, whatever hangs together inside them (White 1982).
    Sandwich,
}

/// Choices by unit, and the prior: independent normal variables with mean 0.
pub(crate) struct Problem {
    pub(crate) parameters: usize,
    /// Different units, and how often each occurred.
    pub(crate) units: Vec<(Vec<Choice>, f64)>,
    /// One over the variance of the prior.
    pub(crate) precision: f64,
    pub(crate) bars: Bars,
}

/// Where the posterior is largest, and how sure that is.
pub(crate) struct Fit {
    pub(crate) at: Vec<f64>,
    pub(crate) covariance: Matrix,
    pub(crate) bars: Bars,
}

impl Problem {
    /// Finds the maximum. A sandwich is replaced by the information where units are few.
    pub(crate) fn fit(&self) -> Fit {
        let offers = self.offers();
        let at = self.highest(&offers);
        let inverse = self.information(&offers, &at).cholesky().inverse();
        let enough = self.count() >= (UNITS_PER_PARAMETER * self.parameters) as f64;
        match self.bars {
            Bars::Sandwich if enough => {
                let covariance = inverse.times(&self.scatter(&at)).times(&inverse);
                Fit { at, covariance, bars: Bars::Sandwich }
            }
            _ => Fit { at, covariance: inverse, bars: Bars::Fisher },
        }
    }

    /// Returns how many units there are.
    fn count(&self) -> f64 {
        self.units.iter().map(|(_, times)| times).sum()
    }

    /// Finds where the posterior is largest.
    fn highest(&self, offers: &[Offer]) -> Vec<f64> {
        let mut at = vec![0.0; self.parameters];
        let mut height = self.log_posterior(offers, &at);
        for _ in 0..STEPS_MAX {
            let step = self.information(offers, &at).cholesky().solve(&self.slope(offers, &at));
            if step.iter().all(|change| change.abs() < SMALL) {
                break;
            }
            let Some(higher) = self.climb(offers, (&at, height), &step) else { break };
            (at, height) = higher;
        }
        at
    }

    /// Goes along `step`, or a part of it, if that leads up.
    fn climb(
        &self,
        offers: &[Offer],
        (from, height): (&[f64], f64),
        step: &[f64],
    ) -> Option<(Vec<f64>, f64)> {
        let mut part = 1.0;
        for _ in 0..HALVINGS {
            let next: Vec<f64> =
                from.iter().zip(step).map(|(from, change)| from + part * change).collect();
            let reached = self.log_posterior(offers, &next);
            if reached > height {
                return Some((next, reached));
            }
            part /= 2.0;
        }
        None
    }

    /// Counts choices among the same alternatives together, of which a tournament has few.
    fn offers(&self) -> Vec<Offer<'_>> {
        let mut offers: BTreeMap<Vec<Vec<(usize, u64)>>, Offer> = BTreeMap::new();
        let choices = self
            .units
            .iter()
            .flat_map(|(unit, times)| unit.iter().map(move |choice| (choice, times)));
        for (choice, times) in choices {
            let bits =
                |terms: &Terms| terms.iter().map(|(at, value)| (*at, value.to_bits())).collect();
            let key = choice.offered.iter().map(bits).collect();
            let taken = vec![0.0; choice.offered.len()];
            offers.entry(key).or_insert(Offer { choice, taken }).taken[choice.taken] += times;
        }
        offers.into_values().collect()
    }

    fn log_posterior(&self, offers: &[Offer], at: &[f64]) -> f64 {
        let prior: f64 = at.iter().map(|value| value * value * self.precision / 2.0).sum();
        let mut sum = -prior;
        for offer in offers {
            let chances = offer.choice.chances(at);
            let seen = offer.taken.iter().zip(chances).filter(|(times, _)| **times > 0.0);
            sum += seen.map(|(times, chance)| times * chance.ln()).sum::<f64>();
        }
        sum
    }

    fn slope(&self, offers: &[Offer], at: &[f64]) -> Vec<f64> {
        let mut slope: Vec<f64> = at.iter().map(|value| -value * self.precision).collect();
        for offer in offers {
            let times = offer.times();
            let chances = offer.choice.chances(at);
            for ((terms, taken), chance) in
                offer.choice.offered.iter().zip(&offer.taken).zip(chances)
            {
                let surplus = taken - times * chance;
                terms.iter().for_each(|(at, weight)| slope[*at] += surplus * weight);
            }
        }
        slope
    }

    /// Returns the negative second derivatives of the posterior.
    fn information(&self, offers: &[Offer], at: &[f64]) -> Matrix {
        let mut information = Matrix::diagonal(self.parameters, self.precision);
        for offer in offers {
            let chances = offer.choice.chances(at);
            let mean = offer.choice.mean(&chances);
            for (terms, chance) in offer.choice.offered.iter().zip(&chances) {
                information.add_outer(&minus(terms, &mean), offer.times() * chance);
            }
        }
        information
    }

    /// Returns the scatter of the units' slopes, with the prior for what they say nothing about.
    fn scatter(&self, at: &[f64]) -> Matrix {
        let mut scatter = Matrix::diagonal(self.parameters, self.precision);
        let units = self.count();
        // The slopes sum to zero because the parameters were chosen so: what they spent is given back.
        let weight = units / (units - self.parameters as f64).max(1.0);
        for (unit, times) in &self.units {
            let slopes = unit.iter().map(|choice| choice.slope(at));
            let sum = slopes.fold(Terms::new(), |sum, slope| plus(sum, &slope, 1.0));
            scatter.add_outer(&sum, times * weight);
        }
        scatter
    }
}

/// How often each of some alternatives was taken.
struct Offer<'a> {
    choice: &'a Choice,
    taken: Vec<f64>,
}

impl Offer<'_> {
    fn times(&self) -> f64 {
        self.taken.iter().sum()
    }
}

impl Choice {
    /// Returns the chance of each alternative.
    pub(crate) fn chances(&self, at: &[f64]) -> Vec<f64> {
        let strength = |terms: &Terms| -> f64 {
            terms.iter().map(|(parameter, weight)| at[*parameter] * weight).sum()
        };
        let strengths: Vec<f64> = self.offered.iter().map(strength).collect();
        let most = strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = strengths.iter().map(|strength| (strength - most).exp()).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    }

    /// Returns what is taken on average.
    fn mean(&self, chances: &[f64]) -> Terms {
        let offers = self.offered.iter().zip(chances);
        offers.fold(Terms::new(), |sum, (terms, chance)| plus(sum, terms, *chance))
    }

    /// Returns the derivative of the logarithm of the likelihood.
    pub(crate) fn slope(&self, at: &[f64]) -> Terms {
        minus(&self.offered[self.taken], &self.mean(&self.chances(at)))
    }
}

pub(crate) fn plus(mut sum: Terms, terms: &Terms, weight: f64) -> Terms {
    for &(parameter, value) in terms {
        match sum.iter_mut().find(|(known, _)| *known == parameter) {
            Some((_, known)) => *known += weight * value,
            None => sum.push((parameter, weight * value)),
        }
    }
    sum
}

fn minus(terms: &Terms, mean: &Terms) -> Terms {
    plus(terms.clone(), mean, -1.0)
}
