//! Tournaments: who plays whom, and how strong the players are.
//!
//! Everything here is a function: schedules of a plan and the results so far, ratings of results. Nothing is
//! played, read or written.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod grades;
pub mod notes;
pub mod rating;
pub mod results;
pub mod schedule;
mod text;

pub use notes::{Fault, Note};
pub use results::{Entrant, GameId, Played, ResultError, Results, UnitId};
