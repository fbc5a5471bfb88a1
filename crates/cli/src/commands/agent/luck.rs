//! An agent with other random choices in each game, all of them drawn from one seed.
//!
//! An agent chooses by its seed and the position alone: the games of a tournament would be the same ones
//! again and again.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Settings, Table};
use manator_engine::options::OPTIONS;
use manator_engine::{Agent, AgentError, Thought, catalog};
use manator_search::Limits;

pub(super) struct Luck {
    table: Box<dyn Table>,
    name: String,
    settings: Settings,
    games: u64,
    agent: Box<dyn Agent>,
}

impl Luck {
    pub(super) fn open(
        table: Box<dyn Table>,
        name: &str,
        settings: &Settings,
    ) -> Result<Luck, AgentError> {
        let agent = catalog::open(&*table, name, settings)?;
        Ok(Luck { table, name: name.into(), settings: settings.clone(), games: 0, agent })
    }

    fn drawn(&self) -> Result<Settings, AgentError> {
        let seed = self.settings.integer("seed").wrapping_add(self.games).to_string();
        let mut pairs: Vec<(&str, &str)> =
            self.settings.pairs().filter(|(name, _)| *name != "seed").collect();
        pairs.push(("seed", &seed));
        Settings::read(OPTIONS, pairs).map_err(AgentError::Option)
    }
}

impl Agent for Luck {
    fn new_game(&mut self) {
        self.games += 1;
        let drawn = self.drawn();
        match drawn.and_then(|settings| catalog::open(&*self.table, &self.name, &settings)) {
            Ok(agent) => self.agent = agent,
            // Luck is all that it lacks.
            Err(_) => self.agent.new_game(),
        }
    }

    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, AgentError> {
        self.agent.think(table, limits, progress)
    }
}
