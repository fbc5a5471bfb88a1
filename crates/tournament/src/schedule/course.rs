//! The tournament of the King's Court course, for any game.
//!
//! Everybody meets everybody once in each seat. A win is a point; a loss, a default and a double forfeit are
//! none, and whoever meets a default has won. The course says nothing of ties, which its game does not have;
//! in other games one is half a point. If several share the lead, they play the same among themselves until
//! one is ahead; points of play-offs are not added to those before.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Reverse;

use super::unit::unit;
use super::{
    Format, Pairing, Plan, PlanError, Step, check_results, everybody, half_points, missing,
    seatings, shuffled, subsets,
};
use crate::results::{Entrant, Results, UnitId};

/// Play-offs after which lots are drawn: players who always tie would go on for ever.
pub const PLAY_OFFS_MAX: u32 = 3;

/// The round in which everybody meets everybody; those after it are play-offs.
const TABLE_ROUND: u32 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    pub entrants: usize,
    pub seats: usize,
    pub seed: u64,
}

impl Course {
    pub fn plan(&self) -> Plan {
        Plan {
            entrants: self.entrants,
            seats: self.seats,
            format: Format::RoundRobin,
            fold: seatings(&everybody(self.seats)).len() as u32,
            openings: 0,
            seed: self.seed,
        }
    }

    pub fn table_games(&self, results: &Results) -> Results {
        results.filtered(|game, _| game.id.unit.round == TABLE_ROUND)
    }

    /// Returns the games that are missing, or everybody in order, the champion first.
    ///
    /// Where fewer share the lead than a game has seats, the next in the table fill the seats, but cannot
    /// become champion any more.
    pub fn next(&self, results: &Results) -> Result<Step, PlanError> {
        check_results(self.entrants, self.seats, results)?;
        let mut games = self.plan().pairings()?;
        let mut order = shuffled(self.entrants, self.seed);
        let mut contenders = self.entrants;
        for round in 1.. {
            let missing = missing(&games, results)?;
            if !missing.is_empty() {
                return Ok(Step::Play(missing));
            }
            let scores = half_points(&games, results);
            order[..contenders].sort_by_key(|entrant| Reverse(scores[entrant.0]));
            let best = scores[order[0].0];
            let leaders = order[..contenders].iter().filter(|who| scores[who.0] == best).count();
            if leaders == 1 || round > PLAY_OFFS_MAX {
                break;
            }
            contenders = leaders;
            games = among(&order[..leaders.max(self.seats)], self.seats, round + 1);
        }
        Ok(Step::Over(order))
    }
}

fn among(contenders: &[Entrant], seats: usize, round: u32) -> Vec<Pairing> {
    let groups = subsets(&(0..contenders.len()).collect::<Vec<_>>(), seats);
    let units = (1..).zip(groups).map(|(number, group)| {
        let group: Vec<Entrant> = group.into_iter().map(|at| contenders[at]).collect();
        unit(UnitId { round, number }, &group, None)
    });
    units.flatten().collect()
}
