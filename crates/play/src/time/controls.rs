//! The time controls of all players, as a record has them.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt;
use std::str::FromStr;

use manator_core::Player;

use super::{TimeControl, TimeError};

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
