//! A job in the hands of a worker, and the lease on it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::jetstream::message::AckKind;
use tokio::time::{sleep, timeout};

use crate::bench::Roster;
use crate::connection::{Connection, lock};
use crate::delivery::{Delivery, Outcome};
use crate::error::QueueError;

/// How long giving a task back may keep the thread that drops it.
const FINISH_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskState {
    Held,
    /// Another worker may have it: this process was frozen, or [`Task::beat`] was not called for long.
    /// Finishing it is harmless.
    Lost,
    /// Its event is over, and nobody waits for the result.
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finished {
    /// The server has it, perhaps from somebody else who did the same job.
    Delivered,
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failed {
    Again(Duration),
    SetAside,
    /// Another worker has it already, or the event is over.
    NotOurs,
}

/// A job that this worker holds.
///
/// Dropping it gives the job back at once, without counting as a try, unless the thread panics: then the job
/// failed.
pub struct Task {
    connection: Arc<Connection>,
    roster: Roster,
    delivery: Arc<Delivery>,
    hold: Arc<Hold>,
}

struct Hold {
    is_settled: AtomicBool,
    is_lost: AtomicBool,
    beat: Mutex<Instant>,
}

impl Task {
    pub(crate) fn new(
        connection: Arc<Connection>,
        roster: Roster,
        delivery: Delivery,
        silence_max: Duration,
    ) -> Self {
        let beat = Mutex::new(Instant::now());
        let (is_settled, is_lost) = (AtomicBool::new(false), AtomicBool::new(false));
        let hold = Arc::new(Hold { is_settled, is_lost, beat });
        let delivery = Arc::new(delivery);
        connection.spawn(renew(delivery.clone(), hold.clone(), silence_max));
        Self { connection, roster, delivery, hold }
    }

    pub fn event(&self) -> &str {
        self.delivery.opened.subjects.event.as_str()
    }

    pub fn definition(&self) -> &[u8] {
        &self.delivery.opened.definition
    }

    pub fn id(&self) -> &str {
        &self.delivery.id
    }

    pub fn payload(&self) -> &[u8] {
        &self.delivery.payload
    }

    /// Returns how often the job has been handed out, this time included.
    pub fn tries(&self) -> u32 {
        self.delivery.tries
    }

    /// Says that the work goes on, and returns whether it should.
    pub fn beat(&self) -> TaskState {
        *lock(&self.hold.beat) = Instant::now();
        if !lock(&self.roster).contains_key(&self.delivery.opened.subjects.event) {
            TaskState::Over
        } else if self.hold.is_lost.load(Ordering::Relaxed) {
            TaskState::Lost
        } else {
            TaskState::Held
        }
    }

    /// Hands the result in; it is with the server when this returns.
    ///
    /// # Errors
    ///
    /// When the server stays away, and then the task is still held and this can be called again; or when the
    /// result is too large, and then the job should fail.
    pub fn finish(&self, result: &[u8]) -> Result<Finished, QueueError> {
        let finished = self.connection.wait(self.delivery.finish(&self.connection.wire, result))?;
        self.hold.is_settled.store(true, Ordering::Relaxed);
        Ok(finished)
    }

    /// Says that the job could not be done, and why, in one line.
    ///
    /// # Errors
    ///
    /// When the server stays away, and then the task is still held and this can be called again.
    pub fn fail(&self, why: &str) -> Result<Failed, QueueError> {
        let outcome = Outcome::Failed(why.to_string());
        let is_lost = self.hold.is_lost.load(Ordering::Relaxed);
        let failed =
            self.connection.wait(self.delivery.fail(&self.connection.wire, &outcome, is_lost))?;
        self.hold.is_settled.store(true, Ordering::Relaxed);
        Ok(failed)
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        if self.hold.is_settled.swap(true, Ordering::Relaxed)
            || self.hold.is_lost.load(Ordering::Relaxed)
        {
            return;
        }
        let outcome = if std::thread::panicking() {
            Outcome::Failed("the worker panicked".to_string())
        } else {
            Outcome::Returned
        };
        let (wire, delivery) = (self.connection.wire.clone(), self.delivery.clone());
        self.connection.finish(FINISH_TIMEOUT, async move {
            let _ = delivery.give_back(&wire, &outcome).await;
        });
    }
}

/// Renews the lease until the task is settled, the process was frozen for too long, or nobody says any more
/// that the work goes on.
async fn renew(delivery: Arc<Delivery>, hold: Arc<Hold>, silence_max: Duration) {
    let lease = delivery.opened.terms.lease;
    let mut renewed = Instant::now();
    loop {
        sleep(lease / 4).await;
        if hold.is_settled.load(Ordering::Relaxed) {
            return;
        }
        if renewed.elapsed() >= lease || lock(&hold.beat).elapsed() >= silence_max {
            hold.is_lost.store(true, Ordering::Relaxed);
            return;
        }
        renewed = Instant::now();
        let _ = timeout(lease / 4, delivery.acker.ack_with(AckKind::Progress)).await;
    }
}
