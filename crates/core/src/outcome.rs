//! How a game ended: what each player gets, and why.
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::player::{PerPlayer, Player};

pub const WON: i8 = 1;
pub const LOST: i8 = -1;
/// What a player gets who has neither won nor lost.
pub const TIED: i8 = 0;

/// The machine-readable reason a game ended, such as `princess-captured`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reason(pub &'static str);

/// A player ran out of time; the clock's verdict, possible in every game.
pub const TIME: Reason = Reason("time");

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// What each player gets: [`WON`], [`LOST`] or [`TIED`].
    pub payoffs: PerPlayer<i8>,
    pub reason: Reason,
}

impl Outcome {
    #[inline]
    pub fn all(players: usize, payoff: i8, reason: Reason) -> Self {
        Outcome { payoffs: PerPlayer::from_fn(players, |_| payoff), reason }
    }

    /// Returns the end of a game in which `winner` has beaten `loser`; a third player gets nothing.
    #[inline]
    pub fn win(players: usize, winner: Player, loser: Player, reason: Reason) -> Self {
        let payoff = |player| match player {
            _ if player == winner => WON,
            _ if player == loser => LOST,
            _ => TIED,
        };
        Outcome { payoffs: PerPlayer::from_fn(players, payoff), reason }
    }

    pub fn winner(&self) -> Option<Player> {
        self.payoffs.iter().find(|(_, payoff)| **payoff == WON).map(|(player, _)| player)
    }
}
