//! A tournament that is played here, on threads of its own.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use manator_organise::store::{Claim, Kept};
use manator_organise::{
    Conduct, Ending, Extent, Finished, Gallery, Live, Observer, Prepared, Store, Supply, Threads,
};
use manator_play::Sheet;
use manator_play::referee::Event;
use manator_state::game::SeatKind;
use manator_state::tournament::Stage;
use manator_tournament::schedule::Pairing;

use super::Common;
use super::shown::{History, Shown, extent};
use super::supply::Rationed;
use crate::live::{LiveGames, Pool};
use crate::lock;

/// How often pages are told how it stands, at most.
const TELL_INTERVAL: Duration = Duration::from_millis(500);
/// Of the time, the tables may take this part.
const TABLES_SHARE: u32 = 10;
const NOTES_MAX: usize = 20;

pub(super) struct Ready {
    pub(super) kept: Kept,
    pub(super) prepared: Arc<Prepared>,
    pub(super) claim: Claim,
    pub(super) concurrency: usize,
}

pub(super) struct Run {
    pub(super) games: LiveGames,
    pub(super) stop: Arc<AtomicBool>,
    /// What its games have to say since it was last looked.
    pub(super) notes: Mutex<Vec<String>>,
}

impl Run {
    pub(super) fn new(ready: &Ready, common: &Common) -> Run {
        let pool = Pool {
            prefix: super::prefix(ready.kept.number),
            names: Arc::new(OnceLock::from(ready.prepared.names())),
            kind: SeatKind::Agent,
            control: ready.prepared.event.time.clone(),
        };
        let games = LiveGames::new(common.hub.clone(), common.list.clone(), pool);
        Run { games, stop: Arc::new(AtomicBool::new(false)), notes: Mutex::default() }
    }

    /// Plays all games that are missing; returns whether it is over.
    pub(super) fn play(self: &Arc<Run>, ready: Ready, common: &Common) -> Result<bool, String> {
        let Ready { kept, prepared, claim, concurrency } = ready;
        let number = kept.number;
        let mut store = Store::open(&common.store).map_err(|error| error.to_string())?;
        let mut rows = Vec::new();
        store.outlines(number, |row| rows.push(row)).map_err(|error| error.to_string())?;
        let history = History::of(rows, prepared.results());
        let supply =
            |_| Box::new(Rationed::new(&prepared, &common.budget, self)) as Box<dyn Supply>;
        let supplies = (0..concurrency).map(supply).collect();
        let run = self.clone();
        let gallery: Gallery =
            Arc::new(move |pairing: &Pairing, sheet: &Sheet, event: &Event<'_>| {
                run.games.watch(pairing, sheet, event);
            });
        let mut pool = Threads::start(prepared.clone(), supplies, &[], Some(gallery), &self.stop);
        let mut telling = Telling {
            common,
            run: self,
            kept,
            prepared: &prepared,
            extent: extent(&prepared.event),
            history,
            notes: Vec::new(),
            begun: Instant::now(),
            due: Instant::now(),
            is_stale: true,
        };
        let conduct = Conduct {
            store: &mut store,
            number,
            prepared: &prepared,
            pool: &mut pool,
            stop: self.stop.clone(),
        };
        let done = conduct.run(&mut telling);
        drop(pool);
        let (_, ending) = done.map_err(|error| error.to_string())?;
        let is_over = matches!(ending, Ending::Over(_) | Ending::Decided);
        if is_over {
            claim.release();
        }
        Ok(is_over)
    }
}

struct Telling<'a> {
    common: &'a Common,
    run: &'a Run,
    kept: Kept,
    prepared: &'a Prepared,
    extent: Option<Extent>,
    history: History,
    notes: Vec<String>,
    begun: Instant,
    due: Instant,
    is_stale: bool,
}

impl Telling<'_> {
    fn tell(&mut self, live: &Live) {
        let topic = super::topic(self.kept.number);
        let is_heard = self.common.hub.heard(&topic) > 0;
        let running = if is_heard { self.run.games.running() } else { Vec::new() };
        // Games that go on are news, too, but only for those who look.
        if !self.is_stale && running.is_empty() {
            return;
        }
        let began = Instant::now();
        let ratings = live.standing.rate();
        let games = live.results().games().len();
        self.history.add(games, &ratings);
        if is_heard {
            let (done, took) = (games - live.before, self.begun.elapsed().as_secs_f64());
            let shown = Shown {
                kept: &self.kept,
                prepared: self.prepared,
                stage: Stage::Playing,
                standing: &live.standing,
                ratings: &ratings,
                order: None,
                extent: self.extent,
                trial: live.trial.as_ref(),
                history: &self.history,
                pace: (done > 0 && took > 0.0).then(|| done as f64 / took),
                boards: running,
                notes: self.notes.clone(),
            };
            self.common.hub.publish(&topic, &shown.state());
        }
        self.is_stale = false;
        self.due = Instant::now() + TELL_INTERVAL.max(began.elapsed() * TABLES_SHARE);
    }
}

impl Observer for Telling<'_> {
    fn finished(&mut self, live: &Live, pairing: &Pairing, _game: &Finished) -> io::Result<()> {
        self.run.games.finish(pairing.id);
        self.is_stale = true;
        if Instant::now() >= self.due {
            self.tell(live);
        }
        Ok(())
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        self.notes.push(text.to_string());
        let more = self.notes.len().saturating_sub(NOTES_MAX);
        self.notes.drain(..more);
        self.is_stale = true;
        Ok(())
    }

    fn tick(&mut self, live: &Live) -> io::Result<()> {
        self.run.games.tell();
        let notes = std::mem::take(&mut *lock(&self.run.notes));
        notes.iter().try_for_each(|text| self.note(text))?;
        if Instant::now() >= self.due {
            self.tell(live);
        }
        Ok(())
    }
}
