//! A tournament as a page asks for it.
//!
//! Nothing in it may name a file or a program, and everything in it is bounded before anything is prepared.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::thread;
use std::time::Duration;

use manator_core::Table;
use manator_organise::{Entry, Event, Extent, Format, Openings, Prepared, SprtSpec, Test};
use manator_play::{SeatSpec, TimeControl};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::arena::agents::AgentSpec;
use crate::arena::positions::{self, quoted};

/// How many may take part.
pub(super) const PLAYERS_MAX: usize = 32;
/// How many games there may be.
pub(super) const GAMES_MAX: u64 = 20_000;
/// How many letters a title and a name may have.
const TITLE_MAX: usize = 120;
const NAME_MAX: usize = 60;
/// How many milliseconds after its time an answer still counts. Agents of ours keep to their time as well as a
/// machine lets them that also serves pages.
const MARGIN_MS: u64 = 1000;
/// How long clocks may run.
const PER_MOVE_MAX: Duration = Duration::from_secs(60);
const PER_GAME_MAX: Duration = Duration::from_secs(2 * 3600);

/// A tournament that is asked for.
#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Asked {
    title: String,
    game: String,
    /// The options of the rules, as in `size=8x8 first=random`.
    options: String,
    format: Format,
    games: Option<u32>,
    rounds: Option<u32>,
    challengers: Option<usize>,
    play_offs: Option<u32>,
    drawn_seeds: bool,
    /// How many random moves a game begins with.
    opening: usize,
    seed: u64,
    time: String,
    /// How many moves each player may make.
    steps: u32,
    sprt: Option<Bounds>,
    pub(super) concurrency: usize,
    players: Vec<Somebody>,
}

impl Default for Asked {
    fn default() -> Asked {
        Asked {
            title: String::new(),
            game: String::new(),
            options: String::new(),
            format: Format::default(),
            games: None,
            rounds: None,
            challengers: None,
            play_offs: None,
            drawn_seeds: false,
            opening: 2,
            seed: 1,
            time: "none".into(),
            steps: 500,
            sprt: None,
            concurrency: 1,
            players: Vec::new(),
        }
    }
}

/// The two differences of a sequential test.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Bounds {
    elo0: f64,
    elo1: f64,
}

/// Somebody who is to take part.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Somebody {
    name: String,
    agent: String,
}

/// Returns how many games this machine plays at the same time.
pub(super) fn concurrency_max() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

impl Asked {
    /// Returns the tournament, which is known to make sense.
    ///
    /// # Errors
    /// Returns what makes no sense, or is too much, in one sentence.
    pub(super) fn prepared(&self) -> Result<Prepared, String> {
        let (event, _) = self.event()?;
        Prepared::new(event).map_err(|error| quoted(&error.to_string()))
    }

    /// Describes what it would be.
    ///
    /// # Errors
    /// Returns the same.
    pub(super) fn preview(&self) -> Result<Value, String> {
        let (mut event, extent) = self.event()?;
        // Openings take their time, and cannot be wrong.
        event.openings = Openings::Random(0);
        let prepared = Prepared::new(event).map_err(|error| quoted(&error.to_string()))?;
        Ok(json!({
            "games": extent.games,
            "exact": extent.is_exact,
            "players": prepared.names().len(),
            "seats": prepared.seats(),
        }))
    }

    fn event(&self) -> Result<(Event, Extent), String> {
        let event = self.defined()?;
        let extent = event.extent().map_err(|error| error.to_string())?;
        let extent = extent.ok_or_else(|| format!("unknown game '{}'", quoted(&self.game)))?;
        if extent.games > GAMES_MAX {
            return Err(format!("{} games: expected at most {GAMES_MAX}", extent.games));
        }
        Ok((event, extent))
    }

    fn defined(&self) -> Result<Event, String> {
        let table = positions::Asked {
            game: self.game.clone(),
            options: self.options.clone(),
            ..positions::Asked::default()
        };
        let table = table.table()?;
        self.check()?;
        let options = self.options.split_whitespace().map(str::to_string).collect();
        Ok(Event {
            title: self.title.trim().into(),
            options,
            format: self.format,
            games: self.games,
            rounds: self.rounds,
            challengers: self.challengers,
            play_offs: self.play_offs,
            drawn_seeds: self.drawn_seeds,
            openings: Openings::Random(self.opening),
            seed: self.seed,
            time: self.time.clone(),
            margin: MARGIN_MS,
            steps: Some(self.steps),
            sprt: self.sprt.map(|Bounds { elo0, elo1 }| SprtSpec {
                elo0,
                elo1,
                alpha: 0.05,
                beta: 0.05,
                model: Test::default(),
            }),
            ..Event::new(table.card().name, self.entries(&*table)?)
        })
    }

    /// Makes sure that nothing is too long or too large.
    fn check(&self) -> Result<(), String> {
        shown("title", &self.title, TITLE_MAX)?;
        within("players", self.players.len(), 2..=PLAYERS_MAX)?;
        within("games", self.games.unwrap_or(1), 1..=GAMES_MAX as u32)?;
        within("rounds", self.rounds.unwrap_or(1), 1..=100)?;
        within("challengers", self.challengers.unwrap_or(1), 1..=PLAYERS_MAX)?;
        within("play-offs", self.play_offs.unwrap_or(0), 0..=100)?;
        within("opening", self.opening, 0..=40)?;
        within("steps", self.steps, 1..=5000)?;
        within("concurrency", self.concurrency, 1..=concurrency_max())?;
        let control: TimeControl =
            self.time.parse().map_err(|error| quoted(&format!("time: {error}")))?;
        let is_short = match control {
            TimeControl::None => true,
            TimeControl::PerMove(each) => each <= PER_MOVE_MAX,
            TimeControl::Game { whole, increment, .. } => {
                whole <= PER_GAME_MAX && increment <= PER_MOVE_MAX
            }
        };
        match is_short {
            true => Ok(()),
            false => {
                Err(format!("time: {control}: expected at most 2h for a game, and 60s for a move"))
            }
        }
    }

    fn entries(&self, table: &dyn Table) -> Result<Vec<Entry>, String> {
        let mut entries: Vec<Entry> = Vec::new();
        for Somebody { name, agent } in &self.players {
            let AgentSpec { name: who, settings } = AgentSpec::read(agent, table)?;
            shown("name", name, NAME_MAX)?;
            let is_taken = |name: &str| entries.iter().any(|one| one.name.as_deref() == Some(name));
            // Whoever has no name is called what it is, and numbered where there are several.
            let name = match name.trim() {
                "" => {
                    let own = quoted(agent.trim());
                    let numbered = (2..).map(|number| format!("{own} ({number})"));
                    let mut names = std::iter::once(own.clone()).chain(numbered);
                    names.find(|name| !is_taken(name)).unwrap_or_default()
                }
                name if is_taken(name) => {
                    return Err(format!("players: there are two of the name '{}'", quoted(name)));
                }
                name => name.to_string(),
            };
            let spec = SeatSpec::Agent { name: who, settings };
            entries.push(Entry { name: Some(name), ..Entry::of(spec.to_string()) });
        }
        Ok(entries)
    }
}

/// Makes sure that a text can be shown on a line.
fn shown(what: &str, text: &str, most: usize) -> Result<(), String> {
    if text.chars().count() > most {
        return Err(format!("{what}: '{}' has more than {most} letters", quoted(text)));
    }
    if text.chars().any(char::is_control) {
        return Err(format!("{what}: '{}' has letters that cannot be shown", quoted(text)));
    }
    Ok(())
}

fn within<T: PartialOrd + Display>(
    what: &str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), String> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(format!("{what}: {value} is not between {} and {}", range.start(), range.end()))
}
