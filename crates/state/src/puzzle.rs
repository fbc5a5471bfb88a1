//! Puzzles: positions to win, and what became of the moves that somebody tried.
// SPDX-License-Identifier: MIT OR Apache-2.0

use serde::{Deserialize, Serialize};

/// The answer to `GET /api/puzzles/GAME`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleSet {
    pub game: &'static str,
    /// The day on which it is asked, counted from 1970.
    pub day: u64,
    /// The puzzle of that day, by its index.
    pub today: usize,
    pub puzzles: Vec<PuzzleCard>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleCard {
    pub position: String,
    /// Who wins, by the index of the seat.
    pub seat: usize,
    /// Within how many moves of its own.
    pub moves: u32,
}

/// Asks `POST /api/puzzles/try` what became of the last of these moves, and `POST /api/puzzles/hint` where to look after them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleRequest {
    pub game: String,
    /// The puzzle, by its index.
    pub index: usize,
    /// Everything that was played since the position of the puzzle, by all players.
    pub moves: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleVerdict {
    pub kind: PuzzleResult,
    /// What the others answer, until whoever solves decides again.
    pub replies: Vec<String>,
    /// How many more moves the win takes at most, or within how many there is none.
    pub moves: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PuzzleResult {
    /// The game is over, and won.
    Won,
    /// It wins by force, and nothing wins sooner.
    Wins,
    /// It wins by force, and another move wins sooner.
    Slower,
    /// There is no win left.
    Fails,
    /// It even loses.
    Loses,
    /// It could not be found out within the limits.
    Unknown,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleHint {
    /// Where to look, in words.
    pub words: String,
    /// The cell of the piece to move; null where nothing is moved.
    pub cell: Option<u16>,
    #[serde(rename = "move")]
    pub mv: String,
}
