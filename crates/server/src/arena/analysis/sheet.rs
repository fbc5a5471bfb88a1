//! Analyses written as records, branches and all.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use axum::Json;
use manator_core::record::{Branch, read_result};
use manator_core::{Record, RecordedMove, Table};
use manator_games::catalog;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::arena::positions::{self, Asked};
use crate::arena::{Refused, blocking, unprocessable};

/// How long a name, a comment and a tag in a record may be, and how many tags there may be.
const NAME_MAX: usize = 100;
const COMMENT_MAX: usize = 2000;
const TAG_MAX: usize = 1000;
const TAGS_MAX: usize = 100;
/// The tags that a record has fields for.
const OWN_TAGS: [&str; 6] = ["Game", "Options", "Rules", "Position", "Result", "Reason"];

/// A game to write down.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Sheet {
    line: Asked,
    /// Who played, in seat order.
    names: Vec<String>,
    /// What is said before the first move.
    comment: Option<String>,
    /// What else is known of the game.
    tags: Vec<(String, String)>,
    /// How it ended, where the rules do not say.
    over: Option<Ended>,
    /// What is said about each move.
    comments: Vec<Option<String>>,
    /// What each move took, and what was left to whoever made it, in milliseconds.
    spent: Vec<Option<u64>>,
    clocks: Vec<Option<u64>>,
    branches: Vec<Other>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Ended {
    result: String,
    reason: String,
}

/// A branch: the line it leaves, 0 for the game, and how many moves are played before.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Other {
    line: usize,
    ply: usize,
    moves: Vec<String>,
    comments: Vec<Option<String>>,
    spent: Vec<Option<u64>>,
    clocks: Vec<Option<u64>>,
}

pub(super) async fn record(Json(sheet): Json<Sheet>) -> Result<Json<Value>, Refused> {
    blocking(move || sheet.answer().map(Json).map_err(unprocessable)).await
}

impl Sheet {
    fn answer(&self) -> Result<Value, String> {
        let table = self.line.table()?;
        let mut record = Record::of(&*table);
        for (seat, name) in table.card().players.iter().zip(&self.names) {
            record.set_player(seat, &cut(name, NAME_MAX));
        }
        record.comment = said(self.comment.as_deref());
        note(&mut record.moves, &self.comments, &self.spent, &self.clocks);
        record.branches = self.branches.iter().map(Other::branch).collect();
        positions::branches_may_be(&record)?;
        record.replay_branches(&*table).map_err(|error| error.to_string())?;
        for (name, value) in self.tags.iter().take(TAGS_MAX) {
            let name = cut(name, NAME_MAX);
            let is_plain = name.chars().all(|c| c.is_alphanumeric() || "-_".contains(c));
            let is_seat = record.player(&name).is_some();
            if is_plain && !name.is_empty() && !is_seat && !OWN_TAGS.contains(&&*name) {
                record.tags.push((name, cut(value, TAG_MAX)));
            }
        }
        self.end(&mut record, &*table);
        Ok(json!({ "record": record.to_string() }))
    }

    /// Writes how the game ended, if it can have ended like that.
    fn end(&self, record: &mut Record, table: &dyn Table) {
        let (Some(over), None) = (&self.over, table.outcome()) else { return };
        let Some(entry) = catalog::find(&record.game) else { return };
        record.result = read_result(&over.result).flatten();
        record.reason = record.result.as_ref().map(|_| cut(&over.reason, NAME_MAX));
        if record.replay(entry, |_, _| {}).is_err() {
            (record.result, record.reason) = (None, None);
        }
    }
}

impl Other {
    fn branch(&self) -> Branch {
        let mv = |text: &String| RecordedMove { text: text.clone(), ..RecordedMove::default() };
        let mut moves: Vec<RecordedMove> = self.moves.iter().map(mv).collect();
        note(&mut moves, &self.comments, &self.spent, &self.clocks);
        Branch { line: self.line, ply: self.ply, moves }
    }
}

/// Writes beside moves what is known of them.
fn note(
    moves: &mut [RecordedMove],
    comments: &[Option<String>],
    spent: &[Option<u64>],
    clocks: &[Option<u64>],
) {
    for (at, mv) in moves.iter_mut().enumerate() {
        mv.comment = said(comments.get(at).and_then(Option::as_deref));
        mv.spent_ms = spent.get(at).copied().flatten();
        mv.clock_ms = clocks.get(at).copied().flatten();
    }
}

fn said(comment: Option<&str>) -> Option<String> {
    comment.map(|comment| cut(comment, COMMENT_MAX)).filter(|comment| !comment.trim().is_empty())
}

fn cut(text: &str, max: usize) -> String {
    text.chars().take(max).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
