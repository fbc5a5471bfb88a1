//! A tournament before its first game: everything that decides which games are played, and how.
//!
//! The file that a person writes, what the store keeps and what workers on other machines are told are the
//! same thing. Texts are kept as they were written; [`Prepared`](crate::Prepared) reads them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::PathBuf;

use manator_games::catalog;
use manator_sandbox::Sandbox;
use manator_tournament::schedule::{self, Plan, PlanError, course, seatings};
use serde::{Deserialize, Serialize};

use crate::prepared::rounds;

pub use manator_state::tournament::Format;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Event {
    pub title: String,
    pub game: String,
    /// The options of its rules, as `name=value`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    pub format: Format,
    /// How many games each group plays, in formats in which everybody meets; without it, one from each seating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u32>,
    /// How many rounds a Swiss tournament has; without it, as many as tell a winner from all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// How many of the first players are the challengers of a gauntlet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challengers: Option<usize>,
    /// How many further units a tied table of a knockout plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play_offs: Option<u32>,
    /// Whether the seeds of a knockout are drawn instead of taken from the order of entry.
    pub drawn_seeds: bool,
    /// How many of the best meet in the play-off of the course's format; without it, those who share the lead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<usize>,
    pub openings: Openings,
    /// What order, openings and chance are drawn from.
    pub seed: u64,
    pub time: String,
    /// How many milliseconds after its time an answer still counts.
    pub margin: u64,
    /// How many moves each player may make in a game; then it is a tie.
    pub steps: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawSpec>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignSpec>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many nodes everybody may look at for a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Whether an illegal move is ignored and the player asked again, instead of losing the game.
    pub ask_again: bool,
    /// How often a player is asked again for one move, and no oftener; says that it is asked again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retries: Option<u32>,
    /// Whether players over HTTP are not told which moves are legal.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub withhold_legal: bool,
    /// Whether the tournament goes on after a player could not be started or broke down.
    pub recover: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSpec>,
    /// Ends a match as soon as it is so sure who is better, such as 0.95.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sure: Option<f64>,
    /// The memory in MiB that each program may use in the sandbox; without it, programs are not confined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<u64>,
    /// Whether programs in the sandbox may ask our agents for moves, and not only about the rules.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub allow_agents: bool,
    /// What programs in the sandbox may read besides their own folders, from `directory`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub may_read: Vec<PathBuf>,
    /// Where programs are looked for and run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub directory: Option<PathBuf>,
    #[serde(rename = "player")]
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
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, String>,
}

impl Entry {
    /// Who plays where an agent comes over the network.
    pub const GUEST: &str = "guest";

    /// What the agent of a player begins with that comes over HTTP.
    const CALLER: &str = "api:";

    /// Returns the name of a player that comes over HTTP, if it is one.
    pub fn caller(&self) -> Option<&str> {
        self.agent.trim().strip_prefix(Entry::CALLER).map(str::trim)
    }

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
    /// So many random legal moves, or more where that gives too few, after which a search finds nobody ahead. Once a
    /// tournament begins, they are listed.
    Balanced(usize),
    /// These, as moves with blanks between them, or `position` and a position.
    Listed(Vec<String>),
}

/// The random moves of an opening, unless something else is said.
pub const RANDOM_PLIES: usize = 4;

impl Default for Openings {
    fn default() -> Openings {
        Openings::Balanced(RANDOM_PLIES)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Test {
    /// The difference in standard deviations of a game.
    #[default]
    Normalised,
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

fn five_percent() -> f64 {
    0.05
}

impl Default for Event {
    fn default() -> Event {
        Event {
            title: String::new(),
            game: String::new(),
            options: Vec::new(),
            format: Format::default(),
            games: None,
            rounds: None,
            challengers: None,
            play_offs: None,
            drawn_seeds: false,
            best: None,
            openings: Openings::default(),
            seed: 1,
            time: "none".into(),
            margin: 20,
            steps: Some(500),
            draw: None,
            resign: None,
            depth: None,
            nodes: None,
            ask_again: false,
            retries: None,
            withhold_legal: false,
            recover: true,
            sprt: None,
            sure: None,
            sandbox: None,
            allow_agents: false,
            may_read: Vec::new(),
            directory: None,
            players: Vec::new(),
        }
    }
}

impl Event {
    pub fn new(game: impl Into<String>, players: Vec<Entry>) -> Event {
        Event { game: game.into(), players, ..Event::default() }
    }

    /// Fills in what nobody has said of a tournament that is to begin. Those that have begun stay as they are.
    pub fn completed(mut self) -> Event {
        if let (Format::Course, Some(entry)) = (self.format, catalog::find(&self.game)) {
            let (entrants, seats) = (self.players.len(), entry.card().players.len());
            self.best.get_or_insert(course::best_of(entrants, seats));
        }
        self
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
        let event: Event = toml::from_str(text)
            .map_err(|error| EventError(error.to_string().trim_end().to_string()))?;
        event.checked()
    }

    /// Makes sure that it says which game is played, which has no default.
    pub fn checked(self) -> Result<Event, EventError> {
        match self.game.is_empty() {
            true => Err(EventError("missing field `game`".into())),
            false => Ok(self),
        }
    }

    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub fn from_json(text: &str) -> Result<Event, EventError> {
        let event: Event =
            serde_json::from_str(text).map_err(|error| EventError(error.to_string()))?;
        event.checked()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EventError(String);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    pub games: u64,
    /// Whether that is all, or results decide how many more there are.
    pub is_exact: bool,
}

impl Event {
    /// Returns how many games there are; nothing for a game that is not known.
    pub fn extent(&self) -> Result<Option<Extent>, PlanError> {
        let Some(entry) = catalog::find(&self.game) else { return Ok(None) };
        let (entrants, seats) = (self.players.len(), entry.card().players.len());
        let (plan, per_unit) = (self.plan(seats, 0), u64::from(self.per_unit(seats)));
        let (groups, others) = (entrants as u64 / seats as u64, entrants.saturating_sub(1) as u64);
        let (games, is_exact) = match self.format {
            format if format.is_planned() => (plan.count()?, true),
            Format::Swiss => (u64::from(rounds(self, entrants)) * groups * per_unit, true),
            // All but one go out, and at each table all but one do.
            Format::Knockout => (others.div_ceil(seats as u64 - 1) * per_unit, false),
            _ => (Plan { fold: per_unit as u32, ..plan }.count()?, false),
        };
        Ok(Some(Extent { games, is_exact }))
    }

    pub(crate) fn plan(&self, seats: usize, openings: usize) -> Plan {
        let format = match self.format {
            Format::Gauntlet => {
                schedule::Format::Gauntlet { challengers: self.challengers.unwrap_or(1) }
            }
            Format::Tables => schedule::Format::Tables,
            Format::InOrder => schedule::Format::InOrder,
            _ => schedule::Format::RoundRobin,
        };
        let fold = self.games.unwrap_or_else(|| self.per_unit(seats));
        Plan { entrants: self.players.len(), seats, format, fold, openings, seed: self.seed }
    }

    pub(crate) fn per_unit(&self, seats: usize) -> u32 {
        match self.format {
            Format::Tables => 1,
            _ => seatings(&vec![(); seats]).len() as u32,
        }
    }
}
