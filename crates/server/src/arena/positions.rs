//! Where a game would stand: questions of pages that try moves, set up positions, or read records.
// SPDX-License-Identifier: MIT OR Apache-2.0

use axum::extract::DefaultBodyLimit;
use axum::routing::post;
use axum::{Json, Router};
use manator_core::record::{self, result_text};
use manator_core::text::one_line;
use manator_core::{Record, RecordedMove, Settings, Table};
use manator_engine::catalog as agents;
use manator_engine::options::OPTIONS;
use manator_games::catalog;
use manator_play::SeatSpec;
use manator_state::position::{self, Over, Position};
use manator_state::study::{Branch, PositionAnswer, PositionRequest, RecordFacts};

use super::{Refused, blocking, unprocessable};

const MOVES_MAX: usize = 5000;
/// How many moves the branches of an analysis may have in all, and how deep they may lie within each other.
const BRANCHED_MAX: usize = 10_000;
const NESTED_MAX: usize = 200;
/// How many bytes a request about a whole record may have: all moves of an analysis, and what is said of them.
pub(crate) const RECORD_MAX: usize = 2 * 1024 * 1024;
/// How many bytes the text of a position may have.
const START_MAX: usize = 16 * 1024;
const QUOTED_MAX: usize = 80;

pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/api/position", post(answer).layer(DefaultBodyLimit::max(RECORD_MAX)))
}

async fn answer(Json(asked): Json<PositionRequest>) -> Result<Json<PositionAnswer>, Refused> {
    blocking(move || {
        let answer = match &asked.record {
            Some(text) => read(text),
            None => table(&asked).map(|table| described(&*table)),
        };
        answer.map(Json).map_err(unprocessable)
    })
    .await
}

fn read(text: &str) -> Result<PositionAnswer, String> {
    let mut record = Record::parse(text).map_err(|error| error.to_string())?;
    let unknown = || format!("unknown game '{}'", quoted(&record.game));
    let entry = catalog::find(&record.game).ok_or_else(unknown)?;
    few_enough(record.moves.len())?;
    branches_may_be(&record)?;
    let table = record.replay(entry, |_, _| {}).map_err(|error| error.to_string())?;
    record.replay_branches(&*table).map_err(|error| error.to_string())?;
    let mut answer = described(&*table);
    let ended = &mut answer.position.progress.over;
    *ended = ended.take().or_else(|| over(&record));
    let seats = table.card().players;
    let is_seat = |tag: &str| seats.iter().any(|seat| seat.eq_ignore_ascii_case(tag));
    let branch = |branch: &record::Branch| Branch {
        line: branch.line,
        ply: branch.ply,
        moves: each(&branch.moves, |mv| mv.text.clone()),
        comments: each(&branch.moves, RecordedMove::remark),
        spent: each(&branch.moves, |mv| mv.spent_ms),
        clocks: each(&branch.moves, |mv| mv.clock_ms),
        numbers: each(&branch.moves, |mv| mv.number),
    };
    let name = |seat: &&str| record.player(seat).unwrap_or(seat).to_string();
    let tags = record.tags.iter().filter(|(name, _)| !is_seat(name));
    answer.record = Some(RecordFacts {
        players: seats.iter().map(name).collect(),
        tags: tags.cloned().collect(),
        comments: each(&record.moves, RecordedMove::remark),
        spent: each(&record.moves, |mv| mv.spent_ms),
        clocks: each(&record.moves, |mv| mv.clock_ms),
        branches: record.branches.iter().map(branch).collect(),
        comment: record.comment,
    });
    Ok(answer)
}

/// Puts a game on a table; a record in the request is not looked at.
pub(crate) fn table(asked: &PositionRequest) -> Result<Box<dyn Table>, String> {
    let unknown = || {
        let names: Vec<&str> = catalog::GAMES.iter().map(|entry| entry.card().name).collect();
        format!("unknown game '{}': expected {}", quoted(&asked.game), names.join(", "))
    };
    let entry = catalog::find(&asked.game).ok_or_else(unknown)?;
    let settings = Settings::parse(entry.card().options, &asked.options);
    let settings = settings.map_err(|error| error.to_string())?;
    let mut table = entry.open(settings).map_err(|error| error.to_string())?;
    if let Some(start) = asked.start.as_deref().filter(|start| !start.trim().is_empty()) {
        if start.len() > START_MAX {
            return Err(format!(
                "a position of {} bytes: expected {START_MAX} at most",
                start.len()
            ));
        }
        table.set_position(start).map_err(|error| error.to_string())?;
    }
    few_enough(asked.moves.len())?;
    for (number, text) in (1..).zip(&asked.moves) {
        table.play(text).map_err(|illegal| format!("move {number}: {illegal}"))?;
    }
    Ok(table)
}

fn each<T>(moves: &[RecordedMove], what: impl Fn(&RecordedMove) -> T) -> Vec<T> {
    moves.iter().map(what).collect()
}

/// Checks that there are not more branches than anybody makes, and that each leaves a line that is there.
pub(super) fn branches_may_be(record: &Record) -> Result<(), String> {
    let moves: usize = record.branches.iter().map(|branch| branch.moves.len()).sum();
    if moves > BRANCHED_MAX {
        return Err(format!("{moves} moves in branches: expected at most {BRANCHED_MAX}"));
    }
    // Of each line: how deep it lies, how many moves are played before it, and how many it has.
    let mut lines = vec![(0, 0, record.moves.len())];
    for (number, branch) in (1..).zip(&record.branches) {
        let left = lines.get(branch.line).copied();
        let left = left.filter(|(_, ply, moves)| (*ply..=ply + moves).contains(&branch.ply));
        let Some((depth, ..)) = left.filter(|_| !branch.moves.is_empty()) else {
            return Err(format!("branch {number} leaves no line of the game"));
        };
        if depth >= NESTED_MAX {
            return Err(format!(
                "branch {number}: expected at most {NESTED_MAX} within each other"
            ));
        }
        lines.push((depth + 1, branch.ply, branch.moves.len()));
    }
    Ok(())
}

pub(super) fn over(record: &Record) -> Option<Over> {
    let payoffs = record.result.as_deref()?;
    let reason = record.reason.as_deref().unwrap_or_default();
    let words = format!("the record says {}, {reason}", result_text(Some(payoffs)));
    Some(Over::kept(payoffs, reason, &words))
}

/// Describes where a game stands, with the numbers that are written before its moves.
pub(super) fn described(table: &dyn Table) -> PositionAnswer {
    PositionAnswer {
        position: Position::of(table, &position::film(table)),
        numbers: each(&Record::of(table).moves, |mv| mv.number),
        record: None,
    }
}

fn few_enough(moves: usize) -> Result<(), String> {
    if moves <= MOVES_MAX {
        return Ok(());
    }
    Err(format!("{moves} moves: expected at most {MOVES_MAX}"))
}

/// Shortens what came from a page, to be repeated in a sentence.
pub(super) fn quoted(text: &str) -> String {
    one_line(text, QUOTED_MAX)
}

/// What an agent of a page may use at most, by option.
const BOUNDS: [(&str, u64); 5] =
    [("time", 60_000), ("nodes", 50_000_000), ("threads", 2), ("hash", 128), ("lines", 10)];
/// The memory of an agent of which nothing else is said, in MiB: there may be many of them.
const HASH: &str = "16";

#[derive(Clone, Debug)]
pub(crate) struct AgentSpec {
    pub(crate) name: String,
    /// Its options, all within bounds.
    pub(crate) settings: Settings,
}

impl AgentSpec {
    /// Reads an agent such as `champion` or `alphabeta:depth=4` for the game on a table. Nothing else that
    /// could sit on a seat is understood: pages start no programs.
    pub(crate) fn read(text: &str, table: &dyn Table) -> Result<AgentSpec, String> {
        let expected = || format!("'{}': expected an agent such as champion", quoted(text));
        let (name, settings) = match text.parse::<SeatSpec>() {
            Ok(SeatSpec::Agent { name, settings }) => (name, settings),
            Ok(_) => return Err(expected()),
            Err(error) => return Err(quoted(&error.to_string())),
        };
        for (option, most) in BOUNDS {
            let given = settings.given(option).and_then(|value| value.parse::<u64>().ok());
            if let Some(value) = given.filter(|value| *value > most) {
                return Err(format!("{option}={value}: expected at most {most} here"));
            }
        }
        let mut pairs: Vec<(&str, &str)> = settings.pairs().collect();
        if settings.given("hash").is_none() {
            pairs.push(("hash", HASH));
        }
        let settings = Settings::read(OPTIONS, pairs).map_err(|error| error.to_string())?;
        agents::check(table, &name, &settings).map_err(|error| quoted(&error.to_string()))?;
        Ok(AgentSpec { name, settings })
    }
}
