//! The rules of the five games. No game knows of another; [`bits`] is all they share.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod bits;
pub mod jetan;
pub mod joust;
pub mod kings_court;
pub mod refusal;
pub mod threechess;
