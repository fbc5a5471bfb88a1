//! The tables of a tournament: standings, who beats whom, seats, reasons.
//!
//! Reports contain them, and pages show them while games are still played.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;

use manator_core::Table;
use manator_tournament::rating::standings::{Standing as Line, Standings as Counted, Tally};
use manator_tournament::rating::{Interval, Ratings, sentence};
use manator_tournament::schedule::rounds;
use manator_tournament::{Entrant, Results};
use serde::Serialize;

use super::rounds::Rounds;

/// The entrants of the crosstable; a larger one fits on no screen.
const CROSS_MAX: usize = 64;

/// Games won, tied and lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Counts(pub u64, pub u64, pub u64);

#[derive(Clone)]
pub struct Basis<'a> {
    /// The game, with the options it is played with.
    pub table: &'a dyn Table,
    pub names: &'a [String],
    pub results: &'a Results,
    pub counted: &'a Counted,
    /// What everybody is worth, where that is known.
    pub ratings: Option<&'a Ratings>,
    /// The order in which they finished, where the schedule decides that and not the points alone.
    pub order: Option<&'a [Entrant]>,
    /// Who meets whom in which round, where results decide that.
    pub rounds: Option<&'a rounds::Rounds>,
    /// Who is the champion, where there is one to be named.
    pub champion: Option<String>,
}

/// The tables of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tables {
    pub sentence: String,
    /// How the ratings were computed, where there are any.
    pub method: Option<String>,
    pub names: Vec<String>,
    pub standings: Vec<Standing>,
    pub cross: Crosstable,
    /// The bracket of a knockout, or the rounds of a Swiss tournament.
    pub rounds: Option<Rounds>,
    pub seats: Vec<SeatTally>,
    pub reasons: Vec<Reason>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Standing {
    pub entrant: usize,
    pub rank: usize,
    pub points: String,
    pub counts: Counts,
    /// How many of its answers were no legal moves.
    pub illegal: u32,
    pub rating: Option<f64>,
    pub error: Option<f64>,
    /// Whether only the prior keeps the rating finite.
    pub held: bool,
    /// Entrants of different groups cannot be compared.
    pub group: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Crosstable {
    pub order: Vec<usize>,
    /// A row for each of them, with their games against each of them.
    pub cells: Vec<Vec<Counts>>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatTally {
    pub counts: Counts,
    pub elo: Option<f64>,
    pub error: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reason {
    pub name: String,
    pub meaning: &'static str,
    pub games: u64,
}

impl Tables {
    pub fn of(basis: &Basis<'_>) -> Tables {
        let Basis { names, results, counted, ratings, .. } = *basis;
        let order = basis.entrants();
        let decided = basis.order.map(|order| counted.in_order(order));
        let standings = decided.unwrap_or_else(|| counted.ranked());
        Tables {
            sentence: in_one_sentence(basis),
            method: ratings.map(Ratings::in_words),
            names: (0..results.entrants()).map(|at| name(names, at)).collect(),
            standings: standings
                .iter()
                .map(|(rank, line)| Standing::of(*rank, line, ratings))
                .collect(),
            cross: Crosstable::of(counted, &order[..order.len().min(CROSS_MAX)]),
            rounds: basis.rounds.map(Rounds::of),
            seats: seats(counted, ratings),
            reasons: reasons(basis),
        }
    }
}

impl Basis<'_> {
    pub fn entrants(&self) -> Vec<Entrant> {
        match self.order {
            Some(order) => order.to_vec(),
            None => self.counted.ranked().iter().map(|(_, line)| line.entrant).collect(),
        }
    }
}

fn in_one_sentence(basis: &Basis<'_>) -> String {
    let Basis { names, results, counted, ratings, .. } = *basis;
    if let Some(champion) = &basis.champion {
        return champion.clone();
    }
    match (results.entrants(), ratings) {
        (2, _) => sentence::of_match(names, results, Entrant(0), Entrant(1)),
        (_, Some(ratings)) => sentence::of_standings(names, counted, ratings, basis.order),
        (_, None) => sentence::of_tournament(names, results),
    }
}

/// Returns the name of an entrant, or its number where it has none.
fn name(names: &[String], at: usize) -> String {
    names.get(at).cloned().unwrap_or_else(|| format!("entrant {}", at + 1))
}

fn counts(tally: &Tally) -> Counts {
    Counts(tally.won, tally.tied, tally.lost)
}

/// Returns a rating with one decimal, which is finer than any error bar.
fn rounded(elo: f64) -> Option<f64> {
    elo.is_finite().then(|| (elo * 10.0).round() / 10.0)
}

impl Standing {
    fn of(rank: usize, line: &Line, ratings: Option<&Ratings>) -> Standing {
        let (entrant, total) = (line.entrant, &line.total);
        let rating = ratings.and_then(|ratings| ratings.by_entrant().get(entrant.0));
        let rating = rating.filter(|rating| rating.games > 0);
        Standing {
            entrant: entrant.0,
            rank,
            points: total.points(line.by_seat.len()),
            counts: counts(total),
            illegal: line.illegal.try_into().unwrap_or(u32::MAX),
            rating: rating.and_then(|rating| rounded(rating.strength.elo)),
            error: rating.and_then(|rating| rounded(rating.strength.error)),
            held: rating.is_some_and(|rating| rating.held_by_prior),
            group: rating.map_or(0, |rating| rating.group),
        }
    }
}

impl Crosstable {
    fn of(counted: &Counted, order: &[Entrant]) -> Crosstable {
        let row = |one: &Entrant| {
            let against = &counted.by_entrant[one.0].against;
            order.iter().map(|other| counts(&against[other.0])).collect()
        };
        Crosstable {
            order: order.iter().map(|entrant| entrant.0).collect(),
            cells: order.iter().map(row).collect(),
        }
    }
}

fn seats(counted: &Counted, ratings: Option<&Ratings>) -> Vec<SeatTally> {
    let advantages: Vec<Interval> = ratings.map(Ratings::seat_advantages).unwrap_or_default();
    let seats = counted.by_seat.iter().enumerate();
    let seat = |(seat, tally): (usize, &Tally)| {
        let advantage = advantages.get(seat);
        SeatTally {
            counts: counts(tally),
            elo: advantage.and_then(|advantage| rounded(advantage.elo)),
            error: advantage.and_then(|advantage| rounded(advantage.error)),
        }
    };
    seats.map(seat).collect()
}

/// Returns the reasons that occurred, the most frequent first, with their meanings.
fn reasons(basis: &Basis<'_>) -> Vec<Reason> {
    let mut games: BTreeMap<&str, u64> = BTreeMap::new();
    for game in basis.results.games() {
        *games.entry(&game.reason).or_default() += 1;
    }
    let known = basis.table.card().reasons;
    let meaning = |name: &str| {
        let found = known.iter().find(|(reason, _)| reason.0 == name);
        found.map_or("", |(_, meaning)| meaning)
    };
    let reason =
        |(name, games): (&str, u64)| Reason { name: name.into(), meaning: meaning(name), games };
    let mut reasons: Vec<Reason> = games.into_iter().map(reason).collect();
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.games));
    reasons
}
