//! An agent on a thread of its own, so that nobody waits for it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use manator_core::Table;
use manator_engine::{Agent, Thought};
use manator_search::Limits;

use crate::event::{Post, Said, SeatEvent};

/// How often a chosen move that waits for its time looks whether it still has to.
const PATIENCE: Duration = Duration::from_millis(10);

/// What an agent is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Move,
    Advice,
}

/// A question to an agent.
pub(crate) struct Question {
    pub(crate) turn: u64,
    pub(crate) table: Box<dyn Table>,
    pub(crate) limits: Limits,
    pub(crate) wanted: Wanted,
    /// When the answer may be given at the earliest, so that people can follow.
    pub(crate) not_before: Option<Instant>,
}

/// An agent that thinks in the background.
pub(crate) struct Thinker {
    questions: Sender<Question>,
    cancel: Arc<AtomicBool>,
}

impl Thinker {
    pub(crate) fn new(agent: Box<dyn Agent>, post: Post) -> Thinker {
        let (questions, inbox) = channel();
        thread::spawn(move || work(agent, &inbox, &post));
        Thinker { questions, cancel: Arc::new(AtomicBool::new(false)) }
    }

    /// Asks, and drops the question before.
    pub(crate) fn ask(&mut self, mut question: Question) {
        self.hurry();
        self.cancel = Arc::new(AtomicBool::new(false));
        question.limits.cancel = self.cancel.clone();
        // The thread ends only when this sender is dropped, or with the agent's panic, which it reports.
        let _ = self.questions.send(question);
    }

    /// Ends the thinking at once; what was found until now is the answer.
    pub(crate) fn hurry(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.hurry();
    }
}

fn work(mut agent: Box<dyn Agent>, inbox: &Receiver<Question>, post: &Post) {
    while let Ok(question) = inbox.recv() {
        let Question { turn, table, limits, wanted, not_before } = question;
        let says = |said| post(SeatEvent(said));
        // Whatever an agent does, the game must go on or end.
        let thought = catch_unwind(AssertUnwindSafe(|| {
            agent.think(&*table, &limits, &mut |thought| {
                if wanted == Wanted::Move {
                    says(Said::Thinking { turn, thought: thought.clone() });
                }
            })
        }));
        while not_before.is_some_and(|time| Instant::now() < time)
            && !limits.cancel.load(Ordering::Relaxed)
        {
            thread::sleep(PATIENCE);
        }
        says(match (thought, wanted) {
            (Ok(Ok(thought)), Wanted::Move) => Said::Chosen { turn, thought },
            (Ok(Ok(thought)), Wanted::Advice) => Said::Advice { turn, thought },
            // Nothing is lost when nobody has an idea.
            (_, Wanted::Advice) => Said::Advice { turn, thought: Thought::default() },
            (Ok(Err(error)), Wanted::Move) => {
                Said::Failed { turn, why: format!("cannot play: {error}") }
            }
            (Err(_), Wanted::Move) => {
                Said::Failed { turn, why: "broke down while it was thinking".into() }
            }
        });
    }
}
