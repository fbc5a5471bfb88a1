//! A pool of workers on other machines.
//!
//! The queue may forget what a killed server had not written yet. Therefore everything that is missing is
//! published again when the server was away or nothing was heard for a while; what is there already stays as
//! it is, and a result that comes twice is kept once.
//!
//! Nothing that a worker says of a game is believed: its moves are played again. A result that cannot be is refused,
//! and the game given to somebody else; a worker that sends several is shut out.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use manator_queue::{Access, Desk, Heard, Job, Notice, QueueError, Receipt, Stance, Terms};
use manator_tournament::schedule::{Opening, Pairing};
use manator_tournament::{Entrant, GameId};
use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::pool::{News, Pool, PoolError};
use crate::prepared::Prepared;
use crate::signature::Signature;

use super::claim::Claim;
use super::verify::verify;

/// Games that are published at once: enough for many workers, few enough to be in vain when a test is decided.
const CAPACITY: usize = 256;
/// How long nothing is heard before what is missing is published again.
const REPUBLISH_AFTER: Duration = Duration::from_secs(60);
/// How often, and how long after each other, a game is published again whose result was refused: it is not taken
/// while the worker that sent it has not let go of it.
const AGAIN_ATTEMPTS: u32 = 10;
const AGAIN_INTERVAL: Duration = Duration::from_secs(1);
/// How many results of a worker are refused before it is shut out.
const REFUSALS_MAX: u32 = 3;

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

pub(super) fn job(pairing: &Pairing) -> Job {
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
    prepared: Arc<Prepared>,
    notices: Receiver<Notice>,
    missing: BTreeMap<GameId, Pairing>,
    receipts: BTreeMap<GameId, Vec<Receipt>>,
    is_back: bool,
    /// Games whose results were refused, to be published again: when next, and how often yet.
    refused: BTreeMap<GameId, (Instant, u32)>,
    /// How many results of each worker were refused.
    refusals: BTreeMap<String, u32>,
}

impl QueuePool {
    /// Opens a tournament at a queue, or finds it there again; `key` names it among all. A worker that is silent
    /// for longer than its lease loses its game to another.
    pub fn open(
        access: &Access,
        key: &str,
        prepared: &Arc<Prepared>,
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
        let desk = Desk::open(access, key, &assignment, terms, tell)?;
        Ok(QueuePool {
            desk,
            prepared: prepared.clone(),
            notices,
            missing: BTreeMap::new(),
            receipts: BTreeMap::new(),
            is_back: false,
            refused: BTreeMap::new(),
            refusals: BTreeMap::new(),
        })
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
        self.publish_refused()?;
        if self.missing.is_empty() || !(self.is_back || self.desk.is_stale(REPUBLISH_AFTER)) {
            return Ok(None);
        }
        let jobs: Vec<Job> = self.missing.values().map(job).collect();
        let published = self.desk.publish(&jobs).map_err(lost)?;
        self.is_back = false;
        let again = (published.new > 0).then(|| {
            News::Note(format!("the queue had forgotten {} games: published again", published.new))
        });
        Ok(again)
    }

    /// Gives a game to somebody else whose result was refused.
    fn publish_again(&mut self, id: GameId) {
        self.refused.insert(id, (Instant::now(), AGAIN_ATTEMPTS));
    }

    /// Publishes games whose results were refused, until the queue takes them.
    fn publish_refused(&mut self) -> Result<(), PoolError> {
        let now = Instant::now();
        let due: Vec<GameId> =
            self.refused.iter().filter(|(_, (at, _))| *at <= now).map(|(id, _)| *id).collect();
        for id in due {
            let Some((_, left)) = self.refused.remove(&id) else { continue };
            let Some(pairing) = self.missing.get(&id) else { continue };
            let published = self.desk.publish(&[job(pairing)]).map_err(lost)?;
            if published.new == 0 && left > 1 {
                self.refused.insert(id, (now + AGAIN_INTERVAL, left - 1));
            }
        }
        Ok(())
    }

    /// Returns the game that a job stands for, if its result is still missing.
    fn wanted(&self, id: &str) -> Option<(GameId, Pairing)> {
        let id = game(id)?;
        Some((id, self.missing.get(&id)?.clone()))
    }

    fn is_shut_out(&self, worker: &str) -> bool {
        self.refusals.get(worker).is_some_and(|refused| *refused >= REFUSALS_MAX)
    }

    /// Gives a game to somebody else; says why, unless the worker is shut out already.
    fn refuse(&mut self, id: GameId, worker: &str, why: &str, receipt: Receipt) -> Option<News> {
        self.desk.acknowledge(vec![receipt]);
        self.publish_again(id);
        if self.is_shut_out(worker) {
            return None;
        }
        *self.refusals.entry(worker.to_string()).or_default() += 1;
        let mut text = format!("the result of game {id} by worker {worker} is refused: {why}");
        if self.is_shut_out(worker) {
            text += &format!(
                "; worker {worker} is shut out after {REFUSALS_MAX} such results, and others play its games"
            );
        }
        Some(News::Note(text))
    }

    fn hear(&mut self, heard: Heard) -> Option<News> {
        match heard {
            Heard::Result { id, worker, bytes, receipt } => {
                let Some((id, pairing)) = self.wanted(&id) else {
                    self.desk.acknowledge(vec![receipt]);
                    return None;
                };
                let verified = match self.is_shut_out(&worker) {
                    true => Err(String::new()),
                    false => read_result(&bytes)
                        .and_then(|claim| verify(&self.prepared, &pairing, &claim, &worker)),
                };
                match verified {
                    Ok(finished) => {
                        self.receipts.entry(id).or_default().push(receipt);
                        Some(News::Finished(Box::new(finished)))
                    }
                    Err(why) => self.refuse(id, &worker, &why, receipt),
                }
            }
            Heard::SetAside { id, worker, reasons, receipt, .. } => match self.wanted(&id) {
                Some((id, _)) if self.is_shut_out(&worker) => self.refuse(id, &worker, "", receipt),
                Some((id, _)) => {
                    self.receipts.entry(id).or_default().push(receipt);
                    Some(News::SetAside { id, why: reasons })
                }
                None => {
                    self.desk.acknowledge(vec![receipt]);
                    None
                }
            },
            Heard::Unsigned { id, receipt } => {
                self.desk.acknowledge(vec![receipt]);
                let (id, _) = self.wanted(&id?)?;
                self.publish_again(id);
                Some(News::Note(format!(
                    "a result of game {id} is refused: it is not signed with the secret"
                )))
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

pub(super) fn read_result(bytes: &[u8]) -> Result<Claim, String> {
    serde_json::from_slice(bytes).map_err(|error| format!("it cannot be read: {error}"))
}

pub(super) fn words(notice: Notice) -> String {
    match notice {
        Notice::Lost => "the queue is away: waiting for it".into(),
        Notice::Back => "the queue is there again".into(),
        Notice::Trouble(text) => format!("the queue says: {text}"),
        Notice::Unsigned(what) => {
            format!("{what} is refused: it is not signed with the secret of this worker")
        }
    }
}

fn lost(error: QueueError) -> PoolError {
    PoolError(error.to_string())
}

impl Pool for QueuePool {
    fn capacity(&self) -> usize {
        CAPACITY
    }

    fn submit(&mut self, games: &[Pairing]) -> Result<(), PoolError> {
        let jobs: Vec<Job> = games.iter().map(job).collect();
        self.missing.extend(games.iter().map(|game| (game.id, game.clone())));
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
            self.refused.remove(id);
            receipts.extend(self.receipts.remove(id).unwrap_or_default());
        }
        self.desk.acknowledge(receipts);
        Ok(())
    }

    fn stop(&mut self) {
        // Workers play on: what they send is there when the organiser comes back.
    }
}
