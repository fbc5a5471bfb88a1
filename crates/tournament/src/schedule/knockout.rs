//! The knockout: who loses is out.
//!
//! The best seeded have byes in the first round, as many as it takes for the later ones to come out even. In
//! every round the best seeded meet the worst of those who play. A table that is tied plays another unit;
//! after the last play-off the better seed goes on.
//!
//! Of three players two go out at a table, so that their number must be odd. Where it is even, a preliminary
//! round comes first, in which the last three seeds play and only the last of them goes out.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Reverse;

use super::unit::{Openings, unit};
use super::{Pairing, PlanError, Step, check_results, everybody, half_points, missing, shuffled};
use crate::results::{Entrant, Results, UnitId};

/// Who is the first seed, who the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeding {
    /// The order of entry.
    Entry,
    /// An order drawn from the seed of the plan.
    Drawn,
}

/// A knockout tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knockout {
    /// How many take part.
    pub entrants: usize,
    /// How many seats a game has.
    pub seats: usize,
    /// Who is seeded where.
    pub seeding: Seeding,
    /// How many further units a tied table plays.
    pub play_offs_max: u32,
    /// How many openings there are; 0 when all games begin at the start.
    pub openings: usize,
    /// What the seeding, if drawn, and the openings are drawn from.
    pub seed: u64,
}

/// One table of a round.
struct Table {
    /// Who sits there, the best seed first.
    group: Vec<Entrant>,
    /// How many go on.
    advance: usize,
}

/// How a table stands.
enum Standing {
    Missing(Vec<Pairing>),
    Ordered(Vec<Entrant>),
}

impl Knockout {
    /// Returns the games that are missing, or everybody in order, the champion first.
    ///
    /// # Errors
    /// Returns an error when there is no such tournament, or the results are of another.
    pub fn next(&self, results: &Results) -> Result<Step, PlanError> {
        check_results(self.entrants, self.seats, results)?;
        let seeded = match self.seeding {
            Seeding::Entry => everybody(self.entrants),
            Seeding::Drawn => shuffled(self.entrants, self.seed),
        };
        let mut order = seeded.clone();
        let mut alive = self.entrants;
        let mut round = 1;
        while alive > 1 {
            let tables = tables(&order[..alive], self.seats);
            let (mut open, mut out) = (Vec::new(), Vec::new());
            for at in 0..tables.len() {
                match self.play(round, at, &tables, results)? {
                    Standing::Missing(games) => open.extend(games),
                    Standing::Ordered(group) => out.extend_from_slice(&group[tables[at].advance..]),
                }
            }
            if !open.is_empty() {
                return Ok(Step::Play(open));
            }
            // Who stays keeps the order of the seeds; who goes out is placed behind, before earlier ones.
            order[..alive]
                .sort_by_key(|who| out.iter().position(|gone| gone == who).map_or(0, |at| at + 1));
            alive -= out.len();
            round += 1;
        }
        Ok(Step::Over(order))
    }

    /// Returns how a table stands after its unit and the play-offs that took place.
    fn play(
        &self,
        round: u32,
        at: usize,
        tables: &[Table],
        results: &Results,
    ) -> Result<Standing, PlanError> {
        let openings = Openings::new(self.openings, self.seed);
        let Table { group, advance } = &tables[at];
        let mut order = group.clone();
        let mut games = Vec::new();
        for play_off in 0..=self.play_offs_max {
            let number = play_off * tables.len() as u32 + at as u32 + 1;
            let opening = openings.take(round as usize + at + play_off as usize);
            games.extend(unit(UnitId { round, number }, group, opening));
            let missing = missing(&games, results)?;
            if !missing.is_empty() {
                return Ok(Standing::Missing(missing));
            }
            let scores = half_points(&games, results);
            order.clone_from(group);
            order.sort_by_key(|who| Reverse(scores[who.0]));
            if scores[order[advance - 1].0] > scores[order[*advance].0] {
                break;
            }
        }
        Ok(Standing::Ordered(order))
    }
}

/// Returns the tables of the next round for those who are left, the best seed first.
fn tables(alive: &[Entrant], seats: usize) -> Vec<Table> {
    if seats == 3 && alive.len().is_multiple_of(2) {
        let group = alive[alive.len() - seats..].to_vec();
        return vec![Table { group, advance: seats - 1 }];
    }
    let mut even = 1;
    while even * seats < alive.len() {
        even *= seats;
    }
    let count = (alive.len() - even) / (seats - 1);
    let playing = &alive[alive.len() - count * seats..];
    let place = |row: usize, at: usize| {
        let turned = if row.is_multiple_of(2) { at } else { count - 1 - at };
        playing[row * count + turned]
    };
    let table = |at| Table { group: (0..seats).map(|row| place(row, at)).collect(), advance: 1 };
    (0..count).map(table).collect()
}
