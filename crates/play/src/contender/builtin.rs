//! An agent of ours as a contender.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::panic::{AssertUnwindSafe, catch_unwind};

use manator_core::Table;
use manator_engine::Agent;

use super::{Ask, Choice, Contender, Fault, Heard};

/// An agent of ours. It thinks on the thread that asks, and keeps to its time by itself.
pub struct Builtin {
    name: String,
    agent: Box<dyn Agent>,
}

impl Builtin {
    pub fn new(name: impl Into<String>, agent: Box<dyn Agent>) -> Builtin {
        Builtin { name: name.into(), agent }
    }
}

impl Contender for Builtin {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, _table: &dyn Table) -> Result<(), Fault> {
        self.agent.new_game();
        Ok(())
    }

    fn choose(&mut self, ask: &Ask<'_>, hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        let limits = ask.own_limits();
        // Whatever an agent does, the game must go on or end.
        let thought = catch_unwind(AssertUnwindSafe(|| {
            let mut progress = |thought: &_| hear(Heard::Thought(Clone::clone(thought)));
            self.agent.think(ask.table, &limits, &mut progress)
        }));
        match thought {
            Ok(Ok(thought)) => match thought.best() {
                Some(best) => Ok(Choice { mv: best.into(), thought: Some(thought) }),
                None => Err(Fault::NoMove(String::new())),
            },
            Ok(Err(error)) => Err(Fault::Unsuitable(error.to_string())),
            Err(_) => Err(Fault::Broken("broke down while it was thinking".into())),
        }
    }
}
