//! Programs that do harm, inside the sandbox: each is real, and bounded by itself so that a hole in the
//! sandbox harms nobody. After each, nothing is left of it.
//!
//! As root every program has a user of its own, otherwise it runs as whoever runs the tests; what is
//! expected is the same unless a test says otherwise. Root runs them twice, the second time as another
//! user.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![cfg(target_os = "linux")]

mod agents;
mod files;
mod guest;
mod limits;
mod network;
mod ordinary;
mod processes;
mod secrets;
mod start;
