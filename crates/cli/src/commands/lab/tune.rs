//! `manator lab tune`: better numbers for the search of a champion.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::Args;
use manator_engine::catalog;
use manator_lab::spsa::Gains;
use manator_lab::tune::{TuneSession, USUAL, tune, tuning_text};
use manator_play::SeatSpec;
use manator_search::strong::Tuning;

use super::{Figures, TALK_INTERVAL};
use crate::arguments::{Rules, find_game};
use crate::stop::Stop;
use crate::{Verdict, streams};

/// Look for better numbers of a champion's search by SPSA
///
/// Each step shifts all numbers at once, up or down by chance, plays the two opposite shifts against each other, and moves
/// the numbers towards the better one. A run that was interrupted goes on when the same command is given again. The same
/// seed plays the same games, on any number of threads.
#[derive(Args)]
pub(super) struct Tune {
    /// The game: see `manator games`
    game: String,
    #[command(flatten)]
    rules: Rules,
    /// The file of the steps, which are added to it
    #[arg(long, value_name = "FILE")]
    data: PathBuf,
    /// The champion, with options as in `champion:hash=1,tuning=NAME:NUMBER`, from whose numbers it begins
    #[arg(long, value_name = "AGENT", default_value = "champion:hash=1")]
    agent: SeatSpec,
    /// A number to tune; may be repeated [default: some that act in every game]
    #[arg(long, value_name = "NAME", value_parser = parameter)]
    parameter: Vec<&'static str>,
    /// How many positions it looks at for a move [default: 2000, unless the agent's options limit it]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many openings, each played from either side, make a step
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pairs: u64,
    /// How many steps the file is to hold in the end
    #[arg(long, value_name = "N", default_value_t = 500)]
    steps: u64,
    /// Stop after so many seconds, whatever is missing
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// How far the first step goes, in quarters of the number, for a slope of 1
    #[arg(long, value_name = "GAIN", default_value_t = Gains::default().step)]
    gain: f64,
    /// How far numbers are shifted at first, in quarters of the number
    #[arg(long, value_name = "WIDTH", default_value_t = Gains::default().width)]
    width: f64,
    /// After how many steps they begin to be shorter
    #[arg(long, value_name = "N", default_value_t = Gains::default().stability)]
    stability: f64,
    /// How many random moves a game begins with
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(0..=100))]
    opening: u64,
    /// After how many moves a game is a tie
    #[arg(long, value_name = "N", default_value_t = 400)]
    moves: usize,
    /// What all chance is drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many games are played at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
}

const NODES: u64 = 2000;

fn parameter(name: &str) -> Result<&'static str, String> {
    let known = Tuning::PARAMETERS.iter().map(|parameter| parameter.name);
    let names = || known.clone().collect::<Vec<_>>().join(", ");
    known.clone().find(|known| *known == name).ok_or_else(|| format!("expected one of {}", names()))
}

impl Tune {
    pub(super) fn run(&self) -> anyhow::Result<Verdict> {
        let table = self.rules.open(find_game(&self.game)?, None)?;
        let settings = match &self.agent {
            SeatSpec::Agent { name, settings } if name == "champion" => settings,
            other => bail!("'{other}': expected champion, with or without options"),
        };
        let usual = catalog::find(&self.game).and_then(|stable| stable.tuning());
        let Some(usual) = usual else {
            bail!("'{}': expected a game whose champion has numbers to tune", self.game);
        };
        let Tune { gain: step, width, stability, .. } = *self;
        let session = TuneSession {
            table: &*table,
            settings,
            usual,
            parameters: self.parameters(),
            gains: Gains { step, width, stability },
            pairs: self.pairs,
            nodes: self.nodes(),
            opening: self.opening as usize,
            moves_max: self.moves,
            seed: self.seed,
            steps: self.steps,
            time: self.seconds.map(Duration::from_secs),
            threads: self.threads as usize,
        };
        let heading = self.heading()?;
        let stop = Stop::on_signal()?;
        let begin = Instant::now();
        let (mut told, mut made) = (begin, 0);
        let (tuning, steps) = tune(&self.data, &heading, &session, &stop.flag, |line| {
            made += 1;
            if told.elapsed() >= TALK_INTERVAL {
                told = Instant::now();
                let _ = writeln!(streams::stderr(), "{line}");
            }
        })?;
        let (games, seconds) = (2 * self.pairs * made, begin.elapsed().as_secs_f64());
        let figures = Figures::beside(&self.data);
        figures.tell(&format!("{heading}: {made} steps, {games} games, {seconds:.0} s"))?;
        figures.tell(&tuning_text(tuning, usual))?;
        if steps < self.steps {
            let talk = format!("{steps} of {} steps: to go on, say the same", self.steps);
            writeln!(streams::stderr(), "{talk}")?;
        }
        Ok(stop.status().map_or(Verdict::Yes, Verdict::Stopped))
    }

    fn parameters(&self) -> &[&'static str] {
        if self.parameter.is_empty() { USUAL } else { &self.parameter }
    }

    fn nodes(&self) -> Option<u64> {
        let SeatSpec::Agent { settings, .. } = &self.agent else { return self.nodes };
        let is_limited = LIMITS.iter().any(|name| settings.given(name).is_some());
        self.nodes.or((!is_limited).then_some(NODES))
    }

    /// Returns the command without what may change when it is given again.
    fn heading(&self) -> anyhow::Result<String> {
        let Tune { game, agent, pairs, gain, width, stability, opening, moves, seed, .. } = self;
        let options = self.rules.texts()?;
        let options: String = options.iter().map(|text| format!(" -o {text}")).collect();
        let parameters = self.parameters().iter().map(|name| format!(" --parameter {name}"));
        let parameters: String = parameters.collect();
        let nodes = self.nodes().map(|nodes| format!(" --nodes {nodes}")).unwrap_or_default();
        Ok(format!(
            "# manator lab tune {game}{options} --agent {agent}{parameters}{nodes} --pairs {pairs} \
             --gain {gain} --width {width} --stability {stability} --opening {opening} --moves {moves} \
             --seed {seed}"
        ))
    }
}

/// The options of an agent that limit how long it thinks.
const LIMITS: &[&str] = &["cpu", "depth", "level", "nodes", "time"];
