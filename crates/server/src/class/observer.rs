//! Tells everybody how the tournament of a class goes, and keeps what agents said last.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use manator_core::Player;
use manator_organise::store::Number;
use manator_organise::{Finished, Live as Going, Observer, Playing, Prepared, Store, Watcher};
use manator_play::Sheet;
use manator_play::contender::Notes;
use manator_play::referee::Event;
use manator_state::class::DoneGame;
use manator_state::position::Over;
use manator_tournament::schedule::Pairing;
use manator_tournament::{GameId, Results};

use super::bulletin::Bulletin;
use super::grades::{Faults, tables};
use super::{ClassTell, Word};
use crate::live::LiveGames;
use crate::lock;

/// How often the table is made anew at most: ratings take longer than a quick game.
const TABLE_INTERVAL: Duration = Duration::from_millis(500);

/// Follows the games that are played, for pages, and collects what agents say.
pub(super) struct Following {
    pub(super) games: LiveGames,
    notes: Mutex<BTreeMap<GameId, Vec<Notes>>>,
}

impl Following {
    pub(super) fn new(games: LiveGames) -> Following {
        Following { games, notes: Mutex::default() }
    }

    fn note(&self, pairing: &Pairing, player: Player, text: &str) {
        let empty = || vec![Notes::default(); pairing.seats.len()];
        lock(&self.notes).entry(pairing.id).or_insert_with(empty)[player.index()].push(text);
    }

    /// Takes a game off that is over, and returns what was said last in it, by seat.
    fn finish(&self, id: GameId) -> Vec<(usize, String)> {
        self.games.finish(id);
        let notes = lock(&self.notes).remove(&id).unwrap_or_default().into_iter().enumerate();
        notes.filter_map(|(seat, mut notes)| Some((seat, notes.take()?))).collect()
    }
}

impl Watcher for Following {
    fn watch(&self, game: Playing<'_>, sheet: &Sheet, event: &Event<'_>) {
        // What an agent says is for its student: everybody sees the page.
        match event {
            Event::Note { player, text } => self.note(game.pairing, *player, text),
            Event::Ignored { player, fault } => {
                self.note(game.pairing, *player, &format!("ignored: {fault}"));
            }
            _ => self.games.watch(game.pairing, sheet, event),
        }
    }
}

pub(super) struct Telling {
    pub(super) following: Arc<Following>,
    pub(super) bulletin: Arc<Bulletin>,
    pub(super) tell: ClassTell,
    pub(super) store: Store,
    pub(super) number: Number,
    pub(super) prepared: Arc<Prepared>,
    pub(super) faults: Vec<Faults>,
    /// When the table was last made, if it is not up to date.
    pub(super) stale: Option<Instant>,
}

impl Telling {
    pub(super) fn show_table(&mut self, results: &Results) {
        // Without the final order it is the points that count.
        let order = self.store.order(self.number).unwrap_or_default();
        self.bulletin.set_tables(tables(&self.prepared, results, &order), &self.faults);
        self.stale = None;
    }
}

impl Observer for Telling {
    fn finished(&mut self, going: &Going, pairing: &Pairing, game: &Finished) -> io::Result<()> {
        let notes = self.following.finish(pairing.id);
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
        let names: Vec<String> =
            game.seats.iter().filter_map(|who| names.get(*who).cloned()).collect();
        let over = Over::kept(&game.payoffs, &game.reason, &game.words);
        (self.tell)(&Word::Finished {
            number: going.results().games().len(),
            of: going.known(),
            names: &names.iter().map(String::as_str).collect::<Vec<_>>(),
            result: &over.result,
            words: &game.words,
        });
        self.bulletin.add(DoneGame { id: game.id.clone(), names, plies: game.plies, over });
        self.stale.get_or_insert_with(Instant::now);
        Ok(())
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        (self.tell)(&Word::Note(text));
        Ok(())
    }

    fn tick(&mut self, going: &Going) -> io::Result<()> {
        self.following.games.tell();
        if self.stale.is_some_and(|since| since.elapsed() >= TABLE_INTERVAL) {
            self.show_table(going.results());
        }
        Ok(())
    }
}
