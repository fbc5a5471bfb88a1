//! The rules of the five games, and their [`catalog`]. No game knows of another.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod bits;
pub mod catalog;
pub mod jetan;
pub mod joust;
pub mod kings_court;
pub mod refusal;
pub mod threechess;
