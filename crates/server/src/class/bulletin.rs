//! How the tournament of a class stands: its table, and the last games that are over.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Mutex;

use manator_core::record::result_text;
use manator_state::class::{DoneGame, Grade};

use crate::lock;

const DONE_MAX: usize = 100;

#[derive(Default)]
pub(super) struct Bulletin(Mutex<Standing>);

#[derive(Clone, Default)]
pub(super) struct Standing {
    pub(super) table: Vec<Grade>,
    pub(super) done: Vec<DoneGame>,
    pub(super) over: usize,
}

impl Bulletin {
    pub(super) fn standing(&self) -> Standing {
        lock(&self.0).clone()
    }

    pub(super) fn grade(&self, who: usize) -> Option<Grade> {
        lock(&self.0).table.iter().find(|line| line.who == who).cloned()
    }

    pub(super) fn set_table(&self, table: Vec<Grade>) {
        lock(&self.0).table = table;
    }

    pub(super) fn add(&self, game: DoneGame) {
        let mut standing = lock(&self.0);
        standing.over += 1;
        standing.done.push(game);
        let more = standing.done.len().saturating_sub(DONE_MAX);
        standing.done.drain(..more);
    }
}

pub(super) fn done(
    id: String,
    names: Vec<String>,
    payoffs: &[i8],
    words: &str,
    plies: usize,
) -> DoneGame {
    DoneGame { id, names, result: result_text(Some(payoffs)), words: words.into(), plies }
}
