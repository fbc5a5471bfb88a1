//! Evaluations of the games, and the agents made of a search and an evaluation.
//!
//! ```
//! use manator_core::Settings;
//! use manator_engine::catalog;
//! use manator_engine::options::OPTIONS;
//! use manator_games::catalog as games;
//! use manator_search::Limits;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let joust = games::find("joust").expect("a game");
//! let mut table = joust.open(Settings::defaults(joust.card().options))?;
//! let settings = Settings::parse(OPTIONS, "eval=territory lines=2")?;
//! let mut agent = catalog::open(&*table, "champion", &settings)?;
//! let thought = agent.think(&*table, &Limits::nodes(5_000), &mut |_| {})?;
//! assert_eq!(thought.lines.len(), 2);
//! table.play(thought.best().expect("a move"))?;
//!
//! let error = catalog::open(&*table, "nobody", &settings).err().expect("no such agent");
//! assert!(error.to_string().starts_with("no agent 'nobody' plays joust: expected random, "));
//! # Ok(())
//! # }
//! ```
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod agent;
pub mod book;
pub mod catalog;
mod decider;
pub mod eval;
pub mod explain;
mod jouster;
pub mod knowledge;
mod level;
pub mod options;
mod prover;
pub mod puzzle;
mod searcher;
/// Who wins with perfect play, game by game.
pub mod solve {
    pub mod joust;
    pub mod kings_court;
    pub mod refusal;
}
mod typed;

pub use agent::{Agent, AgentError, Line, Thought};
pub use explain::Explained;
pub use prover::Prover;
