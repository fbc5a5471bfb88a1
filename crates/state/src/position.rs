//! Where a game stands, as JSON for clients that know no rules.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::film::Film;
use manator_core::record::result_text;
use manator_core::view::Gesture;
use manator_core::{Outcome, Table};
use serde_json::{Map, Value, json};

use crate::board;

/// Films a game from its first position to where it stands.
pub fn film(table: &dyn Table) -> Film {
    let mut replay = table.copy();
    while replay.undo() {}
    let mut film = Film::new(&*replay);
    for text in table.moves() {
        // A move on the table was legal when it was played.
        if replay.play(text).is_ok() {
            film.add(&*replay);
        }
    }
    film
}

/// Describes where a game stands, but for its board; `film` shows it up to there.
pub fn json(table: &dyn Table, film: &Film) -> Map<String, Value> {
    let card = table.card();
    let facts: Vec<Value> =
        table.facts().into_iter().map(|fact| json!([fact.label, fact.value])).collect();
    let described = json!({
        "game": card.name,
        "title": card.title,
        "options": table.settings().to_string(),
        "film": film.to_string(),
        "moves": table.moves(),
        "turn": table.to_move().index(),
        "legal": legal(table),
        "facts": facts,
        "position": table.position(),
        "start": table.initial(),
        "over": table.outcome().map(|outcome| over(&outcome, &table.describe_outcome(&outcome))),
    });
    match described {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// Describes the board of a game in progress; it is turned by where the pieces stood at first.
pub fn board(table: &dyn Table) -> Value {
    let mut first = table.copy();
    while first.undo() {}
    board::json(&*first)
}

/// Describes the legal moves, each with how a person makes it.
pub fn legal(table: &dyn Table) -> Value {
    let one = |(text, gesture): (String, Gesture)| match gesture {
        Gesture::Cells(cells) => {
            let cells: Vec<u16> = cells.iter().map(|cell| cell.0).collect();
            json!({ "move": text, "cells": cells })
        }
        Gesture::Button(name) => json!({ "move": text, "button": name }),
    };
    Value::Array(table.gestures().into_iter().map(one).collect())
}

/// Describes how a game ended.
pub fn over(outcome: &Outcome, words: &str) -> Value {
    let payoffs = outcome.payoffs.as_slice();
    json!({
        "result": result_text(Some(payoffs)),
        "payoffs": payoffs,
        "reason": outcome.reason.0,
        "words": words,
    })
}
