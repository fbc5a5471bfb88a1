//! The record of a whole game, in PGN's shape: tags, numbered moves, result.
//!
//! A record is text that may have been written by anybody: reading it checks only its form. Whether
//! the moves are legal and the result is right, [`Record::replay`] tells.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod branches;
mod judgement;
mod parse;
mod replay;
mod write;

pub use branches::Branch;
pub use judgement::{Judged, Judgement};
pub use parse::RecordError;
pub use replay::{MoveIndex, ReplayError};

use crate::outcome::{LOST, TIED, WON};
use crate::table::Table;

/// One game: who played what, how it went, how it ended.
///
/// ```
/// use manator_core::{Record, Settings, Table};
/// use manator_games::catalog;
///
/// let refusal = catalog::find("refusal").expect("a game of the catalog");
/// let mut table = refusal.open(Settings::defaults(refusal.card().options)).expect("the defaults");
/// for mv in ["E3C4", "refuse", "A3C4"] {
///     table.play(mv).expect("legal");
/// }
/// let mut record = Record::of(&*table);
/// record.set_player("south", "Tara");
/// let text = record.to_string();
/// assert!(text.contains("[South \"Tara\"]"));
/// assert!(text.ends_with("1. E3C4 refuse A3C4\n*\n"));
///
/// let read = Record::parse(&text).expect("what is printed can be read");
/// let replayed = read.replay(refusal, |_, _| {}).expect("every move is legal");
/// assert_eq!(replayed.position(), table.position());
///
/// let wrong = Record::parse(&text.replace("refuse", "E3D4")).expect("in form it is a record");
/// let error = wrong.replay(refusal, |_, _| {}).expect_err("South waits for an answer");
/// assert!(error.to_string().starts_with("move 1 (ply 2): E3D4: "));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub game: String,
    pub options: String,
    pub rules_version: String,
    /// The position it began in, when it is not the ordinary one.
    pub position: Option<String>,
    /// What each player got; `None` for a game that is not finished.
    pub result: Option<Vec<i8>>,
    pub reason: Option<String>,
    /// All other tags, in order: who played, under the names of the seats, and anything else.
    pub tags: Vec<(String, String)>,
    pub comment: Option<String>,
    pub moves: Vec<RecordedMove>,
    /// What might have been played instead; a branch comes after the line that it leaves.
    pub branches: Vec<Branch>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedMove {
    /// The number written before it, where a new round begins.
    pub number: Option<u32>,
    pub text: String,
    /// What the mover's clock showed afterwards, in milliseconds.
    pub clock_ms: Option<u64>,
    /// How long the mover thought, in milliseconds.
    pub spent_ms: Option<u64>,
    pub judgement: Option<Judgement>,
    pub comment: Option<String>,
}

impl Record {
    /// Returns the record of the game on a table so far, with `?` for the names of the players.
    pub fn of(table: &dyn Table) -> Record {
        let outcome = table.outcome();
        Record {
            game: table.card().name.into(),
            options: table.settings().to_string(),
            rules_version: table.card().rules_version.into(),
            position: table.initial().map(str::to_string),
            result: outcome.map(|outcome| outcome.payoffs.as_slice().to_vec()),
            reason: outcome.map(|outcome| outcome.reason.0.into()),
            tags: table.card().players.iter().map(|seat| (capitalised(seat), "?".into())).collect(),
            comment: None,
            moves: numbered(table),
            branches: Vec::new(),
        }
    }

    pub fn player(&self, seat: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(seat));
        tag.map(|(_, name)| name.as_str())
    }

    pub fn set_player(&mut self, seat: &str, name: &str) {
        match self.tags.iter_mut().find(|(tag, _)| tag.eq_ignore_ascii_case(seat)) {
            Some((_, value)) => *value = name.into(),
            None => self.tags.push((capitalised(seat), name.into())),
        }
    }
}

impl Record {
    /// Returns what the movers thought of their moves, as [`RecordedMove::thought_text`] has it; nothing where
    /// nobody told.
    pub fn thoughts(&self) -> Vec<String> {
        match self.moves.iter().all(|mv| mv.judgement.is_none()) {
            true => Vec::new(),
            false => self.moves.iter().map(RecordedMove::thought_text).collect(),
        }
    }
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// Returns the moves of a table; a number stands where the player who began has a new turn.
fn numbered(table: &dyn Table) -> Vec<RecordedMove> {
    let movers = table.movers();
    let starter = movers.first().map(|(player, _)| *player);
    let mut round = 0;
    let mut moves = Vec::with_capacity(movers.len());
    for (text, (player, begins_turn)) in table.moves().iter().zip(movers) {
        let begins = begins_turn && Some(player) == starter;
        round += u32::from(begins);
        let number = begins.then_some(round);
        moves.push(RecordedMove { number, text: text.clone(), ..RecordedMove::default() });
    }
    moves
}

/// Returns the result as PGN writes it, each player's points in seat order: `1-0`, `1/2-1/2`,
/// `1-1/2-0`, or `*` while there is none.
pub fn result_text(payoffs: Option<&[i8]>) -> String {
    let points = |payoff: &i8| match *payoff {
        WON => "1",
        LOST => "0",
        _ => "1/2",
    };
    match payoffs {
        None => "*".into(),
        Some(payoffs) => payoffs.iter().map(points).collect::<Vec<_>>().join("-"),
    }
}

/// Returns a result as tables show it: as in records for two players, and `+1, 0, -1` for three.
pub fn score_text(payoffs: &[i8]) -> String {
    let signed = |payoff: &i8| if *payoff > 0 { format!("+{payoff}") } else { payoff.to_string() };
    match payoffs.len() > 2 {
        true => payoffs.iter().map(signed).collect::<Vec<_>>().join(", "),
        false => result_text(Some(payoffs)),
    }
}

/// Reads what [`result_text`] writes; the outer `None` is for a text that is no result.
pub fn read_result(text: &str) -> Option<Option<Vec<i8>>> {
    if text == "*" {
        return Some(None);
    }
    let payoff = |points| match points {
        "1" => Some(WON),
        "0" => Some(LOST),
        "1/2" => Some(TIED),
        _ => None,
    };
    let payoffs: Option<Vec<i8>> = text.split('-').map(payoff).collect();
    payoffs.filter(|payoffs| payoffs.len() >= 2).map(Some)
}
