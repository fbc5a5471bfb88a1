//! Whether the machines agree: what each scored beyond what the ratings expect.
//!
//! A slow or broken machine makes those weaker who play there, and the ratings wrong without a word. For each
//! worker the points of everybody are compared with those expected from the joint ratings. The ratings have
//! seen the same games, which makes differences smaller than those of new games; the variance is that of what
//! the ratings could not follow, V - C I⁻¹ Cᵀ with C the covariance of points and slopes (Pierce, The
//! asymptotic effect of substituting estimators for parameters, 1982).
//!
//! There are many workers and entrants, and something is always odd: every chance is multiplied by the number
//! of tests (Bonferroni). Games count as independent; the two of a pair mostly balance each other, so that
//! the tests say too little rather than too much.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;

use manator_core::PerPlayer;

use super::expectation::Expectation;
use super::forecast::{End, points};
use super::joint::{Ratings, precision, rate};
use super::matrix::Matrix;
use super::normal::below;
use super::standings::name;
use super::tail::{chi_square_above, drawn_at_least};
use crate::notes::{Fault, Note, faults};
use crate::results::{Entrant, Results};

/// A chance after correction below which a machine is said to differ.
pub const SUSPICIOUS: f64 = 0.05;

/// What must be left of a variance after the ratings: else a worker had nearly all games of an entrant.
const LEFT_MIN: f64 = 0.01;

/// The variance of points from which on their sum of squares is like chi-square.
const VARIANCE_MIN: f64 = 4.0;

/// Below so many standard deviations the normal curve is good enough.
const Z_FAR: f64 = 2.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Residual {
    pub entrant: Entrant,
    pub games: u64,
    /// The points: of two players 1, ½ or 0, of three the mean of that against both others.
    pub observed: f64,
    pub expected: f64,
    /// The standard deviation of their difference; 0 when nothing can be told.
    pub deviation: f64,
    pub z: f64,
    /// The chance of such a difference, either way, among all tests.
    pub chance: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overall {
    pub chi_square: f64,
    pub freedom: usize,
    /// The chance of a larger sum, among all tests.
    pub chance: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Late {
    pub games: u64,
    /// How many did elsewhere, and of how many.
    pub elsewhere: (u64, u64),
    /// The chance that as many are here when all workers are alike, among all tests.
    pub chance: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Worker {
    pub name: String,
    pub games: u64,
    pub residuals: Vec<Residual>,
    pub overall: Overall,
    pub late: Late,
}

impl Worker {
    pub fn chance(&self) -> f64 {
        let residuals = self.residuals.iter().map(|residual| residual.chance);
        residuals.fold(self.overall.chance.min(self.late.chance), f64::min)
    }

    pub fn in_words(&self, names: &[String]) -> Vec<String> {
        let odd = |chance: &f64| *chance < SUSPICIOUS;
        let mut words = Vec::new();
        let mut worst: Vec<&Residual> =
            self.residuals.iter().filter(|residual| odd(&residual.chance)).collect();
        worst.sort_by(|one, other| one.chance.total_cmp(&other.chance));
        for residual in worst {
            let Residual { games, observed, expected, deviation, .. } = residual;
            words.push(format!(
                "worker {} plays differently: {} scored {} of {games}, expected {expected:.1} ± {deviation:.1}",
                self.name,
                name(names, residual.entrant),
                (observed * 100.0).round() / 100.0,
            ));
        }
        if words.is_empty() && odd(&self.overall.chance) {
            let Overall { chi_square, freedom, .. } = self.overall;
            words.push(format!(
                "worker {} plays differently: chi-square {chi_square:.1} with {freedom} degrees of freedom",
                self.name
            ));
        }
        if odd(&self.late.chance) {
            let Late { games, elsewhere: (others, of), .. } = self.late;
            words.push(format!(
                "worker {} is slow: {games} of {} games ended on time, elsewhere {others} of {of}",
                self.name, self.games
            ));
        }
        words
    }
}

/// Compares workers with the ratings of all games. Games without a worker belong to none.
pub fn by_worker(results: &Results, ratings: &Ratings) -> Vec<Worker> {
    let tallies = Tally::of(results);
    let mut forecasts: BTreeMap<PerPlayer<usize>, Vec<End>> = BTreeMap::new();
    for seats in tallies.values().flat_map(|tally| tally.seatings.keys()) {
        forecasts.entry(*seats).or_insert_with(|| ratings.forecast(*seats));
    }
    let information = information(&tallies, &forecasts, ratings.at.len());
    let inverse = information.cholesky().inverse();
    let named = tallies.iter().filter(|(worker, _)| !worker.is_empty());
    let (games, late) = tallies
        .values()
        .fold((0, 0), |(games, late), tally| (games + tally.games, late + tally.late));
    let mut workers: Vec<Worker> = named
        .map(|(worker, tally)| {
            let (residuals, overall) = tally.compared(&forecasts, &inverse, ratings);
            let chance = drawn_at_least(tally.late, tally.games, late, games);
            let elsewhere = (late - tally.late, games - tally.games);
            let late = Late { games: tally.late, elsewhere, chance };
            Worker { name: worker.clone(), games: tally.games, residuals, overall, late }
        })
        .collect();
    correct(&mut workers);
    workers
}

/// Returns what is odd about any worker, in sentences, the worst first.
///
/// One worker that differs makes the others differ from the mean. So the worst is set aside, and the others
/// are compared without it. Of the last two nobody can say which is odd.
pub fn in_words(names: &[String], results: &Results) -> Vec<String> {
    let mut words = Vec::new();
    let mut left = results.filtered(|_, _| true);
    loop {
        let workers = by_worker(&left, &rate(&left));
        let worst = workers.iter().min_by(|one, other| one.chance().total_cmp(&other.chance()));
        let Some(worst) = worst.filter(|worst| worst.chance() < SUSPICIOUS) else { break };
        words.extend(worst.in_words(names));
        if let [one, other] = &workers[..] {
            words.push(format!("it may be {} or {} that is odd", one.name, other.name));
            break;
        }
        let is_other = |note: Option<&Note>| note.is_none_or(|note| note.worker != worst.name);
        left = left.filtered(|_, note| is_other(note));
    }
    words
}

fn correct(workers: &mut [Worker]) {
    let tests: usize = workers
        .iter()
        .map(|worker| {
            let told = worker.residuals.iter().filter(|residual| residual.deviation > 0.0);
            told.count() + usize::from(worker.overall.freedom > 0) + 1
        })
        .sum();
    let times = |chance: &mut f64| *chance = (*chance * tests as f64).min(1.0);
    for worker in workers {
        worker.residuals.iter_mut().for_each(|residual| times(&mut residual.chance));
        times(&mut worker.overall.chance);
        times(&mut worker.late.chance);
    }
}

#[derive(Default)]
struct Tally {
    games: u64,
    late: u64,
    seatings: BTreeMap<PerPlayer<usize>, u64>,
    observed: BTreeMap<usize, f64>,
}

impl Tally {
    fn of(results: &Results) -> BTreeMap<String, Tally> {
        let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
        for game in results.games() {
            let note = results.note(game.id);
            let worker = note.map(|note| note.worker.clone()).unwrap_or_default();
            let tally = tallies.entry(worker).or_default();
            let late = faults(game, note).iter().any(|(_, fault)| *fault == Fault::Time);
            tally.games += 1;
            tally.late += u64::from(late);
            let seats = PerPlayer::from_fn(game.seats.len(), |player| game.seats[player.index()].0);
            *tally.seatings.entry(seats).or_default() += 1;
            let points = points(&game.payoffs);
            for (player, entrant) in seats.iter() {
                *tally.observed.entry(*entrant).or_default() += points[player];
            }
        }
        tallies
    }

    /// Compares everybody with what was expected; chances are those of single tests.
    fn compared(
        &self,
        forecasts: &BTreeMap<PerPlayer<usize>, Vec<End>>,
        inverse: &Matrix,
        ratings: &Ratings,
    ) -> (Vec<Residual>, Overall) {
        let expectation = Expectation::of(&self.seatings, forecasts, ratings.at.len());
        let left = expectation.left(inverse);
        let step = step(ratings);
        let residuals: Vec<Residual> = expectation
            .who
            .iter()
            .enumerate()
            .map(|(row, entrant)| {
                let observed = self.observed.get(entrant).copied().unwrap_or(0.0);
                let (expected, full) = (expectation.mean[row], expectation.variance[row][row]);
                let share = left[row][row] / full;
                let told = full > 0.0 && share > LEFT_MIN;
                let deviation = if told { left[row][row].sqrt() } else { 0.0 };
                let z = if told { (observed - expected) / deviation } else { 0.0 };
                let beyond = ((observed - expected).abs() - step / 2.0).max(0.0) / share.sqrt();
                let chance = match told {
                    false => 1.0,
                    true if z.abs() < Z_FAR => 2.0 * below(-z.abs()),
                    true => expectation.tail(row, beyond, observed > expected),
                };
                let games = expectation.draws[row].iter().map(|(times, _)| *times as u64).sum();
                let entrant = Entrant(*entrant);
                Residual { entrant, games, observed, expected, deviation, z, chance }
            })
            .collect();
        let overall = overall(&residuals, left);
        (residuals, overall)
    }
}

/// Returns how far apart two sums of points can be at least.
fn step(ratings: &Ratings) -> f64 {
    let others = ratings.seat_advantages().len().saturating_sub(1).max(1) as f64;
    if ratings.tie_sizes.is_empty() { 1.0 / others } else { 0.5 / others }
}

fn information(
    tallies: &BTreeMap<String, Tally>,
    forecasts: &BTreeMap<PerPlayer<usize>, Vec<End>>,
    parameters: usize,
) -> Matrix {
    let mut information = Matrix::diagonal(parameters, precision());
    for (seats, times) in tallies.values().flat_map(|tally| &tally.seatings) {
        for end in forecasts.get(seats).into_iter().flatten() {
            information.add_outer(&end.slope, *times as f64 * end.chance);
        }
    }
    information
}

/// Returns the sum of squares of the residuals made independent, of all with games enough.
fn overall(residuals: &[Residual], mut left: Vec<Vec<f64>>) -> Overall {
    let mut rest: Vec<f64> =
        residuals.iter().map(|residual| residual.observed - residual.expected).collect();
    let at_first: Vec<f64> = (0..rest.len()).map(|row| left[row][row]).collect();
    let enough = |row: &usize| residuals[*row].deviation.powi(2) >= VARIANCE_MIN;
    let mut open: Vec<usize> = (0..rest.len()).filter(enough).collect();
    let (mut sum, mut freedom) = (0.0, 0);
    // Points that are given to one are taken from another: what follows from the others does not count.
    let part = |left: &[Vec<f64>], row: usize| left[row][row] / at_first[row];
    while let Some(at) = (0..open.len())
        .max_by(|one, other| part(&left, open[*one]).total_cmp(&part(&left, open[*other])))
        && part(&left, open[at]) > LEFT_MIN
    {
        let pivot = open.swap_remove(at);
        let line = left[pivot].clone();
        sum += rest[pivot] * rest[pivot] / line[pivot];
        freedom += 1;
        for row in &open {
            let factor = left[*row][pivot] / line[pivot];
            rest[*row] -= factor * rest[pivot];
            open.iter().for_each(|column| left[*row][*column] -= factor * line[*column]);
        }
    }
    Overall { chi_square: sum, freedom, chance: chi_square_above(sum, freedom) }
}
