//! The lines of cutechess-cli, as scripts read them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, Write};

use manator_tournament::rating::elo::estimate;
use manator_tournament::rating::sprt::Verdict;

use super::Match;
use super::figures::elo;
use super::score::counts;

pub(super) fn rating(of: &Match<'_>, out: &mut dyn Write) -> io::Result<()> {
    let games = &of.score.games;
    // It knows no pairs, so that its error bars are those of single games.
    let Some(found) = estimate(&counts(games)) else { return Ok(()) };
    let likely = 100.0 * found.superiority;
    let drawn = 100.0 * games.tied as f64 / games.games().max(1) as f64;
    let elo = elo(&found, 1);
    writeln!(out, "Elo difference: {elo}, LOS: {likely:.1} %, DrawRatio: {drawn:.1} %")?;
    let Some((sprt, _)) = of.sprt else { return Ok(()) };
    let counts = of.tested;
    let (ratio, (lower, upper)) = (sprt.log_likelihood_ratio(&counts), sprt.bounds());
    let done = 100.0 * if ratio < 0.0 { -ratio / lower } else { ratio / upper };
    let accepted = match sprt.verdict(&counts) {
        Verdict::Lower => " - H0 was accepted",
        Verdict::Upper => " - H1 was accepted",
        Verdict::Open => "",
    };
    writeln!(
        out,
        "SPRT: llr {ratio:.2} ({done:.1}%), lbound {lower:.2}, ubound {upper:.2}{accepted}"
    )
}
