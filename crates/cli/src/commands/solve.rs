//! `manator solve`: who wins with perfect play.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;
use manator_core::{Game, Notation, Rulebook, Settings};
use manator_engine::solve::joust::{Progress, Proof, solve};
use manator_games::joust::Joust;

use crate::{Verdict, streams};

/// Find out who wins a game with perfect play
#[derive(Args)]
pub(crate) struct Solve {
    /// The game; only joust can be solved
    game: String,
    /// The board's size, columns x rows
    #[arg(long, value_name = "XxY", default_value = "6x6")]
    size: String,
    /// Moves to play first, with blanks between them
    #[arg(short, long, value_name = "MOVES", default_value = "")]
    moves: String,
}

impl Solve {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        if self.game != Joust::CARD.name {
            bail!("'{}': expected joust, the only game that can be solved", self.game);
        }
        let settings = Settings::read(Joust::CARD.options, [("size", self.size.as_str())])?;
        let game = Joust::new(&settings)?;
        let mut position = game.start();
        for (number, text) in (1..).zip(self.moves.split_whitespace()) {
            let mv = game
                .read_move(&position, text)
                .with_context(|| format!("move {number}: {text}"))?;
            game.play(&mut position, mv);
        }
        let begin = Instant::now();
        let mut told = begin;
        let talks = streams::is_stderr_terminal();
        let solution = solve(&game, &position, |progress: Progress| {
            if talks && told.elapsed().as_secs() >= 1 {
                told = Instant::now();
                let Progress { nodes, decided, moves } = progress;
                let news = format!("{nodes} positions, {decided} of {moves} moves decided");
                let _ = writeln!(streams::stderr(), "{news}");
            }
            ControlFlow::Continue(())
        });
        let solution = solution.context("the search was broken off")?;
        let mut out = streams::stdout();
        let winner = Joust::CARD.players[solution.winner.index()];
        let plies = solution.plies.map(|plies| format!(" in {plies} plies")).unwrap_or_default();
        let how = match solution.proof {
            Proof::Mirror => "by mirroring every move",
            Proof::Search => "every defence was tried",
        };
        writeln!(out, "{winner} wins{plies}: {how}")?;
        let mut line = Vec::new();
        for mv in solution.line {
            line.push(game.move_text(&position, mv));
            game.play(&mut position, mv);
        }
        writeln!(out, "line: {}", line.join(" "))?;
        let seconds = begin.elapsed().as_secs_f64();
        writeln!(streams::stderr(), "{} positions, {seconds:.2} s", solution.nodes)?;
        Ok(Verdict::Yes)
    }
}
