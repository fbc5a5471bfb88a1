//! What the server says about its games, kept until all displays have compared it with what they saw.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

use manator_server::Notice;

use super::PLAYERS;

/// A game as the server tells it.
#[derive(Clone, Default)]
pub(crate) struct Told {
    /// When each move was made.
    pub(crate) noticed: Vec<Instant>,
    /// The moves of the record, when the game is over.
    pub(crate) record: Vec<String>,
}

/// The games of a table.
struct Page {
    games: BTreeMap<u32, Told>,
    /// Which game each display has compared last.
    compared: Vec<u32>,
}

/// What the server says about its games.
pub(crate) struct Ledger {
    pages: Vec<Mutex<Page>>,
    games: AtomicU64,
    moves: AtomicU64,
    faults: Mutex<Vec<String>>,
}

impl Ledger {
    pub(crate) fn new(tables: usize, displays: usize) -> Ledger {
        let page = || Page { games: BTreeMap::new(), compared: vec![0; displays] };
        Ledger {
            pages: (0..tables).map(|_| Mutex::new(page())).collect(),
            games: AtomicU64::new(0),
            moves: AtomicU64::new(0),
            faults: Mutex::default(),
        }
    }

    fn page(&self, table: usize) -> MutexGuard<'_, Page> {
        self.pages[table].lock().expect("nobody fails with a page in hand")
    }

    /// Takes in what the server says.
    pub(crate) fn take(&self, notice: &Notice<'_>) {
        match notice {
            Notice::Begins { number, .. } => {
                self.page(self.table(*number)).games.insert(*number, Told::default());
            }
            Notice::Moved { name, .. } => {
                let now = Instant::now();
                let agent: usize = name.parse().expect("names are numbers here");
                let mut page = self.page(agent / PLAYERS);
                if let Some(mut game) = page.games.last_entry() {
                    game.get_mut().noticed.push(now);
                }
                self.moves.fetch_add(1, Ordering::Relaxed);
            }
            Notice::Ended { number, report, .. } => {
                if let Some(game) = self.page(self.table(*number)).games.get_mut(number) {
                    game.record = report.record.moves.iter().map(|mv| mv.text.clone()).collect();
                }
                let words = report.faults.iter().map(|(_, fault)| fault.to_string());
                self.faults.lock().expect("nobody fails with it in hand").extend(words);
                self.games.fetch_add(u64::from(report.verdict.is_some()), Ordering::Relaxed);
            }
            _ => {}
        }
    }

    fn table(&self, number: u32) -> usize {
        (number as usize - 1) % self.pages.len()
    }

    /// Returns the number of the game that a table plays after another.
    pub(crate) fn next(&self, number: u32) -> u32 {
        number + self.pages.len() as u32
    }

    /// Returns a game that is over, for a display that will not ask for it or an older one again.
    pub(crate) fn compare(&self, table: usize, display: usize, number: u32) -> Option<Told> {
        let mut page = self.page(table);
        let told = page.games.get(&number).cloned();
        page.compared[display] = number;
        let oldest = page.compared.iter().min().copied().unwrap_or_default();
        page.games.retain(|number, _| *number > oldest);
        told
    }

    /// Returns how many games are over, how many moves were made, and what was wrong with agents.
    pub(crate) fn totals(&self) -> (u64, u64, Vec<String>) {
        let count = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let faults = self.faults.lock().expect("nobody fails with it in hand").clone();
        (count(&self.games), count(&self.moves), faults)
    }
}
