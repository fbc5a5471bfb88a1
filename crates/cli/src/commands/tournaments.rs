//! `manator tournaments`: what is kept.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;

use clap::Args;
use manator_organise::store::Number;

use crate::organise::StoreArgs;
use crate::{Verdict, streams};

/// List the tournaments that are kept, or forget one
#[derive(Args)]
pub(crate) struct Tournaments {
    /// Remove this tournament and all its games from the store
    #[arg(long, value_name = "NUMBER")]
    forget: Option<i64>,
    #[command(flatten)]
    place: StoreArgs,
}

impl Tournaments {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let mut out = streams::stdout();
        if let Some(number) = self.forget.map(Number) {
            let mut store = self.place.open()?;
            let _claim = store.claim(number)?;
            store.forget(number)?;
            writeln!(out, "tournament {number} is forgotten")?;
            return Ok(Verdict::Yes);
        }
        for kept in self.place.read()?.list()? {
            let began = kept.began.get(..16).unwrap_or(&kept.began).replace('T', " ");
            let state = if kept.ended.is_some() { "over" } else { "open" };
            let (number, game, players, games) = (kept.number, kept.game, kept.players, kept.games);
            let line = format!(
                "{number:>4}  {began}  {state}  {game:<11}  {players} players  {games} games  {}",
                kept.title
            );
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(Verdict::Yes)
    }
}
