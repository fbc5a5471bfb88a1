//! The lines of fastchess, as scripts read them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, Write};

use manator_tournament::rating::elo::estimate;
use manator_tournament::rating::sprt::Verdict;

use super::Match;
use super::figures::{elo, nelo, number, pairs};
use super::score::share;

pub(super) const RULE: &str = "--------------------------------------------------";

pub(super) fn rating(of: &Match<'_>, out: &mut dyn Write) -> io::Result<()> {
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
        let counts = of.tested;
        let (ratio, (lower, upper)) = (sprt.log_likelihood_ratio(&counts), sprt.bounds());
        let done = 100.0 * if ratio < 0.0 { -ratio / lower } else { ratio / upper };
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
