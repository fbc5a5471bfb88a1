//! `manator show`: a position to look at.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, Write};

use clap::Args;
use manator_core::Table;

use crate::arguments::Setup;
use crate::{Verdict, paint, streams};

/// Show a position: board, whose turn, counters and legal moves
#[derive(Args)]
pub(crate) struct Show {
    #[command(flatten)]
    setup: Setup,
}

impl Show {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let table = self.setup.open()?;
        let mut out = streams::stdout();
        position(&mut out, &*table)?;
        let legal = table.legal();
        if !legal.is_empty() {
            writeln!(out, "{} legal moves: {}", legal.len(), legal.join(" "))?;
        }
        Ok(Verdict::Yes)
    }
}

pub(crate) fn position(out: &mut streams::Stream, table: &dyn Table) -> io::Result<()> {
    let card = table.card();
    out.paint(&paint::board(&card, &table.canvas(None)))?;
    writeln!(out)?;
    if let Some(mv) = table.moves().last() {
        writeln!(out, "last move: {mv}")?;
    }
    for fact in table.facts() {
        writeln!(out, "{}: {}", fact.label, fact.value)?;
    }
    writeln!(out, "position: {}", table.position())?;
    match table.outcome() {
        Some(outcome) => writeln!(out, "over: {}", table.describe_outcome(&outcome)),
        None => writeln!(out, "to move: {}", card.players[table.to_move().index()]),
    }
}
