//! Agents of ours: their keys, and what is set about them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;

use anyhow::{Context, bail};
use manator_core::{Settings, Table};
use manator_engine::catalog::{self, STABLES};
use manator_engine::options::{OPTIONS, is_used};
use manator_engine::{Agent, AgentError, Thought};
use manator_search::Limits;

use super::values::NAMES;
use super::{AgentCommand, PERSON, UNSET};
use crate::{Verdict, streams};

/// The keys of the Jetan document, and which agents they stand for.
const KEYS: [(&str, &str); 6] = [
    ("r", "random"),
    ("g", "greedy"),
    ("m", "minimax"),
    ("a", "alphabeta"),
    ("t", "mcts"),
    ("c", "champion"),
];

impl AgentCommand {
    pub(super) fn settings(&self, game: &str) -> anyhow::Result<Settings> {
        let limits = self.limits()?;
        let evaluation = evaluation(game, &self.user2)?.map(|name| ("eval", name));
        Ok(Settings::read(OPTIONS, limits.pairs().chain(evaluation).collect::<Vec<_>>())?)
    }

    /// Reads those that mean the same in every game, and the options after the agent's name.
    fn limits(&self) -> anyhow::Result<Settings> {
        let own = self.own_options()?;
        // Every run is another, unless the user wants the same.
        let drawn = super::super::server::now().to_string();
        let seed = match (self.user5.as_str(), own.given("seed")) {
            (UNSET, Some(_)) => UNSET,
            (UNSET, None) => &drawn,
            (given, _) => given,
        };
        let all = [
            ("depth", self.user1.as_str()),
            ("time", &self.user3),
            ("nodes", &self.user4),
            ("seed", seed),
            ("threads", &self.user6),
        ];
        let given = all.into_iter().filter(|(_, value)| *value != UNSET);
        let pairs: Vec<(&str, &str)> = given.chain(own.pairs()).collect();
        Settings::read(OPTIONS, pairs).context("user variables -U to -Z")
    }

    /// Reads the options after the agent's name, as in `c:time=200`.
    fn own_options(&self) -> anyhow::Result<Settings> {
        let options = self.agent.split_once(':').map_or("", |(_, options)| options);
        let read = Settings::parse(OPTIONS, &options.replace(',', " "));
        read.with_context(|| format!("-a {}", self.agent))
    }

    /// Makes sure that the agent makes something of every value.
    pub(super) fn check_own(&self) -> anyhow::Result<()> {
        self.limits()?;
        let name = agent_name(&self.agent);
        for (letter, option, text) in
            NAMES.into_iter().skip(1).zip(self.users()).filter_map(|((letter, _, option), text)| {
                (text != UNSET).then_some((letter, option, text))
            })
        {
            if !is_used(name, option) {
                bail!("-{letter} {text}: {name} makes no use of it: it takes no {option}");
            }
        }
        for (option, _) in self.own_options()?.pairs() {
            if !is_used(name, option) {
                bail!("-a {}: {name} makes no use of it: it takes no {option}", self.agent);
            }
        }
        let mut games = STABLES.iter().map(|stable| evaluation(stable.game(), &self.user2));
        // Which game it will be is not known yet: one that has such an evaluation is enough.
        if !games.any(|found| found.is_ok()) {
            bail!("-V: '{}': no game has such an evaluation: see `manator agents`", self.user2);
        }
        Ok(())
    }
}

/// Returns the name of the agent that a key stands for, without its options.
pub(super) fn agent_name(key: &str) -> &str {
    let key = key.split_once(':').map_or(key, |(key, _)| key);
    KEYS.iter().find(|(short, _)| *short == key).map_or(key, |(_, name)| name)
}

/// Returns the evaluation of that name or number, or nothing for the game's best.
fn evaluation(game: &str, text: &str) -> anyhow::Result<Option<&'static str>> {
    let stable = catalog::find(game).context("nobody here plays the game of the server")?;
    let names: Vec<&'static str> = stable.evaluations().into_iter().map(|(name, _)| name).collect();
    if text == UNSET {
        return Ok(None);
    }
    let numbered = (1..).zip(&names);
    let mut found = numbered.filter(|(number, name)| text == **name || text == number.to_string());
    let expected = || {
        let last = names.len();
        format!("-V: '{text}': expected 0 to {last}, or {} in {game}", names.join(", "))
    };
    found.next().map(|(_, name)| Some(*name)).with_context(expected)
}

pub(super) fn list() -> anyhow::Result<Verdict> {
    let mut out = streams::stdout();
    for (key, name) in KEYS {
        let plays = |stable: &&&dyn catalog::Stable| {
            stable.agents().iter().any(|(known, _)| *known == name)
        };
        let games: Vec<&str> = STABLES.iter().filter(plays).map(|stable| stable.game()).collect();
        writeln!(out, "{key} {name:<10} {}", games.join(", "))?;
    }
    let games: Vec<&str> = STABLES.iter().map(|stable| stable.game()).collect();
    writeln!(out, "{} {:<10} {}", PERSON.0, PERSON.1, games.join(", "))?;
    writeln!(out, "and all other names of `manator agents`")?;
    Ok(Verdict::Yes)
}

/// An agent with other random choices in each game, all of them drawn from one seed.
///
/// An agent chooses by its seed and the position alone: the games of a tournament would be the same ones again and
/// again.
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

    fn play(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, AgentError> {
        self.agent.play(table, limits, progress)
    }
}
