//! A tournament as a page asks for it.
//!
//! Nothing in it may name a file or a program, and everything in it is bounded before anything is prepared.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::thread;
use std::time::Duration;

use manator_core::Table;
use manator_organise::{Entry, Event, Extent, Openings, Prepared, SprtSpec, Test};
use manator_play::{SeatSpec, TimeControl};
use manator_state::study::PositionRequest;
use manator_state::tournament::{NewEntrant, NewTournament, Preview, SprtBounds};

use crate::arena::positions::{self, AgentSpec, quoted};

pub(super) const PLAYERS_MAX: usize = 32;
pub(super) const GAMES_MAX: u64 = 20_000;
const TITLE_MAX: usize = 120;
const NAME_MAX: usize = 60;
/// How many milliseconds after its time an answer still counts. Agents of ours keep to their time as well as a
/// machine lets them that also serves pages.
const MARGIN_MS: u64 = 1000;
const PER_MOVE_MAX: Duration = Duration::from_secs(60);
const PER_GAME_MAX: Duration = Duration::from_secs(2 * 3600);

pub(super) fn concurrency_max() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

pub(super) fn prepared(asked: &NewTournament) -> Result<Prepared, String> {
    let (event, _) = event(asked)?;
    Prepared::new(event).map_err(|error| quoted(&error.to_string()))
}

pub(super) fn preview(asked: &NewTournament) -> Result<Preview, String> {
    let (mut event, extent) = event(asked)?;
    // Openings take their time, and cannot be wrong.
    event.openings = Openings::Random(0);
    let prepared = Prepared::new(event).map_err(|error| quoted(&error.to_string()))?;
    Ok(Preview {
        games: extent.games,
        exact: extent.is_exact,
        players: prepared.names().len(),
        seats: prepared.seats(),
    })
}

fn event(asked: &NewTournament) -> Result<(Event, Extent), String> {
    let event = defined(asked)?;
    let extent = event.extent().map_err(|error| error.to_string())?;
    let extent = extent.ok_or_else(|| format!("unknown game '{}'", quoted(&asked.game)))?;
    if extent.games > GAMES_MAX {
        return Err(format!("{} games: expected at most {GAMES_MAX}", extent.games));
    }
    Ok((event, extent))
}

fn defined(asked: &NewTournament) -> Result<Event, String> {
    let table = positions::table(&PositionRequest {
        game: asked.game.clone(),
        options: asked.options.clone(),
        ..PositionRequest::default()
    })?;
    check(asked)?;
    let options = asked.options.split_whitespace().map(str::to_string).collect();
    Ok(Event {
        title: asked.title.trim().into(),
        options,
        format: asked.format,
        games: asked.games,
        rounds: asked.rounds,
        challengers: asked.challengers,
        play_offs: asked.play_offs,
        drawn_seeds: asked.drawn_seeds,
        openings: Openings::Random(asked.opening),
        seed: asked.seed,
        time: asked.time.clone(),
        margin: MARGIN_MS,
        steps: Some(asked.steps),
        sprt: asked.sprt.map(|SprtBounds { elo0, elo1 }| SprtSpec {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model: Test::default(),
        }),
        ..Event::new(table.card().name, entries(asked, &*table)?)
    })
}

fn check(asked: &NewTournament) -> Result<(), String> {
    shown("title", &asked.title, TITLE_MAX)?;
    within("players", asked.players.len(), 2..=PLAYERS_MAX)?;
    within("games", asked.games.unwrap_or(1), 1..=GAMES_MAX as u32)?;
    within("rounds", asked.rounds.unwrap_or(1), 1..=100)?;
    within("challengers", asked.challengers.unwrap_or(1), 1..=PLAYERS_MAX)?;
    within("play-offs", asked.play_offs.unwrap_or(0), 0..=100)?;
    within("opening", asked.opening, 0..=40)?;
    within("steps", asked.steps, 1..=5000)?;
    within("concurrency", asked.concurrency, 1..=concurrency_max())?;
    let control: TimeControl =
        asked.time.parse().map_err(|error| quoted(&format!("time: {error}")))?;
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

fn entries(asked: &NewTournament, table: &dyn Table) -> Result<Vec<Entry>, String> {
    let mut entries: Vec<Entry> = Vec::new();
    for NewEntrant { name, agent } in &asked.players {
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
