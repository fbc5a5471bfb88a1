//! Workers on other machines, through a work queue.
//!
//! The queue's client is a large dependency that only those need who use more than one machine: the feature `queue`
//! brings it. Without it there are no addresses of queues, and whoever gives one is told so.
// SPDX-License-Identifier: MIT OR Apache-2.0

#[cfg(not(feature = "queue"))]
mod absent;
#[cfg(feature = "queue")]
mod claim;
#[cfg(all(test, feature = "queue"))]
mod fuzz;
#[cfg(feature = "queue")]
mod pool;
#[cfg(feature = "queue")]
mod verify;
#[cfg(feature = "queue")]
mod worker;

use std::time::Duration;

#[cfg(not(feature = "queue"))]
pub use absent::{Access, Address, QueuePool, Secret, Worker};
#[cfg(feature = "queue")]
pub use claim::Claim;
#[cfg(feature = "queue")]
pub use manator_queue::{Access, Address, Secret};
#[cfg(feature = "queue")]
pub use pool::QueuePool;
#[cfg(feature = "queue")]
pub use verify::verify;
#[cfg(feature = "queue")]
pub use worker::Worker;

/// How long a worker may be silent before its game is given to another, unless somebody says otherwise.
pub const LEASE_DEFAULT: Duration = Duration::from_secs(30);

/// What a worker says: the title of a tournament that it plays here, why it does not, how a game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    Plays(String),
    Refuses(String),
    Played { id: String, words: String },
    Failed { id: String, why: String },
    Note(String),
}
