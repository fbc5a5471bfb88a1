//! The crosstable: who beats whom, points, by seat and by reason.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Ordering;
use std::collections::BTreeMap;

use manator_core::{LOST, TIED, WON};

use crate::notes::{Fault, Note, faults};
use crate::results::{Entrant, Played, Results};
use crate::text::{Side, aligned, fitted, points};

/// Longer names are cut, so that a table keeps its shape.
const NAME_COLUMNS_MAX: usize = 32;

/// Games won, tied and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub won: u64,
    /// Games neither won nor lost.
    pub tied: u64,
    /// Games lost.
    pub lost: u64,
}

impl Tally {
    /// Counts a game by its payoff.
    pub fn count(&mut self, payoff: i8) {
        match payoff.cmp(&TIED) {
            Ordering::Greater => self.won += 1,
            Ordering::Equal => self.tied += 1,
            Ordering::Less => self.lost += 1,
        }
    }

    /// Returns how many games there were.
    pub fn games(&self) -> u64 {
        self.won + self.tied + self.lost
    }

    /// Returns the points, doubled so that they are whole: 2 for a win, 1 for a tie.
    pub fn half_points(&self) -> u64 {
        2 * self.won + self.tied
    }

    /// Returns the points as they are written: `3`, `2½`.
    pub fn points(&self) -> String {
        points(self.half_points())
    }
}

/// What one entrant did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Who.
    pub entrant: Entrant,
    /// All games.
    pub total: Tally,
    /// Games from each seat.
    pub by_seat: Vec<Tally>,
    /// Games by the reason they ended for.
    pub by_reason: BTreeMap<String, Tally>,
    /// Games in which this entrant was at fault, by kind.
    pub faults: BTreeMap<Fault, u64>,
    /// Games against each entrant. In games of three, who came out ahead of whom.
    pub against: Vec<Tally>,
}

impl Line {
    /// Returns how many games this entrant defaulted, whatever for.
    ///
    /// A double forfeit is not among them: both played on, and the rules ended the game.
    pub fn defaults(&self) -> u64 {
        let faults = self.faults.iter().filter(|(fault, _)| **fault != Fault::DoubleForfeit);
        faults.map(|(_, count)| count).sum()
    }
}

/// What everybody did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// A line for each entrant, in their order.
    pub lines: Vec<Line>,
    /// All games from each seat.
    pub by_seat: Vec<Tally>,
    /// How many games ended for each reason.
    pub by_reason: BTreeMap<String, u64>,
}

impl Table {
    /// Counts results.
    pub fn of(results: &Results) -> Table {
        let mut table = Table::new(results.entrants(), results.seats());
        results.games().for_each(|game| table.count(game, results.note(game.id)));
        table
    }

    /// Returns the table before the first game.
    pub(crate) fn new(entrants: usize, seats: usize) -> Table {
        let line = |at| Line {
            entrant: Entrant(at),
            total: Tally::default(),
            by_seat: vec![Tally::default(); seats],
            by_reason: BTreeMap::new(),
            faults: BTreeMap::new(),
            against: vec![Tally::default(); entrants],
        };
        Table {
            lines: (0..entrants).map(line).collect(),
            by_seat: vec![Tally::default(); seats],
            by_reason: BTreeMap::new(),
        }
    }

    /// Returns how many games were counted.
    pub fn games(&self) -> u64 {
        self.by_seat.first().map_or(0, Tally::games)
    }

    /// Counts one game more, which must be of this tournament.
    pub(crate) fn count(&mut self, game: &Played, note: Option<&Note>) {
        *self.by_reason.entry(game.reason.clone()).or_default() += 1;
        for (entrant, fault) in faults(game, note) {
            *self.lines[entrant.0].faults.entry(fault).or_default() += 1;
        }
        for (seat, (entrant, payoff)) in game.shares().enumerate() {
            self.by_seat[seat].count(payoff);
            let line = &mut self.lines[entrant.0];
            line.total.count(payoff);
            line.by_seat[seat].count(payoff);
            line.by_reason.entry(game.reason.clone()).or_default().count(payoff);
            for (other, theirs) in game.shares().filter(|(other, _)| *other != entrant) {
                line.against[other.0].count(against(game, payoff, theirs));
            }
        }
    }

    /// Returns the lines with their ranks: most points first, then most wins, then in order of entry.
    /// Who has as many points has the same rank.
    pub fn standings(&self) -> Vec<(usize, &Line)> {
        let mut lines: Vec<&Line> = self.lines.iter().collect();
        lines.sort_by_key(|line| {
            let total = &line.total;
            (std::cmp::Reverse((total.half_points(), total.won)), line.entrant)
        });
        let mut rank = 1;
        let mut ranked: Vec<(usize, &Line)> = Vec::with_capacity(lines.len());
        for (place, line) in (1..).zip(lines) {
            let shared = ranked
                .last()
                .is_some_and(|(_, above)| above.total.half_points() == line.total.half_points());
            rank = if shared { rank } else { place };
            ranked.push((rank, line));
        }
        ranked
    }

    /// Returns the lines in an order that was decided elsewhere, each with its place.
    ///
    /// Whoever is missing in the order follows as in the standings; nobody counts twice.
    pub fn in_order(&self, order: &[Entrant]) -> Vec<(usize, &Line)> {
        let mut seen = vec![false; self.lines.len()];
        let rest = self.standings().into_iter().map(|(_, line)| line.entrant);
        let all = order.iter().copied().chain(rest).filter(|entrant| {
            seen.get_mut(entrant.0).is_some_and(|seen| !std::mem::replace(seen, true))
        });
        (1..).zip(all.map(|entrant| &self.lines[entrant.0])).collect()
    }

    /// Returns the crosstable as text: a line for each, with the points against everybody in rank order.
    pub fn crosstable(&self, names: &[String]) -> String {
        self.crosstable_of(names, &self.standings())
    }

    /// Returns the crosstable of some lines among themselves.
    pub(crate) fn crosstable_of(&self, names: &[String], lines: &[(usize, &Line)]) -> String {
        let mut rows = vec![heading(lines.len())];
        for (at, (rank, line)) in lines.iter().enumerate() {
            let mut row = vec![rank.to_string(), name(names, line.entrant), share(&line.total)];
            for (column, (_, other)) in lines.iter().enumerate() {
                let cell = line.against[other.entrant.0];
                row.push(if column == at { "-".to_string() } else { share(&cell) });
            }
            rows.push(row);
        }
        aligned(&rows, &[Side::Right, Side::Left])
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

/// Returns the name of an entrant for one line, or its number from 1 where it has none.
pub(crate) fn name(names: &[String], entrant: Entrant) -> String {
    match names.get(entrant.0) {
        Some(name) => fitted(name, NAME_COLUMNS_MAX),
        None => format!("entrant {}", entrant.0 + 1),
    }
}

/// Returns points and games as they are written in a table; a dot when there were none.
pub(crate) fn share(tally: &Tally) -> String {
    match tally.games() {
        0 => ".".to_string(),
        games => format!("{}/{games}", tally.points()),
    }
}

fn heading(columns: usize) -> Vec<String> {
    let fixed = ["", "name", "points"].map(str::to_string);
    fixed.into_iter().chain((1..=columns).map(|column| column.to_string())).collect()
}
