//! The mid-game positions of the rule vectors, all of them: the slowest must not be slow either.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;

use manator_core::{Entry, Settings, Table};
use manator_games::catalog::GAMES;
use serde_json::Value;

use super::{Case, chess, speed};

/// The depth measured is the greatest with at most so many leaves.
const LEAVES_MAX: u64 = 2_000_000;
/// A position with fewer leaves is almost over, and no search spends its time there.
const LEAVES_MIN: u64 = 1000;
/// How often each position is measured; the best counts.
const ROUNDS: usize = 3;

/// Prints the slowest and the median ratio to cozy-chess for each game.
pub(crate) fn print() {
    println!(
        "\n| mid-game positions of the vectors | positions | slowest | median | the slowest is |"
    );
    println!("|---|---:|---:|---:|---|");
    let anchor = chess::cases().remove(0);
    for entry in GAMES {
        let module = entry.card().name.replace('-', "_");
        let path = format!("{}/tests/{module}/vectors.jsonl", env!("CARGO_MANIFEST_DIR"));
        let vectors = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut ratios = Vec::new();
        for line in vectors.lines() {
            let vector: Value = serde_json::from_str(line).expect("JSON");
            let Some(case) = case(*entry, &vector) else { continue };
            // The anchor runs beside each position, so that a noisy moment hurts both.
            let best = |case: &Case| (0..ROUNDS).map(|_| speed(case)).fold(0.0, f64::max);
            ratios.push((best(&case) / best(&anchor), case.name));
        }
        ratios.sort_by(|one, other| one.0.total_cmp(&other.0));
        let Some((slowest, id)) = ratios.first() else { continue };
        let median = ratios[ratios.len() / 2].0;
        println!(
            "| {} | {} | {slowest:.2} | {median:.2} | {id} |",
            entry.card().title,
            ratios.len()
        );
    }
}

fn case(entry: &dyn Entry, vector: &Value) -> Option<Case> {
    let kind = vector["kind"].as_str()?;
    let moves = vector["moves"].as_str()?;
    if !matches!(kind, "perft" | "perft-plain") || moves.is_empty() {
        return None;
    }
    let counts = vector["counts"].as_array()?.iter().filter_map(Value::as_u64);
    let (depth, leaves) = (1..).zip(counts).take_while(|(_, count)| *count <= LEAVES_MAX).last()?;
    if leaves < LEAVES_MIN {
        return None;
    }
    let mut table = open(entry, vector, None);
    for mv in moves.split_whitespace() {
        table.play(mv).expect("the moves of a vector are legal");
    }
    if kind == "perft-plain" {
        let position = table.position();
        table = open(entry, vector, Some(("refusals", "never")));
        table.set_position(&position).expect("a position can be read back");
    }
    let name = vector["id"].as_str()?.to_string();
    Some(Case { name, run: Box::new(move || table.perft(depth)) })
}

fn open(entry: &dyn Entry, vector: &Value, extra: Option<(&str, &str)>) -> Box<dyn Table> {
    let options = vector["options"].as_object().expect("options");
    let text = |value: &Value| value.as_str().map_or(value.to_string(), str::to_string);
    let pairs: Vec<(&str, String)> =
        options.iter().map(|(name, value)| (name.as_str(), text(value))).collect();
    let pairs = pairs.iter().map(|(name, value)| (*name, value.as_str())).chain(extra);
    let settings = Settings::read(entry.card().options, pairs).expect("valid options");
    entry.open(settings).expect("valid options")
}
