//! `manator perft`: counts move sequences, to compare rule programs with one another.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::time::Instant;

use clap::Args;
use manator_core::Table;

use crate::arguments::Setup;
use crate::{Verdict, streams};

/// Count the sequences of legal moves of each length up to DEPTH
#[derive(Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    setup: Setup,
    /// How many moves deep
    #[arg(value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
    /// Count behind each legal move separately
    #[arg(long)]
    divide: bool,
}

impl Perft {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let mut table = self.setup.open()?;
        let begin = Instant::now();
        let leaves = if self.divide {
            self.divide(&mut *table)?
        } else {
            let mut leaves = 0;
            for depth in 1..=self.depth {
                leaves = table.perft(depth);
                writeln!(streams::stdout(), "{depth} {leaves}")?;
            }
            leaves
        };
        let seconds = begin.elapsed().as_secs_f64();
        writeln!(
            streams::stderr(),
            "{seconds:.3} s, {:.1} million leaves/s",
            leaves as f64 / seconds / 1e6
        )?;
        Ok(Verdict::Yes)
    }

    fn divide(&self, table: &mut dyn Table) -> anyhow::Result<u64> {
        let mut total = 0;
        for mv in table.legal() {
            table.play(&mv)?;
            let leaves = table.perft(self.depth - 1);
            table.undo();
            total += leaves;
            writeln!(streams::stdout(), "{mv} {leaves}")?;
        }
        writeln!(streams::stdout(), "total {total}")?;
        Ok(total)
    }
}
