//! `manator judge`: a game that was played is declared lost by default.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;

use anyhow::bail;
use clap::Args;
use manator_organise::store::Number;
use manator_organise::{LaterGames, RulingError, rule};
use manator_tournament::GameId;

use crate::organise::StoreArgs;
use crate::{Verdict, streams};

/// Declare that a player has lost a game of a tournament by default, whatever was played
///
/// The record stays as it was played; tables, grades and pairings count the ruling. Name all players of a game, and all
/// have lost it. A tournament that is being played is stopped first, and goes on after that with `manator resume`, a
/// class with `manator class serve`.
#[derive(Args)]
pub(crate) struct Judge {
    /// The number of the tournament: see `manator tournaments`
    number: i64,
    /// The game, as tables of games have it: 1.2.1
    game: GameId,
    /// Who has lost it, by name
    #[arg(required = true, value_name = "PLAYER")]
    losers: Vec<String>,
    /// Why, in a few words that stand beside the result
    #[arg(long, value_name = "WORDS", default_value = "")]
    why: String,
    /// Remove the games of later rounds if they were paired by the old result; others are played instead
    #[arg(long)]
    forget_later: bool,
    #[command(flatten)]
    place: StoreArgs,
}

impl Judge {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let number = Number(self.number);
        let mut store = self.place.open()?;
        let _claim = store.claim(number)?;
        let later = if self.forget_later { LaterGames::Forget } else { LaterGames::Keep };
        let ruling = rule(&mut store, number, self.game, (&self.losers, &self.why), later);
        if let Err(error @ RulingError::Later(_)) = ruling {
            bail!("{error}; --forget-later removes them, and others are played instead");
        }
        let ruling = ruling?;
        let mut out = streams::stdout();
        writeln!(out, "game {}: {}", self.game, ruling.words)?;
        if ruling.goes_on {
            writeln!(out, "games are missing now; go on with: manator resume {number}")?;
        }
        Ok(Verdict::Yes)
    }
}
