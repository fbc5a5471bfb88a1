//! What agents say about positions, and what is said about positions that are set up.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::view::Piece;
use serde::{Deserialize, Serialize};

use crate::study::PositionAnswer;

/// Asks an agent to `think` about a position, or the champion to judge every position of a game for a `graph`, which
/// takes neither agent, lines, time nor depth: what it says is the same whenever it is asked.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct ThinkRequest {
    pub game: String,
    pub options: String,
    pub start: Option<String>,
    pub moves: Vec<String>,
    #[cfg_attr(test, ts(as = "Option<_>"))]
    pub agent: String,
    pub lines: Option<u64>,
    /// How long to think, in milliseconds.
    pub time: Option<u64>,
    pub depth: Option<u32>,
    /// Comes back with every report, so that a page ignores those about an earlier position.
    pub tag: String,
}

/// What a position is worth.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Worth {
    /// In words: `+35`, `black wins in 5`; null when whoever chose has not looked ahead.
    pub score: Option<String>,
    /// From -1, lost, to 1, won, for the side.
    pub value: Option<f64>,
    /// To whom: the first seat in games of two, whoever is to move in others.
    pub side: Option<usize>,
    /// What the words of the score say when it is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub proven: Option<Proven>,
}

/// How a game ends, as a search has proven it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Proven {
    pub seat: usize,
    /// Whether this seat wins or loses.
    pub wins: bool,
    /// In how many plies at most; null where the proof knows no length.
    pub plies: Option<u32>,
}

/// A line that an agent has found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FoundLine {
    #[serde(flatten)]
    pub worth: Worth,
    pub moves: Vec<String>,
    /// The cells that the first few moves touch; none where a move is a button.
    pub cells: Vec<Vec<u16>>,
}

/// The topic `think`: where an agent's thinking stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Thought {
    pub tag: String,
    /// How deep every line was searched.
    pub depth: u32,
    pub nodes: u64,
    pub nps: u64,
    /// In milliseconds.
    pub elapsed: u64,
    /// What it came to, when the game is over.
    pub over: Option<Worth>,
    /// The best for the player to move first.
    pub lines: Vec<FoundLine>,
    /// What the agent waits for before it can think.
    pub waiting: Option<String>,
    pub done: bool,
}

/// What a position of a game is worth, and what would have been best there.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Judged {
    #[serde(flatten)]
    pub worth: Worth,
    pub best: Option<String>,
    /// From -1, lost, to 1, won, for each player of whom that is known: among three, whoever is to move and whoever
    /// moved last.
    pub values: Vec<Option<f64>>,
}

/// The topic `graph`: a game judged move by move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameGraph {
    pub tag: String,
    /// The first position included; null where one has not been judged yet.
    pub values: Vec<Option<Judged>>,
    /// How much of the work is done, from 0 to 1.
    pub share: f64,
    /// What the agent waits for before it can judge.
    pub waiting: Option<String>,
    pub done: bool,
}

/// Asks `POST /api/setup` about a position made of pieces, or read from a text.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct SetupRequest {
    pub game: String,
    pub options: String,
    /// A text to take the pieces from.
    pub text: Option<String>,
    /// Each a cell and an index in the palette.
    pub pieces: Option<Vec<(u16, usize)>>,
    #[cfg_attr(test, ts(as = "Option<_>"))]
    pub turn: u8,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SetupAnswer {
    pub palette: Vec<Look>,
    /// Each a cell and an index in the palette.
    pub pieces: Vec<(u16, usize)>,
    pub turn: u8,
    /// The position in one line, possible or not.
    pub text: String,
    /// Why it is no position; null when it is one.
    pub problem: Option<String>,
    pub position: Option<PositionAnswer>,
}

/// What a piece looks like.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Look {
    pub kind: &'static str,
    pub owner: Option<u8>,
    pub letter: char,
}

impl From<&Piece> for Look {
    fn from(piece: &Piece) -> Look {
        let owner = piece.owner.map(|owner| owner.0);
        Look { kind: piece.kind, owner, letter: piece.letter }
    }
}
