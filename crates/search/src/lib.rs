//! Game-tree search that knows no game: only the [`Game`](manator_core::Game) trait, and a [`Guide`] that
//! says what the rules cannot.
//!
//! Nothing here assumes that players alternate, but [`refusable`], whose games promise it.
//!
//! ```
//! use manator_core::{Game, Notation, OptionError, Player, Rulebook, Settings};
//! use manator_games::joust::{Joust, Position};
//! use manator_search::{Guide, Limits, Strong, alphabeta, strong};
//!
//! /// Counts the moves of the player to move, to whom they are worth something.
//! struct Mobility;
//!
//! impl Guide<Joust> for Mobility {
//!     fn evaluate(&self, joust: &Joust, position: &Position, player: Player) -> i32 {
//!         let moves = joust.count_moves(position) as i32;
//!         if joust.to_move(position) == player { moves } else { -moves }
//!     }
//! }
//!
//! # fn main() -> Result<(), OptionError> {
//! let joust = Joust::new(&Settings::defaults(Joust::CARD.options))?;
//! let start = joust.start();
//! let (found, nodes) = alphabeta(&joust, &Mobility, &start, 5);
//! assert_eq!(joust.move_text(&start, found.best().expect("a move")), "D1B2");
//! assert_eq!((found.line.len(), nodes), (5, 361));
//!
//! // The same position deeper, and the three best moves instead of one.
//! let mut searcher = Strong::new(strong::Options { lines: 3, ..strong::Options::default() });
//! let report = searcher.search(&joust, &Mobility, &start, &Limits::depth(7), |report| {
//!     println!("depth {}: {}", report.depth, report.lines[0].score);
//! });
//! assert_eq!((report.depth, report.lines.len()), (7, 3));
//! assert!(report.lines[0].score >= report.lines[1].score);
//! # Ok(())
//! # }
//! ```
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod fixed;
pub mod forced;
pub mod guide;
pub mod limits;
pub mod mcts;
pub mod observe;
pub mod platform;
mod recorder;
pub mod refusable;
pub mod report;
pub mod score;
pub mod several;
pub mod strong;
mod transposition;

pub use fixed::{
    alphabeta, alphabeta_observed, alphabeta_within, minimax, minimax_observed, minimax_within,
};
pub use forced::Forced;
pub use guide::Guide;
pub use limits::{Clock, Limits, Pace};
pub use mcts::Mcts;
pub use observe::Observer;
pub use recorder::{Known, RecordedNode, Recorder};
pub use report::{Found, Report};
pub use score::Score;
pub use several::{Coalition, Guarded, MaxN};
pub use strong::{Reach, Strong, move_hash};
