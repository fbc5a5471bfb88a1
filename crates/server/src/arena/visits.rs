//! How much of the arena each visitor takes: games begun, and games looked at.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::http::Caller;
use crate::lock;
use crate::permits::{Permit, Permits};

/// For how long a game that is not over counts.
const COUNT_PERIOD: Duration = Duration::from_secs(60 * 60);
/// How many pages of a visitor may be in games at the same time, and think about positions: fewer than there are
/// places in memory.
const PAGES_MAX: usize = 200;
const THINKING_MAX: usize = 8;

pub(super) struct Visits {
    each_max: usize,
    /// Who began which game, or took a seat in it, and when.
    begun: Mutex<HashMap<(IpAddr, String), Instant>>,
    /// Of games that are being begun.
    beginning: Arc<Permits>,
    pages: Arc<Permits>,
    thinking: Arc<Permits>,
}

impl Visits {
    pub(super) fn new(each_max: usize) -> Visits {
        Visits {
            each_max,
            begun: Mutex::default(),
            beginning: Permits::new(usize::MAX, usize::MAX),
            pages: Permits::new(PAGES_MAX, usize::MAX),
            thinking: Permits::new(THINKING_MAX, usize::MAX),
        }
    }

    /// Lets a visitor begin another game, or returns how long that takes; `is_over` tells of a game.
    pub(super) fn begin(
        &self,
        caller: &Caller,
        is_over: impl Fn(&str) -> bool,
    ) -> Result<Option<Permit>, Duration> {
        if caller.is_owner {
            return Ok(None);
        }
        let mut begun = lock(&self.begun);
        begun.retain(|_, when| when.elapsed() < COUNT_PERIOD);
        let beginning = self.beginning.taken_by(caller.visitor);
        let is_own = |visitor: &IpAddr| *visitor == caller.visitor;
        if begun.keys().filter(|(visitor, _)| is_own(visitor)).count() + beginning >= self.each_max
        {
            begun.retain(|(visitor, id), _| !is_own(visitor) || !is_over(id));
        }
        let own = begun.iter().filter(|((visitor, _), _)| is_own(visitor));
        let own: Vec<Instant> = own.map(|(_, when)| *when).collect();
        let oldest = own.iter().min().map_or(Duration::ZERO, Instant::elapsed);
        if own.len() + beginning >= self.each_max {
            return Err(COUNT_PERIOD.saturating_sub(oldest));
        }
        self.beginning.take(caller.visitor).map(Some).map_err(|_| COUNT_PERIOD)
    }

    pub(super) fn has_begun(&self, caller: &Caller, id: &str) {
        if !caller.is_owner {
            lock(&self.begun).insert((caller.visitor, id.into()), Instant::now());
        }
    }

    /// Returns the games that a visitor has begun of late.
    pub(super) fn begun_by(&self, caller: &Caller) -> Vec<String> {
        let begun = lock(&self.begun);
        let own = begun.keys().filter(|(visitor, _)| *visitor == caller.visitor);
        own.map(|(_, id)| id.clone()).collect()
    }

    /// Counts a page in a game as long as the permit is kept; the owner is not counted.
    pub(super) fn look(&self, caller: &Caller) -> Result<Option<Permit>, String> {
        let too_many = |_| {
            format!("{PAGES_MAX} games are open at your address, which is as many as there may be")
        };
        counted(&self.pages, caller).map_err(too_many)
    }

    /// Counts an agent that thinks for a page.
    pub(super) fn think(&self, caller: &Caller) -> Result<Option<Permit>, String> {
        let too_many = |_| {
            format!("{THINKING_MAX} agents think for your address already: try again in a moment")
        };
        counted(&self.thinking, caller).map_err(too_many)
    }
}

fn counted(permits: &Arc<Permits>, caller: &Caller) -> Result<Option<Permit>, String> {
    if caller.is_owner { Ok(None) } else { permits.take(caller.visitor).map(Some) }
}
