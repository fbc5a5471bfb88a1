//! `manator lab play`: games of an agent against itself, to learn from.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use manator_engine::catalog;
use manator_lab::data::{Session, record};
use manator_lab::play::Plan;
use manator_lab::{GameLine, Step};
use manator_play::SeatSpec;
use manator_search::Score;

use super::{Figures, TALK_INTERVAL};
use crate::arguments::{Rules, find_game};
use crate::stop::Stop;
use crate::{Verdict, streams};

/// The last moves of a game without a winner in which it is looked for who was ahead.
const LAST_MOVES: usize = 60;

/// Let an agent play itself, and keep the games with what it thought
///
/// A run that was interrupted goes on when the same command is given again. The same seed plays the same games,
/// on any number of threads.
#[derive(Args)]
pub(super) struct Play {
    /// The game: see `manator games`
    game: String,
    #[command(flatten)]
    rules: Rules,
    /// The file of the games, which are added to it
    #[arg(long, value_name = "FILE")]
    data: PathBuf,
    /// Who plays, with options as in `champion:eval=NAME,hash=1`: see `manator agents`
    #[arg(long, value_name = "AGENT", default_value = "champion:hash=1")]
    agent: SeatSpec,
    /// How many positions it looks at for a move
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many games the file is to hold in the end
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u64,
    /// Stop after so many seconds, whatever is missing
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// How many random moves a game begins with
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(0..=100))]
    opening: u64,
    /// How many moves in a hundred are random later on
    #[arg(long, value_name = "PERCENT", default_value_t = 3, value_parser = clap::value_parser!(u64).range(0..=100))]
    random: u64,
    /// After how many moves a game is broken off
    #[arg(long, value_name = "N", default_value_t = 1000)]
    moves: usize,
    /// What all chance is drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many games are played at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
}

impl Play {
    pub(super) fn run(&self) -> anyhow::Result<Verdict> {
        let table = self.rules.open(find_game(&self.game)?, None)?;
        let SeatSpec::Agent { name, settings } = &self.agent else {
            bail!("'{}': expected an agent of ours", self.agent);
        };
        let plan = Plan {
            nodes: self.nodes,
            opening: self.opening as usize,
            random_percent: self.random,
            moves_max: self.moves,
            seed: self.seed,
        };
        let session = Session {
            table: &*table,
            agent: name,
            settings,
            plan,
            games: self.games,
            time: self.seconds.map(Duration::from_secs),
            threads: self.threads as usize,
        };
        let heading = self.heading()?;
        let stop = Stop::on_signal()?;
        let lead = catalog::find(&self.game).and_then(|stable| stable.decisive_lead());
        let (mut tally, begin) = (Tally::default(), Instant::now());
        let mut told = begin;
        let held = record(&self.data, &heading, &session, &stop.flag, |game| {
            tally.add(game, lead);
            if told.elapsed() >= TALK_INTERVAL {
                told = Instant::now();
                let _ = writeln!(streams::stderr(), "{}", tally.line());
            }
        })?;
        let figures = Figures::beside(&self.data);
        let seconds = begin.elapsed().as_secs_f64();
        figures.tell(&format!("{heading}: {}, {seconds:.0} s", tally.line()))?;
        if held < self.games {
            writeln!(streams::stderr(), "{held} of {} games: to go on, say the same", self.games)?;
        }
        Ok(stop.status().map_or(Verdict::Yes, Verdict::Stopped))
    }

    /// Returns the command without what may change when it is given again.
    fn heading(&self) -> anyhow::Result<String> {
        let Play { game, agent, nodes, opening, random, moves, seed, .. } = self;
        let options = self.rules.texts()?;
        let options: String = options.iter().map(|text| format!(" -o {text}")).collect();
        Ok(format!(
            "# manator lab play {game}{options} --agent {agent} --nodes {nodes} --opening {opening} \
             --random {random} --moves {moves} --seed {seed}"
        ))
    }
}

/// How the games of a run ended.
#[derive(Default)]
struct Tally {
    games: u64,
    moves: u64,
    ends: BTreeMap<String, u64>,
    /// Those without a winner although somebody was far ahead.
    thrown_away: u64,
}

impl Tally {
    fn add(&mut self, game: &GameLine, lead: Option<i32>) {
        self.games += 1;
        self.moves += game.steps.len() as u64;
        let reason = game.end.as_ref().map_or("broken-off", |end| &end.reason);
        *self.ends.entry(reason.into()).or_default() += 1;
        let is_won = game.end.as_ref().is_some_and(|end| end.payoffs.contains(&1));
        // Whoever sees that all will have lost says so with a score beyond those of evaluations: that is no lead.
        let is_lead = |score: Score, lead| {
            score.is_proven() || (lead..=Score::EVALUATION_MAX).contains(&score.0.abs())
        };
        let is_far_ahead = |step: &Step| {
            step.score.zip(lead).is_some_and(|(score, lead)| is_lead(Score(score), lead))
        };
        let last = game.steps.iter().rev().take(LAST_MOVES);
        self.thrown_away += u64::from(!is_won && last.into_iter().any(is_far_ahead));
    }

    fn line(&self) -> String {
        let Tally { games, moves, ends, thrown_away } = self;
        let ends: Vec<String> = ends.iter().map(|(why, count)| format!("{count} {why}")).collect();
        format!(
            "{games} games, {moves} moves: {}; without a winner though somebody was far ahead {thrown_away}",
            ends.join(", ")
        )
    }
}
