//! A tournament before its first game: everything that decides which games are played, and how.
//!
//! The file that a person writes, what the store keeps and what workers on other machines are told are the
//! same thing. Texts are kept as they were written; [`Prepared`](crate::Prepared) reads them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::PathBuf;

use manator_sandbox::Sandbox;
pub use manator_state::tournament::Format;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Event {
    #[serde(default)]
    pub title: String,
    pub game: String,
    /// The options of its rules, as `name=value`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    #[serde(default)]
    pub format: Format,
    /// How many games each group plays, in formats in which everybody meets; without it, one from each seating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u32>,
    /// How many rounds a Swiss tournament has; without it, as many as tell a winner from all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// How many of the first players are the challengers of a gauntlet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challengers: Option<usize>,
    /// How many further units a tied table of a knockout plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play_offs: Option<u32>,
    /// Whether the seeds of a knockout are drawn instead of taken from the order of entry.
    #[serde(default)]
    pub drawn_seeds: bool,
    #[serde(default)]
    pub openings: Openings,
    /// What order, openings and chance are drawn from.
    #[serde(default = "one")]
    pub seed: u64,
    #[serde(default = "no_clock")]
    pub time: String,
    /// How many milliseconds after its time an answer still counts.
    #[serde(default = "margin")]
    pub margin: u64,
    /// How many moves each player may make in a game; then it is a tie.
    #[serde(default = "steps")]
    pub steps: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawSpec>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignSpec>,
    /// How many plies deep everybody may look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many nodes everybody may look at for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Whether an illegal move is ignored and the player asked again, instead of losing the game.
    #[serde(default)]
    pub ask_again: bool,
    /// Whether the tournament goes on after a player could not be started or broke down.
    #[serde(default = "yes")]
    pub recover: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSpec>,
    /// The memory in MiB that each program may use in the sandbox; without it, programs are not confined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<u64>,
    /// Whether programs in the sandbox may ask our agents for moves, and not only about the rules.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub allow_agents: bool,
    /// What programs in the sandbox may read besides their own folders, from `directory`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub may_read: Vec<PathBuf>,
    /// Where programs are looked for and run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    #[serde(rename = "player", default)]
    pub players: Vec<Entry>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Entry {
    /// What it is called; without it, what it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Who plays: `champion`, `alphabeta:depth=4`, `./my_agent`, `program:python3 agent.py`, `once:./move`.
    pub agent: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    /// Whether a program is started anew for each game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
    /// Options that a program is told before each game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, String>,
}

impl Entry {
    /// Who plays where an agent comes over the network.
    pub const GUEST: &str = "guest";

    /// Returns somebody as people write it.
    pub fn of(agent: impl Into<String>) -> Entry {
        Entry { agent: agent.into(), ..Entry::default() }
    }
}

/// What games begin with. Each opening is played from all seatings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// So many random legal moves; none for the start.
    Random(usize),
    /// These, as moves with blanks between them, or `position` and a position.
    Listed(Vec<String>),
}

/// The random moves of an opening, unless something else is said.
const RANDOM_PLIES: usize = 4;

impl Default for Openings {
    fn default() -> Openings {
        Openings::Random(RANDOM_PLIES)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// The difference in standard deviations of a game.
    #[default]
    Normalised,
    /// The difference in Elo.
    Logistic,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SprtSpec {
    /// The difference that is no gain.
    pub elo0: f64,
    /// The difference that is one.
    pub elo1: f64,
    /// How often no gain may pass for one.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// How often a gain may pass for none.
    #[serde(default = "five_percent")]
    pub beta: f64,
    #[serde(default)]
    pub model: Test,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DrawSpec {
    /// How many moves each player must have made before.
    #[serde(default)]
    pub from: u32,
    /// For how many moves in a row of each player.
    pub moves: NonZeroU32,
    /// How far from nothing a score may be, either way.
    pub score: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ResignSpec {
    /// For how many of its moves in a row.
    pub moves: NonZeroU32,
    /// How far below nothing its scores are at least.
    pub score: u32,
    /// Whether the other must have seen itself as far above nothing.
    #[serde(default)]
    pub two_sided: bool,
}

fn one() -> u64 {
    1
}

fn no_clock() -> String {
    "none".into()
}

fn margin() -> u64 {
    20
}

fn steps() -> Option<u32> {
    Some(500)
}

fn yes() -> bool {
    true
}

fn five_percent() -> f64 {
    0.05
}

impl Event {
    /// Returns a tournament of a game between some players, with everything else as usual.
    pub fn new(game: impl Into<String>, players: Vec<Entry>) -> Event {
        Event {
            title: String::new(),
            game: game.into(),
            options: Vec::new(),
            format: Format::default(),
            games: None,
            rounds: None,
            challengers: None,
            play_offs: None,
            drawn_seeds: false,
            openings: Openings::default(),
            seed: one(),
            time: no_clock(),
            margin: margin(),
            steps: steps(),
            draw: None,
            resign: None,
            depth: None,
            nodes: None,
            ask_again: false,
            recover: yes(),
            sprt: None,
            sandbox: None,
            allow_agents: false,
            may_read: Vec::new(),
            directory: None,
            players,
        }
    }

    /// Returns what programs in the sandbox may use, if they run in it.
    pub fn confinement(&self) -> Option<Sandbox> {
        let from = self.directory.clone().unwrap_or_default();
        Some(Sandbox {
            memory: self.sandbox? << 20,
            agents: self.allow_agents,
            readable: self.may_read.iter().map(|path| from.join(path)).collect(),
            ..Sandbox::default()
        })
    }

    pub fn from_toml(text: &str) -> Result<Event, EventError> {
        toml::from_str(text).map_err(|error| EventError(error.to_string().trim_end().to_string()))
    }

    /// Writes what the store keeps and workers are told.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what [`to_json`](Event::to_json) writes.
    pub fn from_json(text: &str) -> Result<Event, EventError> {
        serde_json::from_str(text).map_err(|error| EventError(error.to_string()))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EventError(String);
