//! `manator openings`: a book of openings that nobody has won yet.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use manator_core::Table;
use manator_engine::catalog as agents;
use manator_organise::{Book, RANDOM_PLIES};
use manator_play::saves::replace;

use crate::arguments::{Rules, find_game};
use crate::organise::judging_told;
use crate::{Verdict, streams};

/// Write a book of balanced openings, no two alike, with what the search thought of each
///
/// Every command reads it: `match`, `tournament`, `compare` and `server` with --openings, `play`, `analyse`, `show` and
/// `perft` with --book. The same seed writes the same book.
#[derive(Args)]
pub(crate) struct OpeningsCommand {
    /// The game: see `manator games`
    game: String,
    #[command(flatten)]
    rules: Rules,
    /// How many openings
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// How many random moves an opening has; where that gives too few, others have more
    #[arg(long, value_name = "N", default_value_t = RANDOM_PLIES, value_parser = plies)]
    opening: usize,
    /// How many plies deep the champion looks
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// What the random moves are drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the book to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

const PLIES_MAX: usize = 100;

fn plies(text: &str) -> Result<usize, String> {
    let plies = text.parse().ok().filter(|plies| (1..=PLIES_MAX).contains(plies));
    plies.ok_or_else(|| format!("expected a number of moves from 1 to {PLIES_MAX}"))
}

impl OpeningsCommand {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let table = self.rules.open(find_game(&self.game)?, None)?;
        let book = Book {
            count: self.count as usize,
            plies: self.opening,
            depth: self.depth,
            seed: self.seed,
        };
        let found = book.of(&*table, &mut judging_told()).map_err(anyhow::Error::msg)?;
        if found.is_empty() {
            bail!("{}: every opening that was tried is decided", table.card().name);
        }
        let mut text = self.head(&*table)?;
        for one in &found {
            text += &format!("{}  # {}\n", one.line, one.judgement);
        }
        match &self.output {
            Some(path) => {
                replace(path, &text).with_context(|| format!("cannot write {}", path.display()))?
            }
            None => streams::stdout().write_all(text.as_bytes())?,
        }
        if found.len() < book.count {
            let talk = format!("{} of {} openings were found", found.len(), book.count);
            writeln!(streams::stderr(), "note: {talk}: there are no others that are balanced")?;
        }
        Ok(Verdict::Yes)
    }

    /// Says what the book is, how it was made, and by which search it was judged.
    fn head(&self, table: &dyn Table) -> anyhow::Result<String> {
        let OpeningsCommand { count, opening, depth, seed, .. } = self;
        let name = table.card().name;
        let options =
            self.rules.texts()?.iter().map(|text| format!(" -o {text}")).collect::<String>();
        let lead = agents::find(name).and_then(|stable| stable.decisive_lead());
        let lead = lead.map(|lead| format!(", nor is anybody ahead by {lead} or more"));
        Ok(format!(
            "# manator openings {name}{options} --count {count} --opening {opening} --depth {depth} \
             --seed {seed}\n# judged by champion, {depth} plies deep: nobody wins{}; the score is that of \
             the player to move\n",
            lead.unwrap_or_default()
        ))
    }
}
