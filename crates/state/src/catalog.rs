//! What pages may choose from: games, options, agents. The answer to `GET /api/catalog`.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{OptionKind, OptionSpec};
use serde::Serialize;

use crate::board::Board;
use crate::position::Over;

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Catalog {
    pub version: &'static str,
    pub mode: Mode,
    pub games: Vec<GameCard>,
    pub agent_options: Vec<OptionCard>,
    /// Whether this page may create and stop tournaments.
    pub may_organise: bool,
}

/// What is served: everything, only the games of `manator server`, or a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Mode {
    Arena,
    Server,
    Class,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameCard {
    pub name: &'static str,
    pub title: &'static str,
    pub summary: &'static str,
    pub players: &'static [&'static str],
    pub options: Vec<OptionCard>,
    pub agents: Vec<AgentCard>,
    pub evaluations: Vec<(&'static str, &'static str)>,
    /// Words that games end for, each with its meaning.
    pub reasons: Vec<(&'static str, &'static str)>,
    pub board: Board,
    /// The film of the first position.
    pub film: String,
    /// A game to be looked at, where one is kept.
    pub example: Option<Example>,
}

/// A whole game, as pictures.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Example {
    pub film: String,
    pub over: Over,
}

/// Who plays a game, built in.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct AgentCard {
    pub name: &'static str,
    pub summary: &'static str,
    pub kind: AgentKind,
    /// Of a level, how strong it is in this game, in Elo beside the other levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AgentKind {
    Level,
    Agent,
}

/// What can be chosen about a game or an agent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct OptionCard {
    pub name: &'static str,
    pub summary: &'static str,
    /// What holds when nothing is chosen; null when something else decides.
    #[cfg_attr(test, ts(optional = false))]
    pub default: Option<&'static str>,
    #[serde(flatten)]
    pub value: OptionValue,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum OptionValue {
    /// Each value with its meaning.
    Choice { choices: &'static [(&'static str, &'static str)] },
    /// Limits as text: they may be larger than numbers are exact in a page.
    Integer { min: String, max: String },
    /// What the text looks like.
    Text { form: &'static str },
}

impl OptionCard {
    pub fn of(spec: &OptionSpec) -> OptionCard {
        let value = match spec.kind {
            OptionKind::Choice(choices) => OptionValue::Choice { choices },
            OptionKind::Integer { min, max } => {
                OptionValue::Integer { min: min.to_string(), max: max.to_string() }
            }
            OptionKind::Text(form) => OptionValue::Text { form },
        };
        OptionCard { name: spec.name, summary: spec.summary, default: spec.default, value }
    }
}
