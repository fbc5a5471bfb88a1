//! What was played from a position here, and who wins it where that is known.
// SPDX-License-Identifier: MIT OR Apache-2.0

use serde::Serialize;

/// The answer to `POST /api/explore`, which asks about a `PositionRequest`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExplorerAnswer {
    /// The most frequent first.
    pub moves: Vec<ExplorerMove>,
    pub decided: Option<DecidedPosition>,
    /// How many games are over and not counted yet.
    pub uncounted: u32,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExplorerMove {
    #[serde(rename = "move")]
    pub mv: String,
    pub games: u32,
    /// How many of them each seat has won; the others had no winner.
    pub won: Vec<u32>,
}

/// Who wins, whatever the others play.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DecidedPosition {
    pub seat: usize,
    /// Within how many moves of its own; null where that is not known.
    pub moves: Option<u32>,
}
