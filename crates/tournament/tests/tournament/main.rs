//! Schedules and ratings, checked against independent computations and simulated players.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod published;
mod schedule;
