//! What a board game is: rules, players, outcomes, options, notation, views and records.
//!
//! No input or output, no dependencies, and no game: those are in the crates above.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod game;
pub mod outcome;
pub mod player;
pub mod random;

pub use game::{Game, TwoPlayer, legal_list, perft};
pub use outcome::{LOST, Outcome, Reason, TIED, TIME, WON};
pub use player::{MAX_PLAYERS, PerPlayer, Player};
