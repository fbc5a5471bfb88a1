//! `manator experiment`: who beats whom, with error bars.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueEnum};
use manator_core::{Card, Settings, Table};
use manator_engine::catalog;
use manator_engine::experiment::{
    Contestant, Estimate, Fitness, Tally, duel, openings, seatings, starts,
};
use manator_engine::options::OPTIONS;

use crate::Verdict;
use crate::arguments::{find_game, levels, pairs};
use crate::report::{Grid, Section};

/// How deep evaluations look when nobody says.
const DEPTH: u32 = 3;
/// How deep they look in games of which too few could be played otherwise.
const DEPTH_SLOW: u32 = 2;
const SLOW: [&str; 2] = ["jetan", "threechess"];

/// Play evaluations or agents against each other
#[derive(Args)]
#[command(after_help = levels())]
pub(crate) struct Experiment {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Evals(Evals),
    Agents(Agents),
}

/// What both experiments take.
#[derive(Args)]
struct Common {
    /// How many games each two play; rounded up until every opening is played in every seating
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// What the openings are drawn from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Also put the results into this file, between the comments that mark their section
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

/// Play every evaluation of a game against every other, at the same depth
#[derive(Args)]
struct Evals {
    /// The game: see `manator games`
    game: String,
    /// How many plies deep they look [default: 3, in slow games 2]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: Option<u32>,
    #[command(flatten)]
    common: Common,
}

/// Play two agents against each other
#[derive(Args)]
#[command(after_help = levels())]
struct Agents {
    /// The game: see `manator games`
    game: String,
    /// One agent: see `manator agents`
    first: String,
    /// The other agent
    second: String,
    /// An option of the first agent; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    first_set: Vec<String>,
    /// An option of the second agent; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    second_set: Vec<String>,
    /// A rule option; may be repeated
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// Begin every game at the start, not after random plies; where the rules draw the start, drawn anew
    #[arg(long)]
    starts: bool,
    /// Which positions after random plies are used
    #[arg(long, value_enum, default_value_t, conflicts_with = "starts")]
    openings: Openings,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Openings {
    /// Those in which the champion, looking 4 plies ahead, sees nobody win nor far ahead
    #[default]
    Even,
    /// Those in which it sees nobody win, looking 2 plies ahead, as in `experiment evals`
    Open,
}

impl From<Openings> for Fitness {
    fn from(openings: Openings) -> Fitness {
        match openings {
            Openings::Even => Fitness::Even,
            Openings::Open => Fitness::Open,
        }
    }
}

impl Experiment {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        match &self.what {
            What::Evals(evals) => evals.run(),
            What::Agents(agents) => agents.run(),
        }
    }
}

impl Common {
    fn section(&self, name: String) -> anyhow::Result<Option<Section>> {
        self.markdown.as_deref().map(|path| Section::find(path, name)).transpose()
    }

    /// Returns how many openings the games need.
    fn count(&self, card: &Card) -> usize {
        (self.games as usize).div_ceil(seatings(card.players.len()).len())
    }
}

impl Evals {
    fn run(&self) -> anyhow::Result<Verdict> {
        let table = start(&self.game, &[])?;
        let card = table.card();
        let names: Vec<&str> = evaluations(&card)?;
        let section = self.common.section(format!("evals {}", card.name))?;
        let agent = if card.players.len() == 2 { "alphabeta" } else { "paranoid" };
        let depth = self.depth(&card).to_string();
        let contestants = names.iter().map(|name| {
            let settings = Settings::read(OPTIONS, [("eval", *name), ("depth", depth.as_str())])?;
            Ok(Contestant { agent: agent.into(), settings })
        });
        let contestants: Vec<Contestant> = contestants.collect::<anyhow::Result<_>>()?;
        let (count, seed) = (self.common.count(&card), self.common.seed);
        let openings = openings(&*table, count, seed, Fitness::Open)?;
        let mut matches = Vec::new();
        for first in 0..names.len() {
            for second in first + 1..names.len() {
                let sides = [&contestants[first], &contestants[second]];
                matches.push(([first, second], played(&openings, sides)?));
            }
        }
        let text = self.text(&card, agent, &names, &matches);
        write!(anstream::stdout(), "{text}")?;
        if let Some(section) = section {
            section.replace(&format!("## {}\n\n{text}", card.title))?;
        }
        Ok(Verdict::Yes)
    }

    fn depth(&self, card: &Card) -> u32 {
        let usual = if SLOW.contains(&card.name) { DEPTH_SLOW } else { DEPTH };
        self.depth.unwrap_or(usual)
    }

    fn text(
        &self,
        card: &Card,
        agent: &str,
        names: &[&str],
        matches: &[([usize; 2], Tally)],
    ) -> String {
        let heads = vec!["evaluation", "games", "score", "95 % interval"];
        let mut rows: Vec<(Estimate, Vec<String>)> = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let (games, shares) = overall(index, matches);
            let estimate = Estimate::of(&shares);
            let [score, interval] = shown(&estimate);
            rows.push((estimate, vec![(*name).into(), games.to_string(), score, interval]));
        }
        rows.sort_by(|one, other| other.0.mean.total_cmp(&one.0.mean));
        let rows = rows.into_iter().map(|(_, row)| row).collect();
        let ranking = Grid { heads, words: 1, rows };
        let mut pairings =
            Grid { heads: heads_of(&["first", "second"]), words: 2, rows: Vec::new() };
        for ([first, second], tally) in matches {
            let mut row = vec![names[*first].into(), names[*second].into()];
            row.extend(cells(tally));
            pairings.rows.push(row);
        }
        let Common { games, seed, .. } = self.common;
        let (game, depth) = (card.name, self.depth(card));
        format!(
            "`{agent}` at depth {depth}, by `manator experiment evals {game} --depth {depth} --games \
             {games} --seed {seed}`.\n\n{}\n{}",
            ranking.text(),
            pairings.text()
        )
    }
}

impl Agents {
    fn run(&self) -> anyhow::Result<Verdict> {
        let options = pairs(&self.option)?;
        let table = start(&self.game, &options)?;
        let card = table.card();
        let first = contestant(&self.first, &self.first_set).context("--first-set")?;
        let second = contestant(&self.second, &self.second_set).context("--second-set")?;
        for contestant in [&first, &second] {
            contestant.open(&*table)?;
        }
        let section = self.common.section("agents".into())?;
        let (count, seed) = (self.common.count(&card), self.common.seed);
        let openings = match self.starts {
            true => starts(find_game(&self.game)?, &options, count, seed)?,
            false => openings(&*table, count, seed, self.openings.into())?,
        };
        let tally = played(&openings, [&first, &second])?;
        let heads = heads_of(&["game", "first", "second", "seed"]);
        let mut game = format!("{} {}", card.name, table.settings()).trim_end().to_string();
        game += match (self.starts, self.openings) {
            (true, _) => ", from the start",
            (false, Openings::Even) => ", even openings",
            (false, Openings::Open) => "",
        };
        let mut row = vec![game, first.to_string(), second.to_string(), seed.to_string()];
        row.extend(cells(&tally));
        let mut grid = Grid { heads, words: 4, rows: vec![row] };
        write!(anstream::stdout(), "{}", grid.text())?;
        if let Some(section) = section {
            grid.merge(&section.body()?);
            section.replace(&format!("## Agents\n\n{}", grid.text()))?;
        }
        Ok(Verdict::Yes)
    }
}

fn start(game: &str, options: &[(&str, &str)]) -> anyhow::Result<Box<dyn Table>> {
    let entry = find_game(game)?;
    Ok(entry.open(Settings::read(entry.card().options, options.iter().copied())?)?)
}

fn evaluations(card: &Card) -> anyhow::Result<Vec<&'static str>> {
    let named = catalog::find(card.name).map(|stable| stable.evaluations()).unwrap_or_default();
    if let [] | [_] = &named[..] {
        bail!("{} has {} evaluation: expected at least two to compare", card.name, named.len());
    }
    Ok(named.into_iter().map(|(name, _)| name).collect())
}

fn contestant(agent: &str, set: &[String]) -> anyhow::Result<Contestant> {
    Ok(Contestant { agent: agent.into(), settings: Settings::read(OPTIONS, pairs(set)?)? })
}

fn played(openings: &[Box<dyn Table>], sides: [&Contestant; 2]) -> anyhow::Result<Tally> {
    let begin = Instant::now();
    let tally = duel(openings, sides, &mut |_| {})?;
    let seconds = begin.elapsed().as_secs_f64();
    eprintln!("{} - {}: {} games, {seconds:.1} s", sides[0], sides[1], tally.games());
    Ok(tally)
}

/// Returns how many games an evaluation played, and its share of each opening over all opponents.
fn overall(index: usize, matches: &[([usize; 2], Tally)]) -> (usize, Vec<f64>) {
    let mut games = 0;
    let mut sums: Vec<f64> = Vec::new();
    let mut opponents = 0.0;
    for (sides, tally) in matches {
        if !sides.contains(&index) {
            continue;
        }
        games += tally.games();
        opponents += 1.0;
        sums.resize(tally.shares.len(), 0.0);
        for (sum, share) in sums.iter_mut().zip(&tally.shares) {
            *sum += if sides[0] == index { *share } else { 1.0 - share };
        }
    }
    (games, sums.into_iter().map(|sum| sum / opponents).collect())
}

fn heads_of(words: &[&'static str]) -> Vec<&'static str> {
    let numbers = ["games", "won", "tied", "lost", "capped", "score", "95 % interval"];
    words.iter().copied().chain(numbers).collect()
}

fn cells(tally: &Tally) -> Vec<String> {
    let counts = [tally.games(), tally.won, tally.tied, tally.lost, tally.capped];
    counts.iter().map(ToString::to_string).chain(shown(&Estimate::of(&tally.shares))).collect()
}

/// Returns the mean and the interval in per cent.
fn shown(estimate: &Estimate) -> [String; 2] {
    let Estimate { mean, low, high } = estimate;
    [format!("{:.1}", mean * 100.0), format!("{:.1} to {:.1}", low * 100.0, high * 100.0)]
}
