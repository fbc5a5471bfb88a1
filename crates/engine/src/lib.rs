//! Evaluations of the five games, and the agents made of a search and an evaluation.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod eval;
pub mod solve;
