//! `manator solve joust`: one position, or every home start of every board up to some size.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod survey;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use manator_core::{Game, Notation, Rulebook, Settings};
use manator_engine::solve::joust::{Progress, Proof, Solution, Solver};
use manator_games::joust::{Joust, Position};

use self::survey::Survey;
use crate::{Verdict, streams};

/// How much memory a position gets, in MiB.
const HASH_MIB: usize = 32;
/// How much memory every home start gets, in MiB.
const SURVEY_HASH_MIB: usize = 1024;

#[derive(Args)]
#[group(skip)]
pub(super) struct Options {
    /// Joust: the board's size, columns x rows
    #[arg(long, value_name = "XxY", default_value = "6x6")]
    size: String,
    /// Joust: solve every home start of the board, each knight on any square of its home row
    #[arg(long)]
    every_start: bool,
    /// Joust: solve every home start of every board of at most so many columns and rows
    #[arg(long, value_name = "XxY", conflicts_with_all = ["size", "every_start", "moves"])]
    up_to: Option<String>,
    /// Joust: keep the starts that are solved in this file, and go on from what is there
    #[arg(long, value_name = "FILE")]
    starts: Option<PathBuf>,
}

impl Options {
    pub(super) fn run(&self, moves: &str) -> anyhow::Result<Verdict> {
        if let Some(size) = &self.up_to {
            let boards = survey::boards_up_to(grid(size)?);
            return Survey::open(self.starts.clone())?.run(&boards, SURVEY_HASH_MIB);
        }
        if self.every_start {
            return Survey::open(self.starts.clone())?.run(&[grid(&self.size)?], SURVEY_HASH_MIB);
        }
        let settings = Settings::read(Joust::CARD.options, [("size", self.size.as_str())])?;
        let game = Joust::new(&settings)?;
        let mut position = game.start();
        for (number, text) in (1..).zip(moves.split_whitespace()) {
            let mv = game
                .read_move(&position, text)
                .with_context(|| format!("move {number}: {text}"))?;
            game.play(&mut position, mv);
        }
        let begin = Instant::now();
        let solution = solve(&mut Solver::new(HASH_MIB), &game, &position, "")?;
        tell(&game, position, &solution)?;
        let seconds = begin.elapsed().as_secs_f64();
        writeln!(streams::stderr(), "{} positions, {seconds:.2} s", solution.nodes)?;
        Ok(Verdict::Yes)
    }
}

fn grid(size: &str) -> anyhow::Result<manator_core::grid::Grid> {
    let settings = Settings::read(Joust::CARD.options, [("size", size)])?;
    Ok(Joust::new(&settings)?.grid)
}

/// Solves a position, with news on a terminal every second.
fn solve(
    solver: &mut Solver,
    game: &Joust,
    position: &Position,
    what: &str,
) -> anyhow::Result<Solution> {
    let mut told = Instant::now();
    let talks = streams::is_stderr_terminal();
    let solution = solver.solve(game, position, |progress: Progress| {
        if talks && told.elapsed().as_secs() >= 1 {
            told = Instant::now();
            let Progress { nodes, decided, moves } = progress;
            let news = format!("{what}{nodes} positions, {decided} of {moves} moves decided");
            let _ = writeln!(streams::stderr(), "{news}");
        }
        ControlFlow::Continue(())
    });
    solution.context("the search was broken off")
}

fn tell(game: &Joust, mut position: Position, solution: &Solution) -> anyhow::Result<()> {
    let mut out = streams::stdout();
    let winner = Joust::CARD.players[solution.winner.index()];
    let plies = solution.plies.map(|plies| format!(" in {plies} plies")).unwrap_or_default();
    // A mirror says who wins, but not how soon: that takes a search.
    let how = match (solution.proof, solution.plies) {
        (Proof::Mirror, None) => "by mirroring every move",
        _ => "every defence was tried",
    };
    writeln!(out, "{winner} wins{plies}: {how}")?;
    let mut line = Vec::new();
    for mv in &solution.line {
        line.push(game.move_text(&position, *mv));
        game.play(&mut position, *mv);
    }
    writeln!(out, "line: {}", line.join(" "))?;
    Ok(())
}
