//! Where a game would stand, and games written as records, branches and all.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Illegal;
use serde::{Deserialize, Serialize};

use crate::position::Position;

/// Asks `POST /api/position` where a game would stand. With `record`, nothing else is needed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct PositionRequest {
    #[cfg_attr(test, ts(as = "Option<_>"))]
    pub game: String,
    #[cfg_attr(test, ts(as = "Option<_>"))]
    pub options: String,
    pub start: Option<String>,
    #[cfg_attr(test, ts(as = "Option<_>"))]
    pub moves: Vec<String>,
    /// A record as `manator` writes them.
    pub record: Option<String>,
}

/// Where a game stands, with the numbers written before its moves, null where a round goes on.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PositionAnswer {
    #[serde(flatten)]
    pub position: Position,
    pub numbers: Vec<Option<u32>>,
    /// What a record says beside its moves, where one was read.
    pub record: Option<RecordFacts>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecordFacts {
    /// Names in seat order.
    pub players: Vec<String>,
    /// What is said before the first move.
    pub comment: Option<String>,
    /// What else is known of the game, each a name and a value.
    pub tags: Vec<(String, String)>,
    /// What is said about each move.
    pub comments: Vec<Option<String>>,
    /// What each move took, in milliseconds.
    pub spent: Vec<Option<u64>>,
    /// What was left to whoever moved, in milliseconds.
    pub clocks: Vec<Option<u64>>,
    pub branches: Vec<Branch>,
}

/// What might have been played instead, with what is known of the moves.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Branch {
    /// The line that it leaves: 0 is the game, 1 the first branch.
    pub line: usize,
    /// How many moves are played before it, from the beginning of the game.
    pub ply: usize,
    pub moves: Vec<String>,
    #[cfg_attr(test, ts(as = "Option<_>"))]
    pub comments: Vec<Option<String>>,
    #[cfg_attr(test, ts(as = "Option<_>"))]
    pub spent: Vec<Option<u64>>,
    #[cfg_attr(test, ts(as = "Option<_>"))]
    pub clocks: Vec<Option<u64>>,
    /// The numbers written before the moves; of no consequence in requests.
    #[cfg_attr(test, ts(as = "Option<_>"))]
    pub numbers: Vec<Option<u32>>,
}

/// Asks `POST /api/record` to write a game and its branches as a record.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct RecordRequest {
    pub line: PositionRequest,
    /// Who played, in seat order.
    pub names: Vec<String>,
    /// What is said before the first move.
    pub comment: Option<String>,
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub tags: Vec<(String, String)>,
    /// How it ended, where the rules do not say.
    pub over: Option<Ended>,
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub comments: Vec<Option<String>>,
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub spent: Vec<Option<u64>>,
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub clocks: Vec<Option<u64>>,
    #[cfg_attr(test, ts(as = "Option<_>", optional))]
    pub branches: Vec<Branch>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ended {
    pub result: String,
    pub reason: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecordAnswer {
    pub record: String,
}

/// Why something that a page asks for is not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Refusal {
    /// A sentence without a full stop; of an illegal move also what its piece may do instead.
    pub words: String,
    /// The kind of an illegal move, one of those that the game declares.
    pub code: Option<&'static str>,
    /// What could be played instead of an illegal move; empty where the words say it.
    pub legal: Vec<String>,
}

impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Refusal {
        let words = format!("{}: {}", illegal.text, illegal.what());
        Refusal { words, code: Some(illegal.fault.code), legal: illegal.legal.into_vec() }
    }
}

impl From<String> for Refusal {
    fn from(words: String) -> Refusal {
        Refusal { words, code: None, legal: Vec::new() }
    }
}
