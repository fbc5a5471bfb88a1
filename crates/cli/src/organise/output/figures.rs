//! Numbers and tables that several kinds of lines share.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, Write};

use manator_tournament::rating::elo::{Estimate, estimate};
use manator_tournament::rating::standings::Standings;

use super::Match;
use super::score::{Score, counts, share};

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
