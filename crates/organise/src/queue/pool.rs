//! A pool of workers on other machines.
//!
//! The queue may forget what a killed server had not written yet. Therefore everything that is missing is
//! published again when the server was away or nothing was heard for a while; what is there already stays as
//! it is, and a result that comes twice is kept once.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use manator_queue::{
    Address, Bench, Desk, Finished as HandedIn, Heard, Job, Notice, QueueError, Receipt, Stance,
    Task, TaskState, Terms,
};
use manator_tournament::schedule::{Opening, Pairing};
use manator_tournament::{Entrant, GameId};
use serde::{Deserialize, Serialize};

use super::Said;
use crate::event::Event;
use crate::game::{Finished, play};
use crate::pool::{News, Pool, PoolError, Programs};
use crate::prepared::Prepared;
use crate::signature::Signature;

/// How long nothing is heard before what is missing is published again.
const REPUBLISH_AFTER: Duration = Duration::from_secs(60);

#[derive(Serialize, Deserialize)]
pub(crate) struct Assignment {
    pub(crate) event: Event,
    pub(crate) signature: String,
}

#[derive(Serialize, Deserialize)]
struct Order {
    seats: Vec<usize>,
    opening: Option<usize>,
}

fn job(pairing: &Pairing) -> Job {
    let seats = pairing.seats.iter().map(|who| who.0).collect();
    let order = Order { seats, opening: pairing.opening.map(|opening| opening.0) };
    let payload = serde_json::to_vec(&order).unwrap_or_default();
    Job { id: pairing.id.to_string().replace('.', "-"), payload }
}

fn game(id: &str) -> Option<GameId> {
    id.replace('-', ".").parse().ok()
}

pub(crate) fn pairing(id: &str, payload: &[u8]) -> Option<Pairing> {
    let order: Order = serde_json::from_slice(payload).ok()?;
    let seats = order.seats.into_iter().map(Entrant).collect();
    Some(Pairing { id: game(id)?, seats, opening: order.opening.map(Opening) })
}

pub struct QueuePool {
    desk: Desk,
    notices: Receiver<Notice>,
    missing: BTreeMap<GameId, Job>,
    receipts: BTreeMap<GameId, Vec<Receipt>>,
    is_back: bool,
}

impl QueuePool {
    /// Opens a tournament at a queue, or finds it there again; `key` names it among all. A worker that is silent
    /// for longer than its lease loses its game to another.
    pub fn open(
        address: &Address,
        key: &str,
        prepared: &Prepared,
        lease: Duration,
    ) -> Result<QueuePool, QueueError> {
        // Where programs are is each worker's own affair.
        let event = Event { directory: None, ..prepared.event.clone() };
        let signature = Signature::of(prepared).to_string();
        let assignment = serde_json::to_vec(&Assignment { event, signature }).unwrap_or_default();
        let (sender, notices) = channel();
        let tell = Arc::new(move |notice| {
            // Whoever listened may be gone.
            let _ = sender.send(notice);
        });
        let terms = Terms { lease, ..Terms::default() };
        let desk = Desk::open(address, key, &assignment, terms, tell)?;
        let (missing, receipts) = (BTreeMap::new(), BTreeMap::new());
        Ok(QueuePool { desk, notices, missing, receipts, is_back: false })
    }

    /// Ends the tournament at the queue: workers need not care about it any more.
    ///
    /// # Errors
    /// Returns why that cannot be told; the workers would wait for games that never come.
    pub fn close(self) -> Result<(), QueueError> {
        self.desk.close()
    }

    /// Publishes again what is missing, where the queue may have forgotten it.
    fn refresh(&mut self) -> Result<Option<News>, PoolError> {
        if self.missing.is_empty() || !(self.is_back || self.desk.is_stale(REPUBLISH_AFTER)) {
            return Ok(None);
        }
        let jobs: Vec<Job> = self.missing.values().cloned().collect();
        let published = self.desk.publish(&jobs).map_err(lost)?;
        self.is_back = false;
        let again = (published.new > 0).then(|| {
            News::Note(format!("the queue had forgotten {} games: published again", published.new))
        });
        Ok(again)
    }

    fn hear(&mut self, heard: Heard) -> Option<News> {
        match heard {
            Heard::Result { id, worker, bytes, receipt } => {
                let Some((id, finished)) = read_result(&id, &worker, &bytes) else {
                    self.desk.acknowledge(vec![receipt]);
                    return Some(News::Note(format!("{worker} sent a result that cannot be read")));
                };
                self.receipts.entry(id).or_default().push(receipt);
                Some(News::Finished(Box::new(finished)))
            }
            Heard::SetAside { id, reasons, receipt, .. } => {
                let id = game(&id)?;
                self.receipts.entry(id).or_default().push(receipt);
                Some(News::SetAside { id, why: reasons })
            }
            Heard::Started { id, worker } => Some(News::Started { id: game(&id)?, worker }),
            Heard::Worker { name, stance } => Some(News::Note(match stance {
                Stance::Ready => format!("worker {name} is ready"),
                Stance::Refuses(why) => format!("worker {name} does not play: {why}"),
                Stance::Left => format!("worker {name} has left"),
                Stance::Silent => format!("worker {name} gives no sign of life"),
            })),
        }
    }
}

fn read_result(id: &str, worker: &str, bytes: &[u8]) -> Option<(GameId, Finished)> {
    let id = game(id)?;
    let mut finished: Finished = serde_json::from_slice(bytes).ok()?;
    finished.worker = worker.into();
    (finished.id == id.to_string() && finished.played().is_some()).then_some((id, finished))
}

pub(super) fn words(notice: Notice) -> String {
    match notice {
        Notice::Lost => "the queue is away: waiting for it".into(),
        Notice::Back => "the queue is there again".into(),
        Notice::Trouble(text) => format!("the queue says: {text}"),
    }
}

fn lost(error: QueueError) -> PoolError {
    PoolError(error.to_string())
}

impl Pool for QueuePool {
    fn submit(&mut self, games: &[Pairing]) -> Result<(), PoolError> {
        let jobs: Vec<Job> = games.iter().map(job).collect();
        self.missing.extend(games.iter().map(|game| game.id).zip(jobs.iter().cloned()));
        self.desk.publish(&jobs).map(drop).map_err(lost)
    }

    fn wait(&mut self, patience: Duration) -> Result<Vec<News>, PoolError> {
        let mut news = Vec::new();
        for notice in self.notices.try_iter() {
            self.is_back |= matches!(notice, Notice::Back);
            news.push(News::Note(words(notice)));
        }
        news.extend(self.refresh()?);
        let mut left = patience;
        // What is there already comes at once, so that it is kept at once.
        while let Some(heard) = self.desk.next(left) {
            news.extend(self.hear(heard));
            left = Duration::ZERO;
        }
        Ok(news)
    }

    fn stored(&mut self, games: &[GameId]) -> Result<(), PoolError> {
        let mut receipts = Vec::new();
        for id in games {
            self.missing.remove(id);
            receipts.extend(self.receipts.remove(id).unwrap_or_default());
        }
        self.desk.acknowledge(receipts);
        Ok(())
    }

    fn stop(&mut self) {
        // Workers play on: what they send is there when the organiser comes back.
    }
}

/// How long to wait for a game before looking whether it is all over.
const TASK_TIMEOUT: Duration = Duration::from_millis(500);
/// How often it is looked whether a game is still wanted.
const BEAT_INTERVAL: Duration = Duration::from_millis(200);
/// How long a game may go without a sign of life; one is given with every look.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(60);

/// A worker with one game at a time.
pub struct Worker {
    bench: Bench,
    tell: Sender<Said>,
    stop: Arc<AtomicBool>,
    events: HashMap<String, (Arc<Prepared>, Programs)>,
}

impl Worker {
    pub fn open(
        address: &Address,
        name: &str,
        stop: &Arc<AtomicBool>,
        tell: &Sender<Said>,
    ) -> Result<Worker, QueueError> {
        let judge = {
            let tell = tell.clone();
            move |_: &str, definition: &[u8]| {
                let judged = judge(definition);
                let said = match &judged {
                    Ok(title) => Said::Plays(title.clone()),
                    Err(why) => Said::Refuses(why.clone()),
                };
                // Whoever listened may be gone.
                let _ = tell.send(said);
                judged.map(drop)
            }
        };
        let notices = tell.clone();
        let hear = Arc::new(move |notice| {
            let _ = notices.send(Said::Note(words(notice)));
        });
        let bench = Bench::open(address, name, SILENCE_TIMEOUT, Box::new(judge), hear)?;
        let (tell, stop) = (tell.clone(), stop.clone());
        Ok(Worker { bench, tell, stop, events: HashMap::new() })
    }

    /// Plays games until it is stopped, or, if `idle_max` is given, no game was there for so long.
    pub fn run(mut self, idle_max: Option<Duration>) {
        let mut idle = Duration::ZERO;
        while !self.stop.load(Ordering::SeqCst) && idle_max.is_none_or(|most| idle < most) {
            let Some(task) = self.bench.next(TASK_TIMEOUT) else {
                idle += TASK_TIMEOUT;
                continue;
            };
            idle = Duration::ZERO;
            let id = task.id().replace('-', ".");
            let said = match self.play(&task) {
                Ok(None) => continue,
                Ok(Some(words)) => Said::Played { id, words },
                Err(why) => {
                    // A failure that cannot be told ends with the lease.
                    let _ = task.fail(&why);
                    Said::Failed { id, why }
                }
            };
            let _ = self.tell.send(said);
        }
    }

    /// Returns how a game ended whose result is with the queue; nothing when nobody wants it any more.
    fn play(&mut self, task: &Task) -> Result<Option<String>, String> {
        let pairing = pairing(task.id(), task.payload()).ok_or("the game cannot be read")?;
        let stop = self.stop.clone();
        let (prepared, supply) = self.event(task)?;
        if !prepared.fits(&pairing) {
            return Err("the game is not of its tournament".into());
        }
        let cancel = Arc::new(AtomicBool::new(false));
        let played = thread::scope(|scope| {
            let watcher = scope.spawn(|| watch(task, &stop, &cancel));
            let played = play(&prepared, &pairing, supply, "", None, &cancel);
            cancel.store(true, Ordering::SeqCst);
            watcher.thread().unpark();
            played
        });
        let Some(finished) = played else { return Ok(None) };
        let bytes = serde_json::to_vec(&finished).unwrap_or_default();
        match task.finish(&bytes) {
            Ok(HandedIn::Delivered) => Ok(Some(finished.words)),
            Ok(HandedIn::Over) => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    fn event(&mut self, task: &Task) -> Result<(Arc<Prepared>, &mut Programs), String> {
        if !self.events.contains_key(task.event()) {
            let Assignment { event, .. } = assignment(task.definition())?;
            let prepared = Arc::new(prepare(event)?);
            let programs = Programs::new(prepared.clone());
            self.events.insert(task.event().to_string(), (prepared, programs));
        }
        let found = self.events.get_mut(task.event()).map(|(event, who)| (event.clone(), who));
        found.ok_or_else(|| "the tournament is unknown".to_string())
    }
}

/// Says that the work goes on, until the game is over or nobody wants it any more.
fn watch(task: &Task, stop: &AtomicBool, cancel: &AtomicBool) {
    while !cancel.load(Ordering::SeqCst) {
        if task.beat() == TaskState::Over || stop.load(Ordering::SeqCst) {
            cancel.store(true, Ordering::SeqCst);
        }
        thread::park_timeout(BEAT_INTERVAL);
    }
}

fn assignment(definition: &[u8]) -> Result<Assignment, String> {
    serde_json::from_slice(definition)
        .map_err(|error| format!("the tournament cannot be read here: {error}"))
}

/// Prepares a tournament; programs are looked for from where this worker was started.
fn prepare(event: Event) -> Result<Prepared, String> {
    let directory = std::env::current_dir().ok();
    Prepared::new(Event { directory, ..event }).map_err(|error| error.to_string())
}

/// Returns the title of a tournament whose games can be played here, or why they cannot.
fn judge(definition: &[u8]) -> Result<String, String> {
    let Assignment { event, signature } = assignment(definition)?;
    let title = if event.title.is_empty() { event.game.clone() } else { event.title.clone() };
    let prepared = prepare(event)?;
    match Signature::of(&prepared).difference(&Signature::read(&signature)) {
        None => Ok(title),
        Some(difference) => Err(format!("it is not the same build: {difference}")),
    }
}
