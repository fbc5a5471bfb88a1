//! The terms on which a game is played: what everybody may use, and what becomes of those who do not keep
//! to it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use manator_core::Player;

use crate::adjudication::Adjudication;
use crate::time::{Controls, TimeControl};

/// What a player may use for its moves; by default nothing limits it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    pub control: TimeControl,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
}

impl From<TimeControl> for Allowance {
    fn from(control: TimeControl) -> Allowance {
        Allowance { control, ..Allowance::default() }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnIllegal {
    /// The game is lost by default.
    #[default]
    Default,
    /// It is ignored, uses up a step, and the player is asked again while the clock runs.
    AskAgain,
}

#[derive(Clone, Debug)]
pub struct Terms {
    pub allowance: Allowance,
    /// Who may use something else; the first that names a player counts.
    pub exceptions: Vec<(Player, Allowance)>,
    /// How long after the end of its time an answer still counts.
    pub margin: Duration,
    /// How many moves each player may make: a tie when they are used up.
    pub steps: Option<u32>,
    pub on_illegal: OnIllegal,
    /// How long to wait after each move, so that people can follow.
    pub delay: Duration,
    /// When the players' scores end the game; to be checked with [`Adjudication::check`].
    pub adjudication: Adjudication,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            allowance: Allowance::default(),
            exceptions: Vec::new(),
            margin: Duration::from_millis(20),
            steps: None,
            on_illegal: OnIllegal::Default,
            delay: Duration::ZERO,
            adjudication: Adjudication::default(),
        }
    }
}

impl Terms {
    pub fn of(&self, player: Player) -> &Allowance {
        let exception = self.exceptions.iter().find(|(who, _)| *who == player);
        exception.map_or(&self.allowance, |(_, allowance)| allowance)
    }

    pub fn controls(&self, players: usize) -> Controls {
        Controls::new(Player::all(players).map(|player| self.of(player).control))
    }
}
