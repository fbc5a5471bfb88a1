//! Sentences and figures as the screen shows them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use manator_core::Record;
use manator_core::record::result_text;
use manator_host::{Thought, Verdict};

/// Returns what an agent thinks of its best line.
pub(crate) fn score(thought: &Thought) -> String {
    let Some(line) = thought.lines.first() else { return "nothing to play".into() };
    match (line.score.wins_in(), line.score.loses_in()) {
        (Some(plies), _) => format!("wins in {plies}"),
        (_, Some(plies)) => format!("loses in {plies}"),
        _ => format!("score {:+}", line.score.0),
    }
}

/// Returns a number short enough for a narrow column.
pub(crate) fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{}k", number / 1000),
        _ => format!("{}M", number / 1_000_000),
    }
}

/// Returns what a clock shows.
pub(crate) fn clock(left: Duration) -> String {
    let seconds = left.as_secs();
    if seconds < 10 {
        return format!("0:{:04.1}", left.as_millis() as f64 / 1000.0);
    }
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// Returns what a player did; an answer is no move.
pub(crate) fn moved(who: &str, text: &str) -> String {
    match text {
        "accept" => format!("{who} accepts"),
        "refuse" => format!("{who} refuses: another move, please"),
        _ => format!("{who} plays {text}"),
    }
}

/// Returns how the game ended.
pub(crate) fn ending(verdict: &Verdict) -> String {
    let result = result_text(Some(verdict.outcome.payoffs.as_slice()));
    format!("Game over, {result}: {}", verdict.words)
}

/// Returns the moves, a round in each line.
pub(crate) fn rounds(record: &Record) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for mv in &record.moves {
        match (mv.number, lines.last_mut()) {
            (None, Some(line)) => {
                line.push(' ');
                line.push_str(&mv.text);
            }
            (number, _) => {
                let number = number.map(|number| format!("{number:>3}. ")).unwrap_or_default();
                lines.push(format!("{number}{}", mv.text));
            }
        }
    }
    lines
}
