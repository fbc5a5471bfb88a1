//! `manator store`: looks after the file in which tournaments are kept.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};

use crate::organise::StoreArgs;
use crate::{Verdict, streams};

/// Look after the store of tournaments
#[derive(Args)]
pub(crate) struct StoreCommand {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Look for damage, and save what is intact
    ///
    /// Reads every page and checks every checksum; nothing is changed. The exit code is 1 when something is damaged.
    Check {
        /// Write everything that is intact to this file, which must not be there yet
        #[arg(long, value_name = "FILE")]
        save: Option<PathBuf>,
        #[command(flatten)]
        place: StoreArgs,
    },
}

impl StoreCommand {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let Action::Check { save, place } = &self.action;
        let store = place.look()?;
        let mut out = streams::stdout();
        let findings = store.check();
        for line in &findings.damage {
            writeln!(out, "damaged: {line}")?;
        }
        let (tournaments, games) = (findings.tournaments, findings.games);
        let verdict = match findings.damage.is_empty() {
            true => "nothing is damaged",
            false => "something is damaged",
        };
        write!(out, "{tournaments} tournaments, {games} games: {verdict}")?;
        match findings.unchecked {
            0 => writeln!(out)?,
            count => writeln!(out, " ({count} of an earlier version have no checksum)")?,
        }
        if let Some(path) = save {
            for line in store.save_intact(path).context("the copy")? {
                writeln!(out, "lost: {line}")?;
            }
            writeln!(out, "everything that is intact is in {}", path.display())?;
        }
        Ok(if findings.damage.is_empty() { Verdict::Yes } else { Verdict::No })
    }
}
