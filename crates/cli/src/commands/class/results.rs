//! `manator class results`: what everybody has reached, and what went wrong.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use manator_server::class::{self, Grade, Grades};

use super::{RosterFile, shown};
use crate::Verdict;
use crate::organise::StoreArgs;

/// Print what every student has reached: points, place, rating, and what went wrong
#[derive(Args)]
pub(super) struct Results {
    #[command(flatten)]
    roster: RosterFile,
    /// Write a table for spreadsheets to this file, too
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    place: StoreArgs,
}

impl Results {
    pub(super) fn run(&self) -> anyhow::Result<Verdict> {
        let (roster, codes) = self.roster.open()?;
        let store = self.place.read()?;
        let Some((number, mut event)) = class::find(&store, &codes)? else {
            bail!("this class has played nothing yet, as far as {} knows", store.path().display());
        };
        // What was played counts, whatever the roster says by now.
        event.directory.clone_from(&roster.event.directory);
        let prepared = manator_organise::Prepared::with_guests(event)?;
        let students = prepared.specs().iter().filter(|spec| *spec == "human").count();
        let grades = Grades::read(&store, number, &prepared, students)?;
        if let Some(path) = &self.csv {
            fs::write(path, grades.csv()).with_context(|| path.display().to_string())?;
        }
        print(&grades)?;
        Ok(Verdict::Yes)
    }
}

pub(super) fn print(grades: &Grades) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    let letters = |line: &Grade| shown(&line.name).chars().count();
    let width = grades.lines.iter().map(letters).max().unwrap_or(0).max(4);
    writeln!(out, "place  {:<width$}  points  games   rating", "name")?;
    for line in &grades.lines {
        let rating = match (line.elo, line.error) {
            (Some(elo), Some(error)) => format!("{elo:+.0} ± {error:.0}"),
            _ => "-".into(),
        };
        let (place, points, games) = (line.place, line.points, line.games);
        writeln!(
            out,
            "{place:>5}  {:<width$}  {points:>6}  {games:>5}   {rating}",
            shown(&line.name)
        )?;
    }
    for line in grades.lines.iter().filter(|line| !line.faults.is_empty()) {
        let counts = line.faults.iter().map(|(kind, count)| format!("{count} {kind}"));
        let counts: Vec<String> = counts.collect();
        writeln!(out, "\n{}: {}", shown(&line.name), counts.join(", "))?;
        for mishap in grades.mishaps.iter().filter(|mishap| mishap.who == line.who) {
            writeln!(out, "  game {}: {}", mishap.game, shown(&mishap.words))?;
        }
    }
    out.flush()
}
