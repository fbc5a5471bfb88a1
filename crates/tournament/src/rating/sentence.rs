//! What comes out of a match or a tournament, in one plain sentence.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::TIME;

use super::Ratings;
use super::elo::{Counts, estimate};
use super::joint;
use super::standings::{Standing, Standings, name};
use crate::notes::DEFAULT;
use crate::results::{Entrant, Results};
use crate::text::{plural, signed};

/// Reasons to lose for that have nothing to do with strength, in words.
const FAULTS: [(&str, &str); 2] = [(TIME.0, "on time"), (DEFAULT, "by default")];

/// Returns what a match shows: `new is stronger: +34 ± 15 Elo, 412 games, 3 losses on time by old`.
pub fn of_match(names: &[String], results: &Results, one: Entrant, other: Entrant) -> String {
    let Some(range) = Range::between(results, one, other) else {
        return format!("{} and {} have not met", name(names, one), name(names, other));
    };
    let (one, other, range) =
        if range.elo < 0.0 { (other, one, range.mirrored()) } else { (one, other, range) };
    let (first, second) = (name(names, one), name(names, other));
    let verdict = if range.lower > 0.0 {
        format!("{first} is stronger: {}", range.in_words())
    } else {
        format!("{first} and {second} may be equally strong: {} for {first}", range.in_words())
    };
    let met = results
        .games()
        .filter(|game| [one, other].iter().all(|entrant| game.seats.contains(entrant)));
    let games = plural(met.count() as u64, "game", "games");
    let standings = Standings::of(results);
    let lines = [one, other].into_iter().filter_map(|entrant| standings.by_entrant.get(entrant.0));
    [vec![verdict, games], faults(names, &lines.collect::<Vec<_>>())].concat().join(", ")
}

pub fn of_tournament(names: &[String], results: &Results) -> String {
    of_standings(names, &Standings::of(results), &joint::rate(results))
}

pub fn of_standings(names: &[String], standings: &Standings, ratings: &Ratings) -> String {
    let ranking = ratings.ranking();
    let [first, second, ..] = ranking[..] else { return "nobody has met anybody".to_string() };
    let verdict = match ratings.difference(first.entrant, second.entrant) {
        _ if ratings.groups() > 1 => {
            format!("nobody is the strongest: there are {} groups that never met", ratings.groups())
        }
        Some(ahead) => {
            let sure =
                if ahead.elo > ahead.error { "is the strongest" } else { "leads, not surely" };
            let range = Range::around(ahead.elo, ahead.error).in_words();
            let names = [first, second].map(|rating| name(names, rating.entrant));
            format!("{} {sure}: {range} ahead of {}", names[0], names[1])
        }
        None => "nobody is the strongest".to_string(),
    };
    let games = plural(standings.games(), "game", "games");
    let lines: Vec<&Standing> = standings.by_entrant.iter().collect();
    [vec![verdict, games], faults(names, &lines)].concat().join(", ")
}

#[derive(Clone, Copy)]
struct Range {
    elo: f64,
    lower: f64,
    upper: f64,
}

impl Range {
    fn around(elo: f64, error: f64) -> Range {
        Range { elo, lower: elo - error, upper: elo + error }
    }

    /// Returns the difference of two entrants, if they have met; of three seats, from the joint ratings.
    fn between(results: &Results, one: Entrant, other: Entrant) -> Option<Range> {
        if let Some(counts) = Counts::of(results, one, other) {
            let found = estimate(&counts)?;
            return Some(Range { elo: found.elo, lower: found.lower, upper: found.upper });
        }
        let ahead = joint::rate(results).difference(one, other)?;
        Some(Range::around(ahead.elo, ahead.error))
    }

    fn mirrored(self) -> Range {
        Range { elo: -self.elo, lower: -self.upper, upper: -self.lower }
    }

    fn in_words(self) -> String {
        let Range { elo, lower, upper } = self;
        match (lower.is_finite(), upper.is_finite()) {
            (true, true) => format!("{} ± {:.0} Elo", signed(elo), (upper - lower) / 2.0),
            (true, false) => format!("at least {} Elo", signed(lower)),
            (false, true) => format!("at most {} Elo", signed(upper)),
            (false, false) => "any difference".to_string(),
        }
    }
}

fn faults(names: &[String], lines: &[&Standing]) -> Vec<String> {
    let mut words = Vec::new();
    for (reason, how) in FAULTS {
        for line in lines {
            let count = line.by_reason.get(reason).map_or(0, |tally| tally.lost);
            if count > 0 {
                let losses = plural(count, "loss", "losses");
                words.push(format!("{losses} {how} by {}", name(names, line.entrant)));
            }
        }
    }
    words
}
