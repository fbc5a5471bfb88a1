//! `manator engine`: any agent as an engine that speaks UGI on standard input and output.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod desk;
mod options;
mod thinker;

use std::io::{self, BufReader};

use clap::Args;
use manator_core::Settings;
use manator_engine::options::OPTIONS;

use crate::arguments::{Rules, find_game, levels, pairs};
use crate::{Verdict, streams};

use desk::Unwatched;
pub(crate) use desk::{Desk, Follower, Stopped};
pub(crate) use options::Choice;
pub(crate) use thinker::{Mind, Question, Saying};

/// Let an agent play as an engine: commands of the UGI protocol in, moves out
///
/// Runners of engine matches start this command. `ugi` or `uci` on standard input begins; see docs/protocol.md.
#[derive(Args)]
#[command(after_help = levels())]
pub(crate) struct Engine {
    /// The game: see `manator games`
    game: String,
    #[command(flatten)]
    rules: Rules,
    /// Who plays: see `manator agents`
    #[arg(long, default_value = options::CHAMPION)]
    agent: String,
    /// An option of the agent; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
}

impl Engine {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let table = self.rules.open(find_game(&self.game)?, None)?;
        let settings = Settings::read(OPTIONS, pairs(&self.set)?)?;
        let choice = Choice { table, agent: self.agent.clone(), settings };
        let agent = choice.open()?;
        let mut desk = Desk::new(choice, None, Box::new(agent), Box::new(Unwatched));
        desk.converse(BufReader::new(io::stdin()), Box::new(streams::stdout()))?;
        Ok(Verdict::Yes)
    }
}
