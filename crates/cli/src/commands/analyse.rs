//! `manator analyse`: what an agent thinks of a position, as it thinks it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::time::Duration;

use clap::{ArgGroup, Args};
use manator_core::Settings;
use manator_engine::catalog::Stable;
use manator_engine::options::{LEVELS, OPTIONS};
use manator_engine::{Thought, catalog};
use manator_play::time;
use manator_search::{Limits, Score};
use serde::Serialize;

use crate::arguments::{Setup, levels, pairs};
use crate::{Verdict, streams};

const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// Let an agent think about a position
#[derive(Args)]
#[command(group = ArgGroup::new("limits").multiple(true).args(["time", "depth", "nodes"]))]
#[command(after_help = levels())]
pub(crate) struct Analyse {
    #[command(flatten)]
    setup: Setup,
    /// Who thinks: see `manator agents`
    #[arg(long, default_value = "champion")]
    agent: String,
    /// The same by the level of an agent
    #[arg(long, value_name = "LEVEL", conflicts_with = "agent", value_parser = LEVELS.iter().map(|(name, _)| *name).collect::<Vec<_>>())]
    level: Option<String>,
    /// How it judges positions: see `manator agents`
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// How long, such as 5s, 500ms or 2m
    #[arg(long, value_parser = time::duration)]
    time: Option<Duration>,
    /// How many plies deep
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// How many positions or playouts
    #[arg(long)]
    nodes: Option<u64>,
    /// How many of the best moves
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=64))]
    lines: Option<u32>,
    /// An option of the agent; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// One JSON object a depth
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Step<'a> {
    depth: u32,
    score: i32,
    proven: Option<Proven>,
    best: Option<&'a str>,
    nodes: u64,
    line: &'a [String],
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Proven {
    WinsIn(u32),
    LosesIn(u32),
}

impl Analyse {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let table = self.setup.open()?;
        let settings = self.settings()?;
        let mut agent =
            catalog::open(&*table, self.level.as_ref().unwrap_or(&self.agent), &settings)?;
        let limits = Limits { depth: self.depth, nodes: self.nodes, ..Limits::default() };
        if let Some(outcome) = table.outcome() {
            let score = Score::of(&outcome, table.to_move(), 0);
            return self.over(&table.describe_outcome(&outcome), score, table.card().name);
        }
        if !self.json {
            let heads = ("depth", "score", "nodes", "nodes/s", "time");
            let (depth, score, nodes, speed, time) = heads;
            writeln!(
                streams::stdout(),
                "{depth:>5} {score:>12} {nodes:>12} {speed:>12} {time:>9}  line"
            )?;
        }
        let mut shown = None;
        let game = table.card().name;
        let mut failed = Ok(());
        let mut show = |thought: &Thought| {
            shown = Some((thought.depth, thought.lines.clone()));
            if failed.is_ok() {
                failed = self.show(thought, game);
            }
        };
        let thought = agent.think(&*table, &limits, &mut show)?;
        failed?;
        if shown.as_ref() != Some(&(thought.depth, thought.lines.clone())) {
            self.show(&thought, game)?;
        }
        Ok(Verdict::Yes)
    }

    fn settings(&self) -> anyhow::Result<Settings> {
        let lines = self.lines.map(|lines| lines.to_string());
        let eval = self.eval.as_deref().map(|eval| ("eval", eval));
        let lines = lines.as_deref().map(|lines| ("lines", lines));
        let set = pairs(&self.set)?;
        let time = self.time.or((!self.is_limited(&set)).then_some(DEFAULT_TIME));
        let time = time.map(|time| time.as_millis().to_string());
        // As an option, a time is not taken for a clock, on which agents keep to their own depth.
        let time = time.as_deref().map(|time| ("time", time));
        Ok(Settings::read(OPTIONS, eval.into_iter().chain(lines).chain(time).chain(set))?)
    }

    /// Returns whether the agent was told how far to look, by its level or by an option.
    fn is_limited(&self, set: &[(&str, &str)]) -> bool {
        let limits = ["depth", "level", "nodes", "time"];
        self.depth.is_some()
            || self.nodes.is_some()
            || self.level.is_some()
            || LEVELS.iter().any(|(level, _)| *level == self.agent)
            || set.iter().any(|(name, _)| limits.contains(name))
    }

    fn over(&self, words: &str, score: Score, game: &str) -> anyhow::Result<Verdict> {
        if self.json {
            let thought = Thought::default();
            writeln!(streams::stdout(), "{}", self.step(&thought, &[], score, game)?)?;
        } else {
            writeln!(streams::stdout(), "over: {words}")?;
        }
        Ok(Verdict::Yes)
    }

    fn step(
        &self,
        thought: &Thought,
        line: &[String],
        score: Score,
        game: &str,
    ) -> anyhow::Result<String> {
        let proven = match (score.wins_in(), score.loses_in()) {
            (Some(plies), _) => Some(Proven::WinsIn(plies)),
            (_, Some(plies)) => Some(Proven::LosesIn(plies)),
            _ => None,
        };
        let (depth, nodes) = (thought.depth, thought.nodes);
        let best = line.first().map(String::as_str);
        let in_units = |stable: &dyn Stable| stable.in_units(self.eval.as_deref(), score);
        let score = catalog::find(game).map_or(score.0, in_units);
        Ok(serde_json::to_string(&Step { depth, score, proven, best, nodes, line })?)
    }

    fn show(&self, thought: &Thought, game: &str) -> anyhow::Result<()> {
        let mut out = streams::stdout();
        for line in &thought.lines {
            if self.json {
                writeln!(out, "{}", self.step(thought, &line.moves, line.score, game)?)?;
                continue;
            }
            let seconds = thought.elapsed.as_secs_f64();
            let speed = thought.nodes as f64 / seconds.max(1e-9);
            writeln!(
                out,
                "{:>5} {:>12} {:>12} {:>12.0} {:>8.3}s  {}",
                thought.depth,
                line.score.to_string(),
                thought.nodes,
                speed,
                seconds,
                line.moves.join(" ")
            )?;
        }
        out.flush()?;
        Ok(())
    }
}
