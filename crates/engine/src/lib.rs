//! Evaluations of the five games, and the agents made of a search and an evaluation.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod agent;
pub mod catalog;
mod decider;
pub mod eval;
pub mod options;
mod searcher;
pub mod solve;
mod typed;

pub use agent::{Agent, AgentError, Line, Thought};
