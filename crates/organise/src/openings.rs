//! What games begin with.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;

use manator_core::random::{SplitMix, mix};
use manator_core::record::{Judged, Judgement};
use manator_core::{Settings, Table};
use manator_engine::catalog as agents;
use manator_engine::options::OPTIONS;
use manator_engine::{Agent, Thought};
use manator_games::catalog as games;
use manator_search::{Limits, Score};

use crate::event::Openings;

/// How often an opening is tried before the game begins at its start.
const ATTEMPTS_MAX: usize = 100;
/// The word before a position in a list of openings.
const POSITION: &str = "position ";
/// How many plies deep, or turns where the champion searches those, an even opening is undecided.
pub(crate) const EVEN_DEPTH: u32 = 4;
/// How many random moves more an opening may have where there are too few with less.
const MORE_PLIES: usize = 8;
/// After how many openings in a row that are no use no other is looked for with as many moves.
const USELESS_MAX: usize = 200;

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
        Openings::Listed(lines) => {
            let read = |line: &String| read(table, line).map_err(|why| format!("'{line}': {why}"));
            lines.iter().map(read).collect()
        }
        Openings::Balanced(_) => Err("expected to be listed".into()),
    }
}

/// Returns the openings that a tournament which begins is to have: those that are to be judged are listed.
pub(crate) fn listed(
    table: &dyn Table,
    openings: Openings,
    wanted: usize,
    seed: u64,
    tell: Tell<'_>,
) -> Result<Openings, String> {
    let Openings::Balanced(plies) = openings else { return Ok(openings) };
    if wanted == 0 {
        return Ok(Openings::Random(0));
    }
    let found = Book { count: wanted, plies, depth: EVEN_DEPTH, seed }.of(table, tell)?;
    Ok(match found.is_empty() {
        // On the smallest boards everything is decided.
        true => Openings::Random(plies),
        false => Openings::Listed(found.into_iter().map(|one| one.line).collect()),
    })
}

/// Hears how many openings are found, of how many.
pub type Tell<'a> = &'a mut dyn FnMut(usize, usize);

/// An opening as lists have it, and what the champion thinks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedOpening {
    pub line: String,
    pub judgement: Judgement,
}

/// Random openings, no two alike, in which the champion sees nobody win, nor ahead by what its evaluation calls
/// decisive. Where the rules draw the start, each begins with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Book {
    pub count: usize,
    /// The random moves of an opening; where that gives too few, others have more.
    pub plies: usize,
    pub depth: u32,
    pub seed: u64,
}

impl Book {
    /// Returns as many openings as there are wanted, or all that were found.
    pub fn of(&self, table: &dyn Table, tell: Tell<'_>) -> Result<Vec<JudgedOpening>, String> {
        let mut search = Search::new(table, self.depth, self.seed)?;
        for plies in (self.plies..=self.plies + MORE_PLIES).step_by(2) {
            let mut useless = 0;
            while search.found.len() < self.count && useless < USELESS_MAX {
                useless = if search.try_one(plies)? { 0 } else { useless + 1 };
                tell(search.found.len(), self.count);
            }
        }
        Ok(search.found)
    }
}

struct Search<'a> {
    table: &'a dyn Table,
    judge: Box<dyn Agent>,
    lead: Option<i32>,
    depth: u32,
    seed: u64,
    number: u64,
    seen: HashSet<u64>,
    found: Vec<JudgedOpening>,
}

impl<'a> Search<'a> {
    fn new(table: &'a dyn Table, depth: u32, seed: u64) -> Result<Search<'a>, String> {
        let lead = agents::find(table.card().name).and_then(|stable| stable.decisive_lead());
        // It forgets everything before each opening: a small memory is soon forgotten.
        let settings = Settings::read(OPTIONS, [("hash", "1")]);
        let settings = settings.map_err(|error| error.to_string())?;
        let judge = agents::open(table, "champion", &settings);
        let judge = judge.map_err(|error| error.to_string())?;
        let (seen, found) = (HashSet::new(), Vec::new());
        Ok(Search { table, judge, lead, depth, seed, number: 0, seen, found })
    }

    /// Tries the next opening; returns whether it is a new one that nobody has won.
    fn try_one(&mut self, plies: usize) -> Result<bool, String> {
        let number = self.number;
        self.number += 1;
        let start = drawn_start(self.table, self.seed, number);
        let opening = random(start.as_deref().unwrap_or(self.table), plies, self.seed, number);
        if !self.seen.insert(opening.key()) {
            return Ok(false);
        }
        self.judge.new_game();
        let thought = self.judge.think(&*opening, &Limits::depth(self.depth), &mut |_| {});
        let thought = thought.map_err(|error| error.to_string())?;
        let Some(judgement) = self.judgement(&thought) else { return Ok(false) };
        let line = match start {
            Some(_) => format!("{POSITION}{}", opening.position()),
            None => opening.moves().join(" "),
        };
        self.found.push(JudgedOpening { line, judgement });
        Ok(true)
    }

    /// Returns what was thought of an opening, unless it is decided.
    fn judgement(&self, thought: &Thought) -> Option<Judgement> {
        let score: Score = thought.lines.first()?.score;
        let is_even = !score.is_proven() && self.lead.is_none_or(|lead| score.0.abs() < lead);
        is_even.then_some(Judgement { score: Judged::Hundredths(score.0), depth: thought.depth })
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

/// Puts an opening of a list on a table.
pub fn read(table: &dyn Table, line: &str) -> Result<Box<dyn Table>, String> {
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
