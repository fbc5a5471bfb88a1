//! Who has how many points.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{LOST, WON};

/// How a participant stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Who.
    pub name: String,
    /// How many games are over.
    pub played: u32,
    /// How many of them were won.
    pub won: u32,
    /// How many were neither won nor lost.
    pub tied: u32,
    /// How many were lost.
    pub lost: u32,
}

impl Standing {
    pub(crate) fn count(&mut self, payoff: i8) {
        self.played += 1;
        match payoff {
            WON => self.won += 1,
            LOST => self.lost += 1,
            _ => self.tied += 1,
        }
    }

    /// Returns the points: one for a win, half for a tie.
    pub fn points(&self) -> f64 {
        f64::from(self.won) + f64::from(self.tied) / 2.0
    }
}

/// Sorts a table: most points first, then most wins, then by name.
pub(crate) fn sorted(mut table: Vec<Standing>) -> Vec<Standing> {
    table.sort_by(|one, other| {
        let points = other.points().total_cmp(&one.points());
        points.then(other.won.cmp(&one.won)).then(one.name.cmp(&other.name))
    });
    table
}
