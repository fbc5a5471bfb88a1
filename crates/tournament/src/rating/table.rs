//! The crosstable: who beats whom, points, by seat and by reason.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Ordering;
use std::collections::BTreeMap;

use manator_core::{LOST, TIED, WON};

use crate::results::{Entrant, Played, Results};

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
        let (whole, half) = (self.half_points() / 2, self.half_points() % 2);
        match (whole, half) {
            (_, 0) => whole.to_string(),
            (0, _) => "½".to_string(),
            _ => format!("{whole}½"),
        }
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
    /// Games against each entrant. In games of three, who came out ahead of whom.
    pub against: Vec<Tally>,
}

/// What everybody did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// A line for each entrant, in their order.
    pub lines: Vec<Line>,
    /// All games from each seat.
    pub by_seat: Vec<Tally>,
}

impl Table {
    /// Counts results.
    pub fn of(results: &Results) -> Table {
        let (entrants, seats) = (results.entrants(), results.seats());
        let line = |at| Line {
            entrant: Entrant(at),
            total: Tally::default(),
            by_seat: vec![Tally::default(); seats],
            by_reason: BTreeMap::new(),
            against: vec![Tally::default(); entrants],
        };
        let mut table = Table {
            lines: (0..entrants).map(line).collect(),
            by_seat: vec![Tally::default(); seats],
        };
        results.games().for_each(|game| table.count(game));
        table
    }

    fn count(&mut self, game: &Played) {
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
        let points = |line: &Line| line.total.half_points();
        let rank = |line: &Line| self.lines.iter().filter(|one| points(one) > points(line)).count();
        lines.into_iter().map(|line| (rank(line) + 1, line)).collect()
    }

    /// Returns the crosstable as text: a line for each, with the points against everybody in rank order.
    pub fn crosstable(&self, names: &[String]) -> String {
        let standings = self.standings();
        let mut rows = vec![heading(standings.len())];
        for (at, (rank, line)) in standings.iter().enumerate() {
            let mut row = vec![rank.to_string(), name(names, line.entrant), share(&line.total)];
            for (column, (_, other)) in standings.iter().enumerate() {
                let cell = line.against[other.entrant.0];
                row.push(if column == at { "-".to_string() } else { share(&cell) });
            }
            rows.push(row);
        }
        aligned(&rows)
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

/// Returns the name of an entrant, or its number from 1 where it has none.
pub(crate) fn name(names: &[String], entrant: Entrant) -> String {
    names.get(entrant.0).cloned().unwrap_or_else(|| format!("entrant {}", entrant.0 + 1))
}

fn share(tally: &Tally) -> String {
    match tally.games() {
        0 => ".".to_string(),
        games => format!("{}/{games}", tally.points()),
    }
}

fn heading(columns: usize) -> Vec<String> {
    let fixed = ["", "name", "points"].map(str::to_string);
    fixed.into_iter().chain((1..=columns).map(|column| column.to_string())).collect()
}

/// Returns rows with their columns aligned, names on the left and numbers on the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let mut widths = Vec::new();
    for row in rows {
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 1 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        text.push_str(cells.collect::<Vec<String>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}
