//! The options of the agents, declared once.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use manator_core::{OptionKind, OptionSpec, Settings};
use manator_search::Limits;

/// The levels of the Joust document, with what they mean: the depth is a level's place in the list.
pub const LEVELS: &[(&str, &str)] = &[
    ("novice", "depth 1: sees its own move and nothing after it"),
    ("easy", "depth 2: sees your answer too"),
    ("medium", "depth 3: sees what it can make of your answer"),
    ("hard", "depth 4: two moves of its own and both answers"),
    ("ultra", "depth 5: three moves of its own and two answers"),
    ("demigod", "depth 6: three moves of its own and all answers"),
];

pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "eval",
        summary: "which evaluation it uses; the game's best when not given",
        kind: OptionKind::Text("a name listed by `manator agents GAME`"),
        default: None,
    },
    OptionSpec {
        name: "depth",
        summary: "how many plies deep it looks",
        kind: OptionKind::Integer { min: 1, max: 100 },
        default: None,
    },
    OptionSpec {
        name: "level",
        summary: "the depth by name",
        kind: OptionKind::Choice(LEVELS),
        default: None,
    },
    OptionSpec {
        name: "nodes",
        summary: "how many positions, or playouts, it looks at for a move",
        kind: OptionKind::Integer { min: 1, max: u64::MAX },
        default: None,
    },
    OptionSpec {
        name: "time",
        summary: "how long it thinks about a move, in milliseconds",
        kind: OptionKind::Integer { min: 1, max: 86_400_000 },
        default: None,
    },
    OptionSpec {
        name: "threads",
        summary: "how many threads think, where the agent knows how",
        kind: OptionKind::Integer { min: 1, max: 256 },
        default: Some("1"),
    },
    OptionSpec {
        name: "hash",
        summary: "the size of its memory in MiB, where it has one",
        kind: OptionKind::Integer { min: 1, max: 65_536 },
        default: Some("64"),
    },
    OptionSpec {
        name: "lines",
        summary: "how many of the best moves it reports, where the agent knows how",
        kind: OptionKind::Integer { min: 1, max: 64 },
        default: Some("1"),
    },
    OptionSpec {
        name: "seed",
        summary: "what random choices are drawn from",
        kind: OptionKind::Integer { min: 0, max: u64::MAX },
        default: Some("0"),
    },
];

fn number(settings: &Settings, name: &str) -> Option<u64> {
    settings.given(name).and_then(|value| value.parse().ok())
}

pub(crate) fn limits(settings: &Settings) -> Limits {
    let level = settings.given("level");
    let level = level.and_then(|name| LEVELS.iter().position(|(level, _)| *level == name));
    let depth = number(settings, "depth").or(level.map(|index| index as u64 + 1));
    Limits {
        depth: depth.map(|depth| depth as u32),
        nodes: number(settings, "nodes"),
        time: number(settings, "time").map(Duration::from_millis),
        ..Limits::default()
    }
}

/// Returns the options of an agent with a seed of its own, unless one was chosen.
pub fn seeded(settings: &Settings, seed: u64) -> Settings {
    if settings.given("seed").is_some() {
        return settings.clone();
    }
    let mut pairs: Vec<(&str, String)> =
        settings.pairs().map(|(name, value)| (name, value.to_string())).collect();
    pairs.push(("seed", seed.to_string()));
    let pairs = pairs.iter().map(|(name, value)| (*name, value.as_str()));
    Settings::read(OPTIONS, pairs).expect("the seed is any number")
}
