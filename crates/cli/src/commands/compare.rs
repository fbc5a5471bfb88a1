//! `manator compare`: is the new version better than the old one?
// SPDX-License-Identifier: MIT OR Apache-2.0

use clap::Args;
use manator_organise::{Ending, Event};
use manator_tournament::Entrant;
use manator_tournament::rating;
use manator_tournament::rating::elo::{Counts, estimate};
use manator_tournament::rating::sprt;

use crate::Verdict;
use crate::arguments::{find_game, levels};
use crate::organise::conditions::{Conditions, read_sprt};
use crate::organise::{Outcome, Running};

/// Say whether a new agent is better than an old one; the exit status is 0 when it is, 1 when not
///
/// They play pairs of games until a sequential test is decided. In a game of three the old one plays on two
/// seats, and all games are played.
#[derive(Args)]
#[command(after_help = levels())]
pub(crate) struct Compare {
    /// The new one: an agent such as alphabeta:depth=4, or a program such as ./new
    new: String,
    /// The old one
    old: String,
    /// The game: see `manator games`
    #[arg(long)]
    game: String,
    /// How many games are played at most
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// What is to be told apart, in normalised Elo: no gain, and a gain
    #[arg(long, value_name = "ELO0,ELO1", default_value = "0,10")]
    sprt: String,
    /// Go on when a player cannot be started or breaks down: it has lost that game
    #[arg(long)]
    recover: bool,
    #[command(flatten)]
    conditions: Conditions,
    #[command(flatten)]
    running: Running,
}

const SURE: f64 = 0.95;

impl Compare {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        self.conditions.announce()?;
        let seats = find_game(&self.game)?.card().players.len();
        let olds = std::iter::repeat_n(self.old.clone(), seats - 1);
        let who: Vec<String> = std::iter::once(self.new.clone()).chain(olds).collect();
        let test = read_sprt(&self.sprt)?;
        let event = Event {
            title: format!("{} against {}", self.new, self.old),
            games: Some(self.games),
            sprt: (seats == 2).then_some(test),
            recover: self.recover,
            ..self.conditions.event(&self.game, &who)?
        };
        let outcome = self.running.begin(self.conditions.prepare(event)?)?;
        Ok(match (outcome.verdict(), &outcome.ending) {
            (Verdict::Yes, Ending::Over(_) | Ending::Decided) if !is_better(&outcome) => {
                Verdict::No
            }
            (verdict, _) => verdict,
        })
    }
}

/// Returns whether the first player is better: by the test where it is decided, else by the error bars.
fn is_better(outcome: &Outcome) -> bool {
    let results = outcome.live.results();
    let (new, old) = (Entrant(0), Entrant(1));
    let Some(counts) = Counts::of(results, new, old) else {
        let ahead = rating::rate(results).difference(new, old);
        return ahead.is_some_and(|ahead| ahead.elo > ahead.error);
    };
    match outcome.prepared.sprt.map(|test| test.verdict(&counts)) {
        Some(sprt::Verdict::Upper) => true,
        Some(sprt::Verdict::Lower) => false,
        Some(sprt::Verdict::Open) | None => {
            estimate(&counts).is_some_and(|found| found.superiority > SURE)
        }
    }
}
