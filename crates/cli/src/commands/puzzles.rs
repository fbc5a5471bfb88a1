//! `manator puzzles`: positions in which one move wins, found in games and proven.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use manator_core::{Record, Settings, Table};
use manator_engine::options::OPTIONS;
use manator_engine::puzzle::{self, Collection, Finder, Puzzle};
use manator_lab::play::{Plan, Player};
use manator_play::saves::replace;

use super::replay::read_records;
use crate::arguments::{Rules, find_game};
use crate::{Verdict, streams};

/// Who plays the games in which puzzles are looked for, how well, and how long.
const AGENT: &str = "champion";
const AGENT_NODES: u64 = 200;
const RANDOM_PERCENT: u64 = 12;
const MOVES_MAX: usize = 400;

/// Find puzzles: positions in which exactly one move wins by force, proven by a search that looks at every move
///
/// One puzzle a line: within how many plies its move wins, within how many no other move does, the move, the position. The same seed finds the same puzzles.
#[derive(Args)]
pub(crate) struct PuzzlesCommand {
    /// The game: see `manator games`
    game: String,
    #[command(flatten)]
    rules: Rules,
    /// Look in the records of this file, or - for standard input, instead of games of the champion with itself
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// How many games the champion plays at most
    #[arg(long, value_name = "N", default_value_t = 500)]
    self_play: u64,
    /// How many plies deep a win may lie
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// How many positions the proof of a puzzle may take
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// What all chance is drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the puzzles to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Prove again the puzzles that are built in, instead of finding any
    #[arg(long, conflicts_with_all = ["games", "count", "self_play", "depth", "nodes", "seed", "output"])]
    check: bool,
}

impl PuzzlesCommand {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let table = self.rules.open(find_game(&self.game)?, None)?;
        if self.check {
            return check(&*table);
        }
        let finder = Finder { plies_max: self.depth, nodes: self.nodes };
        let mut collection = Collection::new(&*table, finder, self.count as usize)?;
        match &self.games {
            Some(path) => self.look_in_records(path, &*table, &mut collection)?,
            None => self.look_in_self_play(&*table, &mut collection)?,
        }
        let chosen = collection.chosen();
        let text = self.written(&*table, &chosen)?;
        match &self.output {
            Some(path) => {
                replace(path, &text).with_context(|| format!("cannot write {}", path.display()))?
            }
            None => streams::stdout().write_all(text.as_bytes())?,
        }
        if chosen.len() < self.count as usize {
            let talk = format!("{} of {} puzzles were found", chosen.len(), self.count);
            writeln!(streams::stderr(), "note: {talk}: there are no others in these games")?;
        }
        Ok(Verdict::Yes)
    }

    fn look_in_records(
        &self,
        path: &std::path::Path,
        table: &dyn Table,
        collection: &mut Collection,
    ) -> anyhow::Result<()> {
        let text = read_records(path)?;
        let records = Record::parse_all(&text).with_context(|| path.display().to_string())?;
        let card = table.card();
        for (line, record) in &records {
            if !record.game.eq_ignore_ascii_case(card.name) {
                continue;
            }
            let game = record.replay(find_game(&record.game)?, |_, _| {});
            let game = game.with_context(|| format!("{}:{line}", path.display()))?;
            if game.settings().to_string() == table.settings().to_string() {
                collection.add_game(&*game)?;
            }
        }
        Ok(())
    }

    fn look_in_self_play(
        &self,
        table: &dyn Table,
        collection: &mut Collection,
    ) -> anyhow::Result<()> {
        let plan = Plan {
            nodes: AGENT_NODES,
            random_percent: RANDOM_PERCENT,
            moves_max: MOVES_MAX,
            seed: self.seed,
            ..Plan::default()
        };
        let settings = Settings::read(OPTIONS, [("hash", "1")])?;
        let mut player = Player::new(table, AGENT, &settings, plan)?;
        for number in 0..self.self_play {
            let mut game = table.copy();
            for step in player.play(number)?.steps {
                game.play(&step.mv)?;
            }
            collection.add_game(&*game)?;
            if streams::is_stderr_terminal() {
                let counts = collection.counts();
                writeln!(
                    streams::stderr(),
                    "{} games, puzzles of 1, 2, … moves: {counts:?}",
                    number + 1
                )?;
            }
            if collection.is_full() {
                break;
            }
        }
        Ok(())
    }

    /// Writes the puzzles under the command that finds them.
    fn written(&self, table: &dyn Table, puzzles: &[Puzzle]) -> anyhow::Result<String> {
        let PuzzlesCommand { count, self_play, depth, nodes, seed, .. } = self;
        let options = self.rules.texts()?;
        let options: String = options.iter().map(|text| format!(" -o {text}")).collect();
        let from = match &self.games {
            Some(path) => format!(" --games {}", path.display()),
            None => format!(" --self-play {self_play} --seed {seed}"),
        };
        let mut text = format!(
            "# manator puzzles {}{options} --count {count}{from} --depth {depth} --nodes {nodes}\n\
             # plies within which the move wins by force, plies within which no other does, the move, the position\n",
            table.card().name
        );
        for puzzle in puzzles {
            text += &format!("{puzzle}\n");
        }
        Ok(text)
    }
}

fn check(table: &dyn Table) -> anyhow::Result<Verdict> {
    let puzzles = puzzle::kept(table.card().name);
    if puzzles.is_empty() {
        bail!("{} has no puzzles yet", table.card().name);
    }
    let mut fails = 0;
    for (number, puzzle) in (1..).zip(&puzzles) {
        if let Err(why) = Finder::prove(table, puzzle) {
            fails += 1;
            writeln!(streams::stdout(), "puzzle {number}: {why}")?;
        }
    }
    writeln!(streams::stdout(), "{} of {} puzzles hold", puzzles.len() - fails, puzzles.len())?;
    Ok(if fails == 0 { Verdict::Yes } else { Verdict::No })
}
