//! The program in pipes and terminals, in one test program; only what needs a process of its own is beside it.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod bridge;
mod check;
mod commands;
mod config;
mod engine;
mod full_screen;
mod mcp;
mod plain;
mod program;
mod sandbox;
mod solve;
mod templates;
mod tournaments;
mod words;
