//! How the tournament of a class stands: its tables, and the last games that are over.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Mutex;

use manator_state::class::{DoneGame, Faults};
use manator_state::tournament::{Standing, Tables};

use crate::lock;

const DONE_MAX: usize = 100;

pub(super) struct Bulletin(Mutex<Posted>);

#[derive(Clone)]
pub(super) struct Posted {
    pub(super) tables: Tables,
    pub(super) faults: Vec<Faults>,
    pub(super) done: Vec<DoneGame>,
    pub(super) over: usize,
}

impl Bulletin {
    pub(super) fn new(tables: Tables) -> Bulletin {
        Bulletin(Mutex::new(Posted { tables, faults: Vec::new(), done: Vec::new(), over: 0 }))
    }

    pub(super) fn posted(&self) -> Posted {
        lock(&self.0).clone()
    }

    pub(super) fn standing(&self, who: usize) -> Option<Standing> {
        lock(&self.0).tables.standings.iter().find(|line| line.entrant == who).cloned()
    }

    pub(super) fn set_tables(&self, tables: Tables, faults: &[Faults]) {
        let mut posted = lock(&self.0);
        (posted.tables, posted.faults) = (tables, faults.to_vec());
    }

    pub(super) fn add(&self, game: DoneGame) {
        let mut posted = lock(&self.0);
        posted.over += 1;
        posted.done.push(game);
        let more = posted.done.len().saturating_sub(DONE_MAX);
        posted.done.drain(..more);
    }
}
