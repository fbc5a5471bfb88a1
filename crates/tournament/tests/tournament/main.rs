//! Schedules and ratings, checked against independent computations and simulated players.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod bracket;
mod coverage;
mod grades;
mod likelihood;
mod live;
mod published;
mod residual;
mod rounds;
mod schedule;
mod simulated;
mod standings;
mod summary;
mod sure;
