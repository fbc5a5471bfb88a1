//! How many games a tournament has, before anything of it is prepared.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use manator_core::Player;
use manator_games::catalog;
use manator_tournament::schedule::{self, Plan, PlanError, seatings};

use crate::event::{Event, Format};
use crate::prepared::rounds;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    pub games: u64,
    /// Whether that is all, or results decide how many more there are.
    pub is_exact: bool,
}

impl Event {
    /// Returns how many games there are; nothing for a game that is not known.
    pub fn extent(&self) -> Result<Option<Extent>, PlanError> {
        let Some(entry) = catalog::find(&self.game) else { return Ok(None) };
        let (entrants, seats) = (self.players.len(), entry.card().players.len());
        let per_unit = seatings(&Player::all(seats).collect::<Vec<_>>()).len() as u64;
        let plan = |format, fold| {
            Plan { entrants, seats, format, fold, openings: 0, seed: self.seed }.count()
        };
        let (groups, others) = (entrants as u64 / seats as u64, entrants.saturating_sub(1) as u64);
        let (games, is_exact) = match self.format {
            Format::Tables => (plan(schedule::Format::Tables, self.games.unwrap_or(1))?, true),
            Format::RoundRobin | Format::InOrder => {
                let fold = self.games.unwrap_or(per_unit as u32);
                (plan(schedule::Format::RoundRobin, fold)?, true)
            }
            Format::Gauntlet => {
                let challengers = self.challengers.unwrap_or(1);
                let fold = self.games.unwrap_or(per_unit as u32);
                (plan(schedule::Format::Gauntlet { challengers }, fold)?, true)
            }
            Format::Swiss => (u64::from(rounds(self, entrants)) * groups * per_unit, true),
            // All but one go out, and at each table all but one do.
            Format::Knockout => (others.div_ceil(seats as u64 - 1) * per_unit, false),
            Format::Course => (plan(schedule::Format::RoundRobin, per_unit as u32)?, false),
        };
        Ok(Some(Extent { games, is_exact }))
    }
}
