//! What a tournament of the store came to: as a page, as tables, as records.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::io;

use crate::report as page;
use crate::store::{Kept, Number, Row};
use crate::{PrepareError, Prepared, Store, StoreError};
use manator_core::Record;
use manator_core::record::result_text;
use manator_tournament::rating::live::Live;
use manator_tournament::rating::standings::Tally;
use manator_tournament::schedule::rounds::Rounds;
use manator_tournament::{Entrant, ResultError, Results, grades};
use serde::Serialize;
use thiserror::Error;

pub struct Found {
    pub kept: Kept,
    pub prepared: Prepared,
    pub results: Results,
    pub(crate) rows: Vec<Row>,
    order: Vec<Entrant>,
    set_aside: Vec<page::SetAside>,
}

#[derive(Debug, Error)]
pub enum FoundError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Prepare(#[from] PrepareError),
    #[error(transparent)]
    Result(#[from] ResultError),
}

#[derive(Clone, Debug, Serialize)]
pub struct Export<'a> {
    title: String,
    game: &'a str,
    began: &'a str,
    ended: Option<&'a str>,
    sentence: String,
    players: Vec<ExportedPlayer>,
    games: Vec<ExportedGame<'a>>,
}

#[derive(Clone, Debug, Serialize)]
struct ExportedPlayer {
    rank: usize,
    name: String,
    points: f64,
    games: u64,
    won: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    tied: Option<u64>,
    /// Games of three that were neither won nor lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    neither: Option<u64>,
    lost: u64,
    /// Points in play-offs, in the course's tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    play_off: Option<f64>,
    rating: Option<f64>,
    error: Option<f64>,
    /// Games lost by default, by the code of the fault.
    defaults: BTreeMap<&'static str, u64>,
    illegal_answers: u64,
}

#[derive(Clone, Debug, Serialize)]
struct ExportedGame<'a> {
    id: String,
    players: Vec<String>,
    result: String,
    /// By seat, as tables count them.
    points: Vec<f64>,
    reason: &'a str,
    words: &'a str,
    plies: usize,
    began: &'a str,
    milliseconds: u64,
    worker: &'a str,
    faults: &'a [Option<String>],
    /// By seat.
    illegal_answers: &'a [u32],
    moves: &'a str,
}

impl Found {
    pub fn read(store: &Store, number: Number) -> Result<Found, FoundError> {
        let (kept, event) = store.tournament(number)?;
        // Nobody plays here: people who took part are no obstacle.
        let prepared = Prepared::with_guests(event)?;
        let mut rows = Vec::new();
        store.games(number, |row| rows.push(row))?;
        let mut results = prepared.results();
        for row in &rows {
            results.add_noted(row.played(), row.note())?;
        }
        let set_aside = store.set_asides(number)?;
        let order = store.order(number)?;
        Ok(Found { kept, prepared, results, rows, order, set_aside })
    }

    /// Returns the final order, where it is not the points alone that decide.
    pub fn order(&self) -> Option<&[Entrant]> {
        let is_decided = !self.order.is_empty() && !self.prepared.is_planned();
        is_decided.then_some(&self.order)
    }

    pub fn rounds(&self) -> Option<Rounds> {
        // Results that are not of this schedule are still listed, game by game.
        self.prepared.rounds(&self.results).ok().flatten()
    }

    pub fn title(&self) -> String {
        title(&self.kept)
    }

    pub fn sentence(&self) -> String {
        self.prepared.sentence(&self.results, self.order())
    }

    pub fn players_csv(&self) -> String {
        let counted = self.counted();
        let names = self.prepared.names();
        let table = grades::Graded {
            names: &names,
            standings: counted.standings(),
            play_offs: self.prepared.play_offs(&self.results),
            order: self.order(),
        };
        table.entrants(&counted.rate())
    }

    pub fn crosstable_csv(&self) -> String {
        grades::crosstable(&self.prepared.names(), self.counted().standings(), self.order())
    }

    pub fn games_csv(&self) -> String {
        grades::games(&self.prepared.names(), &self.results)
    }

    pub fn records(&self) -> String {
        let records: Vec<&str> = self.rows.iter().map(|row| row.record.as_str()).collect();
        records.join("\n")
    }

    pub fn write_html(&self, out: &mut impl io::Write) -> io::Result<()> {
        let games = self.rows.iter().map(|row| page::GameRow {
            id: row.id,
            words: row.words.clone(),
            film: row.film(),
            moves: row.moves.clone(),
            thoughts: thoughts(&row.record).join(","),
            finished: Some(minute(&row.began)),
            plies: row.plies,
        });
        let ended = self
            .kept
            .ended
            .as_deref()
            .map_or("not over yet".into(), |when| format!("ended {}", minute(when)));
        let rounds = self.rounds();
        let report = page::Tournament {
            title: self.title(),
            table: &*self.prepared.table,
            names: &self.prepared.names(),
            results: &self.results,
            counted: &self.prepared.counted(&self.results),
            champion: self.prepared.champion(&self.results),
            order: self.order(),
            rounds: rounds.as_ref(),
            games: games.collect(),
            set_aside: self.set_aside.clone(),
            generated: format!("begun {}, {ended}", minute(&self.kept.began)),
        };
        report.write(out)
    }

    pub fn export(&self) -> Export<'_> {
        let counted = self.counted();
        let (table, ratings, names) = (counted.standings(), counted.rate(), self.prepared.names());
        let lines = self.order().map_or_else(|| table.ranked(), |order| table.in_order(order));
        let (seats, play_offs) = (self.prepared.seats(), self.prepared.play_offs(&self.results));
        let extra = |who: Entrant| Some(play_offs.as_ref()?.by_entrant[who.0].total.value(seats));
        let players = lines.into_iter().map(|(rank, line)| {
            let rating = ratings.by_entrant()[line.entrant.0].strength;
            let known = rating.error.is_finite();
            ExportedPlayer {
                rank,
                name: names[line.entrant.0].clone(),
                points: line.total.value(seats),
                games: line.total.games(),
                won: line.total.won,
                tied: (seats <= 2).then_some(line.total.tied),
                neither: (seats > 2).then_some(line.total.tied),
                lost: line.total.lost,
                play_off: extra(line.entrant),
                rating: known.then_some(rating.elo),
                error: known.then_some(rating.error),
                defaults: line.faults.iter().map(|(fault, count)| (fault.code(), *count)).collect(),
                illegal_answers: line.illegal,
            }
        });
        let games = self.rows.iter().map(|row| ExportedGame {
            id: row.id.to_string(),
            players: row.seats.iter().map(|who| names[who.0].clone()).collect(),
            result: result_text(Some(&row.payoffs)),
            points: row.payoffs.iter().map(|payoff| Tally::of(*payoff).value(seats)).collect(),
            reason: &row.reason,
            words: &row.words,
            plies: row.plies,
            began: &row.began,
            milliseconds: row.took_ms,
            worker: &row.worker,
            faults: &row.offences,
            illegal_answers: &row.illegal,
            moves: &row.moves,
        });
        Export {
            title: self.title(),
            game: &self.kept.game,
            began: &self.kept.began,
            ended: self.kept.ended.as_deref(),
            sentence: self.sentence(),
            players: players.collect(),
            games: games.collect(),
        }
    }

    fn counted(&self) -> Live {
        Live::from(self.prepared.counted(&self.results))
    }
}

/// Returns what the movers thought of their moves, by what is kept of a game.
pub fn thoughts(record: &str) -> Vec<String> {
    Record::parse(record).map(|record| record.thoughts()).unwrap_or_default()
}

pub fn title(kept: &Kept) -> String {
    match kept.title.as_str() {
        "" => format!("{}, tournament {}", kept.game, kept.number),
        title => title.to_string(),
    }
}

/// Returns a time without what nobody reads: `2026-11-16 09:30 UTC`.
fn minute(time: &str) -> String {
    format!("{} UTC", time.get(..16).unwrap_or(time).replace('T', " "))
}
