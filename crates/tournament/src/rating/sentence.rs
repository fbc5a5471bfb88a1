//! What comes out of a match or a tournament, in one plain sentence.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::TIME;

use super::Ratings;
use super::elo::{Counts, estimate};
use super::joint;
use super::standings::{Standing, Standings, name};
use super::sure::Decisive;
use crate::notes::DEFAULT;
use crate::results::{Entrant, Results};
use crate::text::{plural, signed};

/// Reasons to lose for that have nothing to do with strength, in words.
const FAULTS: [(&str, &str); 2] = [(TIME.0, "on time"), (DEFAULT, "by default")];

/// How likely somebody must be the better one before that is said.
const LIKELY: f64 = 0.75;

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
        match Decisive::of(results, one).probability() {
            likely if likely >= LIKELY => {
                let likely = percent(likely);
                format!("{first} is probably stronger ({likely}), not surely: {}", range.in_words())
            }
            _ => format!(
                "{first} and {second} may be equally strong: {} for {first}",
                range.in_words()
            ),
        }
    };
    let met = results
        .games()
        .filter(|game| [one, other].iter().all(|entrant| game.seats.contains(entrant)));
    let games = plural(met.count() as u64, "game", "games");
    let standings = Standings::of(results);
    let lines = [one, other].into_iter().filter_map(|entrant| standings.by_entrant.get(entrant.0));
    [vec![verdict, games], faults(names, &lines.collect::<Vec<_>>())].concat().join(", ")
}

/// Returns a probability as people read it: `96.9 %`, and never `100.0 %`.
pub fn percent(probability: f64) -> String {
    match probability {
        above if above > 0.999 => "over 99.9 %".to_string(),
        below if below < 0.001 => "under 0.1 %".to_string(),
        _ => format!("{:.1} %", 100.0 * probability),
    }
}

pub fn of_tournament(names: &[String], results: &Results) -> String {
    of_standings(names, &Standings::of(results), &joint::rate(results), None)
}

/// Returns who is first in the table, and how sure it is that nobody is stronger; `order` is the order in which they
/// finished, where the schedule decides that and not the points alone.
pub fn of_standings(
    names: &[String],
    standings: &Standings,
    ratings: &Ratings,
    order: Option<&[Entrant]>,
) -> String {
    let lines = standings.ordered(order);
    let leaders = lines.iter().filter(|(rank, _)| *rank == 1).map(|(_, line)| line.entrant);
    let leaders: Vec<Entrant> = leaders.collect();
    let winner = leaders.first().copied().unwrap_or(Entrant(0));
    let leads = if order.is_some() { "has won" } else { "has the most points" };
    let ranking = ratings.ranking();
    let [first, second, ..] = ranking[..] else { return "nobody has met anybody".to_string() };
    let verdict = match ratings.difference(first.entrant, second.entrant) {
        _ if ratings.groups() > 1 => {
            let won = order.map(|_| format!("{} has won, but ", name(names, winner)));
            let (won, groups) = (won.unwrap_or_default(), ratings.groups());
            format!("{won}nobody is the strongest: there are {groups} groups that never met")
        }
        Some(_) if leaders.len() > 1 => format!("{} share the first place", all(names, &leaders)),
        Some(_) if winner != first.entrant => {
            let ahead = ratings.difference(first.entrant, winner);
            let range = ahead.map_or("no rating".into(), |ahead| {
                Range::around(ahead.elo, ahead.error).in_words()
            });
            let (winner, other) = (name(names, winner), name(names, first.entrant));
            format!("{winner} {leads}, though {other} is rated higher: {range}")
        }
        Some(ahead) => {
            let sure =
                if ahead.elo > ahead.error { "is the strongest" } else { "leads, not surely" };
            let range = Range::around(ahead.elo, ahead.error).in_words();
            let names = [first, second].map(|rating| name(names, rating.entrant));
            let won = if order.is_some() { "has won and " } else { "" };
            format!("{} {won}{sure}: {range} ahead of {}", names[0], names[1])
        }
        None if order.is_some() => format!("{} has won", name(names, winner)),
        None => "nobody is the strongest".to_string(),
    };
    let games = plural(standings.games(), "game", "games");
    let lines: Vec<&Standing> = standings.by_entrant.iter().collect();
    [vec![verdict, games], faults(names, &lines)].concat().join(", ")
}

/// The most names in a sentence.
const NAMES_MAX: usize = 3;

fn all(names: &[String], who: &[Entrant]) -> String {
    let mut words: Vec<String> = who.iter().take(NAMES_MAX).map(|who| name(names, *who)).collect();
    match (who.len() - words.len(), words.pop()) {
        (0, Some(last)) => format!("{} and {last}", words.join(", ")),
        (more, last) => {
            words.extend(last);
            format!("{} and {}", words.join(", "), plural(more as u64, "other", "others"))
        }
    }
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
