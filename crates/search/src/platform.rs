//! What a search needs of the machine it runs on: a monotonic clock, and threads.
//!
//! Nothing else in this crate, or in the agents above it, touches either, so that all of it compiles for targets
//! without them. On WebAssembly a search has one thread, and the clock is the embedder's: see
//! `platform::set_clock` there. Without one, time stands still, and only the other limits end a search.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub(crate) use machine::{Moment, threads, with_helpers};

#[cfg(target_family = "wasm")]
pub use machine::set_clock;

#[cfg(not(target_family = "wasm"))]
mod machine {
    pub(crate) use std::time::Instant as Moment;

    pub(crate) fn threads(asked: usize) -> usize {
        asked.max(1)
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

        pub(crate) fn checked_add(self, time: Duration) -> Option<Moment> {
            self.0.checked_add(time).map(Moment)
        }

        pub(crate) fn elapsed(self) -> Duration {
            Moment::now().0.saturating_sub(self.0)
        }
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
