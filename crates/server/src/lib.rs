//! Games over the network: agents and displays on one port.
//!
//! Connections are met and displays are served by an asynchronous runtime; a game is played by a referee on
//! a thread of its own, which talks to the connections of its agents directly. Between the two stand the
//! registry of guests (`guests`), where agents wait, and for each table a [`Feed`](feed::Feed), where displays listen.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod api;
pub mod arena;
mod browse;
pub mod class;
mod connection;
mod course;
pub mod feed;
#[cfg(test)]
mod fuzz;
mod gate;
mod greeting;
mod guests;
pub mod http;
mod hub;
mod list;
mod live;
mod names;
mod notice;
mod onlooker;
mod permits;
mod seating;
mod serve;
mod setup;
mod tables;

pub use api::{HttpPlayers, all_rules, open_table, opponent};
pub use notice::{Notice, Tell};
pub use seating::{TokenError, Tokens};
pub use serve::{Begun, Server, ServerError};
pub use setup::{Earlier, Limits, Setup, SetupError};
pub use tables::{Standings, points};

/// Locks; what a thread that panicked has left there is used as it is.
fn lock<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
