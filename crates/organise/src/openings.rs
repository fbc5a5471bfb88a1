//! What games begin with.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;

use manator_core::random::{SplitMix, mix};
use manator_core::{Settings, Table};
use manator_engine::catalog as agents;
use manator_engine::options::OPTIONS;
use manator_games::catalog as games;
use manator_search::{Limits, Score};

use crate::event::Openings;

/// How often an opening is tried before the game begins at its start.
const ATTEMPTS_MAX: usize = 100;
/// The word before a position in a list of openings.
const POSITION: &str = "position ";
/// How many plies deep, or turns where the champion searches those, an even opening is undecided.
const EVEN_DEPTH: u32 = 4;

/// Returns the tables that games begin with; none when all begin at the start.
pub(crate) fn prepare(
    table: &dyn Table,
    openings: &Openings,
    wanted: usize,
    seed: u64,
) -> Result<Vec<Box<dyn Table>>, String> {
    match openings {
        Openings::Random(0) => Ok(Vec::new()),
        Openings::Random(plies) => {
            Ok((0..wanted as u64).map(|number| random(table, *plies, seed, number)).collect())
        }
        Openings::Listed(lines) => lines
            .iter()
            .map(|line| listed(table, line).map_err(|why| format!("'{line}': {why}")))
            .collect(),
    }
}

/// Returns a list of random openings, no two alike, in which the champion sees nobody win, nor ahead by what its
/// evaluation calls decisive. Where the rules draw the start, each begins with another.
pub(crate) fn even(
    table: &dyn Table,
    plies: usize,
    wanted: usize,
    seed: u64,
) -> Result<Vec<String>, String> {
    let lead = agents::find(table.card().name).and_then(|stable| stable.decisive_lead());
    let is_even = |score: Score| !score.is_proven() && lead.is_none_or(|lead| score.0.abs() < lead);
    // It forgets everything before each opening: a small memory is soon forgotten.
    let settings = Settings::read(OPTIONS, [("hash", "1")]).map_err(|error| error.to_string())?;
    let mut judge =
        agents::open(table, "champion", &settings).map_err(|error| error.to_string())?;
    let mut seen = HashSet::new();
    let mut lines = Vec::new();
    for number in 0..(wanted * ATTEMPTS_MAX) as u64 {
        if lines.len() == wanted {
            return Ok(lines);
        }
        let start = drawn_start(table, seed, number);
        let opening = random(start.as_deref().unwrap_or(table), plies, seed, number);
        if !seen.insert(opening.key()) {
            continue;
        }
        judge.new_game();
        let thought = judge.think(&*opening, &Limits::depth(EVEN_DEPTH), &mut |_| {});
        let thought = thought.map_err(|error| error.to_string())?;
        if thought.lines.first().is_some_and(|line| is_even(line.score)) {
            lines.push(match start {
                Some(_) => format!("{POSITION}{}", opening.position()),
                None => opening.moves().join(" "),
            });
        }
    }
    match lines.len() {
        found if found < wanted => Err(format!(
            "{wanted} different even ones wanted, {found} found: expected fewer games, or more \
             random moves"
        )),
        _ => Ok(lines),
    }
}

/// Returns a start of the game, if the rules draw it and nobody chose which.
fn drawn_start(table: &dyn Table, seed: u64, number: u64) -> Option<Box<dyn Table>> {
    let (card, settings) = (table.card(), table.settings());
    if settings.given("seed").is_some() {
        return None;
    }
    card.options.iter().find(|option| option.name == "seed")?;
    let drawn = mix(mix(seed) ^ number).to_string();
    let pairs: Vec<(&str, &str)> = settings.pairs().chain([("seed", &*drawn)]).collect();
    let start = games::find(card.name)?.open(Settings::read(card.options, pairs).ok()?).ok()?;
    let mut copy = table.copy();
    copy.set_position(&start.position()).ok()?;
    (copy.key() != table.key()).then_some(copy)
}

fn random(table: &dyn Table, plies: usize, seed: u64, number: u64) -> Box<dyn Table> {
    let mut random = SplitMix::new(mix(seed) ^ mix(number));
    for _ in 0..ATTEMPTS_MAX {
        let opening = random_walk(table, plies, &mut random);
        if is_playable(&*opening) {
            return opening;
        }
    }
    table.copy()
}

/// Plays random legal moves, as long as there are any.
pub fn random_walk(table: &dyn Table, plies: usize, random: &mut SplitMix) -> Box<dyn Table> {
    let mut table = table.copy();
    for _ in 0..plies {
        let legal = table.legal();
        if legal.is_empty() {
            break;
        }
        let mv = &legal[random.below(legal.len() as u64) as usize];
        table.play(mv).expect("a legal move");
    }
    table
}

fn listed(table: &dyn Table, line: &str) -> Result<Box<dyn Table>, String> {
    let mut opening = table.copy();
    match line.trim().strip_prefix(POSITION) {
        Some(position) => {
            opening.set_position(position.trim()).map_err(|error| error.to_string())?
        }
        None => {
            for mv in line.split_whitespace() {
                opening.play(mv).map_err(|error| error.to_string())?;
            }
        }
    }
    match is_playable(&*opening) {
        true => Ok(opening),
        false => Err("the game is over there, or a proposal waits for its answer".into()),
    }
}

/// Returns whether a game can begin there: it is not over, and no proposal waits for its answer.
fn is_playable(table: &dyn Table) -> bool {
    table.outcome().is_none() && table.begins_turn()
}
