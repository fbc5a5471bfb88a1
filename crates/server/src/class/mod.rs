//! A class: students join with codes, bring agents or upload programs, and play a tournament.
//!
//! The tournament itself is the organiser's. A class adds who may come in (`entry`), what is uploaded
//! (`uploads`), and what students and instructors see in a browser (`office`); games, table and who is here
//! are topics as in the arena. Everything that must survive a power cut is in files: the roster, the codes beside it,
//! the programs, and the store.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod bulletin;
mod codes;
mod door;
mod entry;
mod examiner;
#[cfg(test)]
mod fuzz;
mod grades;
mod instructor;
mod observer;
mod office;
mod public;
mod roster;
mod run;
mod student;
mod uploads;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use manator_organise::store::Number;
use manator_organise::{ConductError, PrepareError, StoreError};

pub use crate::guests::Phase;
pub use crate::setup::Earlier;
pub use codes::{Coded, Codes, Owner};
pub use grades::{Faults, Grade, Grades, Mishap};
pub use roster::{Roster, RosterError, Student};
pub use run::{Bell, ClassServer, find, prepared};

pub struct ClassSetup {
    pub roster: Roster,
    pub codes: Codes,
    pub store: PathBuf,
    pub folder: PathBuf,
    /// What the server is called, besides its addresses.
    pub names: Vec<String>,
    pub concurrency: usize,
    /// How many students must be here for games to begin by themselves.
    pub wait_for: usize,
    /// How long a student who is not here is waited for.
    pub patience: Duration,
    pub upload_max: usize,
    pub earlier: Earlier,
    pub afterwards: Afterwards,
}

/// What becomes of the server when all games are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Afterwards {
    Stay,
    Leave,
}

/// Something that happened, for whoever runs the class.
#[derive(Debug)]
pub enum Word<'a> {
    Came {
        name: &'a str,
    },
    Left {
        name: &'a str,
    },
    Uploaded {
        name: &'a str,
    },
    /// The program is examined, and plays from now on.
    Examined {
        name: &'a str,
        failed: usize,
    },
    Refused {
        address: SocketAddr,
        why: &'a str,
    },
    /// Games begin, or go on.
    Begins {
        number: Number,
        /// How many games are over already.
        before: usize,
    },
    Finished {
        number: usize,
        /// How many there are, as far as is known.
        of: usize,
        names: &'a [&'a str],
        result: &'a str,
        words: &'a str,
    },
    Note(&'a str),
}

/// Where words go, from many threads at once.
pub type ClassTell = Arc<dyn Fn(&Word<'_>) + Send + Sync>;

#[derive(Debug, thiserror::Error)]
pub enum ClassError {
    #[error(transparent)]
    Roster(#[from] RosterError),
    #[error(transparent)]
    Prepare(#[from] PrepareError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Conduct(#[from] ConductError),
    #[error(
        "the roster was changed after tournament {number} of this class had begun: undo that, or \
         begin another tournament with --anew"
    )]
    Changed { number: Number },
    #[error(transparent)]
    Network(#[from] io::Error),
}
