//! `manator compare`: is the new version better than the old one?
// SPDX-License-Identifier: MIT OR Apache-2.0

use anyhow::bail;
use clap::Args;
use manator_organise::{Ending, Event};
use manator_tournament::Entrant;
use manator_tournament::rating::elo::{Counts, estimate};
use manator_tournament::rating::sprt;

use crate::Verdict;
use crate::arguments::{find_game, levels};
use crate::organise::conditions::{Conditions, read_sprt};
use crate::organise::{Outcome, Running};

/// Say whether a new agent is better than an old one; the exit status is 0 when it is, 1 when not
///
/// They play until it is sure which one is better, in a game of three with the old one on two seats. `--sprt` is for
/// authors of engines, who want to know whether a small gain is real.
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
    /// How many games are played at most [default: 400, with --sprt 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: Option<u32>,
    /// How sure it must be which one is better, in percent
    #[arg(long, value_name = "PERCENT", default_value = "95", value_parser = percent)]
    sure: f64,
    /// A sequential test of a gain instead, of two: no gain, and a gain, in normalised Elo, such as 0,10
    #[arg(long, value_name = "ELO0,ELO1", conflicts_with = "sure")]
    sprt: Option<String>,
    /// Go on when a player cannot be started or breaks down: it has lost that game
    #[arg(long)]
    recover: bool,
    #[command(flatten)]
    conditions: Conditions,
    #[command(flatten)]
    running: Running,
}

/// How sure a test that is not decided must be at its end.
const SURE: f64 = 0.95;
const GAMES: u32 = 400;
const SPRT_GAMES: u32 = 10_000;

fn percent(text: &str) -> Result<f64, String> {
    let percent = text.parse().ok().filter(|percent| (50.0..100.0).contains(percent));
    percent.ok_or_else(|| "expected a number from 50 to below 100".into())
}

impl Compare {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        self.conditions.announce()?;
        let seats = find_game(&self.game)?.card().players.len();
        let olds = std::iter::repeat_n(self.old.clone(), seats - 1);
        let who: Vec<String> = std::iter::once(self.new.clone()).chain(olds).collect();
        let sprt = self.sprt.as_deref().map(read_sprt).transpose()?;
        if sprt.is_some() && seats > 2 {
            bail!("--sprt: expected a game of two; without it, a game of three is compared, too");
        }
        let event = Event {
            title: format!("{} against {}", self.new, self.old),
            games: self.games.or(Some(if sprt.is_some() { SPRT_GAMES } else { GAMES })),
            sure: sprt.is_none().then_some(self.sure / 100.0),
            sprt,
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

/// Returns whether the first player is better: by the test where it is decided; else a test of a gain by the error
/// bars, while what is not sure is not better.
fn is_better(outcome: &Outcome) -> bool {
    let is_likely = || {
        let counts = Counts::of(outcome.live.results(), Entrant(0), Entrant(1));
        let found = counts.and_then(|counts| estimate(&counts));
        found.is_some_and(|found| found.superiority > SURE)
    };
    match outcome.live.trial.as_ref().map(|trial| trial.verdict()) {
        Some(sprt::Verdict::Upper) => true,
        Some(sprt::Verdict::Lower) => false,
        Some(sprt::Verdict::Open) | None => outcome.prepared.sprt.is_some() && is_likely(),
    }
}
