//! Jobs for workers on many machines, over NATS JetStream.
//!
//! An organiser opens a [`Desk`] for an event, publishes jobs and hears results; workers open a [`Bench`] and
//! are given the jobs of whatever events are open. This crate carries bytes and knows no game.
//!
//! A job is held by a worker for a lease that is renewed beside the work. A worker that is killed or frozen
//! loses it, another one gets the job, and when both finish, the organiser hears both results: it keeps the
//! first by the job's id. Every other promise follows from two rules. A subject of the stream holds one message,
//! so publishing again is harmless; and a job leaves the stream only after its result is in it.
//!
//! Everything that is said is signed with a [`Secret`] that organiser and workers share: who does not know it can
//! disturb them, but neither have work done nor hand in results.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod access;
mod address;
mod bench;
mod connection;
mod crew;
mod delivery;
mod desk;
mod error;
mod event;
#[cfg(test)]
mod fuzz;
mod mail;
mod secret;
mod subjects;
mod task;

pub use access::Access;
pub use address::{Address, AddressError};
pub use bench::{Bench, Judge};
pub use connection::{Notice, Tell};
pub use crew::Stance;
pub use desk::{Desk, Heard, Job, Outstanding, Published, Receipt};
pub use error::QueueError;
pub use event::Terms;
pub use secret::{Secret, SecretError};
pub use task::{Failed, Finished, Task, TaskState};
