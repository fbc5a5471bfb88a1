//! What there was to see.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::time::Duration;

use super::watcher::Sight;

/// What there was to see.
#[derive(Default)]
pub(crate) struct Findings {
    /// How long it went on.
    pub(crate) time: Duration,
    /// How many games were played to their end.
    pub(crate) games: u64,
    /// How many moves were made.
    pub(crate) moves: u64,
    /// What was wrong with agents.
    pub(crate) faults: Vec<String>,
    /// How many KiB of memory the process had as time went by.
    pub(crate) memory: Vec<u64>,
    sight: Sight,
}

impl Findings {
    /// Adds what a display has seen.
    pub(crate) fn add(&mut self, sight: Sight) {
        self.sight.latency.merge(&sight.latency);
        self.sight.resyncs += sight.resyncs;
        self.sight.games += sight.games;
        self.sight.wrong.extend(sight.wrong);
    }

    /// Makes sure that displays saw what was played, and that nobody was at fault.
    ///
    /// # Panics
    /// Panics when that is not so.
    pub(crate) fn check(&self) {
        const SHOWN: usize = 5;
        let Sight { latency, games, wrong, .. } = &self.sight;
        let first = &wrong[..wrong.len().min(SHOWN)];
        assert!(wrong.is_empty(), "{} disagreements, such as {first:#?}", wrong.len());
        assert_eq!(self.faults, Vec::<String>::new(), "agents were at fault");
        assert!(self.games > 0 && *games > 0 && latency.count() > 0, "nothing was seen\n{self}");
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sight { latency, resyncs, games, wrong } = &self.sight;
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let (seconds, seen) = (self.time.as_secs_f64(), latency.count());
        writeln!(f, "| games | {} |", self.games)?;
        writeln!(f, "| moves a second | {:.0} |", self.moves as f64 / seconds)?;
        writeln!(f, "| moves told to displays, a second | {:.0} |", seen as f64 / seconds)?;
        writeln!(f, "| games compared by displays, of which wrong | {games}, {} |", wrong.len())?;
        writeln!(f, "| displays resynchronised | {resyncs} |")?;
        writeln!(f, "| late answers and other faults | {} |", self.faults.len())?;
        writeln!(f, "| median latency | {:.2} ms |", ms(latency.percentile(50)))?;
        writeln!(f, "| 99 % | {:.2} ms |", ms(latency.percentile(99)))?;
        writeln!(f, "| worst | {:.1} ms |", ms(latency.worst()))?;
        let memory = self.memory.iter().map(|kib| format!("{:.1}", *kib as f64 / 1024.0));
        let memory = memory.collect::<Vec<_>>().join(", ");
        writeln!(f, "| MiB at 25 %, 50 %, 75 %, 100 % of the time | {memory} |")
    }
}
