//! A class, as its pages are told about it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::position::Over;
use crate::tournament::{Standing, Tables};

/// How far the games are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Phase {
    /// They have not begun.
    Waiting,
    Playing,
    /// No further game begins.
    Paused,
    Over,
}

/// Whether somebody could play now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Presence {
    Connected,
    /// It is connected, and plays.
    Playing,
    /// It is not connected, but a program plays for it.
    Uploaded,
    Absent,
}

impl Phase {
    pub fn word(self) -> &'static str {
        match self {
            Phase::Waiting => "waiting",
            Phase::Playing => "playing",
            Phase::Paused => "paused",
            Phase::Over => "over",
        }
    }

    /// Returns whether the games may go from this phase to another.
    pub fn may_become(self, to: Phase) -> bool {
        matches!(
            (self, to),
            (Phase::Waiting | Phase::Paused, Phase::Playing)
                | (Phase::Playing, Phase::Paused)
                | (_, Phase::Over)
        )
    }
}

/// The topic `class`: what everybody may see.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClassState {
    pub title: String,
    pub phase: Phase,
    pub students: Vec<Attendance>,
    /// The time control.
    pub time: String,
    /// How many games there are, where that is known beforehand.
    pub games: Option<usize>,
    /// How many games are over.
    pub over: usize,
    /// The last games that are over, the latest last.
    pub done: Vec<DoneGame>,
    /// How often what went wrong, by player; students come first.
    pub faults: Vec<Faults>,
    #[serde(flatten)]
    pub tables: Tables,
}

/// Whether a student could play now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Attendance {
    pub name: String,
    pub here: Presence,
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DoneGame {
    pub id: String,
    pub names: Vec<String>,
    pub plies: usize,
    pub over: Over,
}

/// How often each kind of thing went wrong.
pub type Faults = BTreeMap<String, u64>;

/// Something that went wrong in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Mishap {
    pub game: String,
    /// Whose doing it was, by number.
    pub who: usize,
    /// What it was, in one word.
    pub kind: String,
    /// What it was, as the end of a sentence that begins with a name.
    pub words: String,
}

/// One thing that was examined of an uploaded program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Finding {
    pub group: String,
    pub name: String,
    /// `ok`, `skip`, `warn` or `fail`.
    pub grade: String,
    pub found: String,
    pub quotes: Vec<String>,
    pub fix: Option<String>,
}

/// The answer to `GET /api/student`: everything about a student.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StudentPage {
    #[serde(flatten)]
    pub attendance: Attendance,
    pub program: Option<UploadedProgram>,
    pub standing: Option<Standing>,
    pub games: Vec<OwnGame>,
    /// The most bytes of a program.
    pub upload_max: usize,
}

/// A program that a student has uploaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UploadedProgram {
    pub files: Vec<String>,
    pub bytes: usize,
    /// When it came, in milliseconds since 1970.
    pub received: u64,
    /// The program and its arguments.
    pub words: String,
    /// Nothing while it is being examined.
    pub findings: Option<Vec<Finding>>,
}

/// A game, for one who took part in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OwnGame {
    pub id: String,
    pub names: Vec<String>,
    pub seat: usize,
    pub payoffs: Vec<i8>,
    pub words: String,
    pub plies: usize,
    /// When it began.
    pub began: String,
    /// What the student's agent did wrong, in one word.
    pub fault: Option<String>,
    /// The same as the end of a sentence.
    pub blame: Option<String>,
}

/// The answer to `GET /api/student/games/ID`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StudentGame {
    pub record: String,
    pub board: Arc<Board>,
    /// As `crates/core/src/film.rs` explains.
    pub film: String,
    pub moves: Vec<String>,
    /// What the movers thought of their moves, where they told: `+0.34/12 0.51s`.
    pub thoughts: Vec<String>,
    /// What the student's agent said last.
    pub notes: Option<String>,
}

/// The answer to `GET /api/instructor`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct InstructorPage {
    pub phase: Phase,
    /// The number of the tournament in the store, once it has begun.
    pub tournament: Option<i64>,
    pub students: Vec<StudentLine>,
    /// What went wrong, in the order of games.
    pub mishaps: Vec<Mishap>,
}

/// A student, for the instructor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StudentLine {
    #[serde(flatten)]
    pub attendance: Attendance,
    /// The number in the file of the codes.
    pub number: u32,
    /// Whether the program was examined, if there is one.
    pub examined: Option<bool>,
    /// How many things failed.
    pub failed: Option<usize>,
}
