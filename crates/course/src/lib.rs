//! Jetan as the original programs of the course see it, over a table with the rules `variant=software`.
//!
//! Player 1 is Black: the south, who moves first. Columns and rows are counted from 0, so that A1 is column
//! 0 and row 0. What travels between the programs is described in [`crate::wire`].
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::panic)]

mod action;
mod board;
mod contender;
mod numbers;
mod showing;
mod watcher;
pub mod wire;

use crate::wire::Message;
use manator_core::{Player, Rulebook, Settings, Table, Typed};
use manator_games::jetan::Jetan;

pub use action::{Action, ActionError, action, read_action};
pub use board::BoardError;
pub use contender::Original;
pub use showing::{Showing, ShowingError};
pub use watcher::{Change, Watcher};

use board::Board;

/// The rules of the original programs. They tell nobody how many moves a game may have.
pub const RULES: &str = "variant=software max-moves=1000000";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Percept {
    /// The board, which a [`Watcher`] reads.
    pub board: String,
    /// Who the agent is: 1 or 2.
    pub player_number: u8,
}

impl Percept {
    pub fn of(table: &dyn Table, player: Player) -> Percept {
        Percept { board: Board::of(table).to_string(), player_number: player.0 + 1 }
    }

    /// Reads what a server sent.
    ///
    /// # Errors
    /// Returns what is missing or wrong; the board itself is not looked at.
    pub fn read(message: &Message) -> Result<Percept, BoardError> {
        const PLAYER: &str = "PLAYER_NUMBER 1 or 2";
        if message.name != PERCEPT {
            return Err(BoardError::unexpected(&message.name, PERCEPT));
        }
        let field = |key, expected: &str| {
            message.value(key).ok_or_else(|| BoardError::Missing { expected: expected.into() })
        };
        let player = field(PLAYER_NUMBER, PLAYER)?;
        match player.trim().parse() {
            Ok(player_number @ 1..=2) => {
                Ok(Percept { board: field(BOARD, BOARD)?.into(), player_number })
            }
            _ => Err(BoardError::unexpected(player, PLAYER)),
        }
    }

    pub fn message(&self) -> Message {
        Message::new(PERCEPT).with(BOARD, &self.board).with(PLAYER_NUMBER, self.player_number)
    }
}

const PERCEPT: &str = "PERCEPT";
const BOARD: &str = "BOARD";
const PLAYER_NUMBER: &str = "PLAYER_NUMBER";

/// Returns whether the original programs play by these rules of Jetan, given as in `UGI_Game`: all of
/// `variant=software`, for any number of moves.
pub fn plays(rules: &str) -> bool {
    let mut options = rules.split_whitespace().skip(1);
    let is_software = |option: &str| option == "variant=software";
    let is_theirs = |option: &str| is_software(option) || option.starts_with("max-moves=");
    options.clone().any(is_software) && options.all(is_theirs)
}

fn opened() -> Box<dyn Table> {
    let settings = Settings::parse(Jetan::CARD.options, RULES);
    let table = settings.and_then(Typed::<Jetan>::new);
    Box::new(table.expect("the rules of the original programs are rules of Jetan"))
}
