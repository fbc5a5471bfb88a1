//! The options of the agents, declared once.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use manator_core::{OptionError, OptionKind, OptionSpec, Settings};
use manator_search::Limits;
use manator_search::strong::Tuning;

use crate::level;
pub use crate::level::{LEVELS, Rating, Ratings};

pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "eval",
        summary: "which evaluation it uses; the game's best when not given",
        kind: OptionKind::Text("a name listed by `manator agents GAME`"),
        default: None,
    },
    integer("depth", "how many plies deep it looks", [1, 100], None),
    OptionSpec {
        name: "level",
        summary: "the depth by name",
        kind: OptionKind::Choice(LEVELS),
        default: None,
    },
    integer(
        "nodes",
        "how many positions, or playouts, it looks at for a move",
        [1, u64::MAX],
        None,
    ),
    integer("time", "how long it thinks about a move, in milliseconds", [1, 86_400_000], None),
    integer(
        "cpu",
        "how much CPU time it has for a move, in milliseconds: fair on a busy machine",
        [1, 86_400_000],
        None,
    ),
    integer("threads", "how many threads think, where the agent knows how", [1, 256], Some("1")),
    integer("hash", "the size of its memory in MiB, where it has one", [1, 65_536], Some("64")),
    integer(
        "lines",
        "how many of the best moves it reports, where the agent knows how",
        [1, 64],
        Some("1"),
    ),
    OptionSpec {
        name: "book",
        summary: "whether a champion plays openings from its book, in games by the default rules",
        kind: OptionKind::Choice(&[
            ("on", "in a game, where no depth is asked for"),
            ("off", "it thinks about every move"),
        ]),
        default: Some("on"),
    },
    OptionSpec {
        name: "tuning",
        summary: "other numbers for the search of the champions of two players",
        kind: OptionKind::Text("NAME:NUMBER;NAME:NUMBER"),
        default: None,
    },
    integer("seed", "what random choices are drawn from", [0, u64::MAX], Some("0")),
];

const fn integer(
    name: &'static str,
    summary: &'static str,
    [min, max]: [u64; 2],
    default: Option<&'static str>,
) -> OptionSpec {
    OptionSpec { name, summary, kind: OptionKind::Integer { min, max }, default }
}

/// Returns whether an agent makes something of an option.
pub fn is_used(agent: &str, option: &str) -> bool {
    let used: &[&str] = match agent {
        "random" => &["seed"],
        "greedy" => &["eval"],
        "minimax" | "alphabeta" => &["eval", "depth", "level", "nodes", "time", "cpu"],
        "mcts" => &["eval", "nodes", "time", "cpu", "threads", "seed"],
        "maxn" | "paranoid" | "brs" => {
            &["eval", "depth", "level", "nodes", "time", "cpu", "hash", "lines"]
        }
        // Champions, and the levels, which search as these do.
        _ => return OPTIONS.iter().any(|known| known.name == option),
    };
    used.contains(&option)
}

pub(crate) fn number(settings: &Settings, name: &str) -> Option<u64> {
    settings.given(name).and_then(|value| value.parse().ok())
}

/// Returns the numbers of a search that usually has others.
pub(crate) fn tuning(settings: &Settings, usual: Tuning) -> Result<Tuning, OptionError> {
    usual.with(settings.given("tuning").unwrap_or_default())
}

pub(crate) fn limits(settings: &Settings) -> Limits {
    let depth = number(settings, "depth").map(|depth| depth as u32);
    let level = settings.given("level").and_then(level::find);
    Limits {
        depth: depth.or(level.map(|level| level.depth)),
        nodes: number(settings, "nodes"),
        time: number(settings, "time").map(Duration::from_millis),
        cpu: number(settings, "cpu").map(Duration::from_millis),
        ..Limits::default()
    }
}

/// How far an agent looks by itself.
#[derive(Clone, Debug, Default)]
pub struct OwnLimits {
    /// What its options say.
    pub set: Limits,
    /// The depth where no option limits it, whatever the clock allows beyond that.
    pub depth: Option<u32>,
    /// The time where nothing limits it at all.
    pub time: Option<Duration>,
}

impl OwnLimits {
    /// Returns the limits of a search. A depth or a number of nodes is the agent's own unless another is given, so
    /// that a level stays what it is on any clock; of two times the shorter counts.
    pub fn within(&self, given: &Limits) -> Limits {
        let OwnLimits { set, depth, time } = self;
        let nodes = given.nodes.or(set.nodes);
        let cpu = given.cpu.or(set.cpu);
        let otherwise = depth.filter(|_| nodes.is_none() && set.time.is_none() && cpu.is_none());
        let times = set.time.into_iter().chain(given.time);
        let mut limits = Limits {
            depth: given.depth.or(set.depth).or(otherwise),
            nodes,
            time: times.min(),
            cpu,
            // A time of its own is to be used.
            aim: given.aim.map(|aim| set.time.map_or(aim, |own| own.min(aim))),
            end: given.end,
            cancel: given.cancel.clone(),
        };
        if limits.is_endless() {
            limits.time = *time;
        }
        limits
    }
}

pub fn seeded(settings: &Settings, seed: u64) -> Settings {
    if settings.given("seed").is_some() {
        return settings.clone();
    }
    with(settings, "seed", seed)
}

/// Returns the settings with another size of the memory, which is to be within the bounds of the option.
pub fn with_hash(settings: &Settings, mib: u64) -> Settings {
    with(settings, "hash", mib)
}

fn with(settings: &Settings, name: &str, value: u64) -> Settings {
    let value = value.to_string();
    let mut pairs: Vec<(&str, &str)> = settings.pairs().collect();
    pairs.retain(|(option, _)| *option != name);
    pairs.push((name, &value));
    Settings::read(OPTIONS, pairs).unwrap_or_else(|_| settings.clone())
}
