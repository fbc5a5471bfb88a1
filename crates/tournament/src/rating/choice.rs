//! Maximum likelihood for sequences of choices: the conditional logit model (McFadden 1974).
//!
//! Each alternative has a strength that is linear in the parameters and is taken with a chance in proportion
//! to its exponential. The likelihood is concave; with the prior it has one maximum, which Newton's method
//! finds from anywhere.
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::matrix::Matrix;

/// Steps until Newton's method has certainly converged.
const STEPS_MAX: u32 = 200;

const HALVINGS: u32 = 40;

/// A step this small changes nothing that is printed, and the likelihood by less than rounding does.
const SMALL: f64 = 1e-8;

/// How many units for each parameter it takes until their scatter says more than the model does.
const UNITS_PER_PARAMETER: usize = 8;

pub(crate) type Terms = Vec<(usize, f64)>;

/// Alternatives, each a combination of the same few parameters.
///
/// They are kept as a small dense table, because everything is computed from it many times.
#[derive(Clone, Debug)]
pub(crate) struct Offer {
    parameters: Vec<usize>,
    weights: Vec<f64>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    pub(crate) offer: usize,
    pub(crate) alternative: usize,
}

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
    pub(crate) offers: Vec<Offer>,
    pub(crate) units: Vec<(Vec<Taken>, f64)>,
    pub(crate) precision: f64,
    pub(crate) bars: Bars,
}

pub(crate) struct Fit {
    pub(crate) at: Vec<f64>,
    pub(crate) covariance: Matrix,
    pub(crate) bars: Bars,
}

impl Problem {
    /// Finds the maximum. A sandwich is replaced by the information where units are few.
    pub(crate) fn fit(&self) -> Fit {
        let taken = self.taken();
        let (at, information) = self.highest(&taken);
        let inverse = information.cholesky().inverse();
        let enough = self.count() >= (UNITS_PER_PARAMETER * self.parameters) as f64;
        match self.bars {
            Bars::Sandwich if enough => {
                let covariance = inverse.times(&self.scatter(&at)).times(&inverse);
                Fit { at, covariance, bars: Bars::Sandwich }
            }
            _ => Fit { at, covariance: inverse, bars: Bars::Fisher },
        }
    }

    fn count(&self) -> f64 {
        self.units.iter().map(|(_, times)| times).sum()
    }

    fn taken(&self) -> Vec<Vec<f64>> {
        let mut taken: Vec<Vec<f64>> =
            self.offers.iter().map(|offer| vec![0.0; offer.alternatives().len()]).collect();
        for (unit, times) in &self.units {
            unit.iter().for_each(|choice| taken[choice.offer][choice.alternative] += times);
        }
        taken
    }

    fn highest(&self, taken: &[Vec<f64>]) -> (Vec<f64>, Matrix) {
        let mut at = vec![0.0; self.parameters];
        let mut height = self.log_posterior(taken, &at);
        let (mut slope, mut information) = self.derivatives(taken, &at);
        for _ in 0..STEPS_MAX {
            let step = information.cholesky().solve(&slope);
            if step.iter().all(|change| change.abs() < SMALL) {
                break;
            }
            let Some(higher) = self.climb(taken, (&at, height), &step) else { break };
            (at, height) = higher;
            (slope, information) = self.derivatives(taken, &at);
        }
        (at, information)
    }

    /// Goes along `step`, or a part of it, if that leads up.
    fn climb(
        &self,
        taken: &[Vec<f64>],
        (from, height): (&[f64], f64),
        step: &[f64],
    ) -> Option<(Vec<f64>, f64)> {
        let mut part = 1.0;
        for _ in 0..HALVINGS {
            let next: Vec<f64> =
                from.iter().zip(step).map(|(from, change)| from + part * change).collect();
            let reached = self.log_posterior(taken, &next);
            if reached > height {
                return Some((next, reached));
            }
            part /= 2.0;
        }
        None
    }

    fn log_posterior(&self, taken: &[Vec<f64>], at: &[f64]) -> f64 {
        let prior: f64 = at.iter().map(|value| value * value * self.precision / 2.0).sum();
        let mut sum = -prior;
        let mut chances = Vec::new();
        for (offer, taken) in self.offers.iter().zip(taken) {
            offer.chances(at, &mut chances);
            let seen = taken.iter().zip(&chances).filter(|(times, _)| **times > 0.0);
            sum += seen.map(|(times, chance)| times * chance.ln()).sum::<f64>();
        }
        sum
    }

    /// Returns the derivatives of the posterior, and the second ones with their sign changed.
    fn derivatives(&self, taken: &[Vec<f64>], at: &[f64]) -> (Vec<f64>, Matrix) {
        let mut slope: Vec<f64> = at.iter().map(|value| -value * self.precision).collect();
        let mut information = Matrix::diagonal(self.parameters, self.precision);
        let (mut chances, mut mean) = (Vec::new(), Vec::new());
        for (offer, taken) in self.offers.iter().zip(taken) {
            offer.chances(at, &mut chances);
            offer.mean(&chances, &mut mean);
            let times: f64 = taken.iter().sum();
            for ((weights, taken), chance) in offer.alternatives().zip(taken).zip(&chances) {
                let surplus = taken - times * chance;
                for (parameter, weight) in offer.parameters.iter().zip(weights) {
                    slope[*parameter] += surplus * weight;
                }
            }
            offer.spread(&chances, &mean, |row, column, covariance| {
                information.add(row, column, times * covariance);
            });
        }
        information.mirror();
        (slope, information)
    }

    /// Returns the scatter of the units' slopes, with the prior for what they say nothing about.
    fn scatter(&self, at: &[f64]) -> Matrix {
        let mut scatter = Matrix::diagonal(self.parameters, self.precision);
        let units = self.count();
        // The slopes sum to zero because the parameters were chosen so: what they spent is given back.
        let weight = units / (units - self.parameters as f64).max(1.0);
        let (mut chances, mut means) = (Vec::new(), Vec::new());
        for offer in &self.offers {
            let mut mean = Vec::new();
            offer.chances(at, &mut chances);
            offer.mean(&chances, &mut mean);
            means.push(mean);
        }
        let mut sum = Terms::new();
        for (unit, times) in &self.units {
            sum.clear();
            for choice in unit {
                let offer = &self.offers[choice.offer];
                offer.add_slope(choice.alternative, &means[choice.offer], &mut sum);
            }
            scatter.add_outer(&sum, times * weight);
        }
        scatter
    }
}

impl Offer {
    pub(crate) fn new(alternatives: &[Terms]) -> Offer {
        let mut parameters: Vec<usize> =
            alternatives.iter().flatten().map(|(parameter, _)| *parameter).collect();
        parameters.sort_unstable();
        parameters.dedup();
        let weight = |terms: &Terms, parameter: usize| -> f64 {
            terms.iter().filter(|(known, _)| *known == parameter).map(|(_, weight)| weight).sum()
        };
        let row = |terms| parameters.iter().map(move |parameter| weight(terms, *parameter));
        let weights = alternatives.iter().flat_map(row).collect();
        Offer { parameters, weights }
    }

    fn alternatives(&self) -> std::slice::ChunksExact<'_, f64> {
        self.weights.chunks_exact(self.parameters.len().max(1))
    }

    pub(crate) fn chances(&self, at: &[f64], chances: &mut Vec<f64>) {
        let strength = |weights: &[f64]| -> f64 {
            self.parameters
                .iter()
                .zip(weights)
                .map(|(parameter, weight)| at[*parameter] * weight)
                .sum()
        };
        chances.clear();
        chances.extend(self.alternatives().map(strength));
        let most = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        chances.iter_mut().for_each(|strength| *strength = (*strength - most).exp());
        let sum: f64 = chances.iter().sum();
        chances.iter_mut().for_each(|weight| *weight /= sum);
    }

    pub(crate) fn mean(&self, chances: &[f64], mean: &mut Vec<f64>) {
        mean.clear();
        mean.resize(self.parameters.len(), 0.0);
        for (weights, chance) in self.alternatives().zip(chances) {
            mean.iter_mut().zip(weights).for_each(|(mean, weight)| *mean += chance * weight);
        }
    }

    /// Tells the covariances of what is taken, those in and below the diagonal.
    fn spread(&self, chances: &[f64], mean: &[f64], mut tell: impl FnMut(usize, usize, f64)) {
        for (one, row) in self.parameters.iter().enumerate() {
            for (other, column) in self.parameters[..=one].iter().enumerate() {
                let products = self.alternatives().zip(chances);
                let square: f64 =
                    products.map(|(weights, chance)| chance * weights[one] * weights[other]).sum();
                tell(*row, *column, square - mean[one] * mean[other]);
            }
        }
    }

    pub(crate) fn add_slope(&self, alternative: usize, mean: &[f64], sum: &mut Terms) {
        let from = alternative * self.parameters.len();
        for (at, parameter) in self.parameters.iter().enumerate() {
            let value = self.weights[from + at] - mean[at];
            match sum.iter_mut().find(|(known, _)| known == parameter) {
                Some((_, known)) => *known += value,
                None => sum.push((*parameter, value)),
            }
        }
    }
}
