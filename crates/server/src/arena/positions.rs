//! Where a game would stand: questions of pages that try moves, set up positions, or read records.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use axum::routing::post;
use axum::{Json, Router};
use manator_core::record::result_text;
use manator_core::{Record, Settings, Table};
use manator_games::catalog;
use manator_page::position;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Refused, blocking, unprocessable};

/// How many moves a game that is asked about may have.
const MOVES_MAX: usize = 5000;
/// How many bytes the text of a position may have.
const START_MAX: usize = 16 * 1024;
/// How many letters a text is quoted with.
const QUOTED_MAX: usize = 80;

pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/api/position", post(answer))
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
        let record = Record::parse(text).map_err(|error| error.to_string())?;
        let unknown = || format!("unknown game '{}'", quoted(&record.game));
        let entry = catalog::find(&record.game).ok_or_else(unknown)?;
        few_enough(record.moves.len())?;
        let table = record.replay(entry, |_, _| {}).map_err(|error| error.to_string())?;
        let mut map = described(&*table);
        let name = |seat: &&str| record.player(seat).unwrap_or(seat).to_string();
        let players: Vec<String> = table.card().players.iter().map(name).collect();
        map.insert("players".into(), json!(players));
        let comments: Vec<&Option<String>> = record.moves.iter().map(|mv| &mv.comment).collect();
        map.insert("comments".into(), json!(comments));
        let spent: Vec<Option<u64>> = record.moves.iter().map(|mv| mv.spent_ms).collect();
        map.insert("spent".into(), json!(spent));
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
