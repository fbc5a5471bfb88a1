//! Tells everybody how the tournament of a class goes, and keeps what agents said last.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use manator_core::record::result_text;
use manator_organise::store::Number;
use manator_organise::{Finished, Live as Going, Observer, Prepared, Store};
use manator_tournament::Results;
use manator_tournament::schedule::Pairing;

use super::grades::{Faults, grade};
use super::live::Live;
use super::{ClassTell, Word};

/// How often the table is made anew at most: ratings take longer than a quick game.
const TABLE: Duration = Duration::from_millis(500);

/// Tells how the tournament goes.
pub(super) struct Telling {
    pub(super) live: Arc<Live>,
    pub(super) tell: ClassTell,
    /// Where notes are kept.
    pub(super) store: Store,
    pub(super) number: Number,
    pub(super) prepared: Arc<Prepared>,
    pub(super) students: usize,
    pub(super) faults: Vec<Faults>,
    /// When the table was last made, if it is not up to date.
    pub(super) stale: Option<Instant>,
}

impl Telling {
    /// Makes the table anew.
    pub(super) fn show_table(&mut self, results: &Results) {
        self.live.set_table(&grade(&self.prepared, self.students, results, &self.faults));
        self.stale = None;
    }
}

impl Observer for Telling {
    fn started(&mut self, _going: &Going, _pairing: &Pairing, _worker: &str) -> io::Result<()> {
        Ok(())
    }

    fn finished(&mut self, going: &Going, pairing: &Pairing, game: &Finished) -> io::Result<()> {
        let notes = self.live.finish(pairing, game);
        if let Err(error) = self.store.add_notes(self.number, pairing.id, &notes) {
            (self.tell)(&Word::Note(&format!("what agents said is lost: {error}")));
        }
        for offence in &game.offences {
            let who = game.seats.get(offence.seat).copied();
            if let Some(faults) = who.and_then(|who| self.faults.get_mut(who)) {
                *faults.entry(offence.kind.clone()).or_default() += 1;
            }
        }
        let names = self.prepared.names();
        let names: Vec<&str> =
            game.seats.iter().filter_map(|who| names.get(*who)).map(String::as_str).collect();
        (self.tell)(&Word::Finished {
            number: going.results().games().len(),
            of: going.known(),
            names: &names,
            result: &result_text(Some(&game.payoffs)),
            words: &game.words,
        });
        self.stale.get_or_insert_with(Instant::now);
        Ok(())
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        (self.tell)(&Word::Note(text));
        Ok(())
    }

    fn tick(&mut self, going: &Going) -> io::Result<()> {
        if self.stale.is_some_and(|since| since.elapsed() >= TABLE) {
            self.show_table(going.results());
        }
        Ok(())
    }
}
