//! Who is better, in words that need no statistics: how likely it is, and when it is sure.
//!
//! Only games count that somebody wins. Between equals each of them is won or lost with the same chance, seats being
//! swapped on every opening, so that it is enough to look at one number: how likely a player wins such a game. Before
//! the first game every value of it is as likely as any other.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Ordering;
use std::f64::consts::{LN_2, PI};

use super::normal::below;
use super::sentence::percent;
use super::sprt::Verdict;
use crate::results::{Entrant, Played, Results};
use crate::text::plural;

/// More games than this are summed up by the central limit theorem.
const EXACT_MAX: u64 = 1000;

/// How a player has done against everybody else in its games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decisive {
    pub won: u64,
    pub lost: u64,
    pub tied: u64,
}

impl Decisive {
    /// Counts what `one` did in all its games.
    pub fn of(results: &Results, one: Entrant) -> Decisive {
        let mut counted = Decisive::default();
        results.games().for_each(|game| counted.add(game, one));
        counted
    }

    /// Counts a game of `one`: won by whoever got more than the others on average.
    pub fn add(&mut self, game: &Played, one: Entrant) {
        let Some(mine) = game.payoff(one) else { return };
        let others = game.shares().filter(|(who, _)| *who != one).map(|(_, payoff)| payoff);
        let all: Vec<i32> = others.map(i32::from).collect();
        match (i32::from(mine) * all.len() as i32).cmp(&all.iter().sum()) {
            Ordering::Greater => self.won += 1,
            Ordering::Less => self.lost += 1,
            Ordering::Equal => self.tied += 1,
        }
    }

    pub fn games(&self) -> u64 {
        self.won + self.lost + self.tied
    }

    /// Returns how likely it is that the player wins more often than not.
    ///
    /// ```
    /// use manator_tournament::rating::sure::Decisive;
    ///
    /// let after = |won, lost| Decisive { won, lost, tied: 0 }.probability();
    /// assert_eq!(after(0, 0), 0.5);
    /// assert!((after(0, 4) - 1.0 / 32.0).abs() < 1e-9);
    /// assert!(after(40, 0) > 0.999);
    /// ```
    pub fn probability(&self) -> f64 {
        let flips = self.won + self.lost + 1;
        if flips > EXACT_MAX {
            return below((self.won as f64 - self.lost as f64) / (flips as f64).sqrt());
        }
        // The beta distribution's, which is that of so many flips of a coin.
        let chance = |heads| (ln_choose(flips, heads) - flips as f64 * LN_2).exp();
        (0..=self.won).map(chance).sum::<f64>().clamp(0.0, 1.0)
    }

    /// Returns the logarithm of how much likelier all results are, whatever their chance, than between equals.
    fn evidence(&self) -> f64 {
        let games = self.won + self.lost;
        games as f64 * LN_2 - ((games + 1) as f64).ln() - ln_choose(games, self.won)
    }
}

/// A match that is over as soon as it is sure who is better.
///
/// However often one looks, equals are called different with no more than the chance of error (Ville 1939).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sure {
    confidence: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{0} is not at least 0.5 and below 1")]
pub struct SureError(f64);

impl Sure {
    pub fn new(confidence: f64) -> Result<Sure, SureError> {
        match (0.5..1.0).contains(&confidence) {
            true => Ok(Sure { confidence }),
            false => Err(SureError(confidence)),
        }
    }

    pub fn verdict(&self, counted: &Decisive) -> Verdict {
        if counted.evidence() < -(1.0 - self.confidence).ln() {
            return Verdict::Open;
        }
        if counted.won > counted.lost { Verdict::Upper } else { Verdict::Lower }
    }
}

impl Decisive {
    /// Says who is better, or how likely that is; `left` is how many games are still played at most.
    pub fn in_words(&self, one: &str, other: &str, verdict: Verdict, left: u64) -> String {
        let Decisive { won, lost, tied } = self;
        let probability = self.probability();
        let (first, second, likely) = match probability >= 0.5 {
            true => (one, other, probability),
            false => (other, one, 1.0 - probability),
        };
        let likely = percent(likely);
        let score = format!("{one} has won {won}, lost {lost} and tied {tied}");
        match verdict {
            Verdict::Open if left > 0 => {
                let games = plural(left, "game", "games");
                format!(
                    "{first} is better with a probability of {likely}: {score}; at most {games} are left"
                )
            }
            Verdict::Open => format!(
                "it is not sure who is better; {first} is, with a probability of {likely}: {score}"
            ),
            _ => {
                format!("{first} is better than {second}, with a probability of {likely}: {score}")
            }
        }
    }
}

fn ln_choose(all: u64, some: u64) -> f64 {
    ln_factorial(all) - ln_factorial(some) - ln_factorial(all - some)
}

/// Returns the logarithm of a factorial: exact for small numbers, by Stirling's series for others.
fn ln_factorial(number: u64) -> f64 {
    if number < 32 {
        return (2..=number).map(|factor| (factor as f64).ln()).sum();
    }
    let n = number as f64;
    n * n.ln() - n + (2.0 * PI * n).ln() / 2.0 + 1.0 / (12.0 * n) - 1.0 / (360.0 * n * n * n)
}
