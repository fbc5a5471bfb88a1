//! Everything that browsers are sent and may ask for, as types, and the files of the page.
//!
//! `web/src/contract.ts` is generated from the types (`contract.rs`). The scripts and styles come from `web/dist`,
//! which is built from `web/src` and kept with the sources, so that nobody needs Node to build or run Manator.
//! Everything that a page shows is computed here.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod analysis;
pub mod api;
pub mod assets;
pub mod board;
pub mod catalog;
pub mod class;
#[cfg(test)]
mod contract;
pub mod explain;
pub mod explorer;
pub mod game;
pub mod learn;
pub mod position;
pub mod puzzle;
pub mod report;
pub mod study;
pub mod text;
pub mod tournament;
