//! `manator lab`: the laboratory, in which evaluations learn.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod play;
mod train;

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Subcommand};

use crate::{Verdict, streams};

/// Make agents stronger: self-play, and training of evaluations
///
/// What was found is also kept beside the file written, in FILE.log. See docs/lab.md.
#[derive(Args)]
pub(crate) struct LabCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Play(Box<play::Play>),
    Train(train::Train),
}

impl LabCommand {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        match &self.what {
            What::Play(command) => command.run(),
            What::Train(command) => command.run(),
        }
    }
}

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
