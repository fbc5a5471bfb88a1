//! `manator engine` through pipes, as a runner of matches uses it.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod commands;
mod driver;
mod games;
mod transcripts;
