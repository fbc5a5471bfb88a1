//! A judge's ruling: players are declared to have lost a game that was played.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Player, Record};
use manator_games::catalog;
use manator_play::{DEFAULT, Verdict};
use manator_tournament::schedule::{PlanError, Step};
use manator_tournament::{Entrant, GameId};

use crate::kept::{Found, FoundError};
use crate::store::{Number, Row, Store, StoreError};

/// What is kept of whoever is declared to have lost, in one word.
pub(crate) const OFFENCE: &str = "judge";

#[derive(Debug, thiserror::Error)]
pub enum RulingError {
    #[error(transparent)]
    Found(#[from] FoundError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(
        "game {id} of tournament {number} is not over: expected one that `manator report` lists"
    )]
    NoGame { id: GameId, number: Number },
    #[error("'{who}' did not play game {id}: expected {expected}")]
    NoPlayer { who: String, id: GameId, expected: String },
    #[error("game {id} cannot be replayed: {why}")]
    Record { id: GameId, why: String },
    #[error("games of later rounds were paired by the old result: {0}")]
    Later(PlanError),
}

/// What becomes of games of later rounds that were paired by the old result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaterGames {
    /// They stand in the way of a ruling.
    Keep,
    /// They are removed, and others are played instead.
    Forget,
}

/// What a ruling came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// How the game counts now, in one sentence.
    pub words: String,
    /// Whether games are missing now, because the order depends on results that have changed.
    pub goes_on: bool,
}

/// Declares that players have lost a game by default, whatever its moves came to, and keeps that. The caller holds
/// the claim of the tournament. The record stays as it was played.
pub fn rule(
    store: &mut Store,
    number: Number,
    id: GameId,
    (losers, why): (&[String], &str),
    later: LaterGames,
) -> Result<Ruling, RulingError> {
    let found = Found::read(store, number)?;
    let row = found.rows.iter().find(|row| row.id == id).cloned();
    let mut row = row.ok_or(RulingError::NoGame { id, number })?;
    let names = found.prepared.names();
    let seats = seats(&row, &names, losers)?;
    let verdict = verdict(&row, &seats, why)?;
    row.payoffs = verdict.outcome.payoffs.as_slice().to_vec();
    row.reason = verdict.outcome.reason.0.into();
    row.words.clone_from(&verdict.words);
    for seat in &seats {
        row.offences[seat.index()] = Some(OFFENCE.into());
        row.blames[seat.index()] = Some(declared(why));
    }
    let (step, rounds) = match step(&found, &row, u32::MAX) {
        Err(RulingError::Later(_)) if later == LaterGames::Forget => {
            (step(&found, &row, id.unit.round)?, id.unit.round)
        }
        step => (step?, u32::MAX),
    };
    store.replace(number, &row, rounds)?;
    let goes_on = match &step {
        Step::Over(order) if found.kept.ended.is_some() => {
            store.end(number, order)?;
            false
        }
        Step::Over(_) => false,
        Step::Play(_) => {
            store.reopen(number)?;
            true
        }
    };
    Ok(Ruling { words: verdict.words, goes_on })
}

/// Returns what is to be played after the games of so many rounds, one of which has another result.
fn step(found: &Found, changed: &Row, rounds: u32) -> Result<Step, RulingError> {
    let mut results = found.prepared.results();
    for row in found.rows.iter().filter(|row| row.id.unit.round <= rounds) {
        let counted = if row.id == changed.id { changed } else { row };
        results.add_noted(counted.played(), counted.note()).map_err(FoundError::from)?;
    }
    found.prepared.next(&results).map_err(RulingError::Later)
}

/// Returns where everybody sat who is declared to have lost.
fn seats(row: &Row, names: &[String], losers: &[String]) -> Result<Vec<Player>, RulingError> {
    let name = |who: &Entrant| names.get(who.0).cloned().unwrap_or_default();
    let played: Vec<String> = row.seats.iter().map(name).collect();
    let seat = |who: &String| {
        let found = Player::all(played.len()).find(|seat| played[seat.index()] == *who);
        found.ok_or_else(|| RulingError::NoPlayer {
            who: who.clone(),
            id: row.id,
            expected: played.join(" or "),
        })
    };
    losers.iter().map(seat).collect()
}

fn verdict(row: &Row, seats: &[Player], why: &str) -> Result<Verdict, RulingError> {
    let wrong = |why: String| RulingError::Record { id: row.id, why };
    let record = Record::parse(&row.record).map_err(|error| wrong(error.to_string()))?;
    let game = catalog::find(&record.game).ok_or_else(|| wrong("an unknown game".into()))?;
    let table = record.replay(game, |_, _| {}).map_err(|error| wrong(error.to_string()))?;
    let faults: Vec<_> = seats.iter().map(|seat| (*seat, DEFAULT, declared(why))).collect();
    Ok(Verdict::of_told_faults(&*table, &faults))
}

fn declared(why: &str) -> String {
    match why.trim() {
        "" => "has lost by default, as the judge declares".into(),
        why => format!("has lost by default, as the judge declares ({why})"),
    }
}
