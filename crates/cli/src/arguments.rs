//! What several commands take: a game, its options, a position, moves.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use manator_core::{Entry, OptionError, Settings, Table};
use manator_engine::options::LEVELS;
use manator_games::catalog;
use manator_organise::read_opening;
use manator_sandbox::{Enforced, Sandbox, enforceable};

use crate::config::CONFIGURED;
use crate::organise::conditions::read_openings;
use crate::streams;

/// A game to set up.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Setup {
    /// The game: see `manator games`
    game: String,
    #[command(flatten)]
    start: Start,
}

/// The rules a game is played by.
#[derive(Args)]
pub(crate) struct Rules {
    /// A rule option; may be repeated
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// The rule options that the configuration file sets, put here as defaults
    #[arg(id = CONFIGURED, long = CONFIGURED, hide = true, value_name = "NAME=VALUE")]
    configured: Vec<String>,
}

/// How a game begins.
#[derive(Args)]
pub(crate) struct Start {
    #[command(flatten)]
    rules: Rules,
    /// The position to begin with, as one line of text [default: the start]
    // A board may begin with empty squares, which some games write as dashes.
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// Begin in an opening of this book, the first or the N-th: see `manator openings`
    #[arg(long, value_name = "FILE[:N]", conflicts_with = "position")]
    book: Option<String>,
    /// Moves to play first, with blanks between them
    #[arg(short, long, value_name = "MOVES")]
    moves: Option<String>,
}

impl Setup {
    pub(crate) fn open(&self) -> anyhow::Result<Box<dyn Table>> {
        self.start.open(find_game(&self.game)?, None)
    }
}

impl Rules {
    /// Returns the options as `name=value`, those of the configuration included.
    pub(crate) fn texts(&self) -> anyhow::Result<Vec<String>> {
        let options = merge(&pairs(&self.configured)?, pairs(&self.option)?);
        Ok(options.iter().map(|(name, value)| format!("{name}={value}")).collect())
    }

    /// Sets up a game; `unless_given` is a rule option that applies unless the user has chosen otherwise.
    pub(crate) fn open(
        &self,
        entry: &dyn Entry,
        unless_given: Option<&str>,
    ) -> anyhow::Result<Box<dyn Table>> {
        let mut options = merge(&pairs(&self.configured)?, pairs(&self.option)?);
        if let Some((name, value)) = unless_given.and_then(|option| option.split_once('='))
            && !options.iter().any(|(given, _)| given.trim().eq_ignore_ascii_case(name))
        {
            options.push((name, value));
        }
        let settings = Settings::read(entry.card().options, options);
        settings
            .and_then(|settings| entry.open(settings))
            .with_context(|| format!("option of {}", entry.card().name))
    }
}

impl Start {
    pub(crate) fn is_position(&self) -> bool {
        self.position.is_some() || self.moves.is_some() || self.book.is_some()
    }

    pub(crate) fn sets(&self, name: &str) -> bool {
        let named =
            |text: &String| text.split('=').next().is_some_and(|given| given.trim() == name);
        self.rules.option.iter().any(named)
    }

    /// Sets up a game and plays the moves; `unless_given` is a rule option that applies unless the user
    /// has chosen otherwise.
    pub(crate) fn open(
        &self,
        entry: &dyn Entry,
        unless_given: Option<&str>,
    ) -> anyhow::Result<Box<dyn Table>> {
        let mut table = self.rules.open(entry, unless_given)?;
        if let Some(position) = &self.position {
            table.set_position(position).context("position")?;
        }
        if let Some(book) = &self.book {
            table = open_book(&*table, book).context("book")?;
        }
        play_all(&mut *table, self.moves.as_deref().unwrap_or_default())?;
        Ok(table)
    }
}

/// Puts an opening of a book on a table.
fn open_book(table: &dyn Table, book: &str) -> anyhow::Result<Box<dyn Table>> {
    let numbered =
        book.rsplit_once(':').and_then(|(path, number)| Some((path, number.parse().ok()?)));
    let (path, number): (&str, usize) = numbered.unwrap_or((book, 1));
    let lines = read_openings(Path::new(path))?;
    let count = lines.len();
    let line = number.checked_sub(1).and_then(|at| lines.get(at));
    let line = line.with_context(|| format!("'{book}': expected an opening from 1 to {count}"))?;
    read_opening(table, line).map_err(|why| anyhow!("'{line}': {why}"))
}

/// What programs of others may use.
#[derive(Args)]
pub(crate) struct Confinement {
    /// Run programs in the sandbox: no network, no writing, little memory; see docs/sandbox.md
    #[arg(long)]
    sandbox: bool,
    /// The memory of each program in the sandbox, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(16..=1_048_576))]
    memory: u64,
    /// Let programs in the sandbox ask Manator's agents for moves, and not only about the rules
    #[arg(long)]
    pub(crate) allow_agents: bool,
    /// Let programs in the sandbox read this file or folder, too; may be repeated
    #[arg(long, value_name = "PATH")]
    pub(crate) may_read: Vec<PathBuf>,
}

impl Confinement {
    pub(crate) fn memory(&self) -> Option<u64> {
        self.sandbox.then_some(self.memory)
    }

    /// Returns the limits, if there are any, and says on standard error which of them do not hold here.
    pub(crate) fn announce(&self) -> std::io::Result<Option<Sandbox>> {
        if !self.sandbox {
            return Ok(None);
        }
        let sandbox = Sandbox {
            memory: self.memory << 20,
            agents: self.allow_agents,
            readable: self.may_read.clone(),
            ..Sandbox::default()
        };
        announce(&sandbox, &mut streams::stderr())?;
        Ok(Some(sandbox))
    }
}

/// Says which limits of the sandbox do not hold here, and how memory and processes are limited.
pub(crate) fn announce(sandbox: &Sandbox, talk: &mut impl Write) -> std::io::Result<()> {
    let limits = enforceable(sandbox);
    let is_told =
        |limit: &&Enforced| limit.how.is_err() || ["memory", "processes"].contains(&limit.what);
    for limit in limits.iter().filter(is_told) {
        writeln!(talk, "sandbox: {limit}")?;
    }
    if limits.iter().all(|limit| limit.how.is_ok()) {
        writeln!(talk, "sandbox: every limit of docs/sandbox.md is enforced")?;
    }
    Ok(())
}

/// Reads the machine of a server. Here `-h` names it, as in the programs of the Jetan course.
pub(crate) fn host(text: &str) -> Result<String, String> {
    match text {
        "" => {
            Err("-h names the machine of the server here, as in the course's programs: expected \
                   -h HOST; --help prints help"
                .into())
        }
        host => Ok(host.into()),
    }
}

pub(crate) fn find_game(name: &str) -> anyhow::Result<&'static dyn Entry> {
    catalog::find(name).ok_or_else(|| {
        let names: Vec<&str> = catalog::GAMES.iter().map(|entry| entry.card().name).collect();
        anyhow!("unknown game '{name}': expected {}", names.join(", "))
    })
}

/// Returns the levels with what each means, for the help of commands that take an agent.
pub(crate) fn levels() -> String {
    let lines = LEVELS.iter().map(|(name, meaning)| format!("\n  {name:<9} {meaning}"));
    format!("Levels, agents of every game:{}", lines.collect::<String>())
}

pub(crate) fn pairs(options: &[String]) -> anyhow::Result<Vec<(&str, &str)>> {
    let split = |text: &String| OptionError::Form { text: text.clone() };
    options.iter().map(|text| text.split_once('=').ok_or_else(|| split(text).into())).collect()
}

/// Adds to the options given those configured of which none was given.
pub(crate) fn merge<'a>(
    configured: &[(&'a str, &'a str)],
    given: Vec<(&'a str, &'a str)>,
) -> Vec<(&'a str, &'a str)> {
    let is_given =
        |name: &str| given.iter().any(|(other, _)| other.trim().eq_ignore_ascii_case(name));
    let added: Vec<_> = configured.iter().filter(|(name, _)| !is_given(name)).copied().collect();
    [added, given].concat()
}

pub(crate) fn play_all(table: &mut dyn Table, moves: &str) -> anyhow::Result<()> {
    for (number, mv) in (1..).zip(moves.split_whitespace()) {
        table.play(mv).with_context(|| format!("move {number}"))?;
    }
    Ok(())
}
