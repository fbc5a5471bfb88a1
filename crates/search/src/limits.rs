//! When a search must stop.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::platform::Moment;

/// How far a search may go; whatever comes first ends it. The default sets no limit.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
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
}

/// Watches the limits of one search on one thread.
///
/// Looking at the time and at the cancel signal costs more than a node, so it is done every
/// [`CHECK_INTERVAL_NODES`] nodes, which is well under a millisecond.
#[derive(Clone, Debug)]
pub struct Clock {
    begin: Moment,
    deadline: Option<Moment>,
    nodes_max: u64,
    nodes: u64,
    cancel: Arc<AtomicBool>,
    stopped: bool,
}

pub const CHECK_INTERVAL_NODES: u64 = 1024;

impl Clock {
    pub fn start(limits: &Limits) -> Clock {
        let begin = Moment::now();
        Clock {
            begin,
            deadline: limits.time.and_then(|time| begin.checked_add(time)),
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

    /// Checks the limits now, whatever the count: for searches whose nodes may take long.
    #[cold]
    pub fn check(&mut self) {
        self.stopped |= self.nodes >= self.nodes_max
            || self.cancel.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Moment::now() >= deadline);
    }
}
