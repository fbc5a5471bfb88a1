//! What a board game is: rules, players, outcomes, options, notation, views and records.
//!
//! No input or output, no dependencies, and no game: those are in the crates above. A [`Game`] is the rules as
//! search sees them, with types of its own for positions and moves. [`Notation`] adds text, [`View`] a board to
//! draw, [`Rulebook`] a [`Card`] and options. A [`Table`] is a game in progress whatever its types: moves are text
//! there, and everything but search works with tables.
//!
//! ```
//! use manator_core::{Player, Settings, Table};
//! use manator_games::catalog;
//!
//! let joust = catalog::find("joust").expect("a game of the catalog");
//! let settings = Settings::parse(joust.card().options, "size=3x4").expect("options of Joust");
//! let mut table = joust.open(settings).expect("a size that can be");
//! assert_eq!(table.position(), ".b./.../.../.w. white");
//! assert_eq!(table.legal(), ["B1A3", "B1C3"]);
//!
//! table.play("b1-a3").expect("legal, however it is typed");
//! assert_eq!(table.moves(), ["B1A3"]);
//! assert_eq!(table.to_move(), Player(1));
//! let illegal = table.play("B4B2").expect_err("no knight moves like that");
//! assert_eq!(illegal.fault.code, "cannot-reach");
//! assert_eq!(
//!     illegal.to_string(),
//!     "B4B2: a knight does not move from B4 to B2; from B4 it can go to A2, C2"
//! );
//!
//! while let Some(mv) = table.legal().first() {
//!     table.play(mv).expect("legal");
//! }
//! let outcome = table.outcome().expect("over means that no move is legal");
//! assert_eq!(outcome.reason.0, "no-legal-move");
//! println!("{}", table.describe_outcome(&outcome));
//! assert!(table.undo() && table.outcome().is_none());
//! ```
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod canvas;
pub mod film;
pub mod game;
pub mod grid;
pub mod notation;
pub mod notice;
pub mod options;
pub mod outcome;
pub mod player;
pub mod random;
pub mod record;
pub mod refusable;
pub mod rulebook;
pub mod table;
pub mod text;
pub mod view;

pub use film::Film;
pub use game::{Game, TwoPlayer, legal_list, perft};
pub use notation::{Decision, Fact, Fault, Notation, TextError};
pub use notice::Notice;
pub use options::{OptionError, OptionKind, OptionSpec, Settings};
pub use outcome::{LOST, Outcome, Reason, TIED, TIME, WON};
pub use player::{MAX_PLAYERS, PerPlayer, Player};
pub use record::{Record, RecordedMove};
pub use refusable::{Answer, Refusable, TurnPhase};
pub use rulebook::{Card, Entry, FIRST, Lesson, Of, Rulebook};
pub use table::{Illegal, Table, Typed};
pub use view::View;
