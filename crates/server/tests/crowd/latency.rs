//! How long something took, many times, in little room: a time is kept to a sixteenth.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

/// How many steps there are between a time and its double, as a power of two.
const STEP_BITS: u32 = 4;
/// Enough for any number of microseconds.
const STEPS: usize = (64 - STEP_BITS as usize + 1) << STEP_BITS;

/// How long something took, many times.
#[derive(Clone)]
pub(crate) struct Latency {
    counts: Vec<u64>,
    worst: Duration,
}

impl Default for Latency {
    fn default() -> Latency {
        Latency { counts: vec![0; STEPS], worst: Duration::ZERO }
    }
}

impl Latency {
    pub(crate) fn add(&mut self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.counts[step(micros)] += 1;
        self.worst = self.worst.max(time);
    }

    pub(crate) fn merge(&mut self, other: &Latency) {
        for (own, more) in self.counts.iter_mut().zip(&other.counts) {
            *own += more;
        }
        self.worst = self.worst.max(other.worst);
    }

    pub(crate) fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the time that so many of a hundred did not exceed.
    pub(crate) fn percentile(&self, percent: u64) -> Duration {
        let wanted = (self.count() * percent).div_ceil(100);
        let mut sum = 0;
        for (step, count) in self.counts.iter().enumerate() {
            sum += count;
            if sum >= wanted {
                return Duration::from_micros(ceiling(step)).min(self.worst);
            }
        }
        self.worst
    }

    pub(crate) fn worst(&self) -> Duration {
        self.worst
    }
}

/// Returns the step of a time: small times have one each, others share it with their next.
fn step(micros: u64) -> usize {
    let shift = (64 - STEP_BITS).saturating_sub(micros.leading_zeros() + 1);
    ((shift as usize) << STEP_BITS) + (micros >> shift) as usize
}

/// Returns the longest time of a step.
fn ceiling(step: usize) -> u64 {
    let low = 1 << STEP_BITS;
    let shift = (step >> STEP_BITS).saturating_sub(1);
    let first = step - (shift << STEP_BITS);
    debug_assert!(first < 2 * low);
    ((first as u64 + 1) << shift) - 1
}
