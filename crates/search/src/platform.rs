//! What a search needs of the machine it runs on: a monotonic clock, the CPU time of a thread, and threads.
//!
//! Nothing else in this crate, or in the agents above it, touches either, so that all of it compiles for targets
//! without them. On WebAssembly a search has one thread, and the clock is the embedder's: see
//! `platform::set_clock` there. Without one, time stands still, and only the other limits end a search.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub(crate) use machine::{Moment, longest_wait, thread_time, threads, with_helpers};

#[cfg(target_family = "wasm")]
pub use machine::set_clock;

#[cfg(not(target_family = "wasm"))]
mod machine {
    pub(crate) use std::time::Instant as Moment;

    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use rustix::time::{ClockId, clock_gettime};

    /// How busy a machine is concerns every search on it, and the next one as well.
    static WAITS: LazyLock<(Moment, Waits)> = LazyLock::new(|| (Moment::now(), Waits::default()));

    /// Notes that a thread has had to wait so long for a processor; returns the longest wait that any thread of this
    /// process has to be ready for.
    pub(crate) fn longest_wait(wait: Duration) -> Duration {
        let (begin, waits) = &*WAITS;
        waits.longest(begin.elapsed(), wait)
    }

    /// Returns how much CPU time this thread has used, where that can be told.
    pub(crate) fn thread_time() -> Option<Duration> {
        Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).ok()
    }

    pub(crate) fn threads(asked: usize) -> usize {
        asked.max(1)
    }

    /// The longest wait so far, less a millisecond for each second since: so searches on a machine that is busy no more
    /// grow longer step by step, and are warned by a short wait before a long one makes them late.
    ///
    /// The word has when it was, in milliseconds, above the wait in microseconds.
    #[derive(Debug, Default)]
    pub(super) struct Waits(AtomicU64);

    impl Waits {
        /// Notes a wait that ended now; returns the longest as it counts now.
        pub(super) fn longest(&self, now: Duration, wait: Duration) -> Duration {
            let word = self.0.load(Ordering::Relaxed);
            let [then, longest] = [word >> u32::BITS, word & u64::from(u32::MAX)];
            let age = now.saturating_sub(Duration::from_millis(then));
            let longest = Duration::from_micros(longest).saturating_sub(age / 1000);
            if wait <= longest {
                return longest;
            }
            let micros = u32::try_from(wait.as_micros()).unwrap_or(u32::MAX);
            // Of two threads that note a wait at once, either may be the one that is heard.
            let word = (now.as_millis() as u64) << u32::BITS | u64::from(micros);
            self.0.store(word, Ordering::Relaxed);
            wait
        }
    }

    /// Runs `lead` here and each helper on a thread of its own; returns when all are done.
    pub(crate) fn with_helpers<H: FnOnce() + Send, R>(
        helpers: impl Iterator<Item = H>,
        lead: impl FnOnce() -> R,
    ) -> R {
        std::thread::scope(|scope| {
            helpers.for_each(|helper| drop(scope.spawn(helper)));
            lead()
        })
    }
}

#[cfg(target_family = "wasm")]
mod machine {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock of all searches: how much time has passed since some fixed moment, such as
    /// `performance.now()` in a browser. Only the first call counts.
    pub fn set_clock(now: fn() -> Duration) {
        let _ = CLOCK.set(now);
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) struct Moment(Duration);

    impl Moment {
        pub(crate) fn now() -> Moment {
            Moment(CLOCK.get().map_or(Duration::ZERO, |now| now()))
        }

        pub(crate) fn elapsed(self) -> Duration {
            Moment::now().0.saturating_sub(self.0)
        }
    }

    pub(crate) fn thread_time() -> Option<Duration> {
        None
    }

    pub(crate) fn longest_wait(wait: Duration) -> Duration {
        wait
    }

    pub(crate) fn threads(_asked: usize) -> usize {
        1
    }

    /// Runs `lead`; helpers would be more than one thread.
    pub(crate) fn with_helpers<H: FnOnce() + Send, R>(
        _helpers: impl Iterator<Item = H>,
        lead: impl FnOnce() -> R,
    ) -> R {
        lead()
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use std::time::Duration;

    use super::machine::Waits;

    #[test]
    fn a_wait_counts_less_and_less() {
        let [short, long] = [3, 80].map(Duration::from_millis);
        let [begin, later, last] = [0, 60, 600].map(Duration::from_secs);
        let waits = Waits::default();
        assert_eq!(waits.longest(begin, Duration::ZERO), Duration::ZERO);
        assert_eq!(waits.longest(begin, long), long);
        assert_eq!(waits.longest(begin, short), long);
        assert_eq!(waits.longest(later, short), long / 4);
        assert_eq!(waits.longest(later, long / 2), long / 2);
        assert_eq!(waits.longest(last, short), short);
        assert_eq!(waits.longest(last, Duration::MAX), Duration::MAX);
        assert!(waits.longest(last, short) > Duration::from_secs(3600));
    }
}
