//! `manator class`: a class in one command.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod codes;
mod results;
mod serve;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use manator_play::contender::Notes;
use manator_server::class::{Codes, Roster};

use crate::Verdict;

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
    Codes(codes::PrintCodes),
    Serve(serve::Serve),
    Results(results::Results),
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

/// Returns a name without what steers a terminal, or turns the direction of a line.
fn shown(name: &str) -> String {
    let turns = |letter: &char| matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    Notes::shown(&name.chars().filter(|letter| !turns(letter)).collect::<String>())
}
