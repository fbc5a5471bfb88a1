//! Tournaments that are played: defined, carried out, kept.
//!
//! An [`Event`] is everything that decides which games are played, and how. [`Prepared`] is an event whose
//! players, openings and terms are known to make sense. A [`Pool`] plays games, on threads here or by a
//! [`Worker`] elsewhere; [`Conduct`] asks the schedule which games are missing, has them played, and writes
//! each into the [`Store`] before anybody hears of it. Nothing else is kept: whoever begins again after a
//! power cut asks the same schedule.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod allowed;
mod conduct;
mod event;
mod game;
mod introduce;
pub mod kept;
mod openings;
mod pool;
mod prepared;
mod queue;
pub mod report;
mod ruling;
mod signature;
pub mod store;
mod transcript;
mod unfinished;

pub use allowed::{Allowed, AllowedError};
pub use conduct::{Conduct, ConductError, Ending, Live, Observer};
pub use event::{
    DrawSpec, Entry, Event, EventError, Extent, Format, Openings, RANDOM_PLIES, ResignSpec,
    SprtSpec, Test,
};
pub use game::{Finished, Offence};
pub use openings::{Book, JudgedOpening, Tell, random_walk, read as read_opening};
pub use pool::{
    Gallery, News, Playing, Pool, PoolError, Programs, Supply, THREAD, Threads, Watcher,
};
pub use prepared::{PrepareError, Prepared};
pub use queue::{Access, Address, LEASE_DEFAULT, QueuePool, Said, Secret, Worker};
#[cfg(feature = "queue")]
pub use queue::{Claim, verify};
pub use ruling::{LaterGames, Ruling, RulingError, rule};
pub use signature::Signature;
pub use store::{Store, StoreError};
pub use transcript::Listener;
pub use unfinished::Unfinished;
