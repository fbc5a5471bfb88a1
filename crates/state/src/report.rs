//! What stands in the report of a tournament, computed before the page sees it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use serde::Serialize;

use crate::board::Board;
use crate::tournament::Tables;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportData<'a> {
    pub title: &'a str,
    /// When the report was made, or what else stands at its end.
    pub generated: &'a str,
    /// Each a name and a value.
    pub options: Vec<(&'static str, &'a str)>,
    pub board: Board,
    #[serde(flatten)]
    pub tables: Tables,
    pub course: ScoreHistory,
    /// The games that do not count: each an id and why.
    pub set_aside: Vec<(String, &'a str)>,
    /// The heads of the films, each kept once.
    pub heads: Vec<&'a str>,
    /// How games ended, in words, each kept once.
    pub words: Vec<&'a str>,
    pub games: Vec<ReportGame<'a>>,
}

/// A game as a list, which is half as long as an object:
/// id, entrants by seat, payoffs by seat, reason, words, plies, finished, head of the film, its plies, moves, what the
/// movers thought, with commas between the moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportGame<'a>(
    pub String,
    pub Vec<usize>,
    pub &'a [i8],
    pub usize,
    pub Option<usize>,
    pub usize,
    pub Option<&'a str>,
    pub Option<usize>,
    pub &'a str,
    pub &'a str,
    pub &'a str,
);

/// The scores of some entrants over time.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScoreHistory {
    /// After how many games.
    pub at: Vec<usize>,
    pub lines: Vec<ScoreCurve>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScoreCurve {
    pub entrant: usize,
    /// The part of the possible points at each moment; nothing before the first game.
    pub share: Vec<Option<f64>>,
}
