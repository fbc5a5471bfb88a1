//! Where a game stands, for clients that know no rules.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use manator_core::film::Film;
use manator_core::record::result_text;
use manator_core::view::Gesture;
use manator_core::{Fact, Outcome, Player, Table, notice};
use serde::Serialize;

use crate::board::Board;

/// Where a game stands, however it came there, and what may be played.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Position {
    #[serde(flatten)]
    pub progress: Progress,
    pub legal: Vec<Legal>,
}

/// Where a game stands, and how it came there.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Progress {
    pub game: &'static str,
    pub title: &'static str,
    /// Options other than the default ones, as in `size=8x8 first=random`; may be empty.
    pub options: String,
    pub board: Arc<Board>,
    /// The first position and all since, as `crates/core/src/film.rs` explains.
    pub film: String,
    pub moves: Vec<String>,
    /// The seat to decide.
    pub turn: usize,
    pub decision: Decision,
    /// What each move decided; empty where every one is a move.
    pub decisions: Vec<Decision>,
    /// What players should know before they decide, what matters most first.
    pub notices: Vec<Notice>,
    /// The heading of the rules under which stands what matters now.
    pub rule: &'static str,
    /// What a player may also want to know beside the board: each a name and a value.
    pub facts: Vec<(String, String)>,
    /// What the game's document thinks the position is worth, where it says how that is computed.
    pub estimate: Option<(String, String)>,
    /// The position in one line.
    pub position: String,
    /// The position the game began with, if it is not the ordinary one.
    pub start: Option<String>,
    pub over: Option<Over>,
}

/// What the seat to decide decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Decision {
    Move,
    /// A move that somebody may reject.
    Proposal,
    /// Whether to accept a proposal.
    Answer,
    /// Another move, after a proposal was rejected.
    Alternate,
}

/// A sentence about a position, and the cells it is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Notice {
    pub level: Level,
    /// What it says as one word, such as `princess-attacked`, and the numbers in its sentence.
    pub code: &'static str,
    pub values: Vec<u32>,
    /// The seat it concerns; null where it concerns all alike.
    pub seat: Option<usize>,
    /// What everybody is told, without a full stop.
    pub words: String,
    /// What whoever it concerns is told instead.
    pub yours: String,
    pub cells: Vec<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Level {
    /// Something that decides the game may be lost by the next move.
    Danger,
    /// The game comes to an end, or a right is lost, unless somebody sees to it.
    Warning,
    /// One of the few facts that matter.
    Remark,
}

impl From<manator_core::Notice> for Notice {
    fn from(notice: manator_core::Notice) -> Notice {
        Notice {
            level: match notice.level {
                notice::Level::Danger => Level::Danger,
                notice::Level::Warning => Level::Warning,
                notice::Level::Remark => Level::Remark,
            },
            code: notice.code,
            values: notice.values,
            seat: notice.player.map(Player::index),
            words: notice.words,
            yours: notice.yours,
            cells: notice.cells.iter().map(|cell| cell.0).collect(),
        }
    }
}

impl From<manator_core::Decision> for Decision {
    fn from(decision: manator_core::Decision) -> Decision {
        match decision {
            manator_core::Decision::Move => Decision::Move,
            manator_core::Decision::Proposal => Decision::Proposal,
            manator_core::Decision::Answer => Decision::Answer,
            manator_core::Decision::Alternate => Decision::Alternate,
        }
    }
}

/// A legal move, and how a person makes it: by touching cells in order, or by pressing a button.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Legal {
    #[serde(rename = "move")]
    pub mv: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub cells: Option<Vec<u16>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub button: Option<String>,
    /// What to ask a person before it is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub question: Option<&'static str>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Over {
    /// As in `1-0` or `1-1/2-0`.
    pub result: String,
    /// 1 won, 0 tied, -1 lost, in seat order.
    pub payoffs: Vec<i8>,
    pub reason: String,
    /// One sentence without a full stop.
    pub words: String,
}

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

impl Position {
    pub fn of(table: &dyn Table, film: &Film) -> Position {
        let board = Arc::new(Board::of(table));
        Position { progress: Progress::of(table, board, film), legal: legal(table) }
    }
}

impl Progress {
    /// Describes where a game on `board` stands; `film` shows it up to there.
    pub fn of(table: &dyn Table, board: Arc<Board>, film: &Film) -> Progress {
        let card = table.card();
        let told = |fact: Fact| (fact.label.to_string(), fact.value.to_string());
        let over = |outcome: Outcome| Over::of(&outcome, &table.describe_outcome(&outcome));
        Progress {
            game: card.name,
            title: card.title,
            options: table.settings().to_string(),
            board,
            film: film.to_string(),
            moves: table.moves().to_vec(),
            turn: table.to_move().index(),
            decision: table.decision().into(),
            decisions: decisions(table),
            notices: table.notices().into_iter().map(Notice::from).collect(),
            rule: table.rule(),
            facts: table.facts().into_iter().map(told).collect(),
            estimate: table.estimate().map(told),
            position: table.position(),
            start: table.initial().map(str::to_string),
            over: table.outcome().map(over),
        }
    }
}

fn decisions(table: &dyn Table) -> Vec<Decision> {
    let all: Vec<Decision> = table.decisions().into_iter().map(Decision::from).collect();
    if all.iter().all(|decision| *decision == Decision::Move) { Vec::new() } else { all }
}

pub fn legal(table: &dyn Table) -> Vec<Legal> {
    let questions = table.questions();
    let one = |(mv, gesture): (String, Gesture)| {
        let question = questions.iter().find(|(asked, _)| *asked == mv);
        let question = question.map(|(_, question)| *question);
        let (cells, button) = match gesture {
            Gesture::Cells(cells) => (Some(cells.iter().map(|cell| cell.0).collect()), None),
            Gesture::Button(name) => (None, Some(name.to_string())),
        };
        Legal { mv, cells, button, question }
    };
    table.gestures().into_iter().map(one).collect()
}

impl Over {
    pub fn of(outcome: &Outcome, words: &str) -> Over {
        Over::kept(outcome.payoffs.as_slice(), outcome.reason.0, words)
    }

    pub fn kept(payoffs: &[i8], reason: &str, words: &str) -> Over {
        Over {
            result: result_text(Some(payoffs)),
            payoffs: payoffs.to_vec(),
            reason: reason.into(),
            words: words.into(),
        }
    }
}
