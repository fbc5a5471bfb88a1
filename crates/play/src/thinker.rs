//! A contender on a thread of its own, so that nobody waits for it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use manator_core::{Player, Table};
use manator_engine::Thought;
use manator_protocol::ToAgent;
use manator_search::Limits;

use crate::contender::{Ask, Choice, Contender, Heard};
use crate::session::{Post, Said, SeatEvent};
use crate::time::Clocks;

const DELAY_POLL_INTERVAL: Duration = Duration::from_millis(10);
/// How long after the end of its time an answer is waited for: the session has looked at the clock by then.
const ANSWER_MARGIN: Duration = Duration::from_secs(1);

/// How long an agent thinks at least: in no time at all nothing is found.
const THINKING_MIN: Duration = Duration::from_millis(1);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Move,
    Advice,
}

pub(crate) struct Question {
    pub(crate) turn: u64,
    pub(crate) table: Box<dyn Table>,
    pub(crate) clocks: Clocks,
    /// How long to think, from when the clock runs; whatever the clock allows where nothing is said.
    pub(crate) time: Option<Duration>,
    pub(crate) wanted: Wanted,
    /// When the answer may be given at the earliest, so that people can follow.
    pub(crate) not_before: Option<Instant>,
}

impl Question {
    /// Starts the clock of whoever is asked for a move; returns whether it did not run yet.
    fn begin(&mut self) -> bool {
        let begins = self.wanted == Wanted::Move && self.clocks.running().is_none();
        if begins {
            self.clocks.start(self.table.to_move(), Instant::now());
        }
        begins
    }
}

enum Asked {
    Question(Question, Arc<AtomicBool>),
    /// Nothing: the game on this table is over.
    Over(Box<dyn Table>, ToAgent),
}

pub(crate) struct Thinker {
    questions: Sender<Asked>,
    cancel: Arc<AtomicBool>,
}

impl Thinker {
    pub(crate) fn new(contender: Box<dyn Contender>, post: Post) -> Thinker {
        Thinker::start(move |inbox| work(contender, inbox, &post))
    }

    /// Seats a contender, and says when it is ready for the game on a table.
    pub(crate) fn prepare(
        mut contender: Box<dyn Contender>,
        player: Player,
        table: Box<dyn Table>,
        post: Post,
    ) -> Thinker {
        Thinker::start(move |inbox| match contender.begin(&*table) {
            Ok(()) => {
                post(SeatEvent(Said::Ready { player, name: contender.name() }));
                work(contender, inbox, &post);
            }
            Err(fault) => post(SeatEvent(Said::Unready { player, fault })),
        })
    }

    fn start(run: impl FnOnce(&Receiver<Asked>) + Send + 'static) -> Thinker {
        let (questions, inbox) = channel();
        thread::spawn(move || run(&inbox));
        Thinker { questions, cancel: Arc::new(AtomicBool::new(false)) }
    }

    /// Asks, and drops the question before.
    pub(crate) fn ask(&mut self, question: Question) {
        self.hurry();
        self.cancel = Arc::new(AtomicBool::new(false));
        // The thread ends only when this sender is dropped, or before the game, which it reports.
        let _ = self.questions.send(Asked::Question(question, self.cancel.clone()));
    }

    /// Says how the game on a table ended, and drops the question before.
    pub(crate) fn finish(&self, table: Box<dyn Table>, told: ToAgent) {
        self.hurry();
        let _ = self.questions.send(Asked::Over(table, told));
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

fn work(mut contender: Box<dyn Contender>, inbox: &Receiver<Asked>, post: &Post) {
    let mut next = None;
    loop {
        let (mut question, cancel) = match next.take().or_else(|| inbox.recv().ok()) {
            Some(Asked::Question(question, cancel)) => (question, cancel),
            Some(Asked::Over(table, told)) => {
                contender.finish(&*table, &[told]);
                continue;
            }
            None => return,
        };
        let says = |said| post(SeatEvent(said));
        let turn = question.turn;
        let newer = RefCell::new(None);
        let is_stale = || match inbox.try_recv() {
            Ok(asked) => {
                newer.replace(Some(asked));
                true
            }
            Err(TryRecvError::Disconnected) => true,
            Err(TryRecvError::Empty) => newer.borrow().is_some(),
        };
        let may = contender.admit(&is_stale, &mut |text| {
            if question.wanted == Wanted::Move {
                says(Said::Waiting { turn, text });
            }
        });
        next = newer.take();
        if !may {
            if next.is_none() {
                return;
            }
            continue;
        }
        if question.begin() {
            says(Said::Begins { turn });
        }
        let Question { table, clocks, time, wanted, not_before, .. } = question;
        let gone = clocks.since().map(|since| since.elapsed()).unwrap_or_default();
        let time = time.map(|time| time.saturating_sub(gone).max(THINKING_MIN));
        let limits = Limits { cancel, time, ..Limits::default() };
        let ask = Ask::new(&*table, &clocks, &limits, ANSWER_MARGIN);
        let chosen = contender.choose(&ask, &mut |heard| match heard {
            Heard::Thought(thought) if wanted == Wanted::Move => {
                says(Said::Thinking { turn, thought });
            }
            Heard::Note(text) | Heard::Aside(text) if wanted == Wanted::Move => {
                says(Said::Noted { turn, text });
            }
            Heard::Thought(_) | Heard::Note(_) | Heard::Aside(_) => {}
        });
        while not_before.is_some_and(|time| Instant::now() < time)
            && !limits.cancel.load(Ordering::Relaxed)
        {
            thread::sleep(DELAY_POLL_INTERVAL);
        }
        says(match (chosen, wanted) {
            (Ok(choice), Wanted::Move) => Said::Chosen { turn, choice },
            (Ok(Choice { thought, .. }), Wanted::Advice) => {
                Said::Advice { turn, thought: thought.unwrap_or_default() }
            }
            // Nothing is lost when nobody has an idea.
            (Err(_), Wanted::Advice) => Said::Advice { turn, thought: Thought::default() },
            (Err(fault), Wanted::Move) => {
                contender.finish(&*table, &[fault.told()]);
                Said::Failed { turn, fault }
            }
        });
    }
}
