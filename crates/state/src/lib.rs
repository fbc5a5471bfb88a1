//! Pages for browsers: boards and texts as JSON, and the report of a tournament as one file.
//!
//! The scripts and styles come from `web/dist`, which is built from `web/src` and kept with the sources, so
//! that nobody needs Node to build or run Manator. Everything that a page shows is computed here.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod assets;
pub mod board;
pub mod class;
#[cfg(test)]
mod contract;
pub mod game;
pub mod position;
pub mod text;
