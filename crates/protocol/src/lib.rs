//! The language of agents: messages to text and back. It parses and prints, and never touches a pipe.
//!
//! The language is UGI, which is UCI for any game, with a little more: clocks of a third player, a second
//! move beside the best. A message is one line without its end; blanks between words count as one.
//! Over TCP a few lines say first who somebody is, and displays are told [`News`]. The crate `course` has what the
//! original Jetan programs speak instead.
//!
//! ```
//! use manator_protocol::{FromAgent, Go, ParseError, ToAgent};
//!
//! # fn main() -> Result<(), ParseError> {
//! let ask: ToAgent = "go   depth 4  nodes 1000".parse()?;
//! assert_eq!(ask, ToAgent::Go(Go { depth: Some(4), nodes: Some(1000), ..Go::default() }));
//! assert_eq!(ask.to_string(), "go depth 4 nodes 1000");
//!
//! let answer: FromAgent = "bestmove D1C3 ponder D8C6".parse()?;
//! assert!(matches!(answer, FromAgent::BestMove { mv, .. } if mv == "D1C3"));
//! // An agent may say anything; a host is held to the language.
//! assert!(matches!("thinking hard".parse()?, FromAgent::Noise(_)));
//! let error = "think hard".parse::<ToAgent>().unwrap_err();
//! assert_eq!(error.to_string(), "unknown command 'think'");
//! # Ok(())
//! # }
//! ```
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod declaration;
mod from_agent;
mod go;
mod hello;
mod info;
mod news;
mod to_agent;
mod words;

pub use declaration::{Declaration, EMPTY, OptionType};
pub use from_agent::{FromAgent, Id};
pub use go::{Go, PlayerClock};
pub use hello::{
    ANY_GAME, ErrorCode, FromClient, FromServer, HELLO, NAME_MAX, SECRET_MIN, TOKEN_MAX, Welcome,
};
pub use info::{Bound, Info, Score};
pub use news::News;
pub use to_agent::{Dialect, Query, Start, ToAgent};
pub use words::{ParseError, quoted};

/// The longest line anybody may send, in bytes with its end.
pub const LINE_MAX: usize = 64 * 1024;

/// What an agent answers when there is no move to choose: the null move of UCI.
pub const NO_MOVE: &str = "0000";

/// What an agent, or a program across the network, says instead of a move to give the game up.
pub const RESIGN: &str = "resign";
