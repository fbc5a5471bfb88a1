//! Who answers a `go`, on a thread of its own: an agent of ours, or anybody else who can be asked for moves.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use manator_core::Table;
use manator_engine::{Agent, Thought};
use manator_play::time::{TIME_MAX, TURNS, budget};
use manator_protocol::{Go, ToAgent};
use manator_search::Limits;

use super::desk::Event;

const DEPTH_MAX: u32 = 100;

pub(crate) trait Mind: Send {
    /// Gets ready for a game on a table.
    fn begin(&mut self, table: &dyn Table) -> Result<(), String>;

    fn think(
        &mut self,
        question: &Question,
        says: &mut dyn FnMut(Saying),
    ) -> Result<Thought, String>;

    /// Hears how a game ended.
    fn finish(&mut self, table: &dyn Table, told: &[ToAgent]) {
        let _ = (table, told);
    }
}

pub(crate) struct Question {
    pub(crate) table: Box<dyn Table>,
    pub(crate) go: Go,
    /// Ends the thinking early.
    pub(crate) cancel: Arc<AtomicBool>,
}

pub(crate) enum Saying {
    Thought(Thought),
    Note(String),
}

impl Mind for Box<dyn Agent> {
    fn begin(&mut self, _table: &dyn Table) -> Result<(), String> {
        self.new_game();
        Ok(())
    }

    fn think(
        &mut self,
        question: &Question,
        says: &mut dyn FnMut(Saying),
    ) -> Result<Thought, String> {
        let Question { table, go, cancel } = question;
        let limits = Limits { cancel: cancel.clone(), ..limits(go, &**table) };
        let mut tell = |thought: &Thought| says(Saying::Thought(thought.clone()));
        // Whoever gives no time wants to know about a position.
        let thought = match limits.aim {
            Some(_) => Agent::play(&mut **self, &**table, &limits, &mut tell),
            None => Agent::think(&mut **self, &**table, &limits, &mut tell),
        };
        thought.map_err(|error| error.to_string())
    }
}

pub(super) fn limits(go: &Go, table: &dyn Table) -> Limits {
    let clock = go.clocks.get(table.to_move().index()).copied().unwrap_or_default();
    let increment = clock.increment.unwrap_or_default().min(TIME_MAX);
    let turns = go.movestogo.unwrap_or(TURNS).min(TURNS);
    let by_clock = clock.time.map(|left| budget(left.min(TIME_MAX), increment, turns));
    let by_move = go.movetime.map(|time| budget(time.min(TIME_MAX), Duration::ZERO, 1));
    let budgets = || by_clock.into_iter().chain(by_move).filter(|_| !go.infinite);
    let time = budgets().map(|budget| budget.most).min();
    // With any time limit agents deepen step by step, so that they have an answer when they are stopped.
    let is_limited = go.infinite || go.depth.is_some() || go.nodes.is_some();
    Limits {
        depth: go.depth.map(|depth| depth.clamp(1, DEPTH_MAX)),
        nodes: go.nodes.map(|nodes| nodes.max(1)),
        time: time.or(is_limited.then_some(TIME_MAX)),
        aim: budgets().map(|budget| budget.aim).min(),
        end: budgets().map(|budget| budget.end).min(),
        ..Limits::default()
    }
}

pub(super) enum Job {
    Seat(Box<dyn Mind>),
    Begin(Box<dyn Table>),
    Think(u64, Question),
    Finish(Box<dyn Table>, Vec<ToAgent>),
}

/// The thread, seen from outside. What it is told is done in order.
pub(super) struct Thinker {
    jobs: Sender<Job>,
    thread: JoinHandle<()>,
    cancel: Arc<AtomicBool>,
    /// Counts the questions: an answer to an old one means nothing.
    pub(super) asked: u64,
}

impl Thinker {
    pub(super) fn new(mind: Box<dyn Mind>, events: SyncSender<Event>) -> Thinker {
        let (jobs, inbox) = channel();
        let thread = thread::spawn(move || work(mind, &inbox, &events));
        Thinker { jobs, thread, cancel: Arc::default(), asked: 0 }
    }

    /// Ends whoever thinks, and waits for it.
    pub(super) fn close(self) {
        self.hurry();
        drop(self.jobs);
        let _ = self.thread.join();
    }

    /// Asks for a move; one [`Event::Chosen`] with the number of the question will answer.
    pub(super) fn ask(&mut self, table: Box<dyn Table>, go: Go) {
        self.cancel = Arc::default();
        self.asked += 1;
        let question = Question { table, go, cancel: self.cancel.clone() };
        self.tell(Job::Think(self.asked, question));
    }

    /// Ends the thinking at once; what was found until now is the answer.
    pub(super) fn hurry(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    pub(super) fn tell(&self, job: Job) {
        // The thread ends only after the engine itself.
        let _ = self.jobs.send(job);
    }
}

fn work(mut mind: Box<dyn Mind>, inbox: &Receiver<Job>, events: &SyncSender<Event>) {
    while let Ok(job) = inbox.recv() {
        let done = match job {
            Job::Seat(another) => {
                mind = another;
                continue;
            }
            Job::Finish(table, told) => {
                mind.finish(&*table, &told);
                continue;
            }
            Job::Begin(table) => Event::Ready(mind.begin(&*table)),
            Job::Think(number, question) => {
                Event::Chosen(number, answer(&mut *mind, number, &question, events))
            }
        };
        if events.send(done).is_err() {
            return;
        }
    }
}

/// Whatever a mind does, the engine must answer.
fn answer(
    mind: &mut dyn Mind,
    number: u64,
    question: &Question,
    events: &SyncSender<Event>,
) -> Result<Thought, String> {
    let thought = catch_unwind(AssertUnwindSafe(|| {
        mind.think(question, &mut |saying| {
            let _ = events.send(Event::Says(number, saying));
        })
    }));
    thought.unwrap_or_else(|_| Err("the agent broke down while it was thinking".into()))
}
