//! The laboratory: agents play themselves, and evaluations learn from the games.
//!
//! [`play`] writes games with what the agent thought of each position into a file of lines, [`data`] keeps it whole,
//! [`train`] makes weights of the games. [`tune`] looks for better numbers of a search, [`book`] for openings. Everything is drawn from a
//! seed, so that the same commands make the same weights.
//!
//! ```
//! use manator_core::Settings;
//! use manator_engine::options::OPTIONS;
//! use manator_games::catalog as games;
//! use manator_lab::play::{Plan, Player};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let entry = games::find("joust").expect("a game");
//! let table = entry.open(Settings::parse(entry.card().options, "size=4x4")?)?;
//! let plan = Plan { nodes: 50, opening: 2, ..Plan::default() };
//! let mut player = Player::new(&*table, "champion", &Settings::parse(OPTIONS, "hash=1")?, plan)?;
//! let game = player.play(7)?;
//! // The same number is the same game, and a line is read back as it was.
//! assert_eq!(player.play(7)?, game);
//! assert_eq!(game.to_string().parse(), Ok(game));
//! # Ok(())
//! # }
//! ```
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod book;
pub mod data;
pub mod examples;
mod game_line;
mod lines;
mod model;
mod opening;
pub mod play;
mod records;
pub mod spsa;
pub mod train;
pub mod tune;

pub use game_line::{End, GameLine, LineError, Step};
pub use records::RecordsError;
