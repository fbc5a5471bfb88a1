//! The crosstable: who beats whom, points, by seat and by reason.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Ordering;
use std::collections::BTreeMap;

use manator_core::{LOST, TIED, WON};

use crate::notes::{Fault, Note, faults};
use crate::results::{Entrant, Played, Results};
use crate::text::{aligned, fitted, scored};

/// Longer names are cut, so that a table keeps its shape.
const NAME_COLUMNS_MAX: usize = 32;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub won: u64,
    pub tied: u64,
    pub lost: u64,
}

impl Tally {
    /// Counts one game.
    pub fn of(payoff: i8) -> Tally {
        let mut tally = Tally::default();
        tally.count(payoff);
        tally
    }

    pub fn count(&mut self, payoff: i8) {
        match payoff.cmp(&TIED) {
            Ordering::Greater => self.won += 1,
            Ordering::Equal => self.tied += 1,
            Ordering::Less => self.lost += 1,
        }
    }

    pub fn games(&self) -> u64 {
        self.won + self.tied + self.lost
    }

    /// Returns the points, doubled so that they are whole: 2 for a win, 1 for a tie.
    pub fn half_points(&self) -> u64 {
        2 * self.won + self.tied
    }

    /// Returns the points as they are counted in games of so many seats: for two, 1 for a win and ½ for a tie;
    /// for three, 1 for a win and -1 for a loss.
    pub fn value(&self, seats: usize) -> f64 {
        match seats > 2 {
            true => self.net() as f64,
            false => self.half_points() as f64 / 2.0,
        }
    }

    /// Returns the points as they are written: `2½`, and in games of three `+2`.
    pub fn points(&self, seats: usize) -> String {
        scored(self.half_points(), self.games(), seats)
    }

    fn net(&self) -> i64 {
        self.won as i64 - self.lost as i64
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    pub entrant: Entrant,
    pub total: Tally,
    pub by_seat: Vec<Tally>,
    pub by_reason: BTreeMap<String, Tally>,
    pub faults: BTreeMap<Fault, u64>,
    /// How many of its answers were no legal moves, those included after which it was asked again.
    pub illegal: u64,
    /// Games against each entrant. In games of three, who came out ahead of whom.
    pub against: Vec<Tally>,
}

impl Standing {
    /// Returns how many games this entrant defaulted, whatever for.
    ///
    /// A double forfeit is not among them: both played on, and the rules ended the game.
    pub fn defaults(&self) -> u64 {
        let faults = self.faults.iter().filter(|(fault, _)| **fault != Fault::DoubleForfeit);
        faults.map(|(_, count)| count).sum()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    pub by_entrant: Vec<Standing>,
    pub by_seat: Vec<Tally>,
    pub by_reason: BTreeMap<String, u64>,
}

impl Standings {
    pub fn of(results: &Results) -> Standings {
        let mut standings = Standings::new(results.entrants(), results.seats());
        results.games().for_each(|game| standings.count(game, results.note(game.id)));
        standings
    }

    pub(crate) fn new(entrants: usize, seats: usize) -> Standings {
        let row = |at| Standing {
            entrant: Entrant(at),
            total: Tally::default(),
            by_seat: vec![Tally::default(); seats],
            by_reason: BTreeMap::new(),
            faults: BTreeMap::new(),
            illegal: 0,
            against: vec![Tally::default(); entrants],
        };
        Standings {
            by_entrant: (0..entrants).map(row).collect(),
            by_seat: vec![Tally::default(); seats],
            by_reason: BTreeMap::new(),
        }
    }

    pub fn games(&self) -> u64 {
        self.by_seat.first().map_or(0, Tally::games)
    }

    pub fn seats(&self) -> usize {
        self.by_seat.len()
    }

    pub(crate) fn count(&mut self, game: &Played, note: Option<&Note>) {
        *self.by_reason.entry(game.reason.clone()).or_default() += 1;
        for (entrant, fault) in faults(game, note) {
            *self.by_entrant[entrant.0].faults.entry(fault).or_default() += 1;
        }
        let illegal = note.map(|note| &note.illegal[..]).unwrap_or_default();
        for (entrant, count) in game.seats.iter().zip(illegal) {
            self.by_entrant[entrant.0].illegal += u64::from(*count);
        }
        for (seat, (entrant, payoff)) in game.shares().enumerate() {
            self.by_seat[seat].count(payoff);
            let row = &mut self.by_entrant[entrant.0];
            row.total.count(payoff);
            row.by_seat[seat].count(payoff);
            row.by_reason.entry(game.reason.clone()).or_default().count(payoff);
            for (other, theirs) in game.shares().filter(|(other, _)| *other != entrant) {
                row.against[other.0].count(against(game, payoff, theirs));
            }
        }
    }

    /// Returns the rows with their ranks: most points first, then most wins, then in order of entry.
    /// Who has as many points has the same rank.
    pub fn ranked(&self) -> Vec<(usize, &Standing)> {
        let mut rows: Vec<&Standing> = self.by_entrant.iter().collect();
        let points = |row: &Standing| match self.seats() > 2 {
            true => row.total.net(),
            false => row.total.half_points() as i64,
        };
        rows.sort_by_key(|row| (std::cmp::Reverse((points(row), row.total.won)), row.entrant));
        let mut rank = 1;
        let mut ranked: Vec<(usize, &Standing)> = Vec::with_capacity(rows.len());
        for (place, row) in (1..).zip(rows) {
            let shared = ranked.last().is_some_and(|(_, above)| points(above) == points(row));
            rank = if shared { rank } else { place };
            ranked.push((rank, row));
        }
        ranked
    }

    /// Returns the rows in the order that was decided elsewhere, or else as they are ranked.
    pub fn ordered(&self, order: Option<&[Entrant]>) -> Vec<(usize, &Standing)> {
        order.map_or_else(|| self.ranked(), |order| self.in_order(order))
    }

    /// Returns the rows in an order that was decided elsewhere, each with its place.
    ///
    /// Whoever is missing in the order follows as in the standings; nobody counts twice.
    pub fn in_order(&self, order: &[Entrant]) -> Vec<(usize, &Standing)> {
        let mut seen = vec![false; self.by_entrant.len()];
        let rest = self.ranked().into_iter().map(|(_, row)| row.entrant);
        let all = order.iter().copied().chain(rest).filter(|entrant| {
            seen.get_mut(entrant.0).is_some_and(|seen| !std::mem::replace(seen, true))
        });
        (1..).zip(all.map(|entrant| &self.by_entrant[entrant.0])).collect()
    }

    /// Returns the crosstable as text: a row for each, with the points against everybody in the same order.
    pub fn crosstable(&self, names: &[String], ranked: &[(usize, &Standing)]) -> String {
        let fixed = ["", "name", "points"].map(str::to_string);
        let columns = (1..=ranked.len()).map(|column| column.to_string());
        let mut rows = vec![fixed.into_iter().chain(columns).collect()];
        for (at, (rank, standing)) in ranked.iter().enumerate() {
            let who = name(names, standing.entrant);
            let mut row = vec![rank.to_string(), who, share(&standing.total, self.seats())];
            for (column, (_, other)) in ranked.iter().enumerate() {
                let cell = standing.against[other.entrant.0];
                row.push(if column == at { "-".to_string() } else { share(&cell, self.seats()) });
            }
            rows.push(row);
        }
        aligned(&rows, &[1])
    }
}

/// Returns how a game counts against one opponent.
///
/// Of three players, the order of the payoffs says who was ahead. Of two, each keeps what it got: after a
/// double forfeit both have lost.
fn against(game: &Played, mine: i8, theirs: i8) -> i8 {
    if game.seats.len() == 2 {
        return mine;
    }
    match mine.cmp(&theirs) {
        Ordering::Greater => WON,
        Ordering::Equal => TIED,
        Ordering::Less => LOST,
    }
}

/// Returns the name of an entrant for one row, or its number from 1 where it has none.
pub(crate) fn name(names: &[String], entrant: Entrant) -> String {
    match names.get(entrant.0) {
        Some(name) => fitted(name, NAME_COLUMNS_MAX),
        None => format!("entrant {}", entrant.0 + 1),
    }
}

/// Returns points and games as they are written in a table; a dot when there were none. In games of three the
/// points alone: of how many they are, they do not tell.
pub(crate) fn share(tally: &Tally, seats: usize) -> String {
    match tally.games() {
        0 => ".".to_string(),
        _ if seats > 2 => tally.points(seats),
        games => format!("{}/{games}", tally.points(seats)),
    }
}
