//! The rules of the five games, their [`catalog`], and [`lessons`]. No game knows of another.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod bits;
pub mod catalog;
pub mod jetan;
pub mod joust;
pub mod kings_court;
mod lessons;
pub mod refusal;
pub mod threechess;

pub use lessons::{Lesson, lessons};
