//! `manator lab`: the laboratory, in which evaluations learn and searches are tuned.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod book;
mod play;
mod train;
mod tune;

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::{Args, Subcommand};

use crate::{Verdict, streams};

/// Make agents stronger: self-play, training of evaluations, tuning of searches, openings
///
/// What was found is also kept beside the file written, in FILE.log. See docs/lab.md.
#[derive(Args)]
pub(crate) struct LabCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Book(book::Book),
    Play(Box<play::Play>),
    Train(train::Train),
    Tune(Box<tune::Tune>),
}

impl LabCommand {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        match &self.what {
            What::Book(command) => command.run(),
            What::Play(command) => command.run(),
            What::Train(command) => command.run(),
            What::Tune(command) => command.run(),
        }
    }
}

/// How often progress is told.
const TALK_INTERVAL: Duration = Duration::from_secs(10);

/// The figures of a run, printed and kept.
struct Figures {
    path: PathBuf,
}

impl Figures {
    /// Keeps figures beside a file.
    fn beside(file: &Path) -> Figures {
        let mut name = file.as_os_str().to_owned();
        name.push(".log");
        Figures { path: name.into() }
    }

    fn tell(&self, line: &str) -> anyhow::Result<()> {
        writeln!(streams::stdout(), "{line}")?;
        let file = OpenOptions::new().create(true).append(true).open(&self.path);
        file.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()))
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}
