//! The lines that say how a match stands: our own, short and in plain words, and those of fastchess and
//! cutechess-cli, as scripts read them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, Write};

use manator_tournament::rating::elo::estimate;
use manator_tournament::rating::sprt::{Sprt, Verdict};
use manator_tournament::rating::standings::Tally;
use manator_tournament::rating::sure::Decisive;

use super::Match;
use super::figures::{counts, elo, nelo, number, pairs, score, share};

pub(super) const RULE: &str = "--------------------------------------------------";

pub(super) fn fastchess(of: &Match<'_>, out: &mut dyn Write) -> io::Result<()> {
    let counts = of.score.counts();
    let Some(found) = estimate(&counts) else { return Ok(()) };
    let (one, other) = of.names;
    let games = &of.score.games;
    writeln!(out, "{RULE}")?;
    // An engine without these options has no threads and no hash for fastchess either.
    writeln!(out, "Results of {one} vs {other} ({}, NULL, NULL):", of.time)?;
    writeln!(out, "Elo: {}, nElo: {}", elo(&found, 2), nelo(&found, 2))?;
    let likely = 100.0 * found.superiority;
    let [lost, worse, even, better, won] = of.score.pairs;
    match of.score.is_paired() {
        true => {
            let drawn = 100.0 * even as f64 / counts.units().max(1) as f64;
            let ratio = number((better + won) as f64 / (lost + worse) as f64, 2);
            writeln!(out, "LOS: {likely:.2} %, DrawRatio: {drawn:.2} %, PairsRatio: {ratio}")?;
        }
        false => {
            let drawn = 100.0 * games.tied as f64 / games.games().max(1) as f64;
            writeln!(out, "LOS: {likely:.2} %, DrawRatio: {drawn:.2} %")?;
        }
    }
    writeln!(
        out,
        "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({:.2} %)",
        games.games(),
        games.won,
        games.lost,
        games.tied,
        games.half_points() as f64 / 2.0,
        100.0 * share(&of.score.games),
    )?;
    if of.score.is_paired() {
        let twice = of.score.tied_twice;
        let ratio = number((even - twice) as f64 / twice as f64, 2);
        writeln!(out, "Ptnml(0-2): {}, WL/DD Ratio: {ratio}", pairs(of.score))?;
    }
    if let Some((sprt, (elo0, elo1))) = of.sprt {
        let (ratio, done, (lower, upper)) = progress(sprt, of);
        writeln!(
            out,
            "LLR: {ratio:.2} ({done:.1}%) ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}]"
        )?;
    }
    writeln!(out, "{RULE}")
}

pub(super) fn end(of: Option<&Match<'_>>, out: &mut dyn Write) -> io::Result<()> {
    let test = of.and_then(|of| Some((of, of.sprt?)));
    let decided = test.and_then(|(of, (sprt, bounds))| match sprt.verdict(&of.tested) {
        Verdict::Lower => Some((bounds, "H0")),
        Verdict::Upper => Some((bounds, "H1")),
        Verdict::Open => None,
    });
    match decided {
        Some(((elo0, elo1), which)) => {
            writeln!(out, "SPRT ([{elo0:.2}, {elo1:.2}]) completed - {which} was accepted")
        }
        None => writeln!(out, "Tournament finished"),
    }
}

pub(super) fn cutechess(of: &Match<'_>, out: &mut dyn Write) -> io::Result<()> {
    let games = &of.score.games;
    // It knows no pairs, so that its error bars are those of single games.
    let Some(found) = estimate(&counts(games)) else { return Ok(()) };
    let likely = 100.0 * found.superiority;
    let drawn = 100.0 * games.tied as f64 / games.games().max(1) as f64;
    let elo = elo(&found, 1);
    writeln!(out, "Elo difference: {elo}, LOS: {likely:.1} %, DrawRatio: {drawn:.1} %")?;
    let Some((sprt, _)) = of.sprt else { return Ok(()) };
    let (ratio, done, (lower, upper)) = progress(sprt, of);
    let accepted = match sprt.verdict(&of.tested) {
        Verdict::Lower => " - H0 was accepted",
        Verdict::Upper => " - H1 was accepted",
        Verdict::Open => "",
    };
    writeln!(
        out,
        "SPRT: llr {ratio:.2} ({done:.1}%), lbound {lower:.2}, ubound {upper:.2}{accepted}"
    )
}

pub(super) fn native(of: &Match<'_>, out: &mut dyn Write) -> io::Result<()> {
    score(of, out)?;
    let counts = of.score.counts();
    if let Some(found) = estimate(&counts) {
        let (elo, likely) = match found.elo.is_finite() {
            true => (format!("{:.1} +/- {:.1}", found.elo, found.error()), found.superiority),
            false => {
                let winner = if found.elo > 0.0 { of.names.0 } else { of.names.1 };
                let Tally { won, tied, lost, .. } = of.score.games;
                // The sentence at the end says the same.
                let likely = Decisive { won, lost, tied }.probability();
                (format!("cannot be estimated, {winner} has won every game"), likely)
            }
        };
        writeln!(out, "Elo: {elo}, LOS: {:.1} %", 100.0 * likely)?;
    }
    if of.score.is_paired() {
        writeln!(out, "Ptnml(0-2): {}", pairs(of.score))?;
    }
    if let Some((sprt, _)) = of.sprt {
        let (ratio, _, (lower, upper)) = progress(sprt, of);
        let verdict = sprt.verdict(&of.tested);
        writeln!(out, "SPRT: llr {ratio:.2} ({lower:.2}, {upper:.2}), {verdict}")?;
    }
    Ok(())
}

/// Returns the log-likelihood ratio of a test, how much of the way to its bound that is in percent, and the bounds.
fn progress(sprt: Sprt, of: &Match<'_>) -> (f64, f64, (f64, f64)) {
    let (ratio, (lower, upper)) = (sprt.log_likelihood_ratio(&of.tested), sprt.bounds());
    let done = 100.0 * if ratio < 0.0 { -ratio / lower } else { ratio / upper };
    (ratio, done, (lower, upper))
}
