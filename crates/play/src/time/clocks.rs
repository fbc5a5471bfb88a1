//! The clocks of a game.
//!
//! A clock never acts by itself: whoever owns it asks, with the time it is now.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::{Duration, Instant};

use manator_core::{PerPlayer, Player};

use super::{Controls, TimeControl};

#[derive(Clone, Debug)]
pub struct Clocks {
    each: PerPlayer<Clock>,
    running: Option<(Player, Instant)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Clock {
    control: TimeControl,
    left: Duration,
    spent: Duration,
    turns: u32,
}

impl Clock {
    fn new(control: TimeControl) -> Clock {
        let left = match control {
            TimeControl::None => Duration::ZERO,
            TimeControl::PerMove(each) => each,
            TimeControl::Game { whole, .. } => whole,
        };
        Clock { control, left, ..Clock::default() }
    }

    fn turns_to_go(&self) -> Option<u32> {
        let TimeControl::Game { period: Some(period), .. } = self.control else { return None };
        Some(period.get() - self.turns % period)
    }
}

impl Clocks {
    /// Sets the clocks of `players` players; none runs yet.
    pub fn new(players: usize, controls: impl Into<Controls>) -> Clocks {
        let controls = controls.into();
        let each = PerPlayer::from_fn(players, |player| Clock::new(controls.of(player)));
        Clocks { each, running: None }
    }

    pub fn control(&self, player: Player) -> TimeControl {
        self.each[player].control
    }

    pub fn controls(&self) -> Controls {
        Controls::new(self.each.as_slice().iter().map(|clock| clock.control))
    }

    /// Starts a player's clock and stops any other without counting its time.
    pub fn start(&mut self, player: Player, now: Instant) {
        let clock = &mut self.each[player];
        if let TimeControl::PerMove(each) = clock.control {
            clock.left = each;
        }
        self.running = Some((player, now));
    }

    /// Stops any clock without counting its time.
    pub fn hold(&mut self) {
        self.running = None;
    }

    pub fn stop(&mut self, now: Instant) -> Duration {
        let Some((player, since)) = self.running.take() else { return Duration::ZERO };
        let spent = now.saturating_duration_since(since);
        let clock = &mut self.each[player];
        clock.left = clock.left.saturating_sub(spent);
        clock.spent += spent;
        spent
    }

    /// Gives a player what a finished turn earns.
    pub fn reward(&mut self, player: Player) {
        self.count_turn(player);
        let clock = &mut self.each[player];
        if let TimeControl::Game { period, whole, increment } = clock.control {
            clock.left += increment;
            if period.is_some_and(|period| clock.turns.is_multiple_of(period.get())) {
                clock.left += whole;
            }
        }
    }

    /// Counts a turn whose reward is known otherwise: a game goes on.
    pub fn count_turn(&mut self, player: Player) {
        let clock = &mut self.each[player];
        clock.turns = clock.turns.saturating_add(1);
    }

    /// Sets what a player has left and adds what a move took: a game goes on.
    pub fn take_over(&mut self, player: Player, spent: Duration, left: Option<Duration>) {
        let clock = &mut self.each[player];
        clock.spent += spent;
        clock.left = left.unwrap_or(clock.left);
    }

    /// Returns what a player has left, if its time counts at all.
    pub fn left(&self, player: Player, now: Instant) -> Option<Duration> {
        let clock = &self.each[player];
        if clock.control == TimeControl::None {
            return None;
        }
        let spent = match self.running {
            Some((running, since)) if running == player => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        Some(clock.left.saturating_sub(spent))
    }

    /// Returns how long a player's clock has run altogether, up to when it last stopped.
    pub fn spent(&self, player: Player) -> Duration {
        self.each[player].spent
    }

    /// Returns how many turns a player's time must last for until more is added, in games with periods.
    pub fn turns_to_go(&self, player: Player) -> Option<u32> {
        self.each[player].turns_to_go()
    }

    pub fn running(&self) -> Option<Player> {
        self.running.map(|(player, _)| player)
    }

    /// Returns since when a clock runs.
    pub fn since(&self) -> Option<Instant> {
        self.running.map(|(_, since)| since)
    }

    /// Returns when the clock that runs will be at its end, if its time counts.
    pub fn deadline(&self) -> Option<Instant> {
        let (player, since) = self.running?;
        let clock = &self.each[player];
        since.checked_add(clock.left).filter(|_| clock.control != TimeControl::None)
    }

    pub fn flagged(&self, now: Instant) -> Option<Player> {
        let deadline = self.deadline()?;
        self.running.filter(|_| now >= deadline).map(|(player, _)| player)
    }

    /// Returns how long an agent should think about its move, if its time counts.
    pub fn budget(&self, player: Player) -> Option<Budget> {
        let clock = &self.each[player];
        match clock.control {
            TimeControl::None => None,
            TimeControl::PerMove(_) => Some(budget(clock.left, Duration::ZERO, 1)),
            TimeControl::Game { increment, .. } => {
                let turns = clock.turns_to_go().unwrap_or(TURNS).min(TURNS);
                Some(budget(clock.left, increment, turns))
            }
        }
    }
}

/// How many more turns a game is taken to last.
pub const TURNS: u32 = 30;

/// How long to think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Where nothing speaks for more or less.
    pub aim: Duration,
    /// Where the best move keeps changing.
    pub most: Duration,
    /// When the answer has to be there.
    pub end: Duration,
}

/// Returns how long to think about a move with so much time left for so many turns.
///
/// A part is kept back for what thinking does not count.
pub fn budget(left: Duration, increment: Duration, turns: u32) -> Budget {
    /// How many times the aim a difficult move may take, and which part of what is left.
    const DIFFICULT: u32 = 3;
    const PART: u32 = 5;
    const RESERVE: Duration = Duration::from_millis(50);
    /// The part of what is kept back that it may take until an answer is heard.
    const REPORT_PART: u32 = 3;
    let most = left.saturating_sub(RESERVE.min(left / 4));
    let aim = (left / turns.max(1)).saturating_add(increment.mul_f32(0.8)).min(most);
    let end = left - left.saturating_sub(most) / REPORT_PART;
    Budget { aim, most: aim.saturating_mul(DIFFICULT).min(left / PART).max(aim), end }
}
