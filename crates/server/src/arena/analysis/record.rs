//! Analyses written as records, branches and all.
// SPDX-License-Identifier: MIT OR Apache-2.0

use axum::Json;
use manator_core::record::{Branch, read_result};
use manator_core::text::is_deceptive;
use manator_core::{Record, RecordedMove, Table};
use manator_games::catalog;
use manator_state::study::{self, RecordAnswer, RecordRequest};

use crate::arena::positions;
use crate::arena::{Refused, blocking, unprocessable};

/// How long a name, a comment and a tag in a record may be, and how many tags there may be.
const NAME_MAX: usize = 100;
const COMMENT_MAX: usize = 2000;
const TAG_MAX: usize = 1000;
const TAGS_MAX: usize = 100;
/// The tags that a record has fields for.
const OWN_TAGS: [&str; 6] = ["Game", "Options", "Rules", "Position", "Result", "Reason"];

pub(super) async fn record(
    Json(asked): Json<RecordRequest>,
) -> Result<Json<RecordAnswer>, Refused> {
    blocking(move || {
        let record = written(&asked).map_err(unprocessable)?.to_string();
        Ok(Json(RecordAnswer { record }))
    })
    .await
}

fn written(asked: &RecordRequest) -> Result<Record, String> {
    let table = positions::table(&asked.line)?;
    let mut record = Record::of(&*table);
    for (seat, name) in table.card().players.iter().zip(&asked.names) {
        record.set_player(seat, &cut(name, NAME_MAX));
    }
    record.comment = said(asked.comment.as_deref());
    note(&mut record.moves, &asked.comments, &asked.spent, &asked.clocks);
    record.branches = asked.branches.iter().map(branch).collect();
    positions::branches_may_be(&record)?;
    record.replay_branches(&*table).map_err(|error| error.to_string())?;
    for (name, value) in asked.tags.iter().take(TAGS_MAX) {
        let name = cut(name, NAME_MAX);
        let is_plain = name.chars().all(|c| c.is_alphanumeric() || "-_".contains(c));
        let is_seat = record.player(&name).is_some();
        if is_plain && !name.is_empty() && !is_seat && !OWN_TAGS.contains(&&*name) {
            record.tags.push((name, cut(value, TAG_MAX)));
        }
    }
    end(asked, &mut record, &*table);
    Ok(record)
}

fn end(asked: &RecordRequest, record: &mut Record, table: &dyn Table) {
    let (Some(over), None) = (&asked.over, table.outcome()) else { return };
    let Some(entry) = catalog::find(&record.game) else { return };
    record.result = read_result(&over.result).flatten();
    record.reason = record.result.as_ref().map(|_| cut(&over.reason, NAME_MAX));
    if record.replay(entry, |_, _| {}).is_err() {
        (record.result, record.reason) = (None, None);
    }
}

fn branch(asked: &study::Branch) -> Branch {
    let mv = |text: &String| RecordedMove { text: text.clone(), ..RecordedMove::default() };
    let mut moves: Vec<RecordedMove> = asked.moves.iter().map(mv).collect();
    note(&mut moves, &asked.comments, &asked.spent, &asked.clocks);
    Branch { line: asked.line, ply: asked.ply, moves }
}

fn note(
    moves: &mut [RecordedMove],
    comments: &[Option<String>],
    spent: &[Option<u64>],
    clocks: &[Option<u64>],
) {
    for (at, mv) in moves.iter_mut().enumerate() {
        let remark = said(comments.get(at).and_then(Option::as_deref));
        mv.set_remark(&remark.unwrap_or_default());
        mv.spent_ms = spent.get(at).copied().flatten();
        mv.clock_ms = clocks.get(at).copied().flatten();
    }
}

fn said(comment: Option<&str>) -> Option<String> {
    comment.map(|comment| cut(comment, COMMENT_MAX)).filter(|comment| !comment.trim().is_empty())
}

fn cut(text: &str, max: usize) -> String {
    text.chars().take(max).map(|c| if is_deceptive(c) { ' ' } else { c }).collect()
}
