//! The verbs.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub(crate) mod agent;
pub(crate) mod agents;
pub(crate) mod analyse;
pub(crate) mod arena;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod class;
pub(crate) mod compare;
pub(crate) mod config;
pub(crate) mod display;
pub(crate) mod engine;
pub(crate) mod games;
pub(crate) mod inspect;
pub(crate) mod judge;
pub(crate) mod lab;
#[cfg(unix)]
pub(crate) mod launch;
pub(crate) mod matches;
pub(crate) mod mcp;
pub(crate) mod menu;
pub(crate) mod new_agent;
pub(crate) mod openings;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod resume;
pub(crate) mod rules;
pub(crate) mod server;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod store;
pub(crate) mod tournament;
pub(crate) mod tournaments;
pub(crate) mod worker;
