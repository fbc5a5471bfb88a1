//! Where a game would stand: questions of pages that try moves, set up positions, or read records.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use axum::extract::DefaultBodyLimit;
use axum::routing::post;
use axum::{Json, Router};
use manator_core::record::result_text;
use manator_core::{Record, RecordedMove, Settings, Table};
use manator_games::catalog;
use manator_state::position;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Refused, blocking, unprocessable};

/// How many moves a game that is asked about may have.
const MOVES_MAX: usize = 5000;
/// How many moves the branches of an analysis may have in all, and how deep they may lie within each other.
const BRANCHED_MAX: usize = 10_000;
const NESTED_MAX: usize = 200;
/// How many bytes a request about a whole record may have: all moves of an analysis, and what is said of them.
pub(super) const RECORD_MAX: usize = 2 * 1024 * 1024;
/// How many bytes the text of a position may have.
const START_MAX: usize = 16 * 1024;
/// How many letters a text is quoted with.
const QUOTED_MAX: usize = 80;

pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/api/position", post(answer).layer(DefaultBodyLimit::max(RECORD_MAX)))
}

/// A game that is asked about.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Asked {
    pub(super) game: String,
    pub(super) options: String,
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
    pub(super) record: Option<String>,
}

async fn answer(Json(asked): Json<Asked>) -> Result<Json<Value>, Refused> {
    blocking(move || asked.answer().map(|map| Json(Value::Object(map))).map_err(unprocessable))
        .await
}

impl Asked {
    fn answer(&self) -> Result<Map<String, Value>, String> {
        let Some(text) = &self.record else {
            let table = self.table()?;
            return Ok(described(&*table));
        };
        let mut record = Record::parse(text).map_err(|error| error.to_string())?;
        let unknown = || format!("unknown game '{}'", quoted(&record.game));
        let entry = catalog::find(&record.game).ok_or_else(unknown)?;
        few_enough(record.moves.len())?;
        branches_may_be(&record)?;
        let table = record.replay(entry, |_, _| {}).map_err(|error| error.to_string())?;
        record.replay_branches(&*table).map_err(|error| error.to_string())?;
        let mut map = described(&*table);
        let seats = table.card().players;
        let name = |seat: &&str| record.player(seat).unwrap_or(seat).to_string();
        let players: Vec<String> = seats.iter().map(name).collect();
        map.insert("players".into(), json!(players));
        map.insert("comment".into(), json!(record.comment));
        let is_seat = |tag: &str| seats.iter().any(|seat| seat.eq_ignore_ascii_case(tag));
        let tags: Vec<_> = record.tags.iter().filter(|(name, _)| !is_seat(name)).collect();
        map.insert("tags".into(), json!(tags));
        map.extend(notes(&record.moves));
        let branches = record.branches.iter().map(|branch| {
            let mut told = notes(&branch.moves);
            let moves: Vec<&str> = branch.moves.iter().map(|mv| &*mv.text).collect();
            let numbers: Vec<Option<u32>> = branch.moves.iter().map(|mv| mv.number).collect();
            told.insert("moves".into(), json!(moves));
            told.insert("numbers".into(), json!(numbers));
            told.insert("line".into(), branch.line.into());
            told.insert("ply".into(), branch.ply.into());
            Value::Object(told)
        });
        map.insert("branches".into(), branches.collect());
        if map["over"].is_null() {
            map.insert("over".into(), json!(over(&record)));
        }
        Ok(map)
    }

    /// Puts the game on a table.
    ///
    /// # Errors
    /// Returns what cannot be, in one sentence.
    pub(super) fn table(&self) -> Result<Box<dyn Table>, String> {
        let unknown = || {
            let names: Vec<&str> = catalog::GAMES.iter().map(|entry| entry.card().name).collect();
            format!("unknown game '{}': expected {}", quoted(&self.game), names.join(", "))
        };
        let entry = catalog::find(&self.game).ok_or_else(unknown)?;
        let settings = Settings::parse(entry.card().options, &self.options);
        let settings = settings.map_err(|error| error.to_string())?;
        let mut table = entry.open(settings).map_err(|error| error.to_string())?;
        if let Some(start) = self.start.as_deref().filter(|start| !start.trim().is_empty()) {
            if start.len() > START_MAX {
                return Err(format!(
                    "a position of {} bytes: expected {START_MAX} at most",
                    start.len()
                ));
            }
            table.set_position(start).map_err(|error| error.to_string())?;
        }
        few_enough(self.moves.len())?;
        for (number, text) in (1..).zip(&self.moves) {
            table.play(text).map_err(|illegal| format!("move {number}: {illegal}"))?;
        }
        Ok(table)
    }
}

/// Describes what is known of moves besides the moves.
fn notes(moves: &[RecordedMove]) -> Map<String, Value> {
    let comments: Vec<&Option<String>> = moves.iter().map(|mv| &mv.comment).collect();
    let spent: Vec<Option<u64>> = moves.iter().map(|mv| mv.spent_ms).collect();
    let clocks: Vec<Option<u64>> = moves.iter().map(|mv| mv.clock_ms).collect();
    let notes = [("comments", json!(comments)), ("spent", json!(spent)), ("clocks", json!(clocks))];
    notes.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

/// Checks that there are not more branches than anybody makes, and that each leaves a line that is there.
pub(super) fn branches_may_be(record: &Record) -> Result<(), String> {
    let moves: usize = record.branches.iter().map(|branch| branch.moves.len()).sum();
    if moves > BRANCHED_MAX {
        return Err(format!("{moves} moves in branches: expected at most {BRANCHED_MAX}"));
    }
    // Of each line: how deep it lies, how many moves are played before it, and how many it has.
    let mut lines = vec![(0, 0, record.moves.len())];
    for (number, branch) in (1..).zip(&record.branches) {
        let left = lines.get(branch.line).copied();
        let left = left.filter(|(_, ply, moves)| (*ply..=ply + moves).contains(&branch.ply));
        let Some((depth, ..)) = left.filter(|_| !branch.moves.is_empty()) else {
            return Err(format!("branch {number} leaves no line of the game"));
        };
        if depth >= NESTED_MAX {
            return Err(format!(
                "branch {number}: expected at most {NESTED_MAX} within each other"
            ));
        }
        lines.push((depth + 1, branch.ply, branch.moves.len()));
    }
    Ok(())
}

/// Describes how the game of a record ended, as far as that says.
pub(super) fn over(record: &Record) -> Option<Value> {
    let payoffs = record.result.as_deref()?;
    let (result, reason) = (result_text(Some(payoffs)), record.reason.clone().unwrap_or_default());
    let words = format!("the record says {result}, {reason}");
    Some(json!({ "result": result, "payoffs": payoffs, "reason": reason, "words": words }))
}

/// Describes where a game stands, with its board and the numbers that are written before its moves.
pub(super) fn described(table: &dyn Table) -> Map<String, Value> {
    let mut map = position::json(table, &position::film(table));
    map.insert("board".into(), position::board(table));
    let numbers: Vec<Option<u32>> = Record::of(table).moves.iter().map(|mv| mv.number).collect();
    map.insert("numbers".into(), json!(numbers));
    map
}

fn few_enough(moves: usize) -> Result<(), String> {
    if moves <= MOVES_MAX {
        return Ok(());
    }
    Err(format!("{moves} moves: expected at most {MOVES_MAX}"))
}

/// Shortens what came from a page, to be repeated in a sentence.
pub(super) fn quoted(text: &str) -> String {
    let clean = |c: char| if c.is_control() { '?' } else { c };
    let mut shown: String = text.chars().take(QUOTED_MAX).map(clean).collect();
    if text.chars().count() > QUOTED_MAX {
        shown.push('…');
    }
    shown
}
