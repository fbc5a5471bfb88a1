//! The lines of our own: short, and the last one in plain words.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, Write};

use manator_tournament::rating::elo::estimate;

use super::Match;
use super::figures::{pairs, score};

pub(super) fn rating(of: &Match<'_>, out: &mut dyn Write) -> io::Result<()> {
    score(of, out)?;
    let counts = of.score.counts();
    if let Some(found) = estimate(&counts) {
        let likely = 100.0 * found.superiority;
        writeln!(out, "Elo: {:.1} +/- {:.1}, LOS: {likely:.1} %", found.elo, found.error())?;
    }
    if of.score.is_paired() {
        writeln!(out, "Ptnml(0-2): {}", pairs(of.score))?;
    }
    if let Some((sprt, _)) = of.sprt {
        let counts = of.tested;
        let (ratio, (lower, upper)) = (sprt.log_likelihood_ratio(&counts), sprt.bounds());
        let verdict = sprt.verdict(&counts);
        writeln!(out, "SPRT: llr {ratio:.2} ({lower:.2}, {upper:.2}), {verdict}")?;
    }
    Ok(())
}
