//! An examination of an agent: does it speak the language, keep to its time, play legal moves, end?
//!
//! Whatever an agent does, the examination goes on: every step has a deadline, and an agent that hangs, dies
//! or floods is started anew for the next step. Only what nothing can be asked without ends a part early:
//! that it starts, says who it is, gets ready, and makes a first move.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod examinee;
mod games;
mod item;
mod legality;
mod log;
mod manners;
mod modes;
mod once;
mod positions;
mod rules;
mod start;
pub mod templates;
mod timing;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use manator_core::Table;

use examinee::Examinee;
use item::Marks;
pub use item::{Grade, Item};
use manator_sandbox::Program;
pub use start::Introduction;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// It is started once, and answers until it is told to quit.
    #[default]
    Lasting,
    Once,
}

#[derive(Clone, Debug)]
pub struct Plan {
    pub program: Program,
    pub manner: Manner,
    /// Options of it that are set before each game.
    pub settings: Vec<(String, String)>,
    /// How long it is asked for moves in positions of one game.
    pub seconds: Duration,
    /// How long after the end of its time an answer still counts.
    pub margin: Duration,
    /// When the examination ends: what is not found out by then fails.
    pub deadline: Option<Instant>,
    /// Ends it early: nobody wants to know any more.
    pub cancel: Arc<AtomicBool>,
}

impl Plan {
    /// Returns why the agent is not asked any more.
    fn over(&self) -> Option<&'static str> {
        if self.cancel.load(Ordering::Relaxed) {
            return Some("was not asked any more");
        }
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        is_late.then_some("was not asked any more: the examination took too long")
    }
}

/// An examination, which is taken in three parts: [`introduce`](Examination::introduce), then
/// [`play`](Examination::play) for each game, then [`finish`](Examination::finish).
pub struct Examination {
    plan: Plan,
    examinee: Examinee,
    pub introduction: Introduction,
    played: Option<Box<dyn Table>>,
}

impl Examination {
    pub fn new(plan: Plan) -> Examination {
        let examinee = Examinee::new(&plan);
        Examination { plan, examinee, introduction: Introduction::default(), played: None }
    }

    pub fn introduce(&mut self, report: &mut dyn FnMut(&Item)) {
        if self.plan.manner == Manner::Lasting {
            self.introduction = start::examine(&mut self.examinee, &mut Marks::new(None, report));
        }
    }

    pub fn play(&mut self, table: &dyn Table, report: &mut dyn FnMut(&Item)) {
        let marks = &mut Marks::new(Some(table.card().name), report);
        if self.plan.manner == Manner::Once {
            once::examine(&self.plan, &mut self.examinee, table, marks);
            return;
        }
        if !self.introduction.is_ready {
            marks.group("go");
            marks.add(Item::skip("playing", "a game needs all of the above"));
            return;
        }
        if !modes::begins(&mut self.examinee, table, marks) {
            marks.add(Item::skip("the rest", "a game needs all of the above"));
            return;
        }
        modes::examine(&mut self.examinee, table, marks);
        timing::examine(&mut self.examinee, table, marks);
        rules::examine(&mut self.examinee, table, marks);
        let sound = legality::examine(&mut self.examinee, table, self.plan.seconds, marks);
        if self.plan.over().is_none() {
            games::examine(&mut self.examinee.seated(), table, &self.plan, sound, marks);
        }
        self.played = Some(table.copy());
    }

    pub fn finish(&mut self, report: &mut dyn FnMut(&Item)) {
        let marks = &mut Marks::new(None, report);
        if let Some(table) = &self.played {
            manners::examine(&mut self.examinee, &**table, marks);
        }
        if self.introduction.has_started || self.plan.manner == Manner::Once {
            manners::what_was_said(&self.examinee.log, self.plan.manner, marks);
        }
        if self.introduction.has_started {
            start::examine_end(&mut self.examinee, self.introduction.is_known, marks);
        }
    }
}
