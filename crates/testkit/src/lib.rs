//! Runs rule vectors, contracts and playthroughs against any game, and programs in a terminal.
//!
//! Whatever does not hold or cannot be started panics, so that the test fails.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod arbiter;
pub mod contract;
pub mod nats;
pub mod nats_access;
pub mod playthrough;
pub mod process;
pub mod refusable;
pub mod symmetry;
pub mod terminal;
pub mod tree;
pub mod vectors;
