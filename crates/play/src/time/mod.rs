//! Time controls as text, and the clocks that enforce them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod clocks;

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use manator_core::Player;

pub use clocks::{Budget, Clocks, TURNS, budget};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeControl {
    #[default]
    None,
    PerMove(Duration),
    /// So much for the whole game, or for each period of it, and something more after each turn.
    Game {
        /// How many turns a period has, after which the whole time is added again; without a number the
        /// time is for the whole game.
        period: Option<NonZeroU32>,
        /// At the beginning, and after each period.
        whole: Duration,
        increment: Duration,
    },
}

impl TimeControl {
    pub const fn game(whole: Duration, increment: Duration) -> TimeControl {
        TimeControl::Game { period: None, whole, increment }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}': expected {expected}")]
pub struct TimeError {
    text: String,
    expected: &'static str,
}

pub const TIME_MAX: Duration = Duration::from_secs(7 * 86_400);

/// Reads a time such as `5s`, `500ms`, `2m`, `1h` or `1m30s`; a bare number is in seconds.
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
    (!time.is_zero() && time <= TIME_MAX).then_some(time)
}

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
        const EXPECTED: &str = "none, a time for each move such as 10s/move, for the game such as \
                                5m+3s, or for so many moves such as 40/5m+3s";
        let text = text.trim();
        read_control(text).ok_or_else(|| TimeError { text: text.into(), expected: EXPECTED })
    }
}

fn read_control(text: &str) -> Option<TimeControl> {
    if text.eq_ignore_ascii_case("none") {
        return Some(TimeControl::None);
    }
    if let Some(each) = text.strip_suffix("/move") {
        return Some(TimeControl::PerMove(duration(each).ok()?));
    }
    let (period, times) = match text.split_once('/') {
        None => (None, text),
        // Numbers are read with a sign elsewhere.
        Some((count, _)) if count.starts_with('+') => return None,
        Some((count, times)) => (Some(count.parse().ok()?), times),
    };
    let (whole, increment) = match times.split_once('+') {
        None => (times, Duration::ZERO),
        Some((whole, "0" | "0s")) => (whole, Duration::ZERO),
        Some((whole, increment)) => (whole, duration(increment).ok()?),
    };
    Some(TimeControl::Game { period, whole: duration(whole).ok()?, increment })
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::None => f.write_str("none"),
            TimeControl::PerMove(each) => write!(f, "{}/move", duration_text(*each)),
            TimeControl::Game { period, whole, increment } => {
                if let Some(count) = period {
                    write!(f, "{count}/")?;
                }
                write!(f, "{}+{}", duration_text(*whole), duration_text(*increment))
            }
        }
    }
}

/// What stands between the controls of several players. A control has a stroke of its own, but no blanks.
const BETWEEN: &str = " / ";

/// How much time the players have: everybody the same, or each something else.
///
/// As text it is one control, or one for each player in seat order: `10s+0s / none`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Controls {
    /// At most one for all, or one for each, not all the same.
    each: Vec<TimeControl>,
}

impl Controls {
    pub fn new(each: impl IntoIterator<Item = TimeControl>) -> Controls {
        let mut each: Vec<TimeControl> = each.into_iter().collect();
        if each.iter().all(|control| *control == each[0]) {
            each.truncate(1);
        }
        Controls { each }
    }

    pub fn of(&self, player: Player) -> TimeControl {
        self.each.get(player.index()).or(self.each.first()).copied().unwrap_or_default()
    }

    /// Returns whether they are meant for a game of so many players.
    pub fn suit(&self, players: usize) -> bool {
        self.each.len() <= 1 || self.each.len() == players
    }

    pub fn is_timed(&self) -> bool {
        self.each.iter().any(|control| *control != TimeControl::None)
    }
}

impl From<TimeControl> for Controls {
    fn from(control: TimeControl) -> Controls {
        Controls { each: vec![control] }
    }
}

impl FromStr for Controls {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        let each: Result<Vec<TimeControl>, TimeError> =
            text.split(BETWEEN).map(str::parse).collect();
        Ok(Controls::new(each?))
    }
}

impl fmt::Display for Controls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, control) in self.each.iter().enumerate() {
            let before = if index == 0 { "" } else { BETWEEN };
            write!(f, "{before}{control}")?;
        }
        Ok(())
    }
}
