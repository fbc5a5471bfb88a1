//! `manator solve kings-court`: the table of the last four pieces.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use manator_core::{Rulebook, Settings};
use manator_engine::solve::kings_court::{Material, build};
use manator_games::kings_court::KingsCourt;
use manator_play::saves::replace;

use crate::{Verdict, streams};

#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    /// King's Court: write the table of the last four pieces, which is part of the program, to this file
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

impl Options {
    pub(super) fn run(&self, moves: &str) -> anyhow::Result<Verdict> {
        if !moves.is_empty() {
            bail!(
                "--moves '{moves}': expected none, because all positions of at most four pieces are solved at once"
            );
        }
        let endings = build(&KingsCourt::new(&Settings::defaults(KingsCourt::CARD.options))?);
        let mut out = streams::stdout();
        writeln!(
            out,
            "| mover's pieces | other's | positions | won | lost | neither | plies at most |"
        )?;
        writeln!(out, "|---:|---:|---:|---:|---:|---:|---:|")?;
        for Material { own, enemy, positions, won, lost, plies_max } in endings.materials {
            let neither = positions - won - lost;
            writeln!(
                out,
                "| {own} | {enemy} | {positions} | {won} | {lost} | {neither} | {plies_max} |"
            )?;
        }
        if let Some(path) = &self.table {
            replace(path, endings.bytes).with_context(|| path.display().to_string())?;
        }
        Ok(Verdict::Yes)
    }
}
