//! The agent on a thread of its own, so that commands are heard while it thinks.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};
use std::thread;

use manator_core::Table;
use manator_engine::{Agent, Thought};
use manator_search::Limits;

pub(super) enum Event {
    Line(String),
    /// A line of input that nobody may send.
    TooLong,
    End,
    Progress(Thought),
    Chosen(Result<Thought, String>),
}

pub(super) enum Job {
    Seat(Box<dyn Agent>),
    NewGame,
    Think { table: Box<dyn Table>, limits: Limits },
}

/// The agent's thread, seen from outside. What it is told is done in order.
pub(super) struct Thinker {
    jobs: Sender<Job>,
    cancel: Arc<AtomicBool>,
}

impl Thinker {
    pub(super) fn new(agent: Box<dyn Agent>, events: SyncSender<Event>) -> Thinker {
        let (jobs, inbox) = channel();
        thread::spawn(move || work(agent, &inbox, &events));
        Thinker { jobs, cancel: Arc::default() }
    }

    /// Asks for a move; one [`Event::Chosen`] will answer.
    pub(super) fn ask(&mut self, table: Box<dyn Table>, mut limits: Limits) {
        self.cancel = Arc::default();
        limits.cancel = self.cancel.clone();
        self.tell(Job::Think { table, limits });
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

fn work(mut agent: Box<dyn Agent>, inbox: &Receiver<Job>, events: &SyncSender<Event>) {
    while let Ok(job) = inbox.recv() {
        let (table, limits) = match job {
            Job::Seat(another) => {
                agent = another;
                continue;
            }
            Job::NewGame => {
                agent.new_game();
                continue;
            }
            Job::Think { table, limits } => (table, limits),
        };
        // Whatever an agent does, the engine must answer.
        let thought = catch_unwind(AssertUnwindSafe(|| {
            agent.think(&*table, &limits, &mut |thought| {
                let _ = events.send(Event::Progress(thought.clone()));
            })
        }));
        let chosen = match thought {
            Ok(Ok(thought)) => Ok(thought),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err("the agent broke down while it was thinking".into()),
        };
        if events.send(Event::Chosen(chosen)).is_err() {
            return;
        }
    }
}
