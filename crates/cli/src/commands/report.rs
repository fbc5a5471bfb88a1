//! `manator report`: what a tournament came to, as a page, as tables, as records.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use manator_organise::kept::Found;
use manator_organise::store::Number;
use manator_play::saves::replace;
use manator_tournament::rating::residual;

use crate::organise::{StoreArgs, summary};
use crate::{Verdict, streams};

/// Write what a tournament came to: a page to read and to replay games on, tables for grades, all records
///
/// The page is one file that needs no network.
#[derive(Args)]
pub(crate) struct Report {
    /// The number of the tournament: see `manator tournaments` [default: the last one]
    number: Option<i64>,
    /// Where the page goes [default: tournament-NUMBER.html, when nothing else is asked for]
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write a table of the players here, for grades, as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write who beats whom here, as comma-separated values
    #[arg(long, value_name = "FILE")]
    crosstable_csv: Option<PathBuf>,
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
    place: StoreArgs,
}

impl Report {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let store = self.place.read()?;
        let number = match self.number {
            Some(number) => Number(number),
            None => store.last(false)?.context("no tournament is kept")?,
        };
        let found = Found::read(&store, number)?;
        let asked = [&self.csv, &self.crosstable_csv, &self.games_csv, &self.json, &self.records];
        let own = || PathBuf::from(format!("tournament-{number}.html"));
        let html = self.html.clone().or_else(|| asked.iter().all(|one| one.is_none()).then(own));
        let mut written = BTreeSet::new();
        let mut write = |path: &Path, text: &str| -> anyhow::Result<()> {
            replace(path, text).with_context(|| format!("cannot write {}", path.display()))?;
            written.insert(path.display().to_string());
            Ok(())
        };
        if let Some(path) = &html {
            let mut page = Vec::new();
            found.write_html(&mut page)?;
            write(path, &String::from_utf8(page)?)?;
        }
        if let Some(path) = &self.csv {
            write(path, &found.players_csv())?;
        }
        if let Some(path) = &self.crosstable_csv {
            write(path, &found.crosstable_csv())?;
        }
        if let Some(path) = &self.games_csv {
            write(path, &found.games_csv())?;
        }
        if let Some(path) = &self.json {
            write(path, &serde_json::to_string_pretty(&found.export())?)?;
        }
        if let Some(path) = &self.records {
            write(path, &found.records())?;
        }
        let mut out = streams::stdout();
        let page = summary(&found.prepared, &found.results, found.order());
        writeln!(out, "{}\n", page.trim_end())?;
        for line in residual::in_words(&found.prepared.names(), &found.results) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "{}", found.sentence())?;
        let mut talk = streams::stderr();
        for path in written {
            writeln!(talk, "written: {path}")?;
        }
        Ok(Verdict::Yes)
    }
}
