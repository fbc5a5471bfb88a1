//! The points that are expected of everybody in some games, and how far they may be off.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::{BTreeMap, BTreeSet};

use manator_core::PerPlayer;

use super::forecast::End;
use super::matrix::{Matrix, dot};
use super::tail::{Draws, at_least};

pub(super) struct Expectation {
    pub(super) who: Vec<usize>,
    pub(super) mean: Vec<f64>,
    pub(super) variance: Vec<Vec<f64>>,
    common: Vec<Vec<f64>>,
    pub(super) draws: Vec<Vec<Draws>>,
}

impl Expectation {
    pub(super) fn of(
        seatings: &BTreeMap<PerPlayer<usize>, u64>,
        forecasts: &BTreeMap<PerPlayer<usize>, Vec<End>>,
        parameters: usize,
    ) -> Expectation {
        let who: BTreeSet<usize> =
            seatings.keys().flat_map(|seats| seats.as_slice().iter().copied()).collect();
        let who: Vec<usize> = who.into_iter().collect();
        let rows: BTreeMap<usize, usize> = who.iter().copied().zip(0..).collect();
        let count = who.len();
        let mut all = Expectation {
            who,
            mean: vec![0.0; count],
            variance: vec![vec![0.0; count]; count],
            common: vec![vec![0.0; parameters]; count],
            draws: vec![Vec::new(); count],
        };
        for (seats, times) in seatings {
            let Some(ends) = forecasts.get(seats) else { continue };
            let rows = PerPlayer::from_fn(seats.players(), |player| rows[&seats[player]]);
            all.add(&rows, ends, *times as f64);
        }
        all
    }

    fn add(&mut self, rows: &PerPlayer<usize>, ends: &[End], times: f64) {
        let mean = PerPlayer::from_fn(rows.players(), |player| -> f64 {
            ends.iter().map(|end| end.chance * end.points[player]).sum()
        });
        for (player, &row) in rows.iter() {
            self.mean[row] += times * mean[player];
            let values = ends.iter().map(|end| (end.points[player], end.chance)).collect();
            self.draws[row].push((times, values));
            for end in ends {
                let weight = times * end.chance * (end.points[player] - mean[player]);
                for (other, &column) in rows.iter() {
                    self.variance[row][column] += weight * (end.points[other] - mean[other]);
                }
                end.slope.iter().for_each(|(at, slope)| self.common[row][*at] += weight * slope);
            }
        }
    }

    pub(super) fn left(&self, inverse: &Matrix) -> Vec<Vec<f64>> {
        let solved: Vec<Vec<f64>> = self.common.iter().map(|row| inverse.apply(row)).collect();
        let mut left = self.variance.clone();
        for (row, line) in left.iter_mut().enumerate() {
            for (column, cell) in line.iter_mut().enumerate() {
                *cell -= dot(&self.common[row], &solved[column]);
            }
        }
        left
    }

    /// Returns the chance to be so far from the mean, either way.
    pub(super) fn tail(&self, row: usize, beyond: f64, above: bool) -> f64 {
        let flip = |(times, ends): &Draws| -> Draws {
            (*times, ends.iter().map(|(value, chance)| (1.0 - value, *chance)).collect())
        };
        let draws: Vec<Draws> = if above {
            self.draws[row].clone()
        } else {
            self.draws[row].iter().map(flip).collect()
        };
        let games: f64 = draws.iter().map(|(times, _)| times).sum();
        let mean = if above { self.mean[row] } else { games - self.mean[row] };
        (2.0 * at_least(&draws, (mean + beyond).min(games))).min(1.0)
    }
}
