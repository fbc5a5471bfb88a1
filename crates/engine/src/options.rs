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
    integer("threads", "how many threads think, where the agent knows how", [1, 256], Some("1")),
    integer("hash", "the size of its memory in MiB, where it has one", [1, 65_536], Some("64")),
    integer(
        "lines",
        "how many of the best moves it reports, where the agent knows how",
        [1, 64],
        Some("1"),
    ),
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
