//! `manator match`: agents play each other, and how strong they are comes out.
// SPDX-License-Identifier: MIT OR Apache-2.0

use clap::Args;
use manator_organise::Event;

use crate::Verdict;
use crate::arguments::levels;
use crate::organise::Running;
use crate::organise::conditions::{Conditions, read_sprt};

/// Let agents play each other, and say how strong they are, with error bars
///
/// Every opening is played from all seats: two games for two players, six for three. With the same seed the
/// same games are played.
#[derive(Args)]
#[command(after_help = levels())]
pub(crate) struct Match {
    /// The game: see `manator games`
    game: String,
    /// Who plays: agents such as champion or alphabeta:depth=4, programs such as ./my_agent, and api:NAME for
    /// somebody who comes over HTTP: see docs/language-models.md
    #[arg(required = true, num_args = 2.., value_name = "WHO")]
    who: Vec<String>,
    /// How many games each group plays
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Stop when it is proven that the first is at least ELO1 better than the second, or at most ELO0
    #[arg(long, value_name = "ELO0,ELO1")]
    sprt: Option<String>,
    /// Go on when a player cannot be started or breaks down: it has lost that game
    #[arg(long)]
    recover: bool,
    #[command(flatten)]
    conditions: Conditions,
    #[command(flatten)]
    running: Running,
}

impl Match {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        self.conditions.announce()?;
        let event = Event {
            games: Some(self.games),
            sprt: self.sprt.as_deref().map(read_sprt).transpose()?,
            recover: self.recover,
            ..self.conditions.event(&self.game, &self.who)?
        };
        Ok(self.running.begin(self.conditions.prepare(event)?)?.verdict())
    }
}
