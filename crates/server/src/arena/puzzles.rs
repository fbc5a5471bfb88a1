//! Puzzles for pages: the sets that are built in, and what becomes of moves that somebody tries.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{SystemTime, UNIX_EPOCH};

use axum::extract::Path;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use manator_core::random::mix;
use manator_core::{Settings, Table};
use manator_engine::puzzle::{Hint, Judged, Puzzle, Solver, kept, own_moves};
use manator_games::catalog;
use manator_state::puzzle::{
    PuzzleCard, PuzzleHint, PuzzleRequest, PuzzleResult, PuzzleSet, PuzzleVerdict,
};

use super::positions::quoted;
use super::{Refused, blocking, unprocessable};

/// How many positions may be looked at to answer a question; the fuzz target asks many.
const NODES: u64 = if cfg!(test) { 1000 } else { 1_000_000 };
/// How many moves somebody may try before a win that takes so few.
const MOVES_MAX: usize = 100;
const DAY_S: u64 = 24 * 60 * 60;

pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/api/puzzles/{game}", get(set))
        .route("/api/puzzles/try", post(try_move))
        .route("/api/puzzles/hint", post(hint))
}

async fn set(Path(game): Path<String>) -> Result<Json<PuzzleSet>, Refused> {
    let mut table = open(&game)?;
    let puzzles = kept(table.card().name);
    if puzzles.is_empty() {
        return Err(missing(format!("{} has no puzzles yet", table.card().title)));
    }
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let day = since.as_secs() / DAY_S;
    let today = (mix(day) % puzzles.len() as u64) as usize;
    let mut cards = Vec::with_capacity(puzzles.len());
    for puzzle in puzzles {
        table.set_position(&puzzle.position).map_err(|error| unprocessable(error.to_string()))?;
        cards.push(PuzzleCard {
            seat: table.to_move().index(),
            moves: own_moves(&*table, puzzle.plies),
            position: puzzle.position,
        });
    }
    Ok(Json(PuzzleSet { game: table.card().name, day, today, puzzles: cards }))
}

async fn try_move(Json(asked): Json<PuzzleRequest>) -> Result<Json<PuzzleVerdict>, Refused> {
    blocking(move || {
        let Some((last, before)) = asked.moves.split_last() else {
            return Err(unprocessable("no move: expected the one to judge at the end".into()));
        };
        let (table, mut solver) = reached(&asked, before)?;
        let last = table.judge(last).map_err(|illegal| unprocessable(illegal.to_string()))?;
        let judged = solver.judge(&*table, &last);
        let judged = judged.map_err(|error| unprocessable(error.to_string()))?;
        Ok(Json(verdict(&*table, judged)))
    })
    .await
}

async fn hint(Json(asked): Json<PuzzleRequest>) -> Result<Json<PuzzleHint>, Refused> {
    blocking(move || {
        let (table, mut solver) = reached(&asked, &asked.moves)?;
        let found = solver.hint(&*table).map_err(|error| unprocessable(error.to_string()))?;
        let Hint { piece, mv } =
            found.ok_or_else(|| unprocessable("there is no win from here".into()))?;
        let board = table.board();
        let cell = piece.map(|(cell, _)| cell);
        let words = match piece {
            Some((cell, kind)) => {
                format!("Look at the {kind} on {}", board.cells[usize::from(cell)].name)
            }
            None => format!("Answer: {mv}"),
        };
        Ok(Json(PuzzleHint { words, cell, mv }))
    })
    .await
}

/// Plays moves in a puzzle, and opens its solver there.
fn reached(asked: &PuzzleRequest, moves: &[String]) -> Result<(Box<dyn Table>, Solver), Refused> {
    let mut table = open(&asked.game)?;
    let puzzles = kept(table.card().name);
    let Puzzle { position, plies, .. } = puzzles.get(asked.index).ok_or_else(|| {
        missing(format!("puzzle {}: expected less than {}", asked.index, puzzles.len()))
    })?;
    if moves.len() > MOVES_MAX {
        return Err(unprocessable(format!("{} moves: expected at most {MOVES_MAX}", moves.len())));
    }
    table.set_position(position).map_err(|error| unprocessable(error.to_string()))?;
    let player = table.to_move();
    for mv in moves {
        table.play(mv).map_err(|illegal| unprocessable(illegal.to_string()))?;
    }
    if table.outcome().is_some() || table.to_move() != player {
        return Err(unprocessable("whoever solves the puzzle is not to move here".into()));
    }
    let solver = Solver::new(&*table, *plies, NODES);
    Ok((table, solver.map_err(|error| unprocessable(error.to_string()))?))
}

fn verdict(table: &dyn Table, judged: Judged) -> PuzzleVerdict {
    let (kind, plies, replies) = match judged {
        Judged::Won => (PuzzleResult::Won, 0, Vec::new()),
        Judged::Wins { plies, is_slower: false, replies } => (PuzzleResult::Wins, plies, replies),
        Judged::Wins { plies, is_slower: true, replies } => (PuzzleResult::Slower, plies, replies),
        Judged::Fails { plies, replies, is_lost: false } => (PuzzleResult::Fails, plies, replies),
        Judged::Fails { plies, replies, is_lost: true } => (PuzzleResult::Loses, plies, replies),
        Judged::Unknown => (PuzzleResult::Unknown, 0, Vec::new()),
    };
    // The move that is judged is one of them.
    PuzzleVerdict { kind, replies, moves: own_moves(table, plies + 1) }
}

fn open(game: &str) -> Result<Box<dyn Table>, Refused> {
    let unknown = || missing(format!("unknown game '{}'", quoted(game)));
    let entry = catalog::find(game).ok_or_else(unknown)?;
    let opened = entry.open(Settings::defaults(entry.card().options));
    opened.map_err(|error| unprocessable(error.to_string()))
}

fn missing(what: String) -> Refused {
    (StatusCode::NOT_FOUND, what)
}
