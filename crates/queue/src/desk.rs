//! The organiser's side of an event: jobs go out, results come in.
//!
//! What the organiser has stored is the truth; the server may forget. JetStream confirms a message before it
//! is safe on disk, so after the server was killed jobs and results may be missing. An organiser therefore
//! publishes everything it still misses when it starts and whenever [`Desk::is_stale`] says so, and ignores
//! a result that it has already.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::HeaderMap;
use async_nats::connection::State;
use async_nats::jetstream::message::Acker;
use async_nats::jetstream::stream::Stream;
use futures_util::StreamExt;
use futures_util::future::join_all;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::time::timeout;

use crate::access::Access;
use crate::connection::{ANSWER_TIMEOUT, Connection, Stored, Tell, Wire, is_missing, lock};
use crate::crew::{Crew, Stance};
use crate::error::{QueueError, Trouble};
use crate::event::{self, Terms};
use crate::mail::{self, LETTERS_MAX};
use crate::subjects::{EventName, Subjects, check_name, last_part};

/// How many jobs are under way to the server at once.
const WINDOW: usize = 500;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// What the organiser calls it; a result is known by it.
    pub id: String,
    /// What the worker needs to know beside the definition of the event.
    pub payload: Vec<u8>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// Jobs that the server had not.
    pub new: usize,
    /// Jobs that wait, are held by a worker, or whose end lies unread at the server.
    pub known: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outstanding {
    pub waiting: u64,
    /// Jobs that workers hold, and failed ones that rest.
    pub held: u64,
    /// Results that the organiser has not acknowledged.
    pub unread: u64,
}

#[derive(Debug)]
pub enum Heard {
    /// A job is done. It may come more than once: the organiser keeps the first and acknowledges all.
    Result {
        id: String,
        worker: String,
        bytes: Vec<u8>,
        /// To be acknowledged once the result is stored.
        receipt: Receipt,
    },
    /// A job failed too often. It can be published again; a late result is still possible.
    SetAside {
        id: String,
        /// Who set it aside.
        worker: String,
        tries: u32,
        /// What happened, one line each.
        reasons: Vec<String>,
        /// To be acknowledged once this is stored.
        receipt: Receipt,
    },
    /// Something lies where results are that is not signed with the secret: it is none.
    Unsigned {
        /// The job whose result it would be, if its subject names one.
        id: Option<String>,
        /// To be acknowledged, so that the server forgets it.
        receipt: Receipt,
    },
    /// A worker began with a job. This and the next may be missed.
    Started {
        id: String,
        worker: String,
    },
    Worker {
        name: String,
        stance: Stance,
    },
}

/// Stands for something that the server keeps until it is acknowledged.
pub struct Receipt(pub(crate) Acker);

impl std::fmt::Debug for Receipt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Receipt")
    }
}

pub struct Desk {
    connection: Connection,
    event: EventName,
    definition: Vec<u8>,
    terms: Terms,
    /// The reader of results goes where it says.
    subjects: Arc<Mutex<Subjects>>,
    letters: Receiver<Heard>,
    crew: Crew,
    heard: Instant,
    returns: u64,
}

impl Desk {
    /// Opens an event, or finds it again as an organiser that was killed left it.
    ///
    /// Results that wait come first; who reads them before publishing what is missing saves work, but
    /// nothing else depends on it.
    pub fn open(
        access: &Access,
        event: &str,
        definition: &[u8],
        terms: Terms,
        tell: Tell,
    ) -> Result<Self, QueueError> {
        let event = EventName::new(event)?;
        terms.check()?;
        let connection = Connection::connect(access, &format!("desk of {}", event.as_str()), tell)?;
        let wire = &connection.wire;
        wire.check_size("the definition of the event", definition.len())?;
        let subjects = connection.wait(wire.insist("open the event", async || {
            let subjects = event::ensure(wire, &event, definition, &terms).await?;
            // What an earlier organiser was given and did not acknowledge is wanted now, not in a while.
            wire.context.delete_consumer_from_stream(subjects.desk(), event.stream()).await?;
            event::ensure(wire, &event, definition, &terms).await
        }))?;
        let subjects = Arc::new(Mutex::new(subjects));
        let (sender, letters) = channel(LETTERS_MAX);
        connection.spawn(mail::read_results(wire.clone(), subjects.clone(), sender.clone()));
        connection.spawn(mail::read_news(wire.clone(), event.clone(), sender));
        let returns = wire.returns();
        Ok(Self {
            connection,
            event,
            definition: definition.to_vec(),
            terms,
            subjects,
            letters,
            crew: Crew::default(),
            heard: Instant::now(),
            returns,
        })
    }

    /// Publishes jobs; those that wait, are held, or whose end lies unread at the server stay as they are.
    ///
    /// Also repairs what a server that was killed has forgotten.
    ///
    /// # Errors
    ///
    /// When a job has no proper id or is too large, and then nothing is published; or when the server stays
    /// away, and then publishing everything again is harmless.
    pub fn publish(&mut self, jobs: &[Job]) -> Result<Published, QueueError> {
        let wire = &self.connection.wire;
        for job in jobs {
            check_name("a job", &job.id)?;
            wire.check_size(&format!("job {:?}", job.id), job.payload.len())?;
        }
        self.returns = wire.returns();
        self.heard = Instant::now();
        let unread = self.connection.wait(wire.insist("look after its jobs", async || {
            let subjects = self.repair().await?;
            *lock(&self.subjects) = subjects.clone();
            self.unread(&subjects).await
        }))?;
        let wanted: Vec<&Job> = jobs.iter().filter(|job| !unread.contains(&job.id)).collect();
        let mut published = Published { new: 0, known: jobs.len() - wanted.len() };
        for window in wanted.chunks(WINDOW) {
            let new = self.connection.wait(self.publish_window(window))?;
            published.new += new;
            published.known += window.len() - new;
        }
        Ok(published)
    }

    /// Returns what is heard next, or nothing when nothing is heard for so long.
    pub fn next(&mut self, patience: Duration) -> Option<Heard> {
        let start = Instant::now();
        loop {
            if self.connection.wire.client.connection_state() != State::Connected {
                self.crew.excuse();
            }
            if let Some(name) = self.crew.silent() {
                return Some(Heard::Worker { name, stance: Stance::Silent });
            }
            let left = patience.saturating_sub(start.elapsed());
            // In slices, so that a worker that falls silent is noticed.
            let slice = left.min(Duration::from_secs(1));
            let letter = self.connection.wait(async { timeout(slice, self.letters.recv()).await });
            match letter {
                Ok(Some(heard)) if self.hear(&heard) => return Some(heard),
                Ok(None) => return None,
                Err(_) if left == slice => return None,
                _ => {}
            }
        }
    }

    /// Says that things are stored, so that the server may forget them.
    ///
    /// An acknowledgement that is lost on the way only means that the same is heard again.
    pub fn acknowledge(&mut self, receipts: Vec<Receipt>) {
        let client = &self.connection.wire.client;
        let told = async {
            for Receipt(acker) in receipts {
                let _ = acker.ack().await;
            }
            let _ = client.flush().await;
        };
        let _ = self.connection.wait(async { timeout(ANSWER_TIMEOUT, told).await });
    }

    /// Returns whether what is missing should be published again: the server came back since the last time,
    /// or no job was begun or done for so long.
    pub fn is_stale(&self, quiet: Duration) -> bool {
        let wire = &self.connection.wire;
        let is_connected = wire.client.connection_state() == State::Connected;
        is_connected && (wire.returns() != self.returns || self.heard.elapsed() >= quiet)
    }

    pub fn outstanding(&self) -> Result<Outstanding, QueueError> {
        let wire = &self.connection.wire;
        let subjects = lock(&self.subjects).clone();
        self.connection.wait(wire.insist("count its jobs", async || {
            let stream = wire.context.get_stream_no_info(self.event.stream()).await?;
            let workers = stream.consumer_info(subjects.workers()).await?;
            let desk = stream.consumer_info(subjects.desk()).await?;
            Ok(Outstanding {
                waiting: workers.num_pending,
                held: workers.num_ack_pending as u64,
                unread: desk.num_pending + desk.num_ack_pending as u64,
            })
        }))
    }

    /// Ends the event: what the server keeps of it is removed, and workers drop its jobs.
    pub fn close(self) -> Result<(), QueueError> {
        remove(&self.connection, &self.event)
    }

    /// Ends an event that has no desk any more.
    pub fn remove(access: &Access, event: &str) -> Result<(), QueueError> {
        let event = EventName::new(event)?;
        let connection = Connection::connect(access, "remover of an event", Arc::new(|_| {}))?;
        remove(&connection, &event)
    }

    fn hear(&mut self, heard: &Heard) -> bool {
        if let Heard::Worker { name, stance } = heard {
            return self.crew.hear(name, stance);
        }
        if !matches!(heard, Heard::Unsigned { .. }) {
            self.heard = Instant::now();
        }
        true
    }

    /// Makes what the server has lost of the event, and returns where it is.
    ///
    /// A server that was killed may remember that a job is done, and yet keep it: then it would neither be
    /// handed out nor could it be published. When nothing is handed out although there are jobs, the server
    /// is made to forget what it handed out.
    async fn repair(&self) -> Result<Subjects, Trouble> {
        let (wire, event) = (&self.connection.wire, &self.event);
        let subjects = event::ensure(wire, event, &self.definition, &self.terms).await?;
        let stream = wire.context.get_stream_no_info(event.stream()).await?;
        let workers = stream.consumer_info(subjects.workers()).await?;
        let is_idle = workers.num_pending == 0 || workers.num_waiting > 0;
        if is_idle && workers.num_ack_pending == 0 {
            let stream = wire.context.get_stream(event.stream()).await?;
            if !held(&stream, subjects.kept("job.*")).await?.is_empty() {
                stream.delete_consumer(&subjects.workers()).await?;
                stream.create_consumer(event::workers(wire, &subjects, &self.terms)).await?;
            }
        }
        Ok(subjects)
    }

    async fn unread(&self, subjects: &Subjects) -> Result<HashSet<String>, Trouble> {
        let stream = self.connection.wire.context.get_stream(self.event.stream()).await?;
        let subjects = held(&stream, subjects.kept("out.>")).await?;
        Ok(subjects.iter().filter_map(|subject| last_part(subject)).collect())
    }

    async fn publish_window(&self, jobs: &[&Job]) -> Result<usize, QueueError> {
        let wire = &self.connection.wire;
        let subjects = lock(&self.subjects).clone();
        let mut left: Vec<&Job> = jobs.to_vec();
        let mut new = 0;
        wire.insist("take jobs", async || {
            let answers = join_all(left.iter().map(|job| {
                wire.store(subjects.job(&job.id), HeaderMap::new(), job.payload.clone())
            }));
            let mut trouble = None;
            let mut unanswered = Vec::new();
            for (job, answer) in left.iter().zip(answers.await) {
                trouble = Some(match answer {
                    Ok(Stored::Now) => {
                        new += 1;
                        continue;
                    }
                    Ok(Stored::Already) => continue,
                    Ok(Stored::NoStream) => Trouble::Passing("the event is not there".to_string()),
                    Err(error) => error,
                });
                unanswered.push(*job);
            }
            left = unanswered;
            trouble.map_or(Ok(()), Err)
        })
        .await?;
        Ok(new)
    }
}

async fn held(stream: &Stream, filter: String) -> Result<Vec<String>, Trouble> {
    let mut found = Vec::new();
    let mut subjects = stream.info_with_subjects(filter).await?;
    while let Some(subject) = subjects.next().await {
        found.push(subject?.0);
    }
    Ok(found)
}

fn remove(connection: &Connection, event: &EventName) -> Result<(), QueueError> {
    let wire: &Wire = &connection.wire;
    connection.wait(wire.insist("close the event", async || {
        match wire.context.delete_stream(event.stream()).await {
            Err(error) if !is_missing(error.kind()) => Err(error.into()),
            _ => Ok(()),
        }
    }))
}
