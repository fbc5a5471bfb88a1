//! What several commands take: a game, its options, a position, moves.
// SPDX-License-Identifier: MIT OR Apache-2.0

use anyhow::{Context, anyhow};
use clap::Args;
use manator_core::{Entry, OptionError, Settings, Table};
use manator_engine::options::LEVELS;
use manator_games::catalog;

/// A game to set up.
#[derive(Args)]
pub(crate) struct Setup {
    /// The game: see `manator games`
    game: String,
    /// A rule option; may be repeated
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// The position to begin with, as one line of text [default: the start]
    #[arg(short, long, value_name = "TEXT")]
    position: Option<String>,
    /// Moves to play first, with blanks between them
    #[arg(short, long, value_name = "MOVES")]
    moves: Option<String>,
}

impl Setup {
    /// Sets up the game and plays the moves.
    pub(crate) fn open(&self) -> anyhow::Result<Box<dyn Table>> {
        let entry = find_game(&self.game)?;
        let settings = Settings::read(entry.card().options, pairs(&self.option)?);
        let mut table = settings
            .and_then(|settings| entry.open(settings))
            .with_context(|| format!("option of {}", entry.card().name))?;
        if let Some(position) = &self.position {
            table.set_position(position).context("position")?;
        }
        play_all(&mut *table, self.moves.as_deref().unwrap_or_default())?;
        Ok(table)
    }
}

/// Returns the game of that name.
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

/// Splits texts of the form `name=value`.
pub(crate) fn pairs(options: &[String]) -> anyhow::Result<Vec<(&str, &str)>> {
    let split = |text: &String| OptionError::Form { text: text.clone() };
    options.iter().map(|text| text.split_once('=').ok_or_else(|| split(text).into())).collect()
}

/// Plays moves written with blanks between them.
pub(crate) fn play_all(table: &mut dyn Table, moves: &str) -> anyhow::Result<()> {
    for (number, mv) in (1..).zip(moves.split_whitespace()) {
        table.play(mv).with_context(|| format!("move {number}"))?;
    }
    Ok(())
}
