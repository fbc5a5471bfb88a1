//! Organisers and workers for the tests.
//!
//! Time never decides a test: leases are short, and everything is waited for generously.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use manator_queue::{Access, Address, Bench, Desk, Heard, Job, Receipt, Task, Tell, Terms};
use manator_testkit::nats::NatsServer;

/// Whatever is not there by then is missing.
pub(crate) const LONG: Duration = Duration::from_secs(90);

pub(crate) const TERMS: Terms =
    Terms { lease: Duration::from_secs(1), tries_max: 3, delay: Duration::from_millis(200) };

pub(crate) fn quiet() -> Tell {
    Arc::new(|_| {})
}

pub(crate) fn at(url: &str) -> Access {
    url.parse::<Address>().expect("an address").into()
}

pub(crate) fn access(server: &NatsServer) -> Access {
    at(&server.url())
}

pub(crate) fn open(server: &NatsServer, event: &str) -> Desk {
    let definition = format!("definition of {event}");
    Desk::open(&access(server), event, definition.as_bytes(), TERMS, quiet()).expect("a desk")
}

pub(crate) fn bench(server: &NatsServer, worker: &str) -> Bench {
    let judge = Box::new(|_: &str, _: &[u8]| Ok(()));
    Bench::open(&access(server), worker, LONG, judge, quiet()).expect("a bench")
}

pub(crate) fn jobs(count: usize) -> Vec<Job> {
    let job = |number| Job { id: format!("game {number}"), payload: format!("{number}").into() };
    (0..count).map(job).collect()
}

/// Does the job: the result is twice the number.
#[track_caller]
pub(crate) fn answer(task: &Task) -> Vec<u8> {
    let number: usize = String::from_utf8_lossy(task.payload()).parse().expect("a number");
    format!("{}", 2 * number).into()
}

#[track_caller]
pub(crate) fn task(bench: &mut Bench) -> Task {
    bench.next(LONG).expect("a task")
}

/// Waits until something that is heard is what the caller looks for.
#[track_caller]
pub(crate) fn hear<T>(desk: &mut Desk, mut wanted: impl FnMut(Heard) -> Option<T>) -> T {
    let start = Instant::now();
    while start.elapsed() < LONG {
        if let Some(found) = desk.next(Duration::from_millis(500)).and_then(&mut wanted) {
            return found;
        }
    }
    panic!("it was not heard");
}

/// An organiser as it should be: it stores results once, and publishes again what it misses.
pub(crate) struct Organiser {
    pub(crate) desk: Desk,
    pub(crate) jobs: Vec<Job>,
    pub(crate) stored: BTreeMap<String, Vec<u8>>,
    pub(crate) duplicates: usize,
}

impl Organiser {
    pub(crate) fn new(desk: Desk, count: usize) -> Self {
        let (stored, duplicates) = (BTreeMap::new(), 0);
        let mut organiser = Self { desk, jobs: jobs(count), stored, duplicates };
        organiser.publish_missing();
        organiser
    }

    pub(crate) fn publish_missing(&mut self) {
        let is_missing = |job: &&Job| !self.stored.contains_key(&job.id);
        let missing: Vec<Job> = self.jobs.iter().filter(is_missing).cloned().collect();
        // A server that stays away is asked again by the caller's loop.
        let _ = self.desk.publish(&missing);
    }

    pub(crate) fn is_done(&self) -> bool {
        self.stored.len() == self.jobs.len()
    }

    /// Hears one thing, or nothing for a moment.
    pub(crate) fn step(&mut self) {
        if self.desk.is_stale(Duration::from_secs(3)) {
            self.publish_missing();
        }
        match self.desk.next(Duration::from_millis(200)) {
            Some(Heard::Result { id, bytes, receipt, .. }) => self.store(id, bytes, receipt),
            Some(Heard::SetAside { receipt, .. }) => {
                // Tries were used up by disasters, not by the job: it is missing, and published again.
                self.desk.acknowledge(vec![receipt]);
            }
            _ => {}
        }
    }

    fn store(&mut self, id: String, bytes: Vec<u8>, receipt: Receipt) {
        if self.stored.insert(id, bytes).is_some() {
            self.duplicates += 1;
        }
        self.desk.acknowledge(vec![receipt]);
    }

    /// Goes on until some number of results is stored.
    #[track_caller]
    pub(crate) fn run_until(&mut self, stored: usize) {
        let start = Instant::now();
        while self.stored.len() < stored {
            let outstanding = || self.desk.outstanding();
            let have = self.stored.len();
            assert!(start.elapsed() < 2 * LONG, "{have} of {stored} stored; {:?}", outstanding());
            self.step();
        }
    }

    /// Checks that every job has its own result.
    #[track_caller]
    pub(crate) fn check(&self) {
        assert!(self.is_done(), "{} of {}", self.stored.len(), self.jobs.len());
        for (number, job) in self.jobs.iter().enumerate() {
            let result = String::from_utf8_lossy(&self.stored[&job.id]);
            assert_eq!(result, format!("{}", 2 * number), "{}", job.id);
        }
    }
}
