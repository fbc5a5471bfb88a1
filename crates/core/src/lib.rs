//! What a board game is: rules, players, outcomes, options, notation, views and records.
//!
//! No input or output, no dependencies, and no game: those are in the crates above.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod canvas;
pub mod film;
pub mod game;
pub mod grid;
pub mod notation;
pub mod options;
pub mod outcome;
pub mod player;
pub mod random;
pub mod record;
pub mod refusable;
pub mod rulebook;
pub mod table;
pub mod view;

pub use film::Film;
pub use game::{Game, TwoPlayer, legal_list, perft};
pub use notation::{Fact, Fault, Notation, TextError};
pub use options::{OptionError, OptionKind, OptionSpec, Settings};
pub use outcome::{LOST, Outcome, Reason, TIED, TIME, WON};
pub use player::{MAX_PLAYERS, PerPlayer, Player};
pub use record::{Record, RecordedMove};
pub use refusable::{Answer, Refusable, TurnPhase};
pub use rulebook::{Card, Entry, Lesson, Of, Rulebook};
pub use table::{Illegal, Table, Typed};
pub use view::View;
