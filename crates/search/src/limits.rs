//! When a search must stop.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::platform::{Moment, longest_wait, thread_time};

/// How far a search may go; whatever comes first ends it. The default sets no limit.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// The most time there is.
    pub time: Option<Duration>,
    /// On the clock of a game, how long to think where nothing speaks for more or less: a search that knows no
    /// better ends then. Without it, all of `time` is there to be used.
    pub aim: Option<Duration>,
    /// On the clock of a game, when an answer comes too late. Where a thread of this process has lately had to wait for a
    /// processor, a search ends before `time` if another wait, half as long again, would make it late.
    pub end: Option<Duration>,
    /// The most CPU time of the thread that searches, or leads the search: what a busy machine takes from it does not
    /// count, so that matches are fair there. Where threads have no such clock, it is no limit.
    pub cpu: Option<Duration>,
    /// Set by anybody at any time to end the search at once.
    pub cancel: Arc<AtomicBool>,
}

impl Limits {
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// Returns whether nothing but the cancel signal ends a search.
    pub fn is_endless(&self) -> bool {
        let Limits { depth, nodes, time, cpu, .. } = self;
        depth.is_none() && nodes.is_none() && time.is_none() && cpu.is_none()
    }

    /// Returns the limits of a search that keeps to no [`Pace`]: it ends at the time aimed at.
    pub fn at_the_aim(&self) -> Limits {
        let time = self.aim.into_iter().chain(self.time).min();
        Limits { time, aim: None, ..self.clone() }
    }
}

/// How much of the aim is used, in per cent, once the best move has stayed the same for so many
/// iterations.
const SHARES: [u32; 6] = [150, 125, 100, 85, 70, 60];
/// How much more it is, in per cent, after the score has dropped.
const DROPPED_SHARE: u32 = 140;
/// An iteration takes longer than those before it together: past this much of the share, in per cent, the
/// next one is not begun.
const BEGINS_UNTIL: u32 = 60;

/// Says, iteration by iteration, whether to think on: where a search aims at a time but may take more.
///
/// ```
/// use std::time::Duration;
/// use manator_search::{Limits, Pace};
///
/// let [aim, time] = [1, 3].map(Duration::from_secs);
/// let limits = Limits { aim: Some(aim), ..Limits::time(time) };
/// let mut pace = Pace::new(&limits).expect("there is time beyond the aim");
/// // The same move again and again: half of the time aimed at is more than enough.
/// (0..6).for_each(|_| pace.iterated(true, false));
/// assert!(!pace.begins(aim / 2) && pace.ends(aim));
/// // Another move, and a bad one.
/// pace.iterated(false, true);
/// assert!(pace.begins(aim) && !pace.ends(2 * aim));
/// ```
#[derive(Clone, Debug)]
pub struct Pace {
    aim: Duration,
    stable: usize,
    has_dropped: bool,
}

impl Pace {
    /// Returns `None` where there is no choice: all of the time is used.
    pub fn new(limits: &Limits) -> Option<Pace> {
        let aim = limits.aim.filter(|aim| limits.time.is_none_or(|time| *aim < time))?;
        Some(Pace { aim, stable: 0, has_dropped: false })
    }

    /// Notes what an iteration found: the same best move as before, and whether its score has dropped.
    pub fn iterated(&mut self, is_same: bool, has_dropped: bool) {
        self.stable = if is_same { self.stable + 1 } else { 0 };
        self.has_dropped = has_dropped;
    }

    /// Returns whether another iteration is worth beginning.
    pub fn begins(&self, elapsed: Duration) -> bool {
        elapsed < self.share() * BEGINS_UNTIL / 100
    }

    /// Returns whether to leave an iteration that is under way.
    pub fn ends(&self, elapsed: Duration) -> bool {
        elapsed >= self.share()
    }

    fn share(&self) -> Duration {
        let dropped = if self.has_dropped { DROPPED_SHARE } else { 100 };
        self.aim * SHARES[self.stable.min(SHARES.len() - 1)] / 100 * dropped / 100
    }
}

/// Watches the limits of one search on one thread.
///
/// Looking at the time and at the cancel signal costs more than a node, so it is done every
/// [`CHECK_INTERVAL_NODES`] nodes, which is well under a millisecond.
#[derive(Clone, Debug)]
pub struct Clock {
    begin: Moment,
    time: Option<Duration>,
    end: Option<Duration>,
    /// When the time was last looked at.
    looked_at: Duration,
    /// When the CPU time of the thread began, and when it is used up.
    cpu: Option<[Duration; 2]>,
    nodes_max: u64,
    nodes: u64,
    cancel: Arc<AtomicBool>,
    stopped: bool,
}

pub const CHECK_INTERVAL_NODES: u64 = 1024;

/// How much longer than ever before, in per cent, a thread may have to wait for a processor: on a busy machine it waits
/// for its turn, now longer, now shorter.
const WAIT_PERCENT: u32 = 150;

impl Clock {
    /// Starts the clock of a search that ends at the time aimed at.
    pub fn start(limits: &Limits) -> Clock {
        Clock::patient(&limits.at_the_aim())
    }

    /// Starts the clock of a search that keeps to a [`Pace`], and may take all the time there is.
    pub fn patient(limits: &Limits) -> Clock {
        let cpu = limits.cpu.and_then(|cpu| thread_time().map(|begin| [begin, begin + cpu]));
        Clock {
            begin: Moment::now(),
            time: limits.time,
            end: limits.end,
            looked_at: Duration::ZERO,
            cpu,
            nodes_max: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            cancel: limits.cancel.clone(),
            stopped: false,
        }
    }

    /// Counts a node; returns whether the search must stop, and goes on doing so once it must.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_INTERVAL_NODES) || self.nodes >= self.nodes_max {
            self.check();
        }
        self.stopped
    }

    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Returns how much CPU time the thread has used, where that is limited.
    pub fn cpu(&self) -> Duration {
        let [begin, _] = self.cpu.unwrap_or_default();
        thread_time().filter(|_| self.cpu.is_some()).map_or(Duration::ZERO, |now| now - begin)
    }

    /// Checks the limits now, whatever the count: for searches whose nodes may take long.
    #[cold]
    pub fn check(&mut self) {
        self.stopped |= self.nodes >= self.nodes_max
            || self.cancel.load(Ordering::Relaxed)
            || self.cpu.is_some_and(|[_, end]| thread_time().is_some_and(|now| now >= end))
            || self.is_out_of_time();
    }

    fn is_out_of_time(&mut self) -> bool {
        let Some(time) = self.time else { return false };
        let now = self.begin.elapsed();
        let wait = longest_wait(now.saturating_sub(self.looked_at));
        self.looked_at = now;
        let next = now.saturating_add(wait.saturating_mul(WAIT_PERCENT) / 100);
        now >= time || self.end.is_some_and(|end| next >= end)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{CHECK_INTERVAL_NODES, Clock, Limits, Pace};

    #[test]
    fn only_a_patient_clock_goes_on_beyond_the_aim() {
        let hour = Duration::from_secs(3600);
        let limits = Limits { aim: Some(Duration::ZERO), ..Limits::time(hour) };
        let runs_out = |mut clock: Clock| (0..CHECK_INTERVAL_NODES).any(|_| clock.tick());
        assert!(runs_out(Clock::start(&limits)));
        assert!(!runs_out(Clock::patient(&limits)));
        assert!(!runs_out(Clock::start(&Limits::time(hour))));
    }

    #[test]
    fn without_time_beyond_the_aim_there_is_no_pace() {
        let second = Duration::from_secs(1);
        assert!(Pace::new(&Limits::time(second)).is_none());
        assert!(Pace::new(&Limits { aim: Some(second), ..Limits::time(second) }).is_none());
        assert!(Pace::new(&Limits { aim: Some(second), ..Limits::time(2 * second) }).is_some());
    }

    #[test]
    fn the_more_settled_the_sooner_it_ends() {
        let aim = Duration::from_secs(1);
        let mut pace = Pace { aim, stable: 0, has_dropped: false };
        let mut last = pace.share();
        for _ in 0..8 {
            pace.iterated(true, true);
            let dropped = pace.share();
            pace.has_dropped = false;
            assert!(pace.share() < dropped && pace.share() <= last && !pace.share().is_zero());
            last = pace.share();
        }
        pace.iterated(false, false);
        assert!(pace.share() > aim);
    }
}
