//! What can be set about the engine, from the options of the agents and of the game.
//!
//! Rule options are called `rule.NAME`: a game and its agents may have options of the same name. Three
//! options of the agents go by the names UCI has for them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use anyhow::{Context, bail};
use manator_core::{OptionKind, OptionSpec, Settings, Table};
use manator_engine::options::OPTIONS;
use manator_engine::{Agent, catalog};
use manator_protocol::{Declaration, EMPTY, OptionType};

use crate::arguments::find_game;

pub(super) const GAME: &str = "UGI_Game";
const AGENT: &str = "Agent";
const EVAL: &str = "eval";
const RULE: &str = "rule.";
const UCI_NAMES: [(&str, &str); 3] =
    [("Threads", "threads"), ("Hash", "hash"), ("MultiPV", "lines")];
/// The value of a choice that is not made, and left to another option.
const AUTO: &str = "auto";
pub(crate) const CHAMPION: &str = "champion";
/// The greatest number we declare. More is accepted, but programs read bounds as 32-bit numbers.
const SPIN_MAX: i64 = i32::MAX as i64;

pub(crate) struct Choice {
    pub(crate) table: Box<dyn Table>,
    pub(crate) agent: String,
    pub(crate) settings: Settings,
}

impl Choice {
    pub(crate) fn champion(table: Box<dyn Table>) -> Choice {
        Choice { table, agent: CHAMPION.into(), settings: Settings::defaults(OPTIONS) }
    }

    pub(crate) fn open(&self) -> anyhow::Result<Box<dyn Agent>> {
        Ok(catalog::open(&*self.table, &self.agent, &self.settings)?)
    }

    pub(super) fn rules(&self) -> String {
        manator_play::rules(&*self.table)
    }

    pub(super) fn declarations(&self) -> Vec<Declaration> {
        let names = catalog::names(self.table.card().name).map(str::to_string).collect();
        let mut all = vec![
            declaration(GAME, OptionType::String { default: self.rules() }),
            declaration(AGENT, OptionType::Combo { default: self.agent.clone(), values: names }),
        ];
        for spec in OPTIONS {
            let uci = UCI_NAMES.iter().find(|(_, ours)| *ours == spec.name);
            let name = uci.map_or(spec.name, |(name, _)| name);
            let kind = match spec.name {
                EVAL => self.evaluations(),
                _ => option_type(spec, self.settings.value(spec.name)),
            };
            all.push(declaration(name, kind));
        }
        for spec in self.table.card().options {
            let kind = option_type(spec, self.table.settings().value(spec.name));
            all.push(declaration(&format!("{RULE}{}", spec.name), kind));
        }
        all
    }

    fn evaluations(&self) -> OptionType {
        let values: Vec<String> = evaluations(&*self.table).map(str::to_string).collect();
        let best = values.first().cloned().unwrap_or_default();
        let default = self.settings.given(EVAL).map_or(best, str::to_string);
        OptionType::Combo { default, values }
    }

    /// Returns the choice with one option set; names are read in any case.
    pub(super) fn with(&self, name: &str, value: &str) -> anyhow::Result<Choice> {
        let value = if value == EMPTY { "" } else { value };
        if name.eq_ignore_ascii_case(GAME) {
            return self.with_game(value);
        }
        let name = name.to_ascii_lowercase();
        if name == AGENT.to_ascii_lowercase() {
            let agent = value.to_ascii_lowercase();
            return Ok(Choice { table: self.start()?, agent, settings: self.settings.clone() });
        }
        if let Some(rule) = name.strip_prefix(RULE) {
            let settings = set(self.table.card().options, self.table.settings(), rule, value)?;
            return self.with_rules(self.table.card().name, settings);
        }
        let uci = UCI_NAMES.iter().find(|(uci, _)| uci.eq_ignore_ascii_case(&name));
        let ours = uci.map_or(name.as_str(), |(_, ours)| ours);
        if !OPTIONS.iter().any(|spec| spec.name == ours) {
            let known: Vec<String> = self.declarations().into_iter().map(|one| one.name).collect();
            bail!("unknown option '{name}': expected {}", known.join(", "));
        }
        let settings = set(OPTIONS, &self.settings, ours, value)?;
        Ok(Choice { table: self.start()?, agent: self.agent.clone(), settings })
    }

    fn with_game(&self, value: &str) -> anyhow::Result<Choice> {
        let (name, options) = value.split_once(' ').unwrap_or((value, ""));
        let settings = Settings::parse(find_game(name)?.card().options, options);
        self.with_rules(name, settings.with_context(|| format!("option of {name}"))?)
    }

    /// Opens a game; who does not play it is replaced by its champion.
    fn with_rules(&self, game: &str, settings: Settings) -> anyhow::Result<Choice> {
        let table = find_game(game)?.open(settings).with_context(|| format!("option of {game}"))?;
        let plays = catalog::names(table.card().name).any(|name| name == self.agent);
        let agent = if plays { self.agent.clone() } else { CHAMPION.into() };
        let knows = |eval: &str| evaluations(&*table).any(|name| name == eval);
        let settings = match self.settings.given(EVAL) {
            Some(eval) if !knows(eval) => set(OPTIONS, &self.settings, EVAL, "")?,
            _ => self.settings.clone(),
        };
        Ok(Choice { table, agent, settings })
    }

    fn start(&self) -> anyhow::Result<Box<dyn Table>> {
        Ok(find_game(self.table.card().name)?.open(self.table.settings().clone())?)
    }
}

fn evaluations(table: &dyn Table) -> impl Iterator<Item = &'static str> {
    let stable = catalog::find(table.card().name);
    let all = stable.map(|stable| stable.evaluations()).unwrap_or_default();
    all.into_iter().map(|(name, _)| name)
}

fn declaration(name: &str, kind: OptionType) -> Declaration {
    Declaration { name: name.into(), kind }
}

/// Returns an option as UCI has it. What has no default may be left open: a number by 0, a choice by `auto`.
fn option_type(spec: &OptionSpec, value: Option<&str>) -> OptionType {
    match spec.kind {
        OptionKind::Choice(choices) => {
            let open = spec.default.is_none().then_some(AUTO);
            let values = open.into_iter().chain(choices.iter().map(|(value, _)| *value));
            let values = values.map(str::to_string).collect();
            OptionType::Combo { default: value.unwrap_or(AUTO).into(), values }
        }
        OptionKind::Integer { min, max } => {
            let number = |value: u64| i64::try_from(value).unwrap_or(SPIN_MAX).min(SPIN_MAX);
            let default = value.and_then(|value| value.parse().ok()).map_or(0, number);
            let min = if spec.default.is_none() { 0 } else { number(min) };
            OptionType::Spin { default, min, max: number(max) }
        }
        OptionKind::Text(_) => OptionType::String { default: value.unwrap_or_default().into() },
    }
}

fn set(
    specs: &'static [OptionSpec],
    settings: &Settings,
    name: &str,
    value: &str,
) -> anyhow::Result<Settings> {
    let spec = specs.iter().find(|spec| spec.name == name);
    let is_open = spec.is_some_and(|spec| match spec.kind {
        OptionKind::Choice(_) => spec.default.is_none() && value.eq_ignore_ascii_case(AUTO),
        OptionKind::Integer { .. } => spec.default.is_none() && value == "0",
        OptionKind::Text(_) => value.is_empty(),
    });
    let mut pairs: Vec<(&str, &str)> =
        settings.pairs().filter(|(given, _)| *given != name).collect();
    if !is_open {
        pairs.push((name, value));
    }
    Ok(Settings::read(specs, pairs)?)
}
