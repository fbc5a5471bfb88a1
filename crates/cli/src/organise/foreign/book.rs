//! What stands after `-openings`.
//!
//! The schedule plays the openings it is given in an order of its own, drawn from the seed; so no more are
//! taken from a file than the match has rounds.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use manator_core::random::SplitMix;
use manator_core::{Record, Table};
use manator_games::catalog;
use manator_organise::Openings;

use super::value::{number, pairs};
use crate::organise::conditions::read_openings;

#[derive(Clone, Copy)]
enum Kind {
    Positions,
    Records,
    /// Our own: moves on each line, or `position` and a position.
    Moves,
}

#[derive(Default)]
pub(super) struct Book {
    file: Option<PathBuf>,
    kind: Option<Kind>,
    is_random: bool,
    plies: Option<usize>,
    /// Which opening of the file is the first, from 1.
    start: Option<usize>,
}

impl Book {
    pub(super) fn read(values: &[String]) -> anyhow::Result<Book> {
        let mut book = Book::default();
        for (key, value) in pairs(values)? {
            match (key, value) {
                ("file", _) => book.file = Some(value.into()),
                ("format", "epd") => book.kind = Some(Kind::Positions),
                ("format", "pgn") => book.kind = Some(Kind::Records),
                ("format", "moves") => book.kind = Some(Kind::Moves),
                ("format", _) => bail!("format: '{value}': expected epd, pgn or moves"),
                ("order", "random") => book.is_random = true,
                ("order", "sequential") => book.is_random = false,
                ("order", _) => bail!("order: '{value}': expected random or sequential"),
                ("plies", _) => book.plies = Some(number(key, value, 0)?),
                ("start", _) => book.start = Some(number(key, value, 1)?),
                ("policy", "round" | "default") => {}
                ("policy", _) => bail!("policy: '{value}': expected round"),
                _ => {
                    bail!("'{key}={value}': expected file=, format=, order=, plies= or start=")
                }
            }
        }
        Ok(book)
    }

    /// Returns so many openings of a game; without a file, random moves.
    pub(super) fn openings(&self, wanted: usize, seed: u64) -> anyhow::Result<Openings> {
        let Some(file) = &self.file else {
            return Ok(self.plies.map_or_else(Openings::default, Openings::Random));
        };
        let kind =
            self.kind.unwrap_or_else(|| match file.extension().and_then(|end| end.to_str()) {
                Some("epd" | "fen") => Kind::Positions,
                Some("pgn" | "game") => Kind::Records,
                _ => Kind::Moves,
            });
        let mut lines: Vec<String> = match kind {
            Kind::Records => records(file, self.plies)?,
            Kind::Positions => read_openings(file)?.iter().map(|line| as_position(line)).collect(),
            Kind::Moves => read_openings(file)?.iter().map(|line| cut(line, self.plies)).collect(),
        };
        let first = self.start.unwrap_or(1) - 1;
        if first >= lines.len() {
            bail!("start: {} is after the last of {} openings", first + 1, lines.len());
        }
        match self.is_random {
            true => shuffle(&mut lines, seed),
            false => lines.rotate_left(first),
        }
        lines.truncate(wanted.max(1));
        Ok(Openings::Listed(lines))
    }
}

fn as_position(line: &str) -> String {
    match line.starts_with("position ") {
        true => line.into(),
        false => format!("position {line}"),
    }
}

/// Returns the first moves of a line; a position stays as it is.
fn cut(line: &str, plies: Option<usize>) -> String {
    if line.starts_with("position ") {
        return line.into();
    }
    let moves: Vec<&str> = line.split_whitespace().take(plies.unwrap_or(usize::MAX)).collect();
    moves.join(" ")
}

fn records(file: &Path, plies: Option<usize>) -> anyhow::Result<Vec<String>> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let records = Record::parse_all(&text).with_context(|| file.display().to_string())?;
    if records.is_empty() {
        bail!("{}: expected records of games", file.display());
    }
    let read = |(line, record): &(usize, Record)| {
        beginning(record, plies).with_context(|| format!("{}:{line}", file.display()))
    };
    records.iter().map(read).collect()
}

fn beginning(record: &Record, plies: Option<usize>) -> anyhow::Result<String> {
    let plies = plies.unwrap_or(record.moves.len());
    if record.position.is_none() {
        let moves: Vec<&str> = record.moves.iter().take(plies).map(|mv| mv.text.as_str()).collect();
        return Ok(moves.join(" "));
    }
    let entry =
        catalog::find(&record.game).with_context(|| format!("unknown game '{}'", record.game))?;
    let mut at = 0;
    let mut position = String::new();
    record.replay(entry, |table: &dyn Table, _| {
        if at <= plies {
            position = table.position();
        }
        at += 1;
    })?;
    Ok(as_position(&position))
}

fn shuffle(lines: &mut [String], seed: u64) {
    let mut random = SplitMix::new(seed);
    for last in (1..lines.len()).rev() {
        lines.swap(last, random.below(last as u64 + 1) as usize);
    }
}
