//! `manator games`: what there is to play.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;

use clap::Args;
use manator_games::catalog::GAMES;

use crate::{Verdict, streams};

/// List the games, their players and options
#[derive(Args)]
pub(crate) struct Games {}

impl Games {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let mut out = streams::stdout();
        for entry in GAMES {
            let card = entry.card();
            writeln!(out, "{:<12} {}", card.name, card.summary)?;
            writeln!(out, "{:<12} players: {}", "", card.players.join(", "))?;
            for spec in card.options {
                let default = spec.default.map(|value| format!(" [{value}]")).unwrap_or_default();
                writeln!(out, "{:<12} option {}={}{default}", "", spec.name, spec.values())?;
            }
        }
        Ok(Verdict::Yes)
    }
}
