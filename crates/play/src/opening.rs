//! A game about to begin, or to go on.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;

use manator_core::{Record, Settings, Table};
use manator_engine::catalog as agents;
use manator_games::catalog;

use crate::saves::{Saves, Slot};
use crate::seat_spec::SeatSpec;
use crate::seats::SetupError;
use crate::session::Post;
use crate::session::{Session, Setup};
use crate::sheet::TIME_CONTROL;
use crate::time::{Controls, TimeControl};
use crate::watched::tamed;

/// Returns the game of a table with its rule options, as `UGI_Game` has them: `joust size=5x6`.
pub fn rules(table: &dyn Table) -> String {
    format!("{} {}", table.card().name, table.settings()).trim_end().to_string()
}

/// Opens a game by its name and options, as [`rules`] writes them.
pub fn open_rules(rules: &str) -> Result<Box<dyn Table>, String> {
    let (name, options) = rules.split_once(' ').unwrap_or((rules, ""));
    let entry = catalog::find(name).ok_or_else(|| format!("unknown game '{}'", tamed(name)))?;
    let settings = Settings::parse(entry.card().options, options);
    settings.and_then(|settings| entry.open(settings)).map_err(|error| format!("{name}: {error}"))
}

#[derive(Debug)]
pub struct Opening {
    pub table: Box<dyn Table>,
    pub setup: Setup,
    /// What is known of the moves made so far.
    pub record: Option<Record>,
    pub slot: Option<Slot>,
    /// Why it has no place to be kept in, if it should have one.
    pub unkept: Option<String>,
    /// What the players are told before anything else.
    pub note: Option<String>,
}

impl Opening {
    /// A new game, kept among the others from the first move on; without a place it is not kept.
    pub fn new(table: Box<dyn Table>, setup: Setup, saves: Option<&Saves>) -> Opening {
        let (slot, unkept) = match saves.map(|saves| saves.slot(table.card().name)) {
            None => (None, None),
            Some(Ok(slot)) => (Some(slot), None),
            Some(Err(error)) => (None, Some(error.to_string())),
        };
        Opening { table, setup, record: None, slot, unkept, note: None }
    }

    /// Goes on with the game of a file, or looks at it: a finished game needs no place to be kept in.
    ///
    /// # Errors
    /// Returns the path, and why it holds no game.
    pub fn load(path: &Path, saves: &Saves) -> Result<Opening, String> {
        let read = || -> Result<Opening, Box<dyn std::error::Error>> {
            let record = Record::parse(&std::fs::read_to_string(path)?)?;
            let slot = match record.result {
                None => Some(saves.slot_for(path, &record)?),
                Some(_) => None,
            };
            Ok(Opening { slot, ..restore(&record)? })
        };
        read().map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Seats everybody; nobody thinks until [`Session::proceed`].
    pub fn begin(self, post: Post) -> Result<Session, SetupError> {
        let mut session = Session::new(self.table, &self.setup, post)?;
        if let Some(record) = &self.record {
            session.sheet.take_over(record);
        }
        if let Some(slot) = self.slot {
            session.keep(slot);
        }
        session.unsaved = session.unsaved.or(self.unkept);
        Ok(session)
    }
}

/// Puts a record back on the table.
///
/// A seat on which nobody sat who can be had here again is a person's.
pub fn restore(record: &Record) -> Result<Opening, String> {
    let entry = catalog::find(&record.game);
    let entry = entry.ok_or_else(|| format!("unknown game '{}'", record.game))?;
    let table = record.replay(entry, |_, _| {}).map_err(|error| error.to_string())?;
    let seat = |name: &&str| {
        let spec = record.player(name).and_then(|who| who.parse().ok());
        spec.filter(|spec| can_be_had(&*table, spec)).unwrap_or(SeatSpec::Person)
    };
    let seats = table.card().players.iter().map(seat).collect();
    let setup = Setup::new(seats, controls(record, table.card().players.len())?);
    let record = Some(record.clone());
    Ok(Opening { table, setup, record, slot: None, unkept: None, note: None })
}

fn controls(record: &Record, players: usize) -> Result<Controls, String> {
    let Some((_, text)) = record.tags.iter().find(|(name, _)| name == TIME_CONTROL) else {
        return Ok(TimeControl::None.into());
    };
    let controls: Controls = text.parse().map_err(|error| format!("{TIME_CONTROL}: {error}"))?;
    let expected = format!("one time control, or one for each of the {players} players");
    let suits = controls.suit(players);
    suits.then_some(controls).ok_or(format!("{TIME_CONTROL}: '{text}': expected {expected}"))
}

fn can_be_had(table: &dyn Table, spec: &SeatSpec) -> bool {
    match spec {
        SeatSpec::Person | SeatSpec::Remote(_) => true,
        SeatSpec::Agent { name, .. } => agents::names(table.card().name).any(|known| known == name),
        // A record may come from anywhere: it never starts a program. Only whoever seats guests can have one.
        SeatSpec::Program(_) | SeatSpec::Once(_) | SeatSpec::Guest(_) => false,
    }
}
