//! `manator report`: what a tournament came to, as a page, as tables, as records.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use manator_core::record::result_text;
use manator_host::saves::replace;
use manator_organiser::store::{Kept, Number, Row};
use manator_organiser::{Prepared, Store};
use manator_page::report as page;
use manator_tournament::rating::live::Live;
use manator_tournament::rating::{residual, sentence};
use manator_tournament::{Entrant, Results, grades};
use serde_json::{Value, json};

use crate::Verdict;
use crate::organise::{Place, summary};

/// Write what a tournament came to: a page to read and to replay games on, tables for grades, all records
///
/// The page is one file that needs no network.
#[derive(Args)]
pub(crate) struct Report {
    /// The number of the tournament: see `manator tournaments` [default: the last one]
    number: Option<i64>,
    /// Where the page goes [default: tournament-NUMBER.html]
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write a table of the players here, for grades, as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a table of the games here, as comma-separated values
    #[arg(long, value_name = "FILE")]
    games_csv: Option<PathBuf>,
    /// Write players and games here, as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the records of all games here, one after the other
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
}

/// A tournament as it is kept.
struct Found {
    kept: Kept,
    prepared: Prepared,
    results: Results,
    rows: Vec<Row>,
    order: Vec<Entrant>,
    set_aside: Vec<page::SetAside>,
}

impl Report {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let store = self.place.open()?;
        let number = match self.number {
            Some(number) => Number(number),
            None => store.last(false)?.context("no tournament is kept")?,
        };
        let found = Found::read(&store, number)?;
        let own = PathBuf::from(format!("tournament-{number}.html"));
        let html = self.html.clone().unwrap_or(own);
        let mut written = BTreeSet::new();
        let mut write = |path: &Path, text: &str| -> anyhow::Result<()> {
            replace(path, text).with_context(|| format!("cannot write {}", path.display()))?;
            written.insert(path.display().to_string());
            Ok(())
        };
        write(&html, &found.html()?)?;
        let counted = Live::from(found.prepared.counted(&found.results));
        let names = found.prepared.names();
        let order = found.order();
        if let Some(path) = &self.csv {
            write(path, &grades::entrants(&names, counted.table(), &counted.rate(), order))?;
        }
        if let Some(path) = &self.games_csv {
            write(path, &grades::games(&names, &found.results))?;
        }
        if let Some(path) = &self.json {
            write(path, &serde_json::to_string_pretty(&found.json(&counted))?)?;
        }
        if let Some(path) = &self.records {
            let records: Vec<&str> = found.rows.iter().map(|row| row.record.as_str()).collect();
            write(path, &records.join("\n"))?;
        }
        let mut out = anstream::stdout().lock();
        let page = summary(&found.prepared, &found.results, order);
        writeln!(out, "{}\n", page.trim_end())?;
        for line in residual::in_words(&names, &found.results) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "{}", found.sentence())?;
        let mut talk = anstream::stderr();
        for path in written {
            writeln!(talk, "written: {path}")?;
        }
        Ok(Verdict::Yes)
    }
}

impl Found {
    fn read(store: &Store, number: Number) -> anyhow::Result<Found> {
        let (kept, event) = store.tournament(number)?;
        let prepared = Prepared::new(event)?;
        let mut rows = Vec::new();
        store.games(number, |row| rows.push(row))?;
        let mut results = prepared.results();
        for row in &rows {
            results.add_noted(row.played(), row.note())?;
        }
        let aside = store.set_asides(number)?.into_iter();
        let set_aside = aside.map(|game| page::SetAside { id: game.id, why: game.why }).collect();
        let order = store.order(number)?;
        Ok(Found { kept, prepared, results, rows, order, set_aside })
    }

    fn order(&self) -> Option<&[Entrant]> {
        (!self.order.is_empty()).then_some(&self.order)
    }

    fn title(&self) -> String {
        match self.kept.title.as_str() {
            "" => format!("{}, tournament {}", self.kept.game, self.kept.number),
            title => title.to_string(),
        }
    }

    fn sentence(&self) -> String {
        let names = self.prepared.names();
        match names.len() {
            2 => sentence::of_match(&names, &self.results, Entrant(0), Entrant(1)),
            _ => sentence::of_tournament(&names, &self.results),
        }
    }

    fn html(&self) -> anyhow::Result<String> {
        let games = self.rows.iter().map(|row| page::GameRow {
            id: row.id,
            words: row.words.clone(),
            film: row.film.clone(),
            moves: row.moves.clone(),
            finished: Some(row.began.clone()),
            plies: row.plies,
        });
        let (began, ended) = (&self.kept.began, self.kept.ended.as_deref());
        let report = page::Tournament {
            title: self.title(),
            table: &*self.prepared.table,
            names: &self.prepared.names(),
            results: &self.results,
            games: games.collect(),
            set_aside: self.set_aside.clone(),
            generated: format!("begun {began}, {}", ended.unwrap_or("not over yet")),
        };
        let mut bytes = Vec::new();
        report.write(&mut bytes)?;
        Ok(String::from_utf8(bytes)?)
    }

    fn json(&self, counted: &Live) -> Value {
        let (table, ratings, names) = (counted.table(), counted.rate(), self.prepared.names());
        let lines = self.order().map_or_else(|| table.standings(), |order| table.in_order(order));
        let players = lines.into_iter().map(|(rank, line)| {
            let rating = ratings.by_entrant()[line.entrant.0].strength;
            let known = rating.error.is_finite();
            let faults =
                line.faults.iter().map(|(fault, count)| (fault.code().into(), json!(count)));
            json!({
                "rank": rank,
                "name": names[line.entrant.0],
                "points": line.total.half_points() as f64 / 2.0,
                "games": line.total.games(),
                "won": line.total.won,
                "tied": line.total.tied,
                "lost": line.total.lost,
                "rating": known.then_some(rating.elo),
                "error": known.then_some(rating.error),
                "defaults": faults.collect::<serde_json::Map<_, _>>(),
            })
        });
        let games = self.rows.iter().map(|row| {
            let seats: Vec<&String> = row.seats.iter().map(|who| &names[who.0]).collect();
            json!({
                "id": row.id.to_string(),
                "players": seats,
                "result": result_text(Some(&row.payoffs)),
                "reason": row.reason,
                "words": row.words,
                "plies": row.plies,
                "began": row.began,
                "milliseconds": row.took_ms,
                "worker": row.worker,
                "faults": row.offences,
                "moves": row.moves,
            })
        });
        json!({
            "title": self.title(),
            "game": self.kept.game,
            "began": self.kept.began,
            "ended": self.kept.ended,
            "players": players.collect::<Vec<_>>(),
            "games": games.collect::<Vec<_>>(),
        })
    }
}
