//! Simultaneous perturbation stochastic approximation (SPSA) of Spall: whatever the number of values, two trials a step.
//!
//! All values are shifted at once, each up or down by chance; the opposite shift is tried too, and all values go towards
//! the better one. Values are what settings can have, integers: what is between two of them is tried as either, by
//! chance, so that the expected result is smooth.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::{SplitMix, mix};

/// How steps and shifts shrink: the exponents that Spall recommends.
const STEP_EXPONENT: f64 = 0.602;
const WIDTH_EXPONENT: f64 = 0.101;
/// Values are kept to so many parts of 1, so that a file of them says all that there is to know.
const PARTS: f64 = 1000.0;

/// A value that is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    pub name: &'static str,
    pub least: f64,
    pub greatest: f64,
    pub start: f64,
    /// The unit of steps and shifts: a change that is likely to matter.
    pub spread: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// How many spreads the first step goes for a slope of 1.
    pub step: f64,
    /// How many spreads the first shift is.
    pub width: f64,
    /// How many steps there are until they begin to shrink.
    pub stability: f64,
}

impl Default for Gains {
    fn default() -> Gains {
        Gains { step: 0.5, width: 1.0, stability: 50.0 }
    }
}

/// Two settings to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    pub plus: Vec<i32>,
    pub minus: Vec<i32>,
}

#[derive(Clone, Debug)]
pub struct Spsa {
    axes: Vec<Axis>,
    gains: Gains,
    seed: u64,
    values: Vec<f64>,
    steps: u64,
}

impl Spsa {
    pub fn new(axes: Vec<Axis>, gains: Gains, seed: u64) -> Spsa {
        let values = axes.iter().map(|axis| axis.start).collect();
        Spsa { axes, gains, seed, values, steps: 0 }
    }

    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns each value with its name.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, f64)> {
        self.axes.iter().zip(&self.values).map(|(axis, value)| (axis.name, *value))
    }

    /// Returns what the next step compares, which the seed and the number of the step determine.
    pub fn trial(&self) -> Trial {
        let mut random = self.random();
        let mut trial = Trial { plus: Vec::new(), minus: Vec::new() };
        for (axis, value) in self.axes.iter().zip(&self.values) {
            let shift = sign(&mut random) * self.shift(axis);
            let part = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            let within = |value: f64| (value + part).floor().clamp(axis.least, axis.greatest);
            trial.plus.push(within(value + shift) as i32);
            trial.minus.push(within(value - shift) as i32);
        }
        trial
    }

    /// Makes a step; `gain` is how much better the first setting of the trial did than the second, from -1 to 1.
    pub fn step(&mut self, gain: f64) {
        let Gains { step, stability, .. } = self.gains;
        let shrunk = (stability + 1.0) / (stability + 1.0 + self.steps as f64);
        let length = step * shrunk.powf(STEP_EXPONENT) * gain;
        let mut random = self.random();
        let moved = self.axes.iter().zip(&self.values).map(|(axis, value)| {
            let slope = sign(&mut random) * axis.spread / (2.0 * self.shift(axis));
            // A trial draws two numbers for each value.
            random.next_u64();
            let moved = value + length * slope * axis.spread;
            (moved.clamp(axis.least, axis.greatest) * PARTS).round() / PARTS
        });
        self.values = moved.collect();
        self.steps += 1;
    }

    /// Returns how far a value is shifted: at least so far that the two settings are different integers.
    fn shift(&self, axis: &Axis) -> f64 {
        let width = self.gains.width / (1.0 + self.steps as f64).powf(WIDTH_EXPONENT);
        (width * axis.spread).max(0.5)
    }

    fn random(&self) -> SplitMix {
        SplitMix::new(mix(mix(self.seed) ^ self.steps))
    }
}

fn sign(random: &mut SplitMix) -> f64 {
    if random.next_u64() >> 63 == 0 { 1.0 } else { -1.0 }
}

#[cfg(test)]
mod tests {
    use manator_core::random::SplitMix;

    use super::{Axis, Gains, Spsa};

    fn axes() -> Vec<Axis> {
        let axis = |name, start, spread| Axis { name, least: 0.0, greatest: 400.0, start, spread };
        vec![axis("a", 100.0, 25.0), axis("b", 4.0, 1.0), axis("c", 300.0, 25.0)]
    }

    /// What a setting is worth: most at 200, 8 and 240.
    fn worth(setting: &[i32]) -> f64 {
        let away = [(200, 50.0), (8, 2.0), (240, 50.0)];
        let square =
            |(value, (best, unit)): (&i32, (i32, f64))| (f64::from(value - best) / unit).powi(2);
        -0.05 * setting.iter().zip(away).map(square).sum::<f64>()
    }

    /// Plays so many games whose chances are those of the settings' worths.
    fn played(spsa: &Spsa, games: u32, random: &mut SplitMix) -> f64 {
        let trial = spsa.trial();
        let chance = 0.5 + (worth(&trial.plus) - worth(&trial.minus)).clamp(-1.0, 1.0) / 2.0;
        let won =
            (0..games).filter(|_| random.below(1 << 20) < (chance * 1048576.0) as u64).count();
        2.0 * won as f64 / f64::from(games) - 1.0
    }

    #[test]
    fn it_finds_the_best_values_of_a_known_function_by_chance() {
        for seed in 1..=5 {
            let mut spsa = Spsa::new(axes(), Gains::default(), seed);
            let mut random = SplitMix::new(seed);
            let begin = worth(&[100, 4, 300]);
            for _ in 0..3000 {
                let gain = played(&spsa, 8, &mut random);
                spsa.step(gain);
            }
            let found: Vec<i32> = spsa.values().map(|(_, value)| value.round() as i32).collect();
            assert!(worth(&found) > 0.05 * begin, "seed {seed}: {found:?}, {begin}");
        }
    }

    #[test]
    fn the_two_settings_of_a_trial_differ_and_stay_within_bounds() {
        let narrow = Axis { name: "n", least: 1.0, greatest: 3.0, start: 3.0, spread: 1.0 };
        let mut spsa = Spsa::new([axes(), vec![narrow]].concat(), Gains::default(), 3);
        for step in 0..200 {
            let trial = spsa.trial();
            let pairs: Vec<_> = trial.plus.iter().zip(&trial.minus).collect();
            assert!(pairs[..3].iter().all(|(plus, minus)| plus != minus));
            assert!((1..=3).contains(pairs[3].0) && (1..=3).contains(pairs[3].1));
            spsa.step(if step % 2 == 0 { 1.0 } else { -1.0 });
        }
    }

    #[test]
    fn values_go_towards_the_better_setting() {
        let mut spsa = Spsa::new(axes(), Gains::default(), 1);
        let (trial, before) = (spsa.trial(), spsa.values().map(|(_, v)| v).collect::<Vec<_>>());
        spsa.step(1.0);
        for (at, (name, after)) in spsa.values().enumerate() {
            let is_up = trial.plus[at] > trial.minus[at];
            assert_eq!(after > before[at], is_up, "{name}");
        }
    }
}
