//! Playing a record again, to see whether it holds.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

use super::{Record, RecordedMove, result_text};
use crate::notation::TextError;
use crate::options::{OptionError, Settings};
use crate::outcome::TIME;
use crate::player::Player;
use crate::rulebook::Entry;
use crate::table::{Illegal, Table};

/// Why a record does not hold. Branches are counted from 1; a result is stated with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    Game { found: String, expected: &'static str },
    Rules { found: String, expected: &'static str },
    Options(OptionError),
    Position(TextError),
    Move { at: MoveIndex, illegal: Illegal },
    Branch { branch: usize, at: MoveIndex, illegal: Illegal },
    Result { found: String, expected: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveIndex {
    /// The ply, from 1.
    pub ply: usize,
    pub number: u32,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Game { found, expected } => write!(f, "'{found}': expected {expected}"),
            ReplayError::Rules { found, expected } => {
                write!(f, "rules version '{found}': expected {expected}")
            }
            ReplayError::Options(error) => write!(f, "options: {error}"),
            ReplayError::Position(error) => write!(f, "position: {error}"),
            ReplayError::Move { at, illegal } => {
                write!(f, "move {} (ply {}): {illegal}", at.number, at.ply)
            }
            ReplayError::Branch { branch, at, illegal } => {
                write!(f, "branch {branch}, move {} (ply {}): {illegal}", at.number, at.ply)
            }
            ReplayError::Result { found, expected } => {
                write!(f, "result '{found}': expected {expected}")
            }
        }
    }
}

impl std::error::Error for ReplayError {}

impl Record {
    /// Plays the record move by move, calling `step` before the first and after each.
    pub fn replay(
        &self,
        entry: &dyn Entry,
        mut step: impl FnMut(&dyn Table, Option<&RecordedMove>),
    ) -> Result<Box<dyn Table>, ReplayError> {
        let mut table = self.open(entry)?;
        step(&*table, None);
        let mut number = 1;
        for (ply, mv) in (1..).zip(&self.moves) {
            number = mv.number.unwrap_or(number);
            let at = MoveIndex { ply, number };
            table.play(&mv.text).map_err(|illegal| ReplayError::Move { at, illegal })?;
            step(&*table, Some(mv));
        }
        self.check_result(&*table)?;
        Ok(table)
    }

    fn open(&self, entry: &dyn Entry) -> Result<Box<dyn Table>, ReplayError> {
        let card = entry.card();
        if !self.game.eq_ignore_ascii_case(card.name) {
            return Err(ReplayError::Game { found: self.game.clone(), expected: card.name });
        }
        // A record that states no version is taken at its word about the moves.
        if !self.rules_version.is_empty() && self.rules_version != card.rules_version {
            let found = self.rules_version.clone();
            return Err(ReplayError::Rules { found, expected: card.rules_version });
        }
        let settings =
            Settings::parse(card.options, &self.options).map_err(ReplayError::Options)?;
        let mut table = entry.open(settings).map_err(ReplayError::Options)?;
        if let Some(position) = &self.position {
            table.set_position(position).map_err(ReplayError::Position)?;
        }
        Ok(table)
    }

    /// The rules decide the result where they can; the clock and the referee only before that.
    fn check_result(&self, table: &dyn Table) -> Result<(), ReplayError> {
        let reason = self.reason.as_deref();
        let found = stated(self.result.as_deref(), reason);
        if let Some(outcome) = table.outcome() {
            let payoffs = outcome.payoffs.as_slice();
            let same_reason = reason.is_none_or(|reason| reason == outcome.reason.0);
            if self.result.as_deref() == Some(payoffs) && same_reason {
                return Ok(());
            }
            let words = table.describe_outcome(&outcome);
            let expected = format!("{}, {words}", stated(Some(payoffs), Some(outcome.reason.0)));
            return Err(ReplayError::Result { found, expected });
        }
        let Some(result) = &self.result else {
            return Ok(());
        };
        let players = table.card().players.len();
        if result.len() != players {
            let expected = format!("a result of {players} players");
            return Err(ReplayError::Result { found, expected });
        }
        let by_rules = table.card().reasons.iter().any(|(known, _)| reason == Some(known.0));
        let by_clock = |player| table.out_of_time(player).payoffs.as_slice() == &result[..];
        let sound = match reason {
            None => false,
            Some(reason) if reason == TIME.0 => Player::all(players).any(by_clock),
            Some(_) => !by_rules,
        };
        if sound {
            return Ok(());
        }
        let expected = "'*', because the game goes on".to_string();
        Err(ReplayError::Result { found, expected })
    }
}

fn stated(result: Option<&[i8]>, reason: Option<&str>) -> String {
    match reason {
        None => result_text(result),
        Some(reason) => format!("{} {reason}", result_text(result)),
    }
}
