//! A record back on the table, to play on or to look at.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use manator_core::Record;
use manator_core::Table;
use manator_core::record::ReplayError;
use manator_engine::catalog as agents;
use manator_games::catalog;

use crate::seat::SeatSpec;
use crate::session::Setup;
use crate::sheet::TIME_CONTROL;
use crate::time::{Controls, TimeControl, TimeError};

#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    #[error("unknown game '{0}'")]
    Game(String),
    #[error("{0}")]
    Replay(ReplayError),
    #[error("{TIME_CONTROL}: {0}")]
    Time(TimeError),
    #[error(
        "{TIME_CONTROL}: '{found}': expected one time control, or one for each of the {players} players"
    )]
    Controls { found: String, players: usize },
}

#[derive(Debug)]
pub struct Restored {
    pub table: Box<dyn Table>,
    pub setup: Setup,
}

/// Puts a record back on the table.
///
/// A seat on which nobody sat who can be had here again is a person's.
pub fn restore(record: &Record) -> Result<Restored, RestoreError> {
    let unknown = || RestoreError::Game(record.game.clone());
    let entry = catalog::find(&record.game).ok_or_else(unknown)?;
    let table = record.replay(entry, |_, _| {}).map_err(RestoreError::Replay)?;
    let seat = |name: &&str| {
        let spec = record.player(name).and_then(|who| who.parse().ok());
        spec.filter(|spec| can_be_had(&*table, spec)).unwrap_or(SeatSpec::Person)
    };
    let seats = table.card().players.iter().map(seat).collect();
    let setup = Setup::new(seats, controls(record, table.card().players.len())?);
    Ok(Restored { table, setup })
}

fn controls(record: &Record, players: usize) -> Result<Controls, RestoreError> {
    let Some((_, text)) = record.tags.iter().find(|(name, _)| name == TIME_CONTROL) else {
        return Ok(TimeControl::None.into());
    };
    let controls: Controls = text.parse().map_err(RestoreError::Time)?;
    match controls.suit(players) {
        true => Ok(controls),
        false => Err(RestoreError::Controls { found: text.clone(), players }),
    }
}

fn can_be_had(table: &dyn Table, spec: &SeatSpec) -> bool {
    match spec {
        SeatSpec::Person | SeatSpec::Remote(_) => true,
        SeatSpec::Agent { name, .. } => agents::names(table.card().name).any(|known| known == name),
        // A record may come from anywhere: it never starts a program.
        SeatSpec::Program(_) | SeatSpec::Once(_) => false,
        // Only whoever seats guests can have one.
        SeatSpec::Guest(_) => false,
    }
}
