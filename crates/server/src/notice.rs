//! What whoever runs a server is told.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use manator_play::{Report, Sheet};

use crate::lock;

/// Something that happened. An agent that has `Left` may come back; `why` a display is not `Watched` any more
/// is known unless it left by itself.
#[derive(Debug)]
pub enum Notice<'a> {
    Joined {
        name: &'a str,
        address: SocketAddr,
    },
    Left {
        name: &'a str,
    },
    Watches {
        address: SocketAddr,
    },
    Watched {
        address: SocketAddr,
        why: Option<&'a str>,
    },
    Refused {
        address: SocketAddr,
        why: &'a str,
    },
    Complete {
        names: &'a [String],
        games: u32,
    },
    /// A game begins, or goes on after so many moves.
    Begins {
        number: u32,
        of: u32,
        names: &'a [String],
        played: usize,
    },
    Moved {
        name: &'a str,
        text: &'a str,
        sheet: &'a Sheet,
    },
    Says {
        name: &'a str,
        text: &'a str,
    },
    Ended {
        number: u32,
        names: &'a [String],
        report: &'a Report,
    },
}

/// How many refusals are told one by one, and how long it takes until one more is.
const REFUSALS_AT_ONCE: u32 = 5;
const REFUSAL_INTERVAL: Duration = Duration::from_secs(5);

/// Which refusals are told: a few one by one, then one at times, with how many there were besides.
struct Refusals {
    left: u32,
    since: Instant,
    untold: u64,
}

impl Refusals {
    fn new(now: Instant) -> Refusals {
        Refusals { left: REFUSALS_AT_ONCE, since: now, untold: 0 }
    }

    /// Returns how many have not been told before this one, if it is to be told.
    fn count(&mut self, now: Instant) -> Option<u64> {
        while self.left < REFUSALS_AT_ONCE && now >= self.since + REFUSAL_INTERVAL {
            (self.left, self.since) = (self.left + 1, self.since + REFUSAL_INTERVAL);
        }
        if self.left == REFUSALS_AT_ONCE {
            self.since = now;
        }
        let Some(left) = self.left.checked_sub(1) else {
            self.untold += 1;
            return None;
        };
        self.left = left;
        Some(std::mem::take(&mut self.untold))
    }
}

/// Tells everything, but not each refusal of a flood of them.
pub(crate) fn with_few_refusals(tell: Tell) -> Tell {
    let refusals = Mutex::new(Refusals::new(Instant::now()));
    Arc::new(move |notice| {
        let Notice::Refused { address, why } = notice else { return tell(notice) };
        let untold = lock(&refusals).count(Instant::now());
        match untold {
            None => {}
            Some(0) => tell(notice),
            Some(others) => {
                let why = format!("{why} (and {others} others before it)");
                tell(&Notice::Refused { address: *address, why: &why });
            }
        }
    })
}

pub type Tell = Arc<dyn Fn(&Notice<'_>) + Send + Sync>;

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{REFUSALS_AT_ONCE, Refusals};

    #[test]
    fn a_flood_is_summed_up() {
        let begin = Instant::now();
        let mut refusals = Refusals::new(begin);
        let (mut lines, mut told) = (0, 0);
        // 3,000 a second for a minute.
        for number in 0..180_000 {
            let now = begin + Duration::from_micros(number * 1_000_000 / 3000);
            if let Some(untold) = refusals.count(now) {
                (lines, told) = (lines + 1, told + untold + 1);
            }
        }
        assert!((16..=17).contains(&lines), "{lines} lines");
        assert!(told > 160_000, "{told} of them");
        let later = begin + Duration::from_secs(3600);
        for number in 0..REFUSALS_AT_ONCE {
            assert_eq!(refusals.count(later).is_some_and(|untold| untold > 0), number == 0);
        }
        assert_eq!(refusals.count(later), None);
    }
}
