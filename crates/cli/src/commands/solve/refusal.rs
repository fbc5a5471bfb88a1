//! `manator solve refusal`: the proof, in pieces that are kept, and the certificate.
//!
//! The search itself knows neither files nor time. It is asked for a few million positions again and again;
//! between them is told how far it has come, and what it knows is kept.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::io::{ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use manator_core::{Game, Notation, Rulebook, Settings};
use manator_engine::solve::refusal::{Progress, Solution, Solver};
use manator_games::refusal::{Position, Refusal};
use manator_sandbox::private;
use manator_search::refusable::Memory;

use crate::arguments::Rules;
use crate::{Verdict, streams};

/// How many positions are looked at between two looks at the time: some seconds.
const STEP_NODES: u64 = 1_000_000;
const TELL_INTERVAL: Duration = Duration::from_secs(10);
/// What an interruption costs at most, a few seconds aside.
const KEEP_INTERVAL: Duration = Duration::from_secs(120);
/// What took fewer positions is found again sooner than read.
const KEEP_NODES: u64 = 32;
/// What a file of kept knowledge begins with; the position comes next.
const TITLE: &str = "manator refusal search 1 ";

#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    #[command(flatten)]
    rules: Rules,
    /// The position of Refusal to begin with, as one line of text [default: the start]
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Refusal: how much memory, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    hash: u32,
    /// Refusal: keep what is known in this file every two minutes, and go on from what is there
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Refusal: write the proof to this file; `scripts/check-proof` checks it
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Refusal: leave out of the proof what so many positions find out again
    #[arg(long, value_name = "N", default_value_t = 1000)]
    beneath: u64,
}

impl Options {
    pub(super) fn run(&self, moves: &str) -> anyhow::Result<Verdict> {
        let (game, position) = self.begin(moves)?;
        let hash_mib = self.hash as usize;
        let mut solver = Solver::new(&game, &position, hash_mib)
            .context("only a turn that has just begun can be solved, in a game with refusals")?;
        let head = format!("{TITLE}{}\n", game.write_position(&position));
        if let Some(path) = &self.keep {
            read(&mut solver, path, &head)?;
        }
        let begin = Instant::now();
        let solution = self.search(&mut solver, &head)?;
        let winner = Refusal::CARD.players[solution.winner.index()];
        let moves: Vec<String> = solution.moves.iter().map(ToString::to_string).collect();
        let how = match (solution.winner == position.mover, &moves[..]) {
            (true, []) => "at once".to_string(),
            (true, _) => format!("by {}, whichever is refused", moves.join(" and ")),
            (false, []) => "whatever is proposed".to_string(),
            (false, _) => format!("by refusing {}", moves.join(" ")),
        };
        writeln!(streams::stdout(), "{winner} wins {how}")?;
        let seconds = begin.elapsed().as_secs_f64();
        writeln!(streams::stderr(), "{} positions, {seconds:.2} s", solver.nodes)?;
        if let Some(path) = &self.certificate {
            self.certify(&game, &mut solver, &solution, path)?;
        }
        Ok(Verdict::Yes)
    }

    fn begin(&self, moves: &str) -> anyhow::Result<(Refusal, Position)> {
        let texts = self.rules.texts()?;
        let game = Refusal::new(&Settings::parse(Refusal::CARD.options, &texts.join(" "))?)?;
        let mut position = match &self.position {
            Some(text) => game.read_position(text)?,
            None => game.start(),
        };
        for (number, text) in (1..).zip(moves.split_whitespace()) {
            let mv = game
                .read_move(&position, text)
                .with_context(|| format!("move {number}: {text}"))?;
            game.play(&mut position, mv);
        }
        Ok((game, position))
    }

    fn search(&self, solver: &mut Solver, head: &str) -> anyhow::Result<Solution> {
        let (mut told, mut kept) = (Instant::now(), Instant::now());
        let begin = told;
        loop {
            let solution = solver.step(STEP_NODES);
            if told.elapsed() >= TELL_INTERVAL && streams::is_stderr_terminal() {
                told = Instant::now();
                let (nodes, seconds) = (solver.nodes, begin.elapsed().as_secs());
                writeln!(streams::stderr(), "{nodes} positions, {seconds} s")?;
            }
            if let Some(path) = &self.keep
                && (kept.elapsed() >= KEEP_INTERVAL || solution.is_some())
            {
                keep(solver, path, head)?;
                kept = Instant::now();
            }
            if let Some(solution) = solution {
                return Ok(solution);
            }
        }
    }

    fn certify(
        &self,
        game: &Refusal,
        solver: &mut Solver,
        solution: &Solution,
        path: &Path,
    ) -> anyhow::Result<()> {
        let mut told = Instant::now();
        let talks = streams::is_stderr_terminal();
        let tell = |Progress { entries, left, open }: Progress| {
            if talks && told.elapsed() >= TELL_INTERVAL {
                told = Instant::now();
                let news =
                    format!("{entries} turns written, {left} left to the reader, {open} open");
                let _ = writeln!(streams::stderr(), "{news}");
            }
            ControlFlow::Continue(())
        };
        let certificate = solver.certificate(solution, self.beneath, tell);
        let certificate = certificate.context("the writing was broken off")?;
        private::write(path, certificate.bytes(game))
            .with_context(|| format!("cannot write {}", path.display()))?;
        writeln!(streams::stderr(), "{} turns in {}", certificate.len(), path.display())?;
        Ok(())
    }
}

fn keep(solver: &Solver, path: &Path, head: &str) -> anyhow::Result<()> {
    let mut bytes = head.as_bytes().to_vec();
    for Memory(words) in solver.memories(KEEP_NODES) {
        bytes.extend(words.into_iter().flat_map(u64::to_le_bytes));
    }
    private::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Reads what an earlier run has kept of the same position; nothing if there is no such file.
fn read(solver: &mut Solver, path: &Path, head: &str) -> anyhow::Result<()> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let Some(words) = bytes.strip_prefix(head.as_bytes()) else {
        bail!("{}: expected what a search of this position has kept", path.display());
    };
    let (words, []) = words.as_chunks::<8>() else {
        bail!("{}: it ends in the middle of an entry", path.display());
    };
    let (entries, []) = words.as_chunks::<2>() else {
        bail!("{}: it ends in the middle of an entry", path.display());
    };
    for entry in entries {
        solver.remember(Memory(entry.map(u64::from_le_bytes)));
    }
    writeln!(streams::stderr(), "{} turns known already", entries.len())?;
    Ok(())
}
