//! An agent that is made when there is memory for it, and thinks when there is a processor.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use manator_core::{Settings, Table};
use manator_engine::options::with_hash;
use manator_engine::{Agent, AgentError, catalog};
use manator_play::contender::{Ask, Builtin, Choice, Heard};
use manator_play::{Contender, Fault, MakeAgent};

use super::{Budget, Purpose, Share, Turn};
use crate::lock;

/// The memory of an agent of which nothing else is said: there may be many of them.
const HASH_MIB: u64 = 16;

/// Returns who makes the agents of a room.
pub(in crate::arena) fn make(budget: &Arc<Budget>) -> MakeAgent {
    let budget = budget.clone();
    Arc::new(move |table, name, settings| {
        catalog::check(table, name, settings)?;
        let waiting = Waiting::new(&budget, table, name, settings, Purpose::Game);
        Ok(Box::new(Rationed { waiting, turn: None }))
    })
}

/// An agent that waits for its share, in order to be made or to think again.
pub(in crate::arena) struct Waiting {
    share: Share,
    /// What it is made for.
    table: Box<dyn Table>,
    name: String,
    settings: Settings,
}

impl Waiting {
    pub(in crate::arena) fn new(
        budget: &Arc<Budget>,
        table: &dyn Table,
        name: &str,
        settings: &Settings,
        purpose: Purpose,
    ) -> Waiting {
        let given = settings.given("hash").and_then(|size| size.parse().ok());
        let hash = given.unwrap_or(HASH_MIB).min(budget.hash_max());
        let settings = with_hash(settings, hash);
        let share = budget.share(budget.need(name, &settings), purpose);
        Waiting { share, table: table.copy(), name: name.into(), settings }
    }

    /// Waits, and thinks; `hear` is told what is missing. Nothing happens when nobody wants the answer any more.
    pub(in crate::arena) fn think(
        self,
        is_stale: &dyn Fn() -> bool,
        hear: &mut dyn FnMut(String),
        think: impl FnOnce(Box<dyn Agent>),
    ) {
        let turn = self.share.wait(is_stale, hear);
        if turn.is_some()
            && let Ok(agent) = self.agent()
        {
            think(agent);
        }
    }

    /// Returns the agent that has thought before, or another one where its memory was needed meanwhile.
    fn agent(&self) -> Result<Box<dyn Agent>, AgentError> {
        let kept = lock(&self.share.slot).take();
        kept.map_or_else(|| catalog::open(&*self.table, &self.name, &self.settings), Ok)
    }
}

/// An agent on a seat of a room.
struct Rationed {
    waiting: Waiting,
    turn: Option<Turn>,
}

impl Contender for Rationed {
    fn name(&self) -> String {
        self.waiting.name.clone()
    }

    fn begin(&mut self, _table: &dyn Table) -> Result<(), Fault> {
        drop(lock(&self.waiting.share.slot).take());
        Ok(())
    }

    fn admit(&mut self, is_stale: &dyn Fn() -> bool, hear: &mut dyn FnMut(String)) -> bool {
        self.turn = self.waiting.share.wait(is_stale, hear);
        // It is made before its clock runs, which takes a while where there is much memory.
        if self.turn.is_some()
            && let Ok(agent) = self.waiting.agent()
        {
            *lock(&self.waiting.share.slot) = Some(agent);
        }
        self.turn.is_some()
    }

    fn choose(&mut self, ask: &Ask<'_>, hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        let agent = self.waiting.agent();
        let agent = agent.map_err(|error| Fault::Unsuitable(error.to_string()))?;
        let mut builtin = Builtin::new(&self.waiting.name, agent);
        let chosen = builtin.choose(ask, hear);
        // One that broke down is not asked again.
        if !matches!(chosen, Err(Fault::Broken(_))) {
            *lock(&self.waiting.share.slot) = Some(builtin.into_agent());
        }
        self.turn = None;
        chosen
    }
}
