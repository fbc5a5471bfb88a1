//! Records of matches as games to learn from: so a match on the workers of a queue is self-play, too.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::Path;

use manator_core::record::{Judged, RecordError};
use manator_core::{Record, Table};
use manator_search::Score;

use crate::data::DataError;
use crate::game_line::{End, GameLine, Step};

/// What a file of records begins with.
pub(crate) const BEGIN: u8 = b'[';

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordsError {
    #[error("{0}")]
    Form(#[from] RecordError),
    #[error("line {line}: a game of '{found}': expected games of '{expected}'")]
    Other { line: usize, found: String, expected: String },
}

/// Reads all records of a file as games that begin like `start`, numbered from 0.
///
/// A move that its mover told nothing about is one of the opening. What the rules did not end, be it a lost connection or an
/// agreement, is a game broken off: what was thought last counts.
pub(crate) fn read(
    path: &Path,
    text: &str,
    start: &dyn Table,
    mut visit: impl FnMut(GameLine),
) -> Result<(), DataError> {
    let refused = |source| DataError::Records { path: path.into(), source };
    let records = Record::parse_all(text).map_err(|error| refused(error.into()))?;
    let expected = label(start.card().name, &start.settings().to_string(), start.initial());
    for (number, (line, record)) in records.into_iter().enumerate() {
        let found = label(&record.game, &record.options, record.position.as_deref());
        if found != expected {
            return Err(refused(RecordsError::Other { line, found, expected }));
        }
        visit(game(number as u64, record, start));
    }
    Ok(())
}

fn label(game: &str, options: &str, position: Option<&str>) -> String {
    format!("{game} {options} {}", position.unwrap_or_default()).trim_end().to_string()
}

fn game(number: u64, record: Record, start: &dyn Table) -> GameLine {
    let is_of_rules =
        |reason: &String| start.card().reasons.iter().any(|(known, _)| known.0 == reason);
    let reason = record.reason.filter(is_of_rules);
    let end = record.result.zip(reason).map(|(payoffs, reason)| End { payoffs, reason });
    let steps = record.moves.into_iter().map(|mv| Step {
        mv: mv.text,
        score: mv.judgement.map(|judgement| score(judgement.score).0),
        is_random: false,
    });
    GameLine { number, end, steps: steps.collect() }
}

fn score(judged: Judged) -> Score {
    match judged {
        Judged::Hundredths(value) => Score(value),
        Judged::WinsIn(plies) => Score::win_in(plies),
        Judged::LosesIn(plies) => Score::loss_in(plies),
    }
}
