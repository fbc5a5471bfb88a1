//! Tuning: the numbers of a champion's search, by games of two settings against each other.
//!
//! A line of the file is a step: its number, how many games the first setting won, tied and lost, and the values after
//! it. Steps follow from the results, so that a file is checked by making them again.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt::Write;
use std::ops::AddAssign;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use manator_core::random::{SplitMix, mix};
use manator_core::{Outcome, Player, Settings, Table};
use manator_engine::options::OPTIONS;
use manator_engine::{Agent, AgentError, catalog};
use manator_search::Limits;
use manator_search::strong::Tuning;

use crate::data::DataError;
use crate::game_line::LineError;
use crate::lines;
use crate::opening::opening;
use crate::spsa::{Axis, Gains, Spsa, Trial};

/// What is tuned where nobody says: numbers that act in every game, and cost no time themselves.
pub const USUAL: &[&str] = &[
    "reduce_after",
    "reduce_base",
    "reduce_slope",
    "merit_per_ply",
    "trust_percent",
    "skip_percent",
    "history_bonus",
    "width_min",
];

/// How many positions are looked at to tell whether an opening is balanced, where moves are limited otherwise.
const OPENING_NODES: u64 = 2000;

/// What is tuned, by which games, and how much of it.
pub struct TuneSession<'a> {
    pub table: &'a dyn Table,
    /// The options of the champion, from whose `tuning` values begin.
    pub settings: &'a Settings,
    /// The champion's numbers where its options name none.
    pub usual: Tuning,
    pub parameters: &'a [&'static str],
    pub gains: Gains,
    /// How many openings, each played from either side, make a step.
    pub pairs: u64,
    /// How many positions a champion looks at for a move; `None` leaves it to its options.
    pub nodes: Option<u64>,
    pub opening: usize,
    /// After how many moves a game is a tie.
    pub moves_max: usize,
    pub seed: u64,
    /// How many steps the file is to hold in the end.
    pub steps: u64,
    pub time: Option<Duration>,
    pub threads: usize,
}

/// How many games a setting won, tied and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally(pub [u64; 3]);

impl Tally {
    fn games(self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns how much better than the other a setting did, from -1 to 1.
    fn gain(self) -> f64 {
        let [won, _, lost] = self.0.map(|count| count as f64);
        (won - lost) / self.games().max(1) as f64
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, count)| *sum += count);
    }
}

/// Adds steps to a file until it has as many as it should, time is up, or `stop` is set; `told` hears of each line.
///
/// `heading` is the first line of the file. Returns the values found, and how many steps there are.
pub fn tune(
    path: &Path,
    heading: &str,
    session: &TuneSession,
    stop: &AtomicBool,
    mut told: impl FnMut(&str),
) -> Result<(Tuning, u64), DataError> {
    let mut spsa = Spsa::new(session.axes()?, session.gains, session.seed);
    let mut file = lines::open(path, heading, |line| session.repeat(&mut spsa, line))?;
    let begin = Instant::now();
    let in_time = || session.time.is_none_or(|time| begin.elapsed() < time);
    while spsa.steps() < session.steps && in_time() {
        let tally = session.play(&spsa.trial(), spsa.steps(), stop)?;
        if stop.load(Ordering::Relaxed) {
            break;
        }
        spsa.step(tally.gain());
        let line = step_line(&spsa, tally);
        lines::add(&mut file, path, &line)?;
        told(&line);
    }
    let values: Vec<i32> = spsa.values().map(|(_, value)| value.round() as i32).collect();
    let tuning = session.usual.with(&session.tuning(&values)).map_err(AgentError::from)?;
    Ok((tuning, spsa.steps()))
}

/// Writes the numbers that are not the usual ones, as the option `tuning` wants them.
pub fn tuning_text(tuning: Tuning, usual: Tuning) -> String {
    let changed = Tuning::PARAMETERS.iter().filter_map(|parameter| {
        let value = tuning.value(parameter.name)?;
        let is_usual = usual.value(parameter.name) == Some(value);
        (!is_usual).then(|| format!("{}:{value}", parameter.name))
    });
    format!("tuning={}", changed.collect::<Vec<_>>().join(";"))
}

fn step_line(spsa: &Spsa, Tally([won, tied, lost]): Tally) -> String {
    let mut line = format!("{} {won},{tied},{lost}", spsa.steps());
    for (name, value) in spsa.values() {
        let _ = write!(line, " {name}:{value}");
    }
    line
}

impl TuneSession<'_> {
    fn axes(&self) -> Result<Vec<Axis>, AgentError> {
        let from = self.usual.with(self.from())?;
        let chosen = self.parameters.iter().filter_map(|name| {
            let parameter = Tuning::PARAMETERS.iter().find(|known| known.name == *name)?;
            let [least, greatest, start] =
                [parameter.least, parameter.greatest, from.value(name)?].map(f64::from);
            // A number that is 0 at first has only its bounds to tell what is a small change.
            let spread = if start == 0.0 { (greatest - least) / 10.0 } else { start.abs() / 4.0 };
            Some(Axis { name: parameter.name, least, greatest, start, spread: spread.max(1.0) })
        });
        Ok(chosen.collect())
    }

    fn from(&self) -> &str {
        self.settings.given("tuning").unwrap_or_default()
    }

    /// Returns the champion's tuning with these values.
    fn tuning(&self, values: &[i32]) -> String {
        let mut text = self.from().to_string();
        for (name, value) in self.parameters.iter().zip(values) {
            let _ = write!(text, ";{name}:{value}");
        }
        text
    }

    /// Makes the step that a line of the file tells of.
    fn repeat(&self, spsa: &mut Spsa, line: &str) -> Result<(), LineError> {
        let wrong = |expected| LineError { word: line.into(), expected };
        let counts = line.split(' ').nth(1).unwrap_or_default().split(',');
        let counts = counts.map(str::parse).collect::<Result<Vec<u64>, _>>();
        let tally = counts.ok().and_then(|counts| Some(Tally(counts.try_into().ok()?)));
        let tally = tally.filter(|tally| tally.games() == 2 * self.pairs);
        let tally = tally.ok_or_else(|| wrong("a step, with as many games as it has"))?;
        spsa.step(tally.gain());
        let expected = step_line(spsa, tally);
        if line == expected { Ok(()) } else { Err(wrong("what follows from the steps before")) }
    }

    /// Plays the games of a step; what is stopped is not whole.
    fn play(&self, trial: &Trial, step: u64, stop: &AtomicBool) -> Result<Tally, AgentError> {
        let next = AtomicU64::new(0);
        let played = Mutex::new(Ok(Tally::default()));
        let work = || {
            let mut games = Games::open(self, trial)?;
            loop {
                let pair = next.fetch_add(1, Ordering::Relaxed);
                if pair >= self.pairs || stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let tally = games.pair(step * self.pairs + pair)?;
                if let Ok(sum) = &mut *played.lock().expect("no thread panicked") {
                    *sum += tally;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    if let Err(error) = work() {
                        *played.lock().expect("no thread panicked") = Err(error);
                    }
                });
            }
        });
        played.into_inner().expect("no thread panicked")
    }
}

/// Who plays the games of a step.
struct Games<'a> {
    session: &'a TuneSession<'a>,
    /// Tells whether openings are balanced: always the same, so that openings are.
    judge: Box<dyn Agent>,
    /// The first setting and the second.
    agents: [Box<dyn Agent>; 2],
}

impl<'a> Games<'a> {
    fn open(session: &'a TuneSession, trial: &Trial) -> Result<Games<'a>, AgentError> {
        let with = |values: &[i32]| {
            let tuning = session.tuning(values);
            let mut pairs: Vec<(&str, &str)> = session.settings.pairs().collect();
            pairs.retain(|(name, _)| *name != "tuning");
            pairs.push(("tuning", &tuning));
            let settings = Settings::read(OPTIONS, pairs)?;
            catalog::open(session.table, "champion", &settings)
        };
        Ok(Games {
            session,
            judge: catalog::open(session.table, "champion", session.settings)?,
            agents: [with(&trial.plus)?, with(&trial.minus)?],
        })
    }

    /// Plays an opening, which its number determines, from both sides.
    fn pair(&mut self, number: u64) -> Result<Tally, AgentError> {
        let TuneSession { table, nodes, opening: plies, seed, .. } = *self.session;
        let mut random = SplitMix::new(mix(seed) ^ mix(number));
        let nodes = nodes.unwrap_or(OPENING_NODES);
        let opening = opening(table, &mut *self.judge, plies, nodes, &mut random)?;
        let mut tally = Tally::default();
        for seat in [Player(0), Player(1)] {
            tally += self.game(opening.copy(), seat)?;
        }
        Ok(tally)
    }

    /// Plays a game in which the first setting has the given seat.
    fn game(&mut self, mut game: Box<dyn Table>, seat: Player) -> Result<Tally, AgentError> {
        let limits = self.session.nodes.map_or(Limits::default(), Limits::nodes);
        self.agents.iter_mut().for_each(|agent| agent.new_game());
        while game.outcome().is_none() && game.moves().len() < self.session.moves_max {
            let agent = &mut self.agents[usize::from(game.to_move() != seat)];
            let thought = agent.think(&*game, &limits, &mut |_| {})?;
            let best = thought.best().expect("a game that is not over has a move");
            game.play(best).expect("agents play legal moves");
        }
        let got = |outcome: Outcome| outcome.payoffs[seat].cmp(&outcome.payoffs[seat.next(2)]);
        let result = game.outcome().map_or(std::cmp::Ordering::Equal, got);
        let mut tally = Tally::default();
        tally.0[(1 - result as i8) as usize] = 1;
        Ok(tally)
    }
}
