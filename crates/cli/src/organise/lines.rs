//! What is said while a tournament is played, and when it is over.
//!
//! The lines are those of fastchess and cutechess-cli, because scripts read them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, Write};

use manator_core::record::result_text;
use manator_organiser::{Ending, Finished, Live, Observer, Prepared};
use manator_tournament::rating::elo::{Counts, estimate};
use manator_tournament::rating::sentence;
use manator_tournament::rating::sprt::Sprt;
use manator_tournament::rating::table::Table;
use manator_tournament::schedule::Pairing;
use manator_tournament::{Entrant, Results};

use crate::records::Records;

/// How many games lie between two lines with the score.
const INTERVAL: usize = 10;

/// Tells of a tournament line by line.
pub(super) struct Lines {
    names: Vec<String>,
    sprt: Option<Sprt>,
    records: Option<Records>,
}

impl Lines {
    pub(super) fn new(prepared: &Prepared, records: Option<Records>) -> Lines {
        Lines { names: prepared.names(), sprt: prepared.sprt(), records }
    }

    fn players(&self, pairing: &Pairing) -> String {
        let names: Vec<&str> = pairing.seats.iter().map(|who| self.names[who.0].as_str()).collect();
        names.join(" vs ")
    }

    fn counts(&self, results: &Results) -> Option<Counts> {
        match self.names.len() {
            2 => Counts::of(results, Entrant(0), Entrant(1)),
            _ => None,
        }
    }

    /// Says how it stands between two.
    fn tell(&self, results: &Results, out: &mut impl Write) -> io::Result<()> {
        let Some(counts) = self.counts(results) else { return Ok(()) };
        let table = Table::of(results);
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
    pub(super) fn conclude(&self, live: &Live, ending: &Ending) -> io::Result<()> {
        let results = &live.results;
        let mut out = anstream::stdout().lock();
        if !results.games().len().is_multiple_of(INTERVAL) {
            self.tell(results, &mut out)?;
        }
        if let (Some(sprt), Some(counts)) = (self.sprt, self.counts(results)) {
            writeln!(out, "{}", sprt.in_words(&counts))?;
        }
        if self.names.len() > 2 {
            writeln!(out, "{}", Table::of(results).crosstable(&self.names).trim_end())?;
        }
        let sentence = match self.names.len() {
            2 => sentence::of_match(&self.names, results, Entrant(0), Entrant(1)),
            _ => sentence::of_tournament(&self.names, results),
        };
        writeln!(out, "{sentence}")?;
        let mut talk = anstream::stderr();
        match ending {
            Ending::BrokeDown { who, id, words } => {
                writeln!(talk, "stopped after game {id}: {} {words}", self.names[who.0])?;
                writeln!(talk, "hint: --recover goes on after that")
            }
            Ending::SetAside(games) => {
                writeln!(talk, "{} games could not be played: resume tries them again", games.len())
            }
            Ending::Over(_) | Ending::Decided | Ending::Stopped => Ok(()),
        }
    }
}

impl Observer for Lines {
    fn started(&mut self, live: &Live, pairing: &Pairing, _worker: &str) -> io::Result<()> {
        let (number, players, of) = (live.number(pairing.id), self.players(pairing), live.known());
        writeln!(anstream::stdout(), "Started game {number} of {of} ({players})")
    }

    fn finished(&mut self, live: &Live, pairing: &Pairing, game: &Finished) -> io::Result<()> {
        if let Some(records) = &mut self.records {
            records.add(&game.record)?;
        }
        let mut out = anstream::stdout().lock();
        let (number, players) = (live.number(pairing.id), self.players(pairing));
        let (result, words) = (result_text(Some(&game.payoffs)), &game.words);
        writeln!(out, "Finished game {number} ({players}): {result} {{{words}}}")?;
        if live.results.games().len().is_multiple_of(INTERVAL) {
            self.tell(&live.results, &mut out)?;
        }
        Ok(())
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        writeln!(anstream::stderr(), "{text}")
    }
}
