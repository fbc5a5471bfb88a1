//! `manator class`: a class in one command.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod serve;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use manator_play::contender::Notes;
use manator_server::class::{self, Codes, Grade, Grades, Roster};

use crate::organise::StoreArgs;
use crate::{Verdict, streams};

/// Serve a class: join codes, agents that connect or are uploaded, a page with live games, results
///
/// The roster is the file of a tournament (see docs/tournaments.md) with the names of the students in it.
/// See docs/class.md.
#[derive(Args)]
pub(crate) struct ClassCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Codes(PrintCodes),
    Serve(serve::Serve),
    Results(Results),
}

impl ClassCommand {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        match &self.what {
            What::Codes(command) => command.run(),
            What::Serve(command) => command.run(),
            What::Results(command) => command.run(),
        }
    }
}

/// The file of a class.
#[derive(Args)]
struct RosterFile {
    /// The file of the class
    #[arg(value_name = "ROSTER")]
    path: PathBuf,
}

impl RosterFile {
    fn open(&self) -> anyhow::Result<(Roster, Codes)> {
        let roster = Roster::read(&self.path)?;
        let codes = Codes::open(&self.path, &roster)?;
        Ok((roster, codes))
    }
}

/// Print the join codes of a class
///
/// Codes are made once and kept beside the roster, in ROSTER.codes.toml. The last line is the instructor's.
#[derive(Args)]
struct PrintCodes {
    #[command(flatten)]
    roster: RosterFile,
}

impl PrintCodes {
    fn run(&self) -> anyhow::Result<Verdict> {
        let (_, codes) = self.roster.open()?;
        let mut out = streams::stdout();
        for student in &codes.students {
            writeln!(out, "{}\t{}", student.code, student.name)?;
        }
        writeln!(out, "{}\t(instructor)", codes.instructor)?;
        Ok(Verdict::Yes)
    }
}

/// Print what every student has reached: points, place, rating, and what went wrong
#[derive(Args)]
struct Results {
    #[command(flatten)]
    roster: RosterFile,
    /// Write a table for spreadsheets to this file, too
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    place: StoreArgs,
}

impl Results {
    fn run(&self) -> anyhow::Result<Verdict> {
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

fn print(grades: &Grades) -> io::Result<()> {
    let mut out = streams::stdout();
    let letters = |line: &Grade| line.name.chars().count();
    let width = grades.lines.iter().map(letters).max().unwrap_or(0).max(4);
    writeln!(out, "place  {:<width$}  points  games   rating", "name")?;
    for line in &grades.lines {
        let rating = match (line.elo, line.error) {
            (Some(elo), Some(error)) => format!("{elo:+.0} ± {error:.0}"),
            _ => "-".into(),
        };
        let (place, points, games) = (line.place, line.points, line.games);
        let name = &line.name;
        writeln!(out, "{place:>5}  {name:<width$}  {points:>6}  {games:>5}   {rating}")?;
    }
    for line in grades.lines.iter().filter(|line| !line.faults.is_empty()) {
        let counts = line.faults.iter().map(|(kind, count)| format!("{count} {kind}"));
        let counts: Vec<String> = counts.collect();
        writeln!(out, "\n{}: {}", line.name, counts.join(", "))?;
        for mishap in grades.mishaps.iter().filter(|mishap| mishap.who == line.who) {
            writeln!(out, "  game {}: {}", mishap.game, Notes::shown(&mishap.words))?;
        }
    }
    out.flush()
}
