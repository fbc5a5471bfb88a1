//! The rules of the games and their [`catalog`]. No game knows of another.
//!
//! A game is opened from the catalog as a [`Table`](manator_core::Table), which plays text and says why a move is
//! not legal:
//!
//! ```
//! use manator_core::{Settings, Table};
//! use manator_games::catalog;
//!
//! let jetan = catalog::find("jetan").expect("a game of the catalog");
//! let settings = Settings::parse(jetan.card().options, "variant=book").expect("options of Jetan");
//! let mut table = jetan.open(settings).expect("a variant that is known");
//! assert_eq!(table.legal().len(), 78);
//! table.play("D2D3").expect("legal");
//!
//! let illegal = table.judge("D9D6").expect_err("too far");
//! assert_eq!(illegal.fault.code, "cannot-reach");
//! println!("{illegal}");
//! ```
//!
//! Whoever searches works with the types of one game instead:
//!
//! ```
//! use manator_core::{Game, Player, Rulebook, Settings, perft};
//! use manator_games::kings_court::KingsCourt;
//!
//! let game = KingsCourt::new(&Settings::defaults(KingsCourt::CARD.options)).expect("the defaults");
//! let start = game.start();
//! assert_eq!(game.to_move(&start), Player(0));
//! assert_eq!([1, 2].map(|depth| perft(&game, &start, depth)), [8, 16]);
//! ```
// SPDX-License-Identifier: MIT OR Apache-2.0

pub mod bits;
pub mod catalog;

/// Counts the changes of any rule: programs of different versions may end the same game differently, and say so before they
/// play.
pub const RULES_VERSION: u32 = 1;

macro_rules! modules {
    ($($module:ident::$rulebook:ident,)*) => { $(pub mod $module;)* };
}
every_game!(modules);
