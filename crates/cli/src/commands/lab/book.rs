//! `manator lab book`: an opening book, by deep searches of the positions that play is likely to come to.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use manator_core::Settings;
use manator_engine::options::OPTIONS;
use manator_lab::book::{BookSession, grow};
use manator_play::saves::replace;

use super::{Figures, TALK_INTERVAL};
use crate::arguments::find_game;
use crate::stop::Stop;
use crate::{Verdict, streams};

/// Grow an opening book for a champion by deep searches
///
/// The book is the one that the engine holds: put it in its place in crates/engine/src/books and build. It is about the default
/// rules. A run that was interrupted goes on when the same command is given again, and the same command writes the
/// same book: nothing is left to chance.
#[derive(Args)]
pub(super) struct Book {
    /// The game: see `manator games`
    game: String,
    /// The file of the positions that were searched, which are added to it
    #[arg(long, value_name = "FILE")]
    data: PathBuf,
    /// The file of the book to write
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// How many positions a search looks at
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many positions the book is to hold in the end
    #[arg(long, value_name = "N", default_value_t = 300)]
    positions: usize,
    /// Stop after so many seconds, whatever is missing
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// How many of the best moves of a position are looked at further
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=64))]
    moves: u64,
    /// How much worse than the best they may be, in units of the evaluation
    #[arg(long, value_name = "N", default_value_t = 40)]
    margin: i32,
    /// What a move costs, in the same units: the more, the more lines are looked at rather than long ones
    #[arg(long, value_name = "N", default_value_t = 10)]
    ply: i32,
    /// How much worse than the best a move may be that the book plays
    #[arg(long, value_name = "N", default_value_t = 10)]
    spare: i32,
    /// The size of the memory of a search in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=65_536))]
    hash: u64,
}

impl Book {
    pub(super) fn run(&self) -> anyhow::Result<Verdict> {
        let entry = find_game(&self.game)?;
        let table = entry.open(Settings::defaults(entry.card().options))?;
        let Book { moves, hash, .. } = self;
        let settings = Settings::parse(OPTIONS, &format!("hash={hash} lines={moves}"))?;
        let session = BookSession {
            table: &*table,
            settings: &settings,
            nodes: self.nodes,
            margin: self.margin,
            ply: self.ply,
            positions: self.positions,
            time: self.seconds.map(Duration::from_secs),
        };
        let stop = Stop::on_signal()?;
        let begin = Instant::now();
        let (mut told, mut searched) = (begin, 0);
        let tree = grow(&self.data, &self.heading(), &session, &stop.flag, |line| {
            searched += 1;
            if told.elapsed() >= TALK_INTERVAL {
                told = Instant::now();
                let _ = writeln!(streams::stderr(), "{line}");
            }
        })?;
        let (held, depth) = (tree.len(), tree.depth());
        let made = format!("{} --positions {held} --spare {}", self.heading(), self.spare);
        let text = format!("{made}\n{}", tree.book(self.spare));
        replace(&self.output, &text)
            .with_context(|| format!("cannot write {}", self.output.display()))?;
        let seconds = begin.elapsed().as_secs_f64();
        let figures = Figures::beside(&self.output);
        figures.tell(&format!(
            "{made}: {searched} searches, {held} positions up to {depth} moves deep, {} bytes, {seconds:.0} s",
            text.len()
        ))?;
        if held < self.positions {
            let talk = format!("{held} of {} positions: to go on, say the same", self.positions);
            writeln!(streams::stderr(), "{talk}")?;
        }
        Ok(stop.status().map_or(Verdict::Yes, Verdict::Stopped))
    }

    /// Returns the command without what may change when it is given again.
    fn heading(&self) -> String {
        let Book { game, nodes, moves, margin, ply, hash, .. } = self;
        format!(
            "# manator lab book {game} --nodes {nodes} --moves {moves} --margin {margin} --ply {ply} \
             --hash {hash}"
        )
    }
}
