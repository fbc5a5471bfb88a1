//! What the workers of one search share besides the table: when to stop, and how many nodes there were.
//!
//! Every worker searches the same root; they help each other only by what they leave in the table.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::limits::{CHECK_INTERVAL_NODES, Clock, Limits, Pace};

#[derive(Debug)]
pub(crate) struct Team {
    pub(crate) clock: Clock,
    pub(crate) pace: Option<Pace>,
    pub(crate) depth_max: Option<u32>,
    nodes_max: u64,
    /// The nodes of all workers, as of when they last reported them.
    nodes: AtomicU64,
    pub(crate) stopped: AtomicBool,
}

impl Team {
    pub(crate) fn start(limits: &Limits) -> Team {
        Team {
            clock: Clock::patient(limits),
            pace: Pace::new(limits),
            depth_max: limits.depth,
            nodes_max: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Watch<'a> {
    pub(crate) team: &'a Team,
    clock: Clock,
    /// How many of the clock's nodes the team knows.
    reported: u64,
    pub(crate) stopped: bool,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(team: &'a Team) -> Watch<'a> {
        Watch { team, clock: team.clock.clone(), reported: 0, stopped: false }
    }

    #[inline]
    pub(crate) fn tick(&mut self) -> bool {
        self.stopped |= self.clock.tick();
        if self.clock.nodes().is_multiple_of(CHECK_INTERVAL_NODES) {
            self.report();
        }
        self.stopped
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.team.nodes.load(Ordering::Relaxed) + self.clock.nodes() - self.reported
    }

    #[cold]
    fn report(&mut self) {
        let unreported = self.clock.nodes() - self.reported;
        self.reported = self.clock.nodes();
        let nodes = self.team.nodes.fetch_add(unreported, Ordering::Relaxed) + unreported;
        self.stopped |= nodes >= self.team.nodes_max || self.team.stopped.load(Ordering::Relaxed);
    }
}
