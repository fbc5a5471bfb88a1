//! What a position is worth, game by game.
//!
//! Each game has one enum of evaluations. It is the [`Guide`] of every search in that game: which of the
//! evaluations it is decides the value, while hints such as which moves are captures are common to all.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod jetan;
pub mod joust;
pub mod kings_court;
pub mod refusal;
pub mod threechess;

use manator_core::Game;
use manator_search::Guide;

/// The evaluations of one game.
pub trait Evaluations<G: Game>: Guide<G> + Copy + 'static {
    /// All of them, the best first: that one is the default.
    const ALL: &'static [Evaluation<Self>];
}

/// An evaluation with its name.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation<E: 'static> {
    /// The evaluation itself.
    pub eval: E,
    /// The name typed by users.
    pub name: &'static str,
    /// What it looks at, in one line.
    pub summary: &'static str,
}
