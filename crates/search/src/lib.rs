//! Game-tree search that knows no game: only the [`Game`](manator_core::Game) trait, and a [`Guide`] that
//! says what the rules cannot.
//!
//! Nothing here assumes that players alternate, but [`refusable`], whose games promise it.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod alphabeta;
pub mod guide;
pub mod limits;
pub mod mcts;
pub mod minimax;
pub mod platform;
pub mod refusable;
pub mod report;
pub mod score;
pub mod several;
pub mod strong;
mod transposition;
mod variation;

pub use alphabeta::{alphabeta, alphabeta_within};
pub use guide::Guide;
pub use limits::{Clock, Limits};
pub use mcts::Mcts;
pub use minimax::{minimax, minimax_within};
pub use report::{Found, Report};
pub use score::Score;
pub use several::{Coalition, MaxN};
pub use strong::{Reach, Strong};
