//! Tournaments of agents: made, played and shown in the arena.
//!
//! A tournament is kept in the store like any other, with the fact that the arena plays it, so that it goes on
//! when the arena is opened again. Whoever plays one holds its claim; so does one that waits for its turn.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod requests;
mod run;
mod shown;
mod supply;
mod topics;

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use manator_organise::store::Number;
use manator_organise::{Event, Prepared, Store, StoreError};
use manator_play::SeatSpec;
use manator_state::tournament::{NewTournament, Stage};
use manator_tournament::{Entrant, GameId};

use super::budget::Budget;
use crate::hub::Hub;
use crate::list::GameList;
use crate::lock;
use requests::concurrency_max;
use run::{Ready, Run};
use topics::Topics;

pub(super) use requests::routes;

const PLAYED_MAX: usize = 2;
const WAITING_MAX: usize = 20;

fn prefix(number: Number) -> String {
    format!("t-{number}")
}

fn read_topic(text: &str) -> Option<(Number, GameId)> {
    let (number, id) = text.strip_prefix("game/t-")?.split_once('-')?;
    Some((Number(number.parse().ok()?), id.parse().ok()?))
}

fn topic(number: Number) -> String {
    format!("tournament/{number}")
}

/// What everybody needs who tells pages something.
pub(super) struct Common {
    hub: Arc<Hub>,
    list: Arc<GameList>,
    store: PathBuf,
    budget: Arc<Budget>,
}

pub(crate) struct Tournaments {
    common: Common,
    state: Mutex<State>,
    topics: Topics,
    is_closed: AtomicBool,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

#[derive(Default)]
struct State {
    played: BTreeMap<Number, Arc<Run>>,
    waiting: VecDeque<Ready>,
    /// Why tournaments stopped that were not asked to.
    failed: BTreeMap<Number, String>,
}

impl Tournaments {
    pub(super) fn new(
        hub: Arc<Hub>,
        list: Arc<GameList>,
        store: PathBuf,
        budget: Arc<Budget>,
    ) -> Tournaments {
        Tournaments {
            common: Common { hub, list, store, budget },
            state: Mutex::default(),
            topics: Topics::default(),
            is_closed: AtomicBool::new(false),
            threads: Mutex::default(),
        }
    }

    fn store(&self) -> Result<Store, StoreError> {
        Store::open(&self.common.store)
    }

    /// Goes on with what was played when the arena was closed, and begins to tell pages.
    pub(crate) fn open(self: &Arc<Self>) {
        if let Ok(store) = self.store() {
            for number in store.played_in_arena().unwrap_or_default() {
                // Whatever cannot go on, or is played by another program by now, is left alone.
                if let Ok(ready) = self.ready(&store, number, None) {
                    lock(&self.state).waiting.push_back(ready);
                }
            }
        }
        self.next();
        self.tell_list();
        let telling = self.clone();
        self.spawn("tournaments", move || telling.pulse());
    }

    /// Ends everything; it goes on when the arena is opened again.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::SeqCst);
        let mut state = lock(&self.state);
        state.waiting.clear();
        for run in state.played.values() {
            run.stop.store(true, Ordering::SeqCst);
        }
        drop(state);
        let threads = std::mem::take(&mut *lock(&self.threads));
        for thread in threads {
            // A thread that panicked has told so itself.
            let _ = thread.join();
        }
    }

    /// Keeps a new tournament, and plays it as soon as possible.
    fn create(self: &Arc<Self>, asked: &NewTournament) -> Result<Number, String> {
        let prepared = requests::prepared(asked)?;
        self.fits(&prepared)?;
        self.has_room()?;
        let mut store = self.store().map_err(|error| error.to_string())?;
        let number = store.create_in_arena(&prepared, asked.concurrency);
        let number = number.map_err(|error| error.to_string())?;
        let ready = self.ready(&store, number, Some(asked.concurrency))?;
        lock(&self.state).waiting.push_back(ready);
        self.next();
        self.tell_list();
        Ok(number)
    }

    /// Goes on with a tournament that is not over, wherever it was begun.
    fn go_on(self: &Arc<Self>, number: Number) -> Result<(), String> {
        self.has_room()?;
        if self.stage(number) != Stage::Resting {
            return Err(format!("tournament {number} is being played here already"));
        }
        let mut store = self.store().map_err(|error| error.to_string())?;
        let ready = self.ready(&store, number, None)?;
        let begun = store.begin_in_arena(number, ready.concurrency);
        begun.map_err(|error| error.to_string())?;
        let mut state = lock(&self.state);
        state.failed.remove(&number);
        state.waiting.push_back(ready);
        drop(state);
        self.next();
        self.changed(number);
        Ok(())
    }

    /// Stops a tournament that is played here, or waits for its turn.
    fn stop(&self, number: Number) -> Result<(), String> {
        let mut store = self.store().map_err(|error| error.to_string())?;
        let mut state = lock(&self.state);
        let waiting = state.waiting.len();
        state.waiting.retain(|ready| ready.kept.number != number);
        match state.played.get(&number) {
            Some(run) => run.stop.store(true, Ordering::SeqCst),
            None if state.waiting.len() < waiting => {}
            None => return Err(format!("tournament {number} is not played here")),
        }
        drop(state);
        store.stop_in_arena(number).map_err(|error| error.to_string())?;
        self.changed(number);
        Ok(())
    }

    fn forget(&self, number: Number) -> Result<(), String> {
        let mut store = self.store().map_err(|error| error.to_string())?;
        store.tournament(number).map_err(|error| error.to_string())?;
        let claim = store.claim(number).map_err(|error| error.to_string())?;
        store.forget(number).map_err(|error| error.to_string())?;
        claim.release();
        self.common.hub.retire(&topic(number));
        self.tell_list();
        Ok(())
    }

    /// Returns what happens to a tournament here; one that is over only rests.
    fn stage(&self, number: Number) -> Stage {
        let state = lock(&self.state);
        if state.played.contains_key(&number) {
            Stage::Playing
        } else if state.waiting.iter().any(|ready| ready.kept.number == number) {
            Stage::Waiting
        } else {
            Stage::Resting
        }
    }

    /// Returns why there will never be memory for one of the agents.
    fn fits(&self, prepared: &Prepared) -> Result<(), String> {
        let mut agents = (0..prepared.names().len()).filter_map(|who| prepared.agent(Entrant(who)));
        agents.try_for_each(|(name, settings)| self.common.budget.allows(name, settings))
    }

    fn has_room(&self) -> Result<(), String> {
        match lock(&self.state).waiting.len() < WAITING_MAX {
            true => Ok(()),
            false => Err(format!("{WAITING_MAX} tournaments wait already: try again later")),
        }
    }

    /// Claims a tournament, which only agents of ours may play.
    fn ready(
        &self,
        store: &Store,
        number: Number,
        concurrency: Option<usize>,
    ) -> Result<Ready, String> {
        let words = |error: StoreError| error.to_string();
        let (kept, event) = store.tournament(number).map_err(words)?;
        if kept.ended.is_some() {
            return Err(format!("tournament {number} is over"));
        }
        if !is_ours(&event) {
            return Err(format!(
                "programs or people play in tournament {number}: it goes on where it was begun, \
                 by manator resume {number} or manator class"
            ));
        }
        let concurrency = concurrency.or(store.concurrency(number).map_err(words)?);
        let concurrency = concurrency.unwrap_or(1).clamp(1, concurrency_max());
        let prepared = Arc::new(Prepared::new(event).map_err(|error| error.to_string())?);
        self.fits(&prepared)?;
        let claim = store.claim(number).map_err(words)?;
        Ok(Ready { kept, prepared, claim, concurrency })
    }

    fn next(self: &Arc<Self>) {
        loop {
            let mut state = lock(&self.state);
            if state.played.len() >= PLAYED_MAX || self.is_closed.load(Ordering::SeqCst) {
                return;
            }
            let Some(ready) = state.waiting.pop_front() else { return };
            let (number, run) = (ready.kept.number, Arc::new(Run::new(&ready, &self.common)));
            state.played.insert(number, run.clone());
            drop(state);
            let all = self.clone();
            self.spawn(&format!("tournament {number}"), move || all.play(number, &run, ready));
        }
    }

    fn play(self: &Arc<Self>, number: Number, run: &Arc<Run>, ready: Ready) {
        let played = run.play(ready, &self.common);
        run.games.clear();
        let mut state = lock(&self.state);
        state.played.remove(&number);
        let is_closed = self.is_closed.load(Ordering::SeqCst);
        if let Err(why) = &played {
            state.failed.insert(number, why.clone());
        }
        drop(state);
        if is_closed {
            // It goes on when the arena is opened again.
            return;
        }
        if let Ok(mut store) = self.store() {
            // If that is lost, it goes on, which does no harm.
            let _ = store.stop_in_arena(number);
        }
        self.changed(number);
        self.next();
        self.tell_list();
    }

    fn spawn(&self, name: &str, work: impl FnOnce() + Send + 'static) {
        let mut threads = lock(&self.threads);
        threads.retain(|thread| !thread.is_finished());
        // Without a thread nothing is played, and the next request says why.
        threads.extend(thread::Builder::new().name(name.into()).spawn(work).ok());
    }
}

fn is_ours(event: &Event) -> bool {
    let is_agent = |text: &str| matches!(text.parse::<SeatSpec>(), Ok(SeatSpec::Agent { .. }));
    event.players.iter().all(|entry| is_agent(&entry.agent))
}
