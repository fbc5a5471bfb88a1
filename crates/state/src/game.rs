//! Games on a server, as pages are told about them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;

use manator_core::Table;
use serde::{Deserialize, Serialize};

use crate::analysis::Proven;
use crate::position::{Legal, Over, Progress};

/// The topic `game/ID`: a game on the server.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameState {
    #[serde(flatten)]
    pub progress: Progress,
    pub id: String,
    /// Its number, for displays of other kinds: `manator display --table N`; 0 where there are none.
    pub number: i64,
    pub seats: Vec<Seat>,
    /// What each move took, in milliseconds.
    pub spent: Vec<u64>,
    /// The time control, `none` for none.
    pub control: String,
    /// What everybody has left at this moment, in milliseconds.
    pub clocks: Vec<Option<u64>>,
    /// The seat whose clock runs.
    pub ticking: Option<usize>,
    pub can_undo: bool,
    pub can_redo: bool,
    /// Whether those who played may play again with seats changed.
    pub can_rematch: bool,
    pub rematch: Option<Rematch>,
    /// Whether people at several pages play, who may write to each other.
    pub can_talk: bool,
    pub asked: Option<Asked>,
    /// What was last said beside the game.
    pub notes: Vec<Note>,
    /// How many pages look on.
    pub watching: usize,
    /// When it began, in milliseconds since 1970.
    pub began: i64,
    /// Which game of how many this is, where that is known.
    pub round: Option<(u32, u32)>,
}

/// A seat of a game on the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Seat {
    /// What the rules call it: `black`, `red`.
    pub side: &'static str,
    pub kind: SeatKind,
    pub name: String,
    /// Whether a person's page is open, or a guest connected; agents always are.
    pub here: bool,
    /// What the picture of a person is drawn from, if they have sent one.
    pub picture: Option<String>,
    /// Whether it is for whoever takes it first.
    pub open: bool,
}

impl Seat {
    /// Returns a seat of somebody who has no picture, and whom nobody replaces.
    pub fn new(side: &'static str, kind: SeatKind, name: String, here: bool) -> Seat {
        Seat { side, kind, name, here, picture: None, open: false }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SeatKind {
    Person,
    Agent,
    Guest,
}

/// Somebody asks for something that others must agree to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Asked {
    pub what: Wish,
    /// The seat that asks.
    pub by: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Wish {
    Undo,
    Rematch,
}

/// The game that those who played begin after this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Rematch {
    pub id: String,
    /// Where everybody sits there, in the order of the seats here; the keys are the same.
    pub seats: Vec<usize>,
}

/// What was said or done beside a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Note {
    pub seat: usize,
    pub kind: NoteKind,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum NoteKind {
    Said,
    /// The text is the end of a sentence that begins with a name.
    Did,
}

/// The topic `talk/ID`: what those who play write to each other, the latest last. Only pages with a seat are told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Talk {
    pub remarks: Vec<Remark>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Remark {
    /// How many were written before it.
    pub number: u64,
    pub seat: usize,
    pub words: Words,
}

/// What somebody writes to the others: one of a few phrases, which each page says in its language, or a line of text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Words {
    Phrase(Phrase),
    Text(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Phrase {
    Hello,
    GoodLuck,
    NiceMove,
    Oops,
    OneMoment,
    Thanks,
    GoodGame,
    Bye,
}

/// The topic `challenges`: games that wait for somebody to take a seat, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Challenges {
    pub challenges: Vec<Challenge>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Challenge {
    pub id: String,
    pub game: &'static str,
    pub title: &'static str,
    pub options: String,
    pub control: String,
    /// Whether it begins with another position than usual.
    pub special: bool,
    pub seats: Vec<Seat>,
    /// When it was made, in milliseconds since 1970.
    pub began: i64,
}

/// The answer to `{do: "take", game}`: a seat, and the key that proves it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Taken {
    pub seat: usize,
    pub key: String,
    /// The game, once more: for the visitor it is begun now.
    pub begun: String,
}

/// The topic `legal/ID`: what whoever is to move may do. Only pages with a seat need it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LegalMoves {
    /// The position they belong to: topics are not told in any order.
    pub position: String,
    pub legal: Vec<Legal>,
}

/// The topic `thinking/ID`: what the agent to move has found until now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Thinking {
    pub seat: usize,
    pub depth: u32,
    pub score: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub proven: Option<Proven>,
    pub line: Vec<String>,
}

/// The topic `games`: all games, the latest first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Games {
    pub games: Vec<GameSummary>,
    /// Of `manator server`: how everybody stands, the best first.
    pub standing: Option<Vec<Score>>,
    /// Of `manator server`: what it says when nothing more will come.
    pub bye: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Score {
    pub name: String,
    pub played: u32,
    pub points: f64,
}

/// A game in the list of all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameSummary {
    pub id: String,
    pub number: i64,
    pub game: &'static str,
    pub title: &'static str,
    pub options: String,
    pub names: Vec<String>,
    pub plies: usize,
    pub turn: usize,
    pub over: Option<Over>,
    pub began: i64,
    pub watching: usize,
    /// Whether people who play it are here, or programs play it, or somebody follows its agents: others do not go on.
    pub attended: bool,
    pub round: Option<(u32, u32)>,
}

/// A game of a tournament that is being played, as a small board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RunningGame {
    pub id: String,
    /// Who sits where, by number.
    pub seats: Vec<usize>,
    pub plies: usize,
    pub turn: usize,
    /// Its last two positions.
    pub film: String,
    pub clocks: Vec<Option<u64>>,
}

/// The answer to `{do: "hint", game, key}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hint {
    #[serde(rename = "move")]
    pub mv: String,
    /// The cells of the move, empty when it is a button.
    pub cells: Vec<u16>,
    pub score: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub proven: Option<Proven>,
    pub depth: u32,
    pub line: Vec<String>,
}

/// The topic `guests`: agents that have connected and wait for somebody to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Guests {
    pub guests: Vec<Guest>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Guest {
    pub name: String,
    pub game: String,
    pub busy: bool,
}

/// Asks `POST /api/games` to begin a game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct NewGame {
    pub game: String,
    pub options: String,
    /// Each `here` (a person at this page), `link` (whoever opens the link), `open` (whoever takes it first), an agent
    /// such as `medium` or `alphabeta:depth=3`, or `guest:NAME`.
    pub seats: Vec<String>,
    /// As in `5m+3s` or `10s/move`; `none` for none.
    pub control: String,
    /// Another position to begin with.
    pub start: Option<String>,
    /// Moves already played.
    #[cfg_attr(test, ts(as = "Option<_>"))]
    pub moves: Vec<String>,
}

/// Keys prove who sits where, by seat: a page keeps those of `keys`, and passes those of `links` on.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewGameAnswer {
    pub id: String,
    pub keys: BTreeMap<String, String>,
    pub links: BTreeMap<String, String>,
}

/// What names a game to pages as long as it lasts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    pub id: String,
    pub number: i64,
    pub began_ms: i64,
    pub round: Option<(u32, u32)>,
}

impl GameSummary {
    pub fn of(heading: &Heading, table: &dyn Table, names: Vec<String>) -> GameSummary {
        let card = table.card();
        GameSummary {
            id: heading.id.clone(),
            number: heading.number,
            game: card.name,
            title: card.title,
            options: table.settings().to_string(),
            names,
            plies: table.moves().len(),
            turn: table.to_move().index(),
            over: None,
            began: heading.began_ms,
            watching: 0,
            attended: true,
            round: heading.round,
        }
    }
}
