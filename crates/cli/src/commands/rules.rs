//! `manator rules`: the rules, with diagrams drawn by the code that plays by them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;

use clap::Args;

use crate::arguments::find_game;
use crate::{Verdict, streams};

/// Print the rules of a game, with diagrams
#[derive(Args)]
pub(crate) struct Rules {
    /// The game: see `manator games`
    game: String,
}

impl Rules {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let entry = find_game(&self.game)?;
        write!(streams::stdout(), "{}", entry.rules())?;
        Ok(Verdict::Yes)
    }
}
