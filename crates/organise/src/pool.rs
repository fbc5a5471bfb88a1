//! Whoever plays games: threads of this process here, workers on other machines elsewhere.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use manator_core::Player;
use manator_core::random::mix;
use manator_engine::catalog;
use manator_engine::options::seeded;
use manator_play::contender::{Builtin, Nobody, Once, Ugi};
use manator_play::referee::Event;
use manator_play::transcript::{Speaker, Transcript};
use manator_play::{Allowance, Contender, Report, SeatSpec, Sheet};
use manator_tournament::GameId;
use manator_tournament::schedule::Pairing;

use crate::game::{Finished, play};
use crate::prepared::Prepared;

pub type Gallery = Arc<dyn Watcher>;

#[derive(Clone, Copy, Debug)]
pub struct Playing<'a> {
    pub pairing: &'a Pairing,
    /// The number of the thread, from 0.
    pub thread: usize,
}

/// Somebody who watches games on the threads that play them, and should therefore be quick.
pub trait Watcher: Send + Sync {
    /// Hears that a game begins, before its contenders are asked whether they are ready.
    fn begins(&self, game: Playing<'_>) {
        let _ = game;
    }

    fn watch(&self, game: Playing<'_>, sheet: &Sheet, event: &Event<'_>);

    /// Hears how a game went before the thread begins another; there is no verdict when it was stopped.
    fn ended(&self, game: Playing<'_>, report: &Report) {
        let _ = (game, report);
    }
}

impl<F: Fn(&Pairing, &Sheet, &Event<'_>) + Send + Sync> Watcher for F {
    fn watch(&self, game: Playing<'_>, sheet: &Sheet, event: &Event<'_>) {
        self(game.pairing, sheet, event);
    }
}

/// All of them watch.
impl Watcher for Vec<Gallery> {
    fn begins(&self, game: Playing<'_>) {
        self.iter().for_each(|one| one.begins(game));
    }

    fn watch(&self, game: Playing<'_>, sheet: &Sheet, event: &Event<'_>) {
        self.iter().for_each(|one| one.watch(game, sheet, event));
    }

    fn ended(&self, game: Playing<'_>, report: &Report) {
        self.iter().for_each(|one| one.ended(game, report));
    }
}

/// What the name of a thread begins with, where workers have names of their own.
pub const THREAD: &str = "thread ";

/// How often those who wait look whether it is all over.
const STOP_INTERVAL: Duration = Duration::from_millis(100);

/// A thread that has played a game finds the next one waiting.
const GAMES_PER_THREAD: usize = 4;

/// What is heard of games. One that could not be played is set aside, with the reason of each attempt, and is
/// not tried again by itself.
#[derive(Clone, Debug)]
pub enum News {
    Started { id: GameId, worker: String },
    Finished(Box<Finished>),
    SetAside { id: GameId, why: Vec<String> },
    Note(String),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PoolError(pub String);

pub trait Pool {
    /// Takes games to be played, in this order where it matters.
    fn submit(&mut self, games: &[Pairing]) -> Result<(), PoolError>;

    /// Returns how many games it should have at once, so that nobody who plays waits for one.
    fn capacity(&self) -> usize;

    /// Waits for news, but not longer than `patience`; several pieces of news that are there come at once.
    fn wait(&mut self, patience: Duration) -> Result<Vec<News>, PoolError>;

    /// Says that games are kept safely and need not be told again.
    fn stored(&mut self, games: &[GameId]) -> Result<(), PoolError> {
        let _ = games;
        Ok(())
    }

    /// Ends all games that are being played here, and forgets those that wait; what was over before can still be
    /// waited for.
    fn stop(&mut self);
}

/// Games that wait, and who plays already.
struct Waiting {
    games: VecDeque<Pairing>,
    /// For each entrant who can play only one game at a time, whether it plays one.
    busy: Vec<Option<bool>>,
    is_closed: bool,
}

struct Shared {
    prepared: Arc<Prepared>,
    waiting: Mutex<Waiting>,
    changed: Condvar,
    stop: Arc<AtomicBool>,
    gallery: Option<Gallery>,
}

pub struct Threads {
    shared: Arc<Shared>,
    news: Receiver<News>,
    threads: Vec<JoinHandle<()>>,
}

impl Threads {
    /// Starts a thread for each supply. `single` says which entrants can play only one game at a time.
    pub fn start(
        prepared: Arc<Prepared>,
        supplies: Vec<Box<dyn Supply>>,
        single: &[bool],
        gallery: Option<Gallery>,
        stop: &Arc<AtomicBool>,
    ) -> Threads {
        let busy = single.iter().map(|single| single.then_some(false)).collect();
        let waiting = Waiting { games: VecDeque::new(), busy, is_closed: false };
        let shared = Arc::new(Shared {
            prepared,
            waiting: Mutex::new(waiting),
            changed: Condvar::new(),
            stop: stop.clone(),
            gallery,
        });
        let (sender, news) = channel();
        let start = |(number, supply): (usize, Box<dyn Supply>)| {
            let (shared, sender) = (shared.clone(), sender.clone());
            thread::spawn(move || shared.run(number, supply, &sender))
        };
        let threads = (0..).zip(supplies).map(start).collect();
        Threads { shared, news, threads }
    }

    fn join(&mut self) {
        self.shared.changed.notify_all();
        for thread in self.threads.drain(..) {
            // A thread that panicked has told so itself.
            let _ = thread.join();
        }
    }
}

impl Pool for Threads {
    fn capacity(&self) -> usize {
        self.threads.len() * GAMES_PER_THREAD
    }

    fn submit(&mut self, games: &[Pairing]) -> Result<(), PoolError> {
        self.shared.lock().games.extend(games.iter().cloned());
        self.shared.changed.notify_all();
        Ok(())
    }

    fn wait(&mut self, patience: Duration) -> Result<Vec<News>, PoolError> {
        let first = match self.news.recv_timeout(patience) {
            Ok(news) => news,
            Err(RecvTimeoutError::Timeout) => return Ok(Vec::new()),
            // Threads that were stopped have nothing to tell.
            Err(RecvTimeoutError::Disconnected) if self.shared.stop.load(Ordering::SeqCst) => {
                return Ok(Vec::new());
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PoolError("nobody plays any more".into()));
            }
        };
        Ok(std::iter::once(first).chain(self.news.try_iter()).collect())
    }

    fn stop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        self.shared.lock().games.clear();
        self.join();
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.join();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, number: usize, mut supply: Box<dyn Supply>, tell: &Sender<News>) {
        let worker = format!("{THREAD}{}", number + 1);
        while let Some(pairing) = self.next() {
            // Nobody listens any more only when it is over.
            if tell.send(News::Started { id: pairing.id, worker: worker.clone() }).is_err() {
                return;
            }
            let watched = self.gallery.as_deref().map(|gallery| (gallery, number));
            let finished =
                play(&self.prepared, &pairing, &mut *supply, &worker, watched, &self.stop);
            self.set_busy(&mut self.lock(), &pairing, false);
            self.changed.notify_all();
            if let Some(finished) = finished
                && tell.send(News::Finished(Box::new(finished))).is_err()
            {
                return;
            }
        }
    }

    fn next(&self) -> Option<Pairing> {
        let mut waiting = self.lock();
        loop {
            if waiting.is_closed || self.stop.load(Ordering::SeqCst) {
                return None;
            }
            let is_free = |pairing: &Pairing| {
                pairing.seats.iter().all(|who| waiting.busy.get(who.0) != Some(&Some(true)))
            };
            if let Some(at) = waiting.games.iter().position(is_free) {
                let pairing = waiting.games.remove(at)?;
                self.set_busy(&mut waiting, &pairing, true);
                return Some(pairing);
            }
            let waited = self.changed.wait_timeout(waiting, STOP_INTERVAL);
            waiting = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn set_busy(&self, waiting: &mut Waiting, pairing: &Pairing, plays: bool) {
        for who in &pairing.seats {
            if let Some(Some(busy)) = waiting.busy.get_mut(who.0) {
                *busy = plays;
            }
        }
    }
}

pub(crate) struct Participant {
    pub(crate) name: String,
    pub(crate) spec: SeatSpec,
    /// What it is told before each game, where it is a program.
    pub(crate) set: Vec<(String, String)>,
    /// What it may use, where that is not what everybody may.
    pub(crate) allowance: Option<Allowance>,
    pub(crate) restart: bool,
}

/// Where one player of a pool gets the contenders of its games from.
pub trait Supply: Send {
    /// Returns the contenders of a game, in seat order. It may wait for them until everything is to stop.
    fn take(&mut self, pairing: &Pairing) -> Vec<Box<dyn Contender>>;

    fn give_back(&mut self, pairing: &Pairing, contenders: Vec<Box<dyn Contender>>);
}

/// Agents of ours, made anew for each game, and programs, started when they are first needed.
pub struct Programs {
    prepared: Arc<Prepared>,
    waiting: Vec<Option<Box<dyn Contender>>>,
    /// What is said is noted here, as on this thread.
    transcript: Option<(Transcript, usize)>,
}

impl Programs {
    pub fn new(prepared: Arc<Prepared>) -> Programs {
        let waiting = prepared.participants.iter().map(|_| None).collect();
        Programs { prepared, waiting, transcript: None }
    }

    /// Has everything noted that is said to the contenders of a thread, and by them.
    pub fn noted_in(self, transcript: Option<Transcript>, thread: usize) -> Programs {
        Programs { transcript: transcript.map(|transcript| (transcript, thread)), ..self }
    }

    fn speaker(&self, name: &str) -> Option<Speaker> {
        self.transcript.as_ref().map(|(transcript, thread)| transcript.speaker(*thread, name))
    }

    pub fn one(&mut self, pairing: &Pairing, seat: Player) -> Box<dyn Contender> {
        let who = pairing.seats[seat.index()].0;
        let Participant { name, spec, set, .. } = &self.prepared.participants[who];
        let speaker = self.speaker(name);
        match spec {
            // An agent of ours is made anew for each game: its chance is the game's and not the worker's.
            SeatSpec::Agent { name: agent, settings } => {
                let unit =
                    u64::from(pairing.id.unit.round) << 32 | u64::from(pairing.id.unit.number);
                let place = (who as u64) << 8 | seat.index() as u64;
                let chance = mix(self.prepared.event.seed ^ mix(unit) ^ mix(place));
                let settings = seeded(settings, chance);
                let agent = catalog::open(&*self.prepared.table, agent, &settings);
                let agent = agent.expect("the agent was opened before");
                Box::new(Builtin::new(name, agent).noted_by(speaker))
            }
            SeatSpec::Once(program) => {
                Box::new(Once::new(program.clone()).named(name).noted_by(speaker))
            }
            SeatSpec::Program(program) => self.waiting[who].take().unwrap_or_else(|| {
                let ugi = Ugi::program(program.clone()).named(name).with_settings(set.clone());
                Box::new(ugi.noted_by(speaker))
            }),
            SeatSpec::Person | SeatSpec::Remote(_) | SeatSpec::Guest(_) => {
                Box::new(Nobody::instead_of(name))
            }
        }
    }

    pub fn keep(&mut self, who: usize, contender: Box<dyn Contender>) {
        let Participant { spec, restart, .. } = &self.prepared.participants[who];
        if matches!(spec, SeatSpec::Program(_)) && !restart {
            self.waiting[who] = Some(contender);
        }
    }
}

impl Supply for Programs {
    fn take(&mut self, pairing: &Pairing) -> Vec<Box<dyn Contender>> {
        Player::all(pairing.seats.len()).map(|seat| self.one(pairing, seat)).collect()
    }

    fn give_back(&mut self, pairing: &Pairing, contenders: Vec<Box<dyn Contender>>) {
        for (who, contender) in pairing.seats.iter().zip(contenders) {
            self.keep(who.0, contender);
        }
    }
}
