//! Matches between two agents that can be repeated: same seed, same games.
//!
//! The unit of a match is an opening, not a game: each is played in every seating, so that neither the
//! first move nor a lopsided opening favours anybody, and the error bars are those of whole openings.
//! Agents that watch the clock are refused, because nobody could play their games again.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;
use std::fmt;

use manator_core::random::SplitMix;
use manator_core::{Entry, OptionError, Outcome, Player, Settings, TIED, Table};
use manator_search::{Limits, Score};

use crate::agent::{Agent, AgentError};
use crate::catalog::{self, open};
use crate::options::OPTIONS;

/// How many plies a game may last, the opening included, before it counts as a tie.
pub const PLIES_MAX: usize = 400;

/// How many random plies each player has in an opening.
const OPENING_PLIES: usize = 4;
/// How deep an opening is searched for a winner at a glance.
const GLANCE_DEPTH: u32 = 2;
/// How deep it is searched for one who is well ahead.
const EVEN_DEPTH: u32 = 4;
/// How many openings are tried for each one wanted.
const TRIES: usize = 100;
/// The standard deviations either side that hold 95 % of a normal distribution.
const DEVIATIONS: f64 = 1.96;

/// An agent with its options.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// The agent's name in the catalog.
    pub agent: String,
    /// What was chosen about it.
    pub settings: Settings,
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{} {}", self.agent, self.settings);
        f.write_str(text.trim_end())
    }
}

impl Contestant {
    /// Makes the agent.
    ///
    /// # Errors
    /// Returns what the catalog does not know, or that its games could not be played again.
    pub fn open(&self, table: &dyn Table) -> Result<Box<dyn Agent>, ExperimentError> {
        self.open_for(table, 0)
    }

    /// Makes the agent for an opening of that number, so that what it draws at random is not the same in
    /// all of them.
    fn open_for(&self, table: &dyn Table, number: u64) -> Result<Box<dyn Agent>, ExperimentError> {
        let seed = self.settings.integer("seed").wrapping_add(number).to_string();
        let mut pairs: Vec<(&str, &str)> =
            self.settings.pairs().filter(|(name, _)| *name != "seed").collect();
        pairs.push(("seed", &seed));
        let settings = Settings::read(OPTIONS, pairs);
        let agent = open(table, &self.agent, &settings.map_err(AgentError::Option)?)?;
        let watches = catalog::own_limits(&self.agent, &self.settings).time.is_some();
        if watches || self.settings.integer("threads") > 1 {
            return Err(ExperimentError::Unrepeatable { agent: self.to_string() });
        }
        Ok(agent)
    }
}

/// What came of a match, from the first contestant's side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Games in which the first contestant's seats got more than the second's.
    pub won: usize,
    /// Games in which both got the same.
    pub tied: usize,
    /// Games in which the second contestant's seats got more.
    pub lost: usize,
    /// Those of the ties in which the game was not over after [`PLIES_MAX`] plies.
    pub capped: usize,
    /// The first contestant's share of each opening over all its seatings, from 0 to 1.
    pub shares: Vec<f64>,
}

impl Tally {
    /// Returns how many games were played.
    pub fn games(&self) -> usize {
        self.won + self.tied + self.lost
    }
}

/// A share of the points with the interval that holds the true one 19 times in 20.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Estimates the mean behind independent values from 0 to 1.
    ///
    /// The interval is that of Agresti and Coull, in which two values of 0 and two of 1 are added before
    /// the normal distribution is used: without them a match that one side wins throughout would seem
    /// to leave no doubt at all.
    pub fn of(values: &[f64]) -> Estimate {
        let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
        let padded = || values.iter().copied().chain([0.0, 0.0, 1.0, 1.0]);
        let count = (values.len() + 4) as f64;
        let centre = padded().sum::<f64>() / count;
        let squares: f64 = padded().map(|value| (value - centre).powi(2)).sum();
        let error = DEVIATIONS * (squares / (count - 1.0) / count).sqrt();
        Estimate { mean, low: (centre - error).max(0.0), high: (centre + error).min(1.0) }
    }
}

/// Returns who sits where, as 0 for the first contestant and 1 for the second: every mixed seating.
pub fn seatings(players: usize) -> Vec<Vec<usize>> {
    let all = 1..(1_usize << players) - 1;
    all.map(|bits| (0..players).map(|seat| (bits >> seat) & 1).collect()).collect()
}

/// Which positions after random plies are fit to begin a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fitness {
    /// The champion sees nobody win within 2 plies, or turns where it searches those.
    Open,
    /// It sees nobody win within 4 and nobody ahead by what its evaluation calls decisive.
    #[default]
    Even,
}

/// Returns different positions some random plies from the table's, none over or unfit.
///
/// # Errors
/// Returns how many there are when too few are found.
pub fn openings(
    table: &dyn Table,
    count: usize,
    seed: u64,
    fitness: Fitness,
) -> Result<Vec<Box<dyn Table>>, ExperimentError> {
    let (depth, lead) = match fitness {
        Fitness::Open => (GLANCE_DEPTH, None),
        Fitness::Even => {
            let stable = catalog::find(table.card().name);
            (EVEN_DEPTH, stable.and_then(|stable| stable.decisive_lead()))
        }
    };
    let fits = |score: Score| !score.is_proven() && lead.is_none_or(|lead| score.0.abs() < lead);
    let mut random = SplitMix::new(seed);
    // The judge begins anew for every opening, so it had better not have much to forget.
    let modest = Settings::read(OPTIONS, [("hash", "1")]).expect("a declared option");
    let mut judge = open(table, "champion", &modest)?;
    let mut seen = HashSet::new();
    let mut found = Vec::with_capacity(count);
    for _ in 0..count * TRIES {
        if found.len() == count {
            break;
        }
        let Some(opening) = walk(table, &mut random) else { continue };
        if !seen.insert(opening.key()) {
            continue;
        }
        judge.new_game();
        let thought = judge.think(&*opening, &Limits::depth(depth), &mut |_| {})?;
        if thought.lines.first().is_some_and(|line| fits(line.score)) {
            found.push(opening);
        }
    }
    if found.len() < count {
        return Err(ExperimentError::Openings { wanted: count, found: found.len() });
    }
    Ok(found)
}

/// Returns starts of a game, its option `seed` drawn anew for each where it has one; no two are alike as
/// long as others are found.
///
/// # Errors
/// Returns what is wrong with the options.
pub fn starts(
    entry: &dyn Entry,
    options: &[(&str, &str)],
    count: usize,
    seed: u64,
) -> Result<Vec<Box<dyn Table>>, OptionError> {
    let specs = entry.card().options;
    let has_seed = specs.iter().any(|spec| spec.name == "seed");
    let mut random = SplitMix::new(seed);
    let mut draw = || {
        let drawn = random.next_u64().to_string();
        let others = options.iter().copied().filter(|(name, _)| !has_seed || *name != "seed");
        let seed = has_seed.then_some(("seed", drawn.as_str()));
        Settings::read(specs, others.chain(seed)).and_then(|settings| entry.open(settings))
    };
    let mut seen = HashSet::new();
    let mut found = Vec::with_capacity(count);
    for _ in 0..count {
        let mut start = draw()?;
        for _ in 1..TRIES {
            if seen.insert(start.key()) {
                break;
            }
            start = draw()?;
        }
        found.push(start);
    }
    Ok(found)
}

/// Plays random plies, on to the beginning of a turn; returns `None` if the game ends on the way.
fn walk(table: &dyn Table, random: &mut SplitMix) -> Option<Box<dyn Table>> {
    let mut table = table.copy();
    let plies = OPENING_PLIES * table.card().players.len();
    let begin = table.moves().len();
    while table.moves().len() < begin + plies || !table.begins_turn() {
        let legal = table.legal();
        if legal.is_empty() {
            return None;
        }
        let mv = &legal[random.below(legal.len() as u64) as usize];
        table.play(mv).expect("a listed move is legal");
    }
    table.outcome().is_none().then_some(table)
}

/// Plays every opening in every seating; `progress` is told after each opening.
///
/// # Errors
/// Returns which contestant cannot be had, or made a move that is not legal.
pub fn duel(
    openings: &[Box<dyn Table>],
    contestants: [&Contestant; 2],
    progress: &mut dyn FnMut(&Tally),
) -> Result<Tally, ExperimentError> {
    let mut tally = Tally::default();
    let Some(first) = openings.first() else { return Ok(tally) };
    let players = first.card().players.len();
    let seatings = seatings(players);
    for (number, opening) in (0..).zip(openings) {
        // An agent a seat: two seats that shared one would also share what it remembers of this game.
        let mut agents = Vec::new();
        for contestant in contestants {
            let seats = (0..players).map(|_| contestant.open_for(&**opening, number));
            agents.push(seats.collect::<Result<Vec<_>, _>>()?);
        }
        let mut points = 0.0;
        for seating in &seatings {
            let game = Game { contestants, seating, agents: &mut agents };
            points += tally.count(game.play(&**opening)?, seating);
        }
        tally.shares.push(points / seatings.len() as f64);
        progress(&tally);
    }
    Ok(tally)
}

/// One game about to be played.
struct Game<'a> {
    contestants: [&'a Contestant; 2],
    seating: &'a [usize],
    /// For each contestant an agent a seat.
    agents: &'a mut [Vec<Box<dyn Agent>>],
}

impl Game<'_> {
    /// Plays it; returns `None` if it lasts too long.
    fn play(self, opening: &dyn Table) -> Result<Option<Outcome>, ExperimentError> {
        // Whatever an agent remembers of other games would make this one depend on them.
        for (seat, side) in self.seating.iter().enumerate() {
            self.agents[*side][seat].new_game();
        }
        let mut table = opening.copy();
        while table.moves().len() < PLIES_MAX {
            if let Some(outcome) = table.outcome() {
                return Ok(Some(outcome));
            }
            let seat = table.to_move().index();
            let side = self.seating[seat];
            let thought =
                self.agents[side][seat].think(&*table, &Limits::default(), &mut |_| {})?;
            let mv = thought.best().unwrap_or_default();
            table.play(mv).map_err(|illegal| ExperimentError::Illegal {
                agent: self.contestants[side].to_string(),
                why: illegal.to_string(),
                position: table.position(),
            })?;
        }
        Ok(table.outcome())
    }
}

impl Tally {
    /// Counts a game; returns the first contestant's share of it.
    fn count(&mut self, outcome: Option<Outcome>, seating: &[usize]) -> f64 {
        let lead = outcome.map_or(0.0, |outcome| {
            let mean = |side: usize| {
                let seats = Player::all(seating.len()).filter(|p| seating[p.index()] == side);
                let payoffs: Vec<i8> = seats.map(|player| outcome.payoffs[player]).collect();
                payoffs.iter().map(|payoff| f64::from(*payoff)).sum::<f64>() / payoffs.len() as f64
            };
            mean(0) - mean(1)
        });
        match lead.total_cmp(&f64::from(TIED)) {
            std::cmp::Ordering::Greater => self.won += 1,
            std::cmp::Ordering::Equal => self.tied += 1,
            std::cmp::Ordering::Less => self.lost += 1,
        }
        self.capped += usize::from(outcome.is_none());
        // Payoffs lie between -1 and 1, so the lead lies between -2 and 2.
        0.5 + lead / 4.0
    }
}

/// Why an experiment cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExperimentError {
    /// An agent cannot be had, or cannot play.
    Agent(AgentError),
    /// An agent whose moves depend on the speed of the machine.
    Unrepeatable {
        /// The agent with its options.
        agent: String,
    },
    /// The game has too few openings.
    Openings {
        /// How many were asked for.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
    /// An agent broke the rules.
    Illegal {
        /// The agent with its options.
        agent: String,
        /// What is wrong with its move.
        why: String,
        /// Where it played it.
        position: String,
    },
}

impl From<AgentError> for ExperimentError {
    fn from(error: AgentError) -> Self {
        ExperimentError::Agent(error)
    }
}

impl fmt::Display for ExperimentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExperimentError::Agent(error) => write!(f, "{error}"),
            ExperimentError::Unrepeatable { agent } => write!(
                f,
                "'{agent}': its games could not be repeated: expected depth, level or nodes, no \
                 time, and one thread"
            ),
            ExperimentError::Openings { wanted, found } => {
                write!(f, "{wanted} different openings wanted, {found} found: expected fewer games")
            }
            ExperimentError::Illegal { agent, why, position } => {
                write!(f, "'{agent}' broke the rules in '{position}': {why}")
            }
        }
    }
}

impl std::error::Error for ExperimentError {}
