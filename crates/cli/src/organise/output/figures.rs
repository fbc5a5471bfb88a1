//! Numbers and tables that several kinds of lines share.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Ordering;
use std::collections::HashMap;
use std::io::{self, Write};

use manator_tournament::rating::elo::{Counts, Estimate, estimate};
use manator_tournament::rating::standings::{Standings, Tally};
use manator_tournament::{Entrant, Played, Results, UnitId};

use super::Match;

const NAME_WIDTH: usize = 25;

pub(super) fn score(of: &Match<'_>, out: &mut dyn Write) -> io::Result<()> {
    let ((one, other), games, share) = (of.names, &of.score.games, share(&of.score.games));
    let (won, lost, tied, all) = (games.won, games.lost, games.tied, games.games());
    writeln!(out, "Score of {one} vs {other}: {won} - {lost} - {tied}  [{share:.3}] {all}")
}

pub(super) fn pairs(score: &Score) -> String {
    let [lost, worse, even, better, won] = score.pairs;
    format!("[{lost}, {worse}, {even}, {better}, {won}]")
}

/// Returns a number as C writes it, which scripts expect where there is none.
pub(super) fn number(value: f64, places: usize) -> String {
    if value.is_nan() { "nan".into() } else { format!("{value:.places$}") }
}

/// Returns the difference in Elo with its error, of which an infinite difference has none.
pub(super) fn elo(found: &Estimate, places: usize) -> String {
    with_error(found.elo, found.error(), places)
}

pub(super) fn nelo(found: &Estimate, places: usize) -> String {
    with_error(found.normalised, found.normalised_error, places)
}

fn with_error(value: f64, error: f64, places: usize) -> String {
    let error = if value.is_infinite() { f64::NAN } else { error };
    format!("{} +/- {}", number(value, places), number(error, places))
}

pub(super) fn ranks(
    names: &[String],
    standings: &Standings,
    out: &mut dyn Write,
) -> io::Result<()> {
    let width = names.iter().map(|name| name.chars().count()).fold(NAME_WIDTH, usize::max);
    writeln!(
        out,
        "Rank {:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "Name", "Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw"
    )?;
    let mut lines: Vec<_> = standings.by_entrant.iter().collect();
    lines.sort_by(|one, other| share(&other.total).total_cmp(&share(&one.total)));
    for (rank, line) in (1..).zip(lines) {
        let tally = &line.total;
        let Some(found) = estimate(&counts(tally)) else { continue };
        let drawn = 100.0 * tally.tied as f64 / tally.games().max(1) as f64;
        writeln!(
            out,
            "{rank:>4} {:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>9.1}% {drawn:>9.1}%",
            names[line.entrant.0],
            number(found.elo, 2),
            number(found.error(), 2),
            number(found.normalised, 2),
            number(found.normalised_error, 2),
            tally.games(),
            100.0 * share(tally),
        )?;
    }
    Ok(())
}

/// What the first of two players has scored. Every game is counted once, so that a line after each game costs the
/// same at the end of a long match as at its beginning.
#[derive(Default)]
pub(super) struct Score {
    pub(super) games: Tally,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub(super) pairs: [u64; 5],
    /// How many pairs were two ties; others with one point were a win and a loss.
    pub(super) tied_twice: u64,
    /// Half the points of pairs of which one game is over.
    open: HashMap<UnitId, usize>,
}

impl Score {
    pub(super) fn of(results: &Results) -> Score {
        let mut score = Score::default();
        results.games().for_each(|game| score.add(game));
        score
    }

    pub(super) fn add(&mut self, game: &Played) {
        let (one, other) = (game.payoff(Entrant(0)), game.payoff(Entrant(1)));
        let (Some(one), Some(other)) = (one, other) else { return };
        // Players who both lost have tied, as in the ratings.
        let order = one.cmp(&other);
        self.games.count(order as i8);
        let mark = (order as i8 + 1) as usize;
        let Some(before) = self.open.remove(&game.id.unit) else {
            self.open.insert(game.id.unit, mark);
            return;
        };
        self.pairs[before + mark] += 1;
        if order == Ordering::Equal && before == mark {
            self.tied_twice += 1;
        }
    }

    /// Returns whether pairs are counted; as in the ratings, games are as long as there is no pair.
    pub(super) fn is_paired(&self) -> bool {
        self.pairs.iter().any(|count| *count > 0)
    }

    pub(super) fn counts(&self) -> Counts {
        match self.is_paired() {
            true => Counts::Pairs(self.pairs),
            false => counts(&self.games),
        }
    }
}

pub(super) fn counts(tally: &Tally) -> Counts {
    Counts::Games([tally.lost, tally.tied, tally.won])
}

pub(super) fn share(tally: &Tally) -> f64 {
    tally.half_points() as f64 / (2 * tally.games()).max(1) as f64
}
