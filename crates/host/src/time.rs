//! Time controls, and the clocks that enforce them.
//!
//! A clock never acts by itself: whoever owns it asks, with the time it is now.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use manator_core::{PerPlayer, Player};

/// How much time the players have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeControl {
    /// As much as they like.
    #[default]
    None,
    /// So much for each move.
    PerMove(Duration),
    /// So much for the whole game, and something more after each turn.
    Game {
        /// At the beginning.
        whole: Duration,
        /// After each turn.
        increment: Duration,
    },
}

/// A text that is no time control.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeError {
    text: String,
    expected: &'static str,
}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}': expected {}", self.text, self.expected)
    }
}

impl std::error::Error for TimeError {}

/// The longest time anything here may take.
pub const LONGEST: Duration = Duration::from_secs(7 * 86_400);

/// Reads a time such as `5s`, `500ms`, `2m`, `1h` or `1m30s`; a bare number is in seconds.
///
/// # Errors
/// Returns the text, and what was expected.
pub fn duration(text: &str) -> Result<Duration, TimeError> {
    let expected = "a time such as 5s, 500ms, 2m or 1h, at most a week";
    read_duration(text.trim()).ok_or_else(|| TimeError { text: text.into(), expected })
}

fn read_duration(text: &str) -> Option<Duration> {
    let mut rest = text;
    let mut whole = 0_f64;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let (number, after) = rest.split_at(digits);
        let letters = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let (unit, after) = after.split_at(letters);
        let seconds = match unit {
            "ms" => 0.001,
            // A bare number is in seconds, but nothing stands beside it.
            "s" => 1.0,
            "" if number.len() == text.len() => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return None,
        };
        whole += number.parse::<f64>().ok()? * seconds;
        rest = after;
    }
    let time = Duration::try_from_secs_f64(whole).ok()?;
    let time = Duration::from_millis(u64::try_from(time.as_millis()).ok()?);
    (!time.is_zero() && time <= LONGEST).then_some(time)
}

/// Writes a time as [`duration`] reads it.
fn duration_text(time: Duration) -> String {
    let ms = time.as_millis();
    if !ms.is_multiple_of(1000) {
        return format!("{ms}ms");
    }
    match ms / 1000 {
        0 => "0s".into(),
        seconds if seconds.is_multiple_of(3600) => format!("{}h", seconds / 3600),
        seconds if seconds.is_multiple_of(60) => format!("{}m", seconds / 60),
        seconds => format!("{seconds}s"),
    }
}

/// Returns what a clock shows: hours only where there are any, tenths of a second when it matters.
pub fn clock_text(left: Duration) -> String {
    const TENTHS_BELOW: u64 = 10;
    let (hours, minutes) = (left.as_secs() / 3600, left.as_secs() / 60 % 60);
    let seconds = left.as_secs() % 60;
    match (hours, left.as_secs()) {
        (0, 0..TENTHS_BELOW) => format!("0:{seconds:02}.{}", left.subsec_millis() / 100),
        (0, _) => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

impl FromStr for TimeControl {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("none") {
            return Ok(TimeControl::None);
        }
        let expected = "none, a time for each move such as 10s/move, or for the game such as 5m+3s";
        let error = |_| TimeError { text: text.into(), expected };
        if let Some(each) = text.strip_suffix("/move") {
            return Ok(TimeControl::PerMove(duration(each).map_err(error)?));
        }
        let (whole, increment) = match text.split_once('+') {
            None => (text, Duration::ZERO),
            Some((whole, "0" | "0s")) => (whole, Duration::ZERO),
            Some((whole, increment)) => (whole, duration(increment).map_err(error)?),
        };
        Ok(TimeControl::Game { whole: duration(whole).map_err(error)?, increment })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::None => f.write_str("none"),
            TimeControl::PerMove(each) => write!(f, "{}/move", duration_text(*each)),
            TimeControl::Game { whole, increment } => {
                write!(f, "{}+{}", duration_text(*whole), duration_text(*increment))
            }
        }
    }
}

/// The clocks of all players, of which at most one runs.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: TimeControl,
    left: PerPlayer<Duration>,
    running: Option<(Player, Instant)>,
}

impl Clocks {
    /// Sets the clocks of `players` players; none runs yet.
    pub fn new(players: usize, control: TimeControl) -> Clocks {
        let each = match control {
            TimeControl::None => Duration::ZERO,
            TimeControl::PerMove(each) => each,
            TimeControl::Game { whole, .. } => whole,
        };
        Clocks { control, left: PerPlayer::from_fn(players, |_| each), running: None }
    }

    /// Returns the time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Starts a player's clock and stops any other without counting its time.
    pub fn start(&mut self, player: Player, now: Instant) {
        if let TimeControl::PerMove(each) = self.control {
            self.left[player] = each;
        }
        self.running = Some((player, now));
    }

    /// Stops the clock that runs and returns how long it ran.
    pub fn stop(&mut self, now: Instant) -> Duration {
        let Some((player, since)) = self.running.take() else { return Duration::ZERO };
        let spent = now.saturating_duration_since(since);
        self.left[player] = self.left[player].saturating_sub(spent);
        spent
    }

    /// Gives a player what a finished turn earns.
    pub fn reward(&mut self, player: Player) {
        if let TimeControl::Game { increment, .. } = self.control {
            self.left[player] += increment;
        }
    }

    /// Returns what a player has left, if time counts at all.
    pub fn left(&self, player: Player, now: Instant) -> Option<Duration> {
        if self.control == TimeControl::None {
            return None;
        }
        let spent = match self.running {
            Some((running, since)) if running == player => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        Some(self.left[player].saturating_sub(spent))
    }

    /// Sets what a player has left: a game goes on.
    pub fn set(&mut self, player: Player, left: Duration) {
        self.left[player] = left;
    }

    /// Returns whose clock runs.
    pub fn running(&self) -> Option<Player> {
        self.running.map(|(player, _)| player)
    }

    /// Returns when the clock that runs will be at its end, if time counts.
    pub fn deadline(&self) -> Option<Instant> {
        let (player, since) = self.running.filter(|_| self.control != TimeControl::None)?;
        since.checked_add(self.left[player])
    }

    /// Returns the player whose time is up.
    pub fn flagged(&self, now: Instant) -> Option<Player> {
        let deadline = self.deadline()?;
        self.running.filter(|_| now >= deadline).map(|(player, _)| player)
    }

    /// Returns how long an agent should think about its move, if time counts.
    pub fn budget(&self, player: Player) -> Option<Duration> {
        let left = self.left[player];
        match self.control {
            TimeControl::None => None,
            TimeControl::PerMove(_) => Some(budget(left, Duration::ZERO, 1)),
            TimeControl::Game { increment, .. } => Some(budget(left, increment, TURNS)),
        }
    }
}

/// How many more turns a game is taken to last.
pub const TURNS: u32 = 30;

/// Returns how long to think about a move with so much time left for so many turns.
///
/// A part is kept back for what thinking does not count.
pub fn budget(left: Duration, increment: Duration, turns: u32) -> Duration {
    const KEPT: Duration = Duration::from_millis(50);
    let most = left.saturating_sub(KEPT.min(left / 4));
    (left / turns.max(1)).saturating_add(increment.mul_f32(0.8)).min(most)
}
