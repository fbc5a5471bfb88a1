//! How unlikely something is that was seen: tails of sums, of chi-square, and of draws without return.
//!
//! A machine is suspected at chances of one in thousands, where a normal curve is wrong for lopsided games: a
//! favourite that loses twice is not six standard deviations away. So sums have their saddlepoint tails.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::f64::consts::PI;

use super::normal::below;

const HALVINGS: u32 = 100;

/// Beyond this tilt the sum is at its end for all that can be told.
const TILT_MAX: f64 = 60.0;

/// Sums closer to their end than this are there.
const SMALL: f64 = 1e-6;

/// A term this much smaller than the sum adds nothing.
const NEGLIGIBLE: f64 = 1e-17;

/// So many equal draws of one value: how many, and each value with its chance.
pub(crate) type Draws = (f64, Vec<(f64, f64)>);

/// Returns the chance that the sum of independent draws is at least `seen`, which is above its mean.
///
/// The formula of Lugannani and Rice (Saddle point approximation, 1980). At the end of what is possible it
/// is the chance that every draw is the largest.
pub(crate) fn at_least(draws: &[Draws], seen: f64) -> f64 {
    let end: f64 = draws.iter().map(|(times, ends)| times * largest(ends).0).sum();
    if seen > end - SMALL {
        return draws.iter().map(|(times, ends)| times * largest(ends).1.ln()).sum::<f64>().exp();
    }
    let tilt = saddlepoint(draws, seen);
    let (mut height, mut variance) = (0.0, 0.0);
    for (times, ends) in draws {
        let (log, mean, square) = tilted(ends, tilt);
        height += times * log;
        variance += times * (square - mean * mean);
    }
    let root = (2.0 * (tilt * seen - height)).max(0.0).sqrt();
    if root < 1e-3 {
        return 0.5;
    }
    let density = (-root * root / 2.0).exp() / (2.0 * PI).sqrt();
    let upper = below(-root) + density * (1.0 / (tilt * variance.sqrt()) - 1.0 / root);
    upper.clamp(0.0, 1.0)
}

/// Returns the tilt under which the mean of the sum is `seen`.
fn saddlepoint(draws: &[Draws], seen: f64) -> f64 {
    let mean =
        |tilt: f64| -> f64 { draws.iter().map(|(times, ends)| times * tilted(ends, tilt).1).sum() };
    let (mut low, mut high) = (0.0, TILT_MAX);
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if mean(middle) < seen {
            low = middle
        } else {
            high = middle
        }
        if high - low < 1e-12 * high {
            break;
        }
    }
    (low + high) / 2.0
}

/// Returns the logarithm of the mean of e^(tilt value), and mean and mean square of the tilted values.
fn tilted(ends: &[(f64, f64)], tilt: f64) -> (f64, f64, f64) {
    let (mut sum, mut first, mut second) = (0.0, 0.0, 0.0);
    for (value, chance) in ends {
        let weight = chance * (tilt * value).exp();
        sum += weight;
        first += weight * value;
        second += weight * value * value;
    }
    (sum.ln(), first / sum, second / sum)
}

fn largest(ends: &[(f64, f64)]) -> (f64, f64) {
    let most = ends.iter().map(|(value, _)| *value).fold(f64::NEG_INFINITY, f64::max);
    (most, ends.iter().filter(|(value, _)| *value == most).map(|(_, chance)| chance).sum())
}

/// Returns the chance that chi-square with so many degrees of freedom is above `value`.
pub(crate) fn chi_square_above(value: f64, freedom: usize) -> f64 {
    if freedom == 0 || value <= 0.0 {
        return 1.0;
    }
    let half = value / 2.0;
    // From k degrees to k + 2 the chance grows by (x/2)^(k/2) e^(-x/2) / Γ(k/2 + 1).
    let (mut degrees, mut chance, mut log) = match freedom % 2 {
        0 => (2, (-half).exp(), -half),
        _ => (1, 2.0 * below(-value.sqrt()), -half - half.ln() / 2.0 - PI.ln() / 2.0),
    };
    while degrees < freedom {
        log += half.ln() - (degrees as f64 / 2.0).ln();
        chance += log.exp();
        degrees += 2;
    }
    chance.clamp(0.0, 1.0)
}

/// Returns the chance to draw at least `seen` marked ones in `drawn` draws without return, when `marked` of
/// `all` are marked (Fisher's exact test).
pub(crate) fn drawn_at_least(seen: u64, drawn: u64, marked: u64, all: u64) -> f64 {
    let log = |hits: u64| {
        log_choose(marked, hits) + log_choose(all - marked, drawn - hits) - log_choose(all, drawn)
    };
    let least = (drawn + marked).saturating_sub(all);
    let mut sum = 0.0;
    for hits in seen.max(least)..=drawn.min(marked) {
        let term = log(hits).exp();
        sum += term;
        if term < NEGLIGIBLE * sum {
            break;
        }
    }
    sum.min(1.0)
}

fn log_choose(of: u64, some: u64) -> f64 {
    log_factorial(of) - log_factorial(some) - log_factorial(of - some)
}

fn log_factorial(number: u64) -> f64 {
    if number < 20 {
        return (2..=number).map(|factor| (factor as f64).ln()).sum();
    }
    let n = number as f64;
    let series = 1.0 / (12.0 * n) - 1.0 / (360.0 * n.powi(3)) + 1.0 / (1260.0 * n.powi(5));
    n * n.ln() - n + (2.0 * PI * n).ln() / 2.0 + series
}

#[cfg(test)]
mod tests {
    use super::{at_least, chi_square_above, drawn_at_least};

    fn binomial(games: usize, chance: f64, least: usize) -> f64 {
        let mut chances = vec![1.0];
        for _ in 0..games {
            let mut next = vec![0.0; chances.len() + 1];
            for (won, so_far) in chances.iter().enumerate() {
                next[won] += so_far * (1.0 - chance);
                next[won + 1] += so_far * chance;
            }
            chances = next;
        }
        chances[least..].iter().sum()
    }

    #[test]
    fn tails_of_sums_are_those_of_the_binomial() {
        for (games, chance) in [(30, 0.5), (40, 0.05), (200, 0.02), (25, 0.8)] {
            let draws = [(games as f64, vec![(0.0, 1.0 - chance), (1.0, chance)])];
            let mean = games as f64 * chance;
            for least in (mean as usize + 2)..=games {
                let exact = binomial(games, chance, least);
                let found = at_least(&draws, least as f64 - 0.5);
                if exact > 1e-9 && least < games {
                    let ratio = found / exact;
                    assert!((0.8..1.4).contains(&ratio), "{games} {chance} {least}: {ratio}");
                }
            }
            let end = at_least(&draws, games as f64);
            let exact = chance.powi(games as i32);
            assert!((end - exact).abs() <= 1e-6 * exact, "{games} {chance}: {end} {exact}");
        }
    }

    /// Values from tables.
    #[test]
    fn tails_of_chi_square() {
        for (freedom, value) in [(1, 3.841), (2, 5.991), (3, 7.815), (10, 18.307), (100, 124.342)] {
            let found = chi_square_above(value, freedom);
            assert!((found - 0.05).abs() < 5e-5, "{freedom}: {found}");
        }
        assert!((chi_square_above(5000.0, 5000) - 0.4973).abs() < 1e-3);
        assert_eq!((chi_square_above(0.0, 3), chi_square_above(1.0, 0)), (1.0, 1.0));
    }

    /// The lady who tastes tea (Fisher 1935): 4 of 4 by chance once in 70, 3 at least 17 times.
    #[test]
    fn tails_of_draws() {
        assert!((drawn_at_least(4, 4, 4, 8) - 1.0 / 70.0).abs() < 1e-12);
        assert!((drawn_at_least(3, 4, 4, 8) - 17.0 / 70.0).abs() < 1e-12);
        assert!((drawn_at_least(0, 40, 30, 60) - 1.0).abs() < 1e-9);
        assert_eq!(drawn_at_least(3, 5, 2, 9), 0.0);
    }
}
