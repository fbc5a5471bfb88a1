//! A game about to begin, or to go on.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Record, Settings, Table};
use manator_games::catalog;

use crate::event::Post;
use crate::restore::{RestoreError, Restored, restore};
use crate::saves::{Saves, Slot};
use crate::seats::SetupError;
use crate::session::{Session, Setup};
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
}

impl Opening {
    /// A new game, kept among the others from the first move on; without a place it is not kept.
    pub fn new(table: Box<dyn Table>, setup: Setup, saves: Option<&Saves>) -> Opening {
        let (slot, unkept) = match saves.map(|saves| saves.slot(table.card().name)) {
            None => (None, None),
            Some(Ok(slot)) => (Some(slot), None),
            Some(Err(error)) => (None, Some(error.to_string())),
        };
        Opening { table, setup, record: None, slot, unkept }
    }

    pub fn of_record(record: Record, slot: Option<Slot>) -> Result<Opening, RestoreError> {
        let Restored { table, setup } = restore(&record)?;
        Ok(Opening { table, setup, record: Some(record), slot, unkept: None })
    }

    /// Seats everybody; nobody thinks until [`Session::proceed`].
    pub fn begin(self, post: Post) -> Result<Session, SetupError> {
        let mut session = Session::new(self.table, &self.setup, post)?;
        if let Some(record) = &self.record {
            session.take_over(record);
        }
        if let Some(slot) = self.slot {
            session.keep(slot);
        }
        if let Some(why) = self.unkept {
            session.cannot_keep(why);
        }
        Ok(session)
    }
}
