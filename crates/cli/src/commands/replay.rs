//! `manator replay`: steps through records and verifies them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use manator_core::Record;
use manator_core::record::result_text;

use crate::arguments::find_game;
use crate::{Verdict, paint, streams};

/// A longer file may never end: devices and pipes do not tell.
const MIB_MAX: u64 = 64;
const MIB: u64 = 1 << 20;

/// Step through the records in a file and verify them; exit status 1 when one does not hold
#[derive(Args)]
pub(crate) struct Replay {
    /// The file, or - for standard input
    file: PathBuf,
    /// Only verify: no boards
    #[arg(short, long)]
    quiet: bool,
}

impl Replay {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let text = read_records(&self.file)?;
        let mut out = streams::stdout();
        let records = match Record::parse_all(&text) {
            Ok(records) if records.is_empty() => {
                writeln!(out, "{}: no record: expected [Game \"…\"]", self.file.display())?;
                return Ok(Verdict::No);
            }
            Ok(records) => records,
            Err(error) => {
                writeln!(out, "{}: {error}", self.file.display())?;
                return Ok(Verdict::No);
            }
        };
        let mut sound = true;
        for (line, record) in &records {
            sound &= self.replay(&mut out, *line, record)?;
        }
        Ok(if sound { Verdict::Yes } else { Verdict::No })
    }

    fn replay(
        &self,
        out: &mut streams::Stream,
        line: usize,
        record: &Record,
    ) -> anyhow::Result<bool> {
        let entry = match find_game(&record.game) {
            Ok(entry) => entry,
            Err(error) => {
                writeln!(out, "{}:{line}: {error}", self.file.display())?;
                return Ok(false);
            }
        };
        let mut failed = Ok(());
        let replayed = record.replay(entry, |table, mv| {
            if self.quiet || failed.is_err() {
                return;
            }
            let board = paint::board(&entry.card(), &table.canvas(None));
            let told = match mv {
                Some(mv) => writeln!(out, "{mv}\n"),
                None => Ok(()),
            };
            failed = told.and_then(|()| out.paint(&board)).and_then(|()| writeln!(out));
        });
        failed?;
        match replayed {
            Ok(table) => {
                let result = result_text(record.result.as_deref());
                let moves = record.moves.len();
                let how = match table.outcome() {
                    Some(outcome) => table.describe_outcome(&outcome),
                    None => record.reason.clone().unwrap_or_else(|| "not finished".into()),
                };
                writeln!(out, "ok: {}, {moves} moves, {result}: {how}", entry.card().name)?;
                Ok(true)
            }
            Err(error) => {
                writeln!(out, "{}:{line}: {error}", self.file.display())?;
                Ok(false)
            }
        }
    }
}

/// Reads a file of records, or standard input where it is `-`.
pub(super) fn read_records(path: &Path) -> anyhow::Result<String> {
    let name = || path.display().to_string();
    let file: Box<dyn Read> = match path.as_os_str() == "-" {
        true => Box::new(std::io::stdin()),
        false => Box::new(File::open(path).with_context(name)?),
    };
    let mut bytes = Vec::new();
    // One more than allowed tells a file that ends there from one that goes on.
    file.take(MIB_MAX * MIB + 1).read_to_end(&mut bytes).with_context(name)?;
    if bytes.len() as u64 > MIB_MAX * MIB {
        bail!("{}: expected at most {MIB_MAX} MiB of records: split the file", name());
    }
    String::from_utf8(bytes).with_context(name)
}
