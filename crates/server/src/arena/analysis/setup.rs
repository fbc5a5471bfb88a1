//! Positions that are set up piece by piece.
//!
//! Whoever sets up a position goes through impossible ones: a page keeps the pieces, and is told the text of
//! what it has, and what is still wrong with it.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use axum::Json;
use manator_core::view::{CellId, Piece, Placed};
use manator_core::{Player, Table};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::arena::positions::{self, Asked, quoted};
use crate::arena::{Refused, blocking, unprocessable};

/// A board that is being set up: pieces as cells and places in the palette, or the text of a position.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Setup {
    game: String,
    options: String,
    /// A text to take the pieces from.
    text: Option<String>,
    pieces: Option<Vec<(u16, usize)>>,
    turn: u8,
}

pub(super) async fn set_up(Json(setup): Json<Setup>) -> Result<Json<Value>, Refused> {
    blocking(move || setup.answer().map(Json).map_err(unprocessable)).await
}

impl Setup {
    fn answer(&self) -> Result<Value, String> {
        let asked = |start: Option<&str>| Asked {
            game: self.game.clone(),
            options: self.options.clone(),
            start: start.map(str::to_string),
            ..Asked::default()
        };
        let table = asked(None).table()?;
        let palette = table.palette();
        let Some(pieces) = &self.pieces else {
            let table = asked(self.text.as_deref()).table()?;
            return Ok(described(&palette, &*table, &table.position(), None));
        };
        let players = table.card().players;
        if usize::from(self.turn) >= players.len() {
            return Err(format!("turn {}: expected less than {}", self.turn, players.len()));
        }
        let cells = table.board().cells.len();
        let mut placed: Vec<Placed> = Vec::new();
        for (cell, kind) in pieces {
            let taken = placed.iter().any(|placed| placed.cell.0 == *cell);
            let piece = palette.get(*kind).filter(|_| usize::from(*cell) < cells && !taken);
            let no_piece = || format!("piece {kind} on cell {cell}: expected one on a free cell");
            placed.push(Placed { cell: CellId(*cell), piece: *piece.ok_or_else(no_piece)? });
        }
        let text = table.compose(&placed, Player(self.turn));
        let mut answer = match asked(Some(&text)).table() {
            Ok(table) => described(&palette, &*table, &text, None),
            Err(problem) => described(&palette, &*table, &text, Some(&problem)),
        };
        // What a page has is what it goes on with, possible or not.
        answer["pieces"] = json!(pieces);
        answer["turn"] = self.turn.into();
        Ok(answer)
    }
}

fn described(palette: &[Piece], table: &dyn Table, text: &str, problem: Option<&str>) -> Value {
    let look = |piece: &Piece| {
        let owner = piece.owner.map(|owner| owner.index());
        json!({ "kind": piece.kind, "owner": owner, "letter": piece.letter })
    };
    let place = |placed: &Placed| {
        palette.iter().position(|piece| *piece == placed.piece).map(|kind| (placed.cell.0, kind))
    };
    json!({
        "palette": palette.iter().map(look).collect::<Vec<Value>>(),
        "pieces": table.pieces().iter().filter_map(place).collect::<Vec<_>>(),
        "turn": table.to_move().index(),
        "text": text,
        "problem": problem.map(shortened),
        "position": problem.is_none().then(|| positions::described(table)),
    })
}

/// Returns the last part of an error that quotes a whole board: what is expected there.
fn shortened(problem: &str) -> String {
    match problem.split_once("': expected ") {
        Some((found, expected)) if found.contains('/') => format!("expected {expected}"),
        _ => quoted(problem),
    }
}
