//! `manator tournament`: many agents, one table.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use manator_organise::{Event, Format};

use crate::Verdict;
use crate::arguments::levels;
use crate::organise::Running;
use crate::organise::conditions::Conditions;

/// Let many agents play a tournament: a file says who and how, or the command line does
///
/// Everything is kept as it is played. Whoever stops the tournament, or the power, can go on later:
/// `manator resume`.
#[derive(Args)]
#[command(after_help = levels())]
pub(crate) struct Tournament {
    /// A file that defines the tournament (see docs/tournaments.md), or the game
    #[arg(value_name = "FILE|GAME")]
    what: String,
    /// Who plays, where a game is given: agents such as champion, programs such as ./my_agent
    #[arg(value_name = "WHO")]
    who: Vec<String>,
    /// Who meets whom [default: round-robin]
    #[arg(long)]
    format: Option<Meeting>,
    /// What it is called
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// How many games each group plays, where everybody meets [default: one from each seating]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: Option<u32>,
    /// How many rounds a Swiss tournament has
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: Option<u32>,
    /// How many of the first players are the challengers of a gauntlet [default: 1]
    #[arg(long, value_name = "N")]
    challengers: Option<usize>,
    /// How many further units a tied table of a knockout plays [default: 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    play_offs: Option<u32>,
    /// Draw the seeds of a knockout instead of taking the order of entry
    #[arg(long)]
    drawn_seeds: bool,
    #[command(flatten)]
    conditions: Conditions,
    #[command(flatten)]
    running: Running,
}

/// Who meets whom.
#[derive(Clone, Copy, ValueEnum)]
enum Meeting {
    /// Everybody meets everybody
    RoundRobin,
    /// The first players meet all others
    Gauntlet,
    /// Everybody meets those who did as well
    Swiss,
    /// Who loses is out
    Knockout,
    /// The King's Court course's: everybody once in each seat, then a play-off
    Course,
}

impl Tournament {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        self.conditions.announce()?;
        Ok(self.running.begin(self.conditions.prepare(self.event()?)?)?.verdict())
    }

    fn event(&self) -> anyhow::Result<Event> {
        let path = Path::new(&self.what);
        let mut event = if path.is_file() || path.extension().is_some_and(|end| end == "toml") {
            if let Some(one) = self.who.first() {
                bail!("'{one}': the players are in {}", path.display());
            }
            self.read(path)?
        } else {
            self.conditions.event(&self.what, &self.who)?
        };
        event.format = self.format.map_or(event.format, Format::from);
        event.title = self.title.clone().unwrap_or(event.title);
        event.games = self.games.or(event.games);
        event.rounds = self.rounds.or(event.rounds);
        event.challengers = self.challengers.or(event.challengers);
        event.play_offs = self.play_offs.or(event.play_offs);
        event.drawn_seeds |= self.drawn_seeds;
        Ok(event)
    }

    /// Reads the file of a tournament. Programs are looked for beside it.
    fn read(&self, path: &Path) -> anyhow::Result<Event> {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut event = Event::from_toml(&text).with_context(|| path.display().to_string())?;
        let file = std::path::absolute(path).with_context(|| path.display().to_string())?;
        let beside = file.parent().unwrap_or(&file);
        event.directory = Some(beside.join(event.directory.unwrap_or_default()));
        self.conditions.apply(&mut event)?;
        Ok(event)
    }
}

impl From<Meeting> for Format {
    fn from(meeting: Meeting) -> Format {
        match meeting {
            Meeting::RoundRobin => Format::RoundRobin,
            Meeting::Gauntlet => Format::Gauntlet,
            Meeting::Swiss => Format::Swiss,
            Meeting::Knockout => Format::Knockout,
            Meeting::Course => Format::Course,
        }
    }
}
