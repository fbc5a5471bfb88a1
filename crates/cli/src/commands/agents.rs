//! `manator agents`: who plays, and how they judge positions.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;

use clap::Args;
use manator_engine::catalog::STABLES;
use manator_engine::options::{LEVELS, OPTIONS, Rating};

use crate::arguments::find_game;
use crate::{Verdict, streams};

/// List the agents, their evaluations and options
#[derive(Args)]
pub(crate) struct Agents {
    /// Only of this game: see `manator games`
    game: Option<String>,
}

impl Agents {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let only = self.game.as_deref().map(find_game).transpose()?;
        let mut out = streams::stdout();
        for stable in STABLES {
            if only.is_some_and(|entry| entry.card().name != stable.game()) {
                continue;
            }
            writeln!(out, "{}", stable.game())?;
            for (name, summary) in stable.agents() {
                writeln!(out, "  agent {name:<12} {summary}")?;
            }
            for (name, summary) in stable.evaluations() {
                writeln!(out, "  eval  {name:<12} {summary}")?;
            }
            if let Some(ratings) = stable.ratings() {
                writeln!(out, "  Elo   {}", rated(&ratings))?;
            }
        }
        writeln!(out, "levels, agents of every game")?;
        for (name, depth) in LEVELS {
            writeln!(out, "  agent {name:<12} {depth}")?;
        }
        writeln!(out, "options of every agent")?;
        for spec in OPTIONS {
            let default = spec.default.map(|value| format!(" [{value}]")).unwrap_or_default();
            writeln!(out, "  {}={}{default}: {}", spec.name, spec.values(), spec.summary)?;
        }
        Ok(Verdict::Yes)
    }
}

/// Writes how strong the levels are: `novice 1000 ± 40, easy 1168 ± 38`.
fn rated(ratings: &[Rating]) -> String {
    let rated = LEVELS
        .iter()
        .zip(ratings)
        .map(|((name, _), rating)| format!("{name} {} ± {}", rating.elo, rating.error));
    rated.collect::<Vec<_>>().join(", ")
}
