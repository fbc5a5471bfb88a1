//! What is said while a match is played, and when it is over.
//!
//! The lines are those of fastchess and cutechess-cli, because scripts read them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;

use anyhow::{Context, anyhow};
use manator_core::PerPlayer;
use manator_core::record::result_text;
use manator_host::Report;
use manator_tournament::rating::elo::{Counts, estimate};
use manator_tournament::rating::sentence;
use manator_tournament::rating::sprt::{Model, Sprt, Verdict};
use manator_tournament::rating::table::Table;
use manator_tournament::schedule::Pairing;
use manator_tournament::{Entrant, Played, Results};

use super::players::Player;

/// How many games lie between two lines with the score.
const INTERVAL: usize = 10;

/// The results so far.
pub(super) struct Scores {
    names: Vec<String>,
    results: Results,
    games: usize,
    sprt: Option<Sprt>,
}

impl Scores {
    pub(super) fn new(
        players: &[Player],
        seats: usize,
        games: usize,
        sprt: Option<&str>,
    ) -> anyhow::Result<Scores> {
        let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
        if sprt.is_some() && names.len() != 2 {
            return Err(anyhow!("--sprt: expected two players"));
        }
        let results = Results::new(names.len(), seats)?;
        Ok(Scores { names, results, games, sprt: sprt.map(read_sprt).transpose()? })
    }

    fn players(&self, pairing: &Pairing) -> String {
        let names: Vec<&str> = pairing.seats.iter().map(|who| self.names[who.0].as_str()).collect();
        names.join(" vs ")
    }

    /// Tells that a game has begun.
    pub(super) fn start(&self, number: usize, pairing: &Pairing) -> anyhow::Result<()> {
        let (players, games) = (self.players(pairing), self.games);
        writeln!(anstream::stdout(), "Started game {number} of {games} ({players})")?;
        Ok(())
    }

    /// Counts a game and tells of it; returns whether the match is decided.
    pub(super) fn count(
        &mut self,
        number: usize,
        pairing: &Pairing,
        report: &Report,
    ) -> anyhow::Result<bool> {
        let Some(verdict) = &report.verdict else { return Ok(false) };
        let mut out = anstream::stdout().lock();
        let players = self.players(pairing);
        let result = result_text(report.record.result.as_deref());
        writeln!(out, "Finished game {number} ({players}): {result} {{{}}}", verdict.words)?;
        let payoffs = verdict.outcome.payoffs;
        self.results.add(Played {
            id: pairing.id,
            seats: pairing.seats.clone(),
            payoffs: PerPlayer::from_fn(pairing.seats.len(), |player| payoffs[player]),
            reason: verdict.outcome.reason.0.into(),
        })?;
        if self.results.games().len().is_multiple_of(INTERVAL) {
            self.tell(&mut out)?;
        }
        Ok(self.is_decided())
    }

    fn counts(&self) -> Option<Counts> {
        match self.names.len() {
            2 => Counts::of(&self.results, Entrant(0), Entrant(1)),
            _ => None,
        }
    }

    fn is_decided(&self) -> bool {
        match (self.sprt, self.counts()) {
            (Some(sprt), Some(counts)) => sprt.verdict(&counts) != Verdict::Open,
            _ => false,
        }
    }

    /// Says how it stands between two.
    fn tell(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let Some(counts) = self.counts() else { return Ok(()) };
        let table = Table::of(&self.results);
        let tally = table.lines[0].total;
        let games = tally.games();
        let share = tally.half_points() as f64 / (2 * games).max(1) as f64;
        let (one, other) = (&self.names[0], &self.names[1]);
        writeln!(
            out,
            "Score of {one} vs {other}: {} - {} - {}  [{share:.3}] {games}",
            tally.won, tally.lost, tally.tied
        )?;
        if let Some(found) = estimate(&counts) {
            let likely = 100.0 * found.superiority;
            writeln!(out, "Elo: {:.1} +/- {:.1}, LOS: {likely:.1} %", found.elo, found.error())?;
        }
        if let Some(sprt) = self.sprt {
            let (ratio, (lower, upper)) = (sprt.log_likelihood_ratio(&counts), sprt.bounds());
            let verdict = sprt.verdict(&counts);
            writeln!(out, "SPRT: llr {ratio:.2} ({lower:.2}, {upper:.2}), {verdict}")?;
        }
        Ok(())
    }

    /// Says how it ended: the score, the table, and one plain sentence.
    pub(super) fn conclude(&self) -> anyhow::Result<()> {
        let mut out = anstream::stdout().lock();
        if !self.results.games().len().is_multiple_of(INTERVAL) {
            self.tell(&mut out)?;
        }
        if let (Some(sprt), Some(counts)) = (self.sprt, self.counts()) {
            writeln!(out, "{}", sprt.in_words(&counts))?;
        }
        if self.names.len() > 2 {
            writeln!(out, "{}", Table::of(&self.results).crosstable(&self.names).trim_end())?;
        }
        let sentence = match self.names.len() {
            2 => sentence::of_match(&self.names, &self.results, Entrant(0), Entrant(1)),
            _ => sentence::of_tournament(&self.names, &self.results),
        };
        writeln!(out, "{sentence}")?;
        Ok(())
    }
}

fn read_sprt(text: &str) -> anyhow::Result<Sprt> {
    let expected = || format!("--sprt: '{text}': expected two numbers such as 0,5");
    let (lower, upper) = text.split_once(',').with_context(expected)?;
    let number = |text: &str| text.trim().parse::<f64>().with_context(expected);
    Ok(Sprt::new(Model::Normalised, number(lower)?, number(upper)?)?)
}
