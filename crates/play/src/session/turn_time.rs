//! How long an agent of ours may think about a turn, its alternate included.
//!
//! A busy machine wakes a thread late. So the agent is asked to stop well before the end, and if it does not answer
//! the best that it has found is played for it, a little before the end, too.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{Duration, Instant};

use manator_core::Player;
use manator_engine::catalog;

use super::{Happened, Session};
use crate::contender::Choice;
use crate::seat_spec::SeatSpec;
use crate::time::TimeControl;

/// The percentage of its time after which an agent stops thinking.
const THINKS_PERCENT: u32 = 80;
/// The percentage of its time after which nobody waits for it any more.
const WAITS_PERCENT: u32 = 90;

impl Session {
    /// Returns how long the player to move may go on with its turn, if it is an agent and its time is limited.
    pub(super) fn turn_time_left(&self) -> Option<Duration> {
        let mover = self.sheet.table.to_move();
        let most = self.turn_time(mover)?;
        let mut before = self.sheet.table.copy();
        let mut spent = Duration::ZERO;
        for ply in self.sheet.plies.iter().rev() {
            if before.begins_turn() {
                break;
            }
            before.undo();
            if before.to_move() == mover {
                spent += ply.spent;
            }
        }
        Some(most.saturating_sub(spent))
    }

    /// Returns the limit of the session, or the one of the game's document where no clock counts.
    fn turn_time(&self, player: Player) -> Option<Duration> {
        let documented = || {
            let is_untimed = self.sheet.clocks.control(player) == TimeControl::None;
            let stable = catalog::find(self.sheet.table.card().name).filter(|_| is_untimed);
            stable.and_then(|stable| stable.turn_time())
        };
        let is_limited = self.seats.is_agent(player);
        self.computer_time.or_else(documented).filter(|_| is_limited)
    }

    /// Returns how long the agent to move is asked to think.
    pub(super) fn thinking_time(&self) -> Option<Duration> {
        let time = percent(self.turn_left?, THINKS_PERCENT);
        let mover = self.sheet.table.to_move();
        let own = match &self.seats.specs[mover.index()] {
            SeatSpec::Agent { settings, .. } => settings.given("time"),
            _ => None,
        };
        let own = own.and_then(|ms| ms.parse().ok()).map(Duration::from_millis);
        Some(own.map_or(time, |own| own.min(time)))
    }

    /// Returns when nobody waits for the agent to move any more.
    fn turn_end(&self) -> Option<Instant> {
        let since = self.sheet.clocks.since().filter(|_| !self.is_over())?;
        since.checked_add(percent(self.turn_left?, WAITS_PERCENT))
    }

    /// Returns when [`Session::tick`] has something to do.
    pub fn deadline(&self) -> Option<Instant> {
        [self.sheet.clocks.deadline(), self.turn_end()].into_iter().flatten().min()
    }

    pub(super) fn is_turn_over(&self, now: Instant) -> bool {
        self.turn_end().is_some_and(|end| now >= end)
    }

    /// Plays the best that the agent to move has found, or else had found for the turn.
    pub(super) fn play_found(&mut self) -> Happened {
        self.seats.hurry();
        let legal = self.sheet.table.legal();
        let thought = self.thinking.iter().chain(&self.thought);
        let found = thought.flat_map(|thought| {
            let firsts = thought.lines.iter().filter_map(|line| line.moves.first());
            firsts.chain(&thought.alternate)
        });
        let found = found.filter(|mv| legal.contains(mv)).chain(&legal).next().cloned();
        let Some(mv) = found else { return Happened::Nothing };
        let thought = self.thinking.clone().filter(|thought| thought.best() == Some(&mv));
        self.chosen(&Choice { mv, thought }, None)
    }
}

fn percent(time: Duration, percent: u32) -> Duration {
    time * percent / 100
}
