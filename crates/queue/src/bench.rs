//! The worker's side: jobs of any event that is open.
//!
//! A worker looks at an event before it takes a job of it, because a job that was handed out counts as tried. An
//! event or a job that is not signed with its secret is none.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::{PullConsumer, pull};
use futures_util::StreamExt;
use tokio::time::{sleep, timeout};

use crate::access::Access;
use crate::connection::{ANSWER_TIMEOUT, Connection, Notice, Tell, Wire, lock};
use crate::crew::{BEAT_INTERVAL, Stance};
use crate::delivery::{Delivery, job_id};
use crate::error::{QueueError, Trouble};
use crate::event::{self, Found, Opened};
use crate::mail;
use crate::subjects::{EventName, check_name};
use crate::task::Task;

/// How often it is looked which events are open.
const EVENTS_INTERVAL: Duration = Duration::from_millis(500);

/// How long a worker waits at one event before it looks at the others.
const WAIT_MAX: Duration = Duration::from_millis(500);

const LEAVE_TIMEOUT: Duration = Duration::from_secs(1);

/// Says of an event's name and definition whether this worker can do its jobs, or why not.
pub type Judge = Box<dyn FnMut(&str, &[u8]) -> Result<(), String> + Send>;

/// The events that are open, and how this worker stands to them once it has looked.
pub(crate) type Roster = Arc<Mutex<BTreeMap<EventName, Option<Stance>>>>;

pub struct Bench {
    connection: Arc<Connection>,
    worker: String,
    silence_max: Duration,
    judge: Judge,
    tell: Tell,
    roster: Roster,
    /// The events that were looked at; nothing of those that this worker takes no job of.
    views: BTreeMap<EventName, Option<View>>,
    /// The event that was asked last, so that all have their turn.
    last: Option<EventName>,
}

struct View {
    opened: Arc<Opened>,
    jobs: PullConsumer,
}

impl Bench {
    /// Opens the queue for a worker.
    ///
    /// A task is this worker's for as long as its process runs, but not longer than `silence_max` after the
    /// last [`Task::beat`]: that is for a thread that hangs while others go on.
    pub fn open(
        access: &Access,
        worker: &str,
        silence_max: Duration,
        judge: Judge,
        tell: Tell,
    ) -> Result<Self, QueueError> {
        check_name("a worker", worker)?;
        let connection = Connection::connect(access, worker, tell.clone())?;
        let roster = Roster::default();
        // The first task is not to wait for the next round.
        let _ = connection.wait(look_around(&connection.wire, &roster));
        connection.spawn(keep_roster(
            connection.wire.clone(),
            Arc::downgrade(&roster),
            worker.to_string(),
        ));
        let (views, last) = (BTreeMap::new(), None);
        let (connection, worker) = (Arc::new(connection), worker.to_string());
        Ok(Self { connection, worker, silence_max, judge, tell, roster, views, last })
    }

    /// Returns a task of any open event, or nothing when there is none for so long.
    ///
    /// A server that is away is waited for like a job.
    pub fn next(&mut self, patience: Duration) -> Option<Task> {
        let connection = self.connection.clone();
        let start = Instant::now();
        loop {
            self.look_at_events();
            let left = patience.saturating_sub(start.elapsed());
            if let Some(delivery) = connection.wait(self.look_for_work(left)) {
                return Some(Task::new(
                    self.connection.clone(),
                    self.roster.clone(),
                    delivery,
                    self.silence_max,
                ));
            }
            if start.elapsed() >= patience {
                return None;
            }
        }
    }

    /// Asks all events once, and then waits at one of them for a while.
    async fn look_for_work(&mut self, patience: Duration) -> Option<Delivery> {
        let mut ready: Vec<EventName> = self.views.keys().cloned().collect();
        ready.retain(|event| self.views[event].is_some());
        let after = ready.iter().position(|event| self.last.as_ref() < Some(event));
        ready.rotate_left(after.unwrap_or(0));
        let patience = patience.min(WAIT_MAX);
        let Some(waited_at) = ready.first().cloned() else {
            sleep(patience.min(EVENTS_INTERVAL / 2)).await;
            return None;
        };
        for event in &ready {
            if let Some(delivery) = self.take(event, Duration::ZERO).await {
                self.last = Some(event.clone());
                return Some(delivery);
            }
        }
        self.last = Some(waited_at.clone());
        if patience.is_zero() { None } else { self.take(&waited_at, patience).await }
    }

    /// Reads and judges the events that are new, and forgets those that are over.
    ///
    /// On the caller's thread: a judge may take its time, and run what it likes.
    fn look_at_events(&mut self) {
        let open: Vec<EventName> = lock(&self.roster).keys().cloned().collect();
        self.views.retain(|event, _| open.contains(event));
        for event in open {
            if !self.views.contains_key(&event) {
                self.look_at(&event);
            }
        }
    }

    fn look_at(&mut self, event: &EventName) {
        let connection = self.connection.clone();
        let read = event::read(&connection.wire, event);
        let Ok(Ok(found)) = connection.wait(async { timeout(ANSWER_TIMEOUT, read).await }) else {
            return;
        };
        let opened = match found {
            Found::Nothing => return,
            Found::Opened(opened) => Some(opened),
            Found::Unsigned => None,
        };
        let verdict = match &opened {
            Some(opened) => (self.judge)(event.as_str(), &opened.definition),
            None => {
                (self.tell)(Notice::Unsigned(format!("event {}", event.as_str())));
                Err("its definition is not signed with the secret of this worker".to_string())
            }
        };
        let (stance, view) = match (verdict, opened) {
            (Ok(()), Some(opened)) => {
                let jobs = connection
                    .wait(async { timeout(ANSWER_TIMEOUT, jobs(&connection.wire, &opened)).await });
                let Ok(Ok(jobs)) = jobs else { return };
                (Stance::Ready, Some(View { opened: Arc::new(opened), jobs }))
            }
            (verdict, _) => (Stance::Refuses(verdict.err().unwrap_or_default()), None),
        };
        connection.wait(mail::tell_stance(&connection.wire, event, &self.worker, &stance));
        if let Some(place) = lock(&self.roster).get_mut(event) {
            *place = Some(stance);
        }
        self.views.insert(event.clone(), view);
    }

    async fn take(&mut self, event: &EventName, patience: Duration) -> Option<Delivery> {
        let view = self.views.get(event)?.as_ref()?;
        let message = match ask(&view.jobs, patience).await {
            Ok(message) => message?,
            Err(_) => {
                // The event may be over, or have been opened anew.
                self.views.remove(event);
                sleep(patience.min(EVENTS_INTERVAL / 2)).await;
                return None;
            }
        };
        let opened = view.opened.clone();
        let wire = &self.connection.wire;
        if !wire.is_signed(&message) {
            (self.tell)(Notice::Unsigned(format!("a job of event {}", event.as_str())));
            // It is nobody's: it must not come again.
            let _ = timeout(ANSWER_TIMEOUT, message.ack()).await;
            return None;
        }
        if job_id(&message.subject).is_none() {
            (self.tell)(Notice::Trouble(format!("a job of event {} has no name", event.as_str())));
            let _ = timeout(ANSWER_TIMEOUT, message.ack()).await;
            return None;
        }
        let delivery = Delivery::new(opened, message, self.worker.clone())?;
        if delivery.was_tried_too_often(wire).await {
            return None;
        }
        mail::tell_started(wire, event, &self.worker, &delivery.id).await;
        Some(delivery)
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let events: Vec<EventName> = lock(&self.roster).keys().cloned().collect();
        let (wire, worker) = (self.connection.wire.clone(), self.worker.clone());
        self.connection.finish(LEAVE_TIMEOUT, async move {
            for event in events {
                mail::tell_stance(&wire, &event, &worker, &Stance::Left).await;
            }
        });
    }
}

/// Returns where the jobs of an event are.
async fn jobs(wire: &Wire, opened: &Opened) -> Result<PullConsumer, Trouble> {
    let (name, stream) = (opened.subjects.workers(), opened.subjects.event.stream());
    Ok(wire.context.get_consumer_from_stream::<pull::Config, _, _>(name, stream).await?)
}

/// Asks for one job; without patience only for one that waits already.
async fn ask(jobs: &PullConsumer, patience: Duration) -> Result<Option<Message>, Trouble> {
    let asked = async {
        if patience.is_zero() {
            jobs.fetch().max_messages(1).messages().await
        } else {
            jobs.batch().max_messages(1).expires(patience).messages().await
        }
    };
    let answer = timeout(patience + ANSWER_TIMEOUT / 2, async {
        match asked.await {
            Ok(mut batch) => Ok(batch.next().await),
            Err(error) => Err(Trouble::from(error)),
        }
    });
    let silence = |_| Trouble::Passing("no answer".to_string());
    match answer.await.map_err(silence)?? {
        None => Ok(None),
        Some(Ok(message)) => Ok(Some(message)),
        Some(Err(error)) => Err(Trouble::Passing(error.to_string())),
    }
}

/// Looks which events are open until the bench and all its tasks are gone, and says that the worker is there.
async fn keep_roster(
    wire: Wire,
    roster: Weak<Mutex<BTreeMap<EventName, Option<Stance>>>>,
    worker: String,
) {
    let mut said = Instant::now();
    loop {
        sleep(EVENTS_INTERVAL).await;
        let Some(roster) = roster.upgrade() else { return };
        // While the server is away, what was known last holds.
        let _ = look_around(&wire, &roster).await;
        if said.elapsed() >= BEAT_INTERVAL {
            said = Instant::now();
            let stances: Vec<(EventName, Stance)> = lock(&roster)
                .iter()
                .filter_map(|(event, stance)| Some((event.clone(), stance.clone()?)))
                .collect();
            for (event, stance) in stances {
                mail::tell_stance(&wire, &event, &worker, &stance).await;
            }
        }
    }
}

async fn look_around(wire: &Wire, roster: &Roster) -> Result<(), Trouble> {
    let mut open = Vec::new();
    let mut names = wire.context.stream_names();
    let listed = timeout(ANSWER_TIMEOUT, async {
        while let Some(name) = names.next().await {
            open.extend(EventName::of_stream(&name?));
        }
        Ok::<(), Trouble>(())
    });
    listed.await.map_err(|_| Trouble::Passing("no answer".to_string()))??;
    let mut roster = lock(roster);
    roster.retain(|event, _| open.contains(event));
    for event in open {
        roster.entry(event).or_default();
    }
    Ok(())
}
