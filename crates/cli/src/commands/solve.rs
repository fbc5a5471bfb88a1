//! `manator solve`: who wins with perfect play.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod joust;
mod kings_court;
mod refusal;

use anyhow::bail;
use clap::Args;
use manator_core::Rulebook;
use manator_games::joust::Joust;
use manator_games::kings_court::KingsCourt;
use manator_games::refusal::Refusal;

use crate::Verdict;

/// Find out who wins a game with perfect play
#[derive(Args)]
pub(crate) struct Solve {
    /// The game: joust, kings-court (its last four pieces) or refusal
    game: String,
    /// Moves to play first, with blanks between them
    #[arg(short, long, value_name = "MOVES", default_value = "")]
    moves: String,
    #[command(flatten)]
    joust: joust::Options,
    #[command(flatten)]
    kings_court: kings_court::Options,
    #[command(flatten)]
    refusal: refusal::Options,
}

impl Solve {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        match self.game.as_str() {
            name if name == Refusal::CARD.name => self.refusal.run(&self.moves),
            name if name == Joust::CARD.name => self.joust.run(&self.moves),
            name if name == KingsCourt::CARD.name => self.kings_court.run(&self.moves),
            name => {
                bail!(
                    "'{name}': expected joust, kings-court or refusal, which can be solved at least in part"
                )
            }
        }
    }
}
