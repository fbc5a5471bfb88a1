//! Positions that are set up piece by piece.
//!
//! Whoever sets up a position goes through impossible ones: a page keeps the pieces, and is told the text of
//! what it has, and what is still wrong with it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use axum::Json;
use manator_core::view::{CellId, Piece, Placed};
use manator_core::{Player, Table};
use manator_state::analysis::{Look, SetupAnswer, SetupRequest};
use manator_state::study::PositionRequest;

use crate::arena::positions::{self, quoted};
use crate::arena::{Refused, blocking, unprocessable};

pub(super) async fn set_up(Json(asked): Json<SetupRequest>) -> Result<Json<SetupAnswer>, Refused> {
    blocking(move || answer(&asked).map(Json).map_err(unprocessable)).await
}

fn answer(asked: &SetupRequest) -> Result<SetupAnswer, String> {
    let opened = |start: Option<&str>| {
        positions::table(&PositionRequest {
            game: asked.game.clone(),
            options: asked.options.clone(),
            start: start.map(str::to_string),
            ..PositionRequest::default()
        })
    };
    let table = opened(None)?;
    let palette = table.palette();
    let Some(pieces) = &asked.pieces else {
        let table = opened(asked.text.as_deref())?;
        return Ok(described(&palette, &*table, table.position(), None));
    };
    let players = table.card().players;
    if usize::from(asked.turn) >= players.len() {
        return Err(format!("turn {}: expected less than {}", asked.turn, players.len()));
    }
    let cells = table.board().cells.len();
    let mut placed: Vec<Placed> = Vec::new();
    for (cell, kind) in pieces {
        let taken = placed.iter().any(|placed| placed.cell.0 == *cell);
        let piece = palette.get(*kind).filter(|_| usize::from(*cell) < cells && !taken);
        let no_piece = || format!("piece {kind} on cell {cell}: expected one on a free cell");
        placed.push(Placed { cell: CellId(*cell), piece: *piece.ok_or_else(no_piece)? });
    }
    let text = table.compose(&placed, Player(asked.turn));
    let answer = match opened(Some(&text)) {
        Ok(table) => described(&palette, &*table, text, None),
        Err(problem) => described(&palette, &*table, text, Some(&problem)),
    };
    // What a page has is what it goes on with, possible or not.
    Ok(SetupAnswer { pieces: pieces.clone(), turn: asked.turn, ..answer })
}

fn described(
    palette: &[Piece],
    table: &dyn Table,
    text: String,
    problem: Option<&str>,
) -> SetupAnswer {
    let place = |placed: &Placed| {
        palette.iter().position(|piece| *piece == placed.piece).map(|kind| (placed.cell.0, kind))
    };
    SetupAnswer {
        palette: palette.iter().map(Look::from).collect(),
        pieces: table.pieces().iter().filter_map(place).collect(),
        turn: table.to_move().0,
        text,
        problem: problem.map(shortened),
        position: problem.is_none().then(|| positions::described(table)),
    }
}

/// Returns the last part of an error that quotes a whole board: what is expected there.
fn shortened(problem: &str) -> String {
    match problem.split_once("': expected ") {
        Some((found, expected)) if found.contains('/') => format!("expected {expected}"),
        _ => quoted(problem),
    }
}
