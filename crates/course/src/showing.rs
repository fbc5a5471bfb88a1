//! A game as the original displays are told it: everything when it begins, then what has changed.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use crate::wire::{DIE, Message};
use manator_core::text::is_deceptive;
use manator_core::{Player, Table};
use manator_games::jetan::Square;
use manator_protocol::{News, Start};

use super::action::{numbers, step};
use super::board::{Board, index};
use super::opened;

const UPDATE: &str = "UPDATE";
/// Stands in the place of a player's last move when there is none.
const NO_MOVE: &str = "-1 -1 0 0";
/// The number of the first player's agent among the objects of a game; the other's is the next.
const FIRST_OBJECT: usize = 2;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game cannot be shown: {0}")]
pub struct ShowingError(String);

#[derive(Debug)]
pub struct Showing {
    table: Box<dyn Table>,
    game: Option<u64>,
    /// Whether a game was shown that it was not told the end of.
    is_on: bool,
    names: [String; 2],
    last: [Duration; 2],
    all: [Duration; 2],
    /// What it was told about this game: it is told again only what is another.
    told: HashMap<String, String>,
}

impl Default for Showing {
    fn default() -> Showing {
        Showing {
            table: opened(),
            game: None,
            is_on: false,
            names: [shown(""), shown("")],
            last: Default::default(),
            all: Default::default(),
            told: HashMap::new(),
        }
    }
}

impl Showing {
    pub fn take(&mut self, news: &News) -> Result<Option<Message>, ShowingError> {
        match news {
            // The same game again is for those who have missed some of it.
            News::Game { id, .. } if self.game == Some(*id) => Ok(None),
            News::Game { id, .. } => {
                let end = self.end();
                *self = Showing { game: Some(*id), ..Showing::default() };
                Ok(end)
            }
            News::Player { seat, name } => {
                let index = usize::from(*seat).checked_sub(1);
                if let Some(place) = index.and_then(|index| self.names.get_mut(index)) {
                    *place = shown(name);
                }
                Ok(None)
            }
            News::Position { start, moves } => {
                self.set_up(start, moves)?;
                self.is_on = true;
                Ok(Some(self.update()))
            }
            News::Move { mv, spent, .. } => {
                let player = self.table.to_move().index();
                self.table.play(mv).map_err(unshown)?;
                if let (Some(last), Some(all)) =
                    (self.last.get_mut(player), self.all.get_mut(player))
                {
                    *last = *spent;
                    *all += *spent;
                }
                Ok(Some(self.update()))
            }
            News::Bye(_) => Ok(self.end()),
            // The last board stays until the next game, as with the original server.
            _ => Ok(None),
        }
    }

    fn end(&mut self) -> Option<Message> {
        std::mem::take(&mut self.is_on).then(|| Message::new(DIE))
    }

    fn set_up(&mut self, start: &Start, moves: &[String]) -> Result<(), ShowingError> {
        let mut table = opened();
        if let Start::Fen(text) = start {
            table.set_position(text).map_err(unshown)?;
        }
        for mv in moves {
            table.play(mv).map_err(unshown)?;
        }
        self.table = table;
        Ok(())
    }

    fn update(&mut self) -> Message {
        let board = Board::of(&*self.table);
        let mut update = Update { told: &mut self.told, message: Message::new(UPDATE) };
        update.always("OBJECT_SEQ_COUNT", 0);
        update.always("AGENT_SEQ_COUNT", self.names.len());
        for (index, name) in self.names.iter().enumerate() {
            let id = FIRST_OBJECT + index;
            update.always(&format!("AGENT_SEQ_ID {index}"), id);
            update.changed(format!("AGENT_ORDER_ID {index}"), id);
            update.changed(format!("OBJECT_NAME {id}"), name);
            update.changed(format!("OBJECT_ID {id}"), id);
            update.changed(format!("OBJECT_AGENT_ALIVE {id}"), 1);
            update.changed(format!("OBJECT_AGENT_PERFORMANCE {id}"), 0);
            update.changed(format!("OBJECT_JETANAGENT_PLAYER_NUMBER {id}"), index + 1);
            update.changed(format!("OBJECT_JETANAGENT_DURATION {id}"), seconds(self.last[index]));
            update.changed(format!("PLAYER_TIMES {index}"), seconds(self.all[index]));
        }
        update.add_board(&board);
        update.add_game(&*self.table, &board);
        update.message
    }
}

struct Update<'a> {
    told: &'a mut HashMap<String, String>,
    message: Message,
}

impl Update<'_> {
    fn always(&mut self, key: &str, value: impl fmt::Display) {
        self.message.fields.push((key.into(), value.to_string()));
    }

    fn changed(&mut self, key: String, value: impl fmt::Display) {
        let value = value.to_string();
        if self.told.get(&key) != Some(&value) {
            self.told.insert(key.clone(), value.clone());
            self.message.fields.push((key, value));
        }
    }

    fn add_board(&mut self, board: &Board) {
        let squares = board.squares();
        for square in Square::all() {
            let key = format!("SQUARE {} {}", square.row(), square.column());
            let number = squares[index(square)].and_then(|number| i64::try_from(number).ok());
            self.changed(key, number.unwrap_or(-1));
        }
        for (number, place) in board.places().enumerate() {
            let place_of = |line: fn(Square) -> u8| place.map_or(-1, |at| i64::from(line(at)));
            self.changed(format!("PIECE_X {number}"), place_of(Square::column));
            self.changed(format!("PIECE_Y {number}"), place_of(Square::row));
            self.changed(format!("PIECE_ALIVE {number}"), u8::from(place.is_some()));
        }
    }

    fn add_game(&mut self, table: &dyn Table, board: &Board) {
        let position = table.position();
        let escapes = position.split(' ').nth(2).unwrap_or_default();
        self.changed("PLAYER_TURN".into(), board.turn.number());
        self.changed("NUMBER_OF_TURNS".into(), board.moves);
        let mut last = table.moves().iter().rev();
        let newest = last.next().and_then(|mv| step(mv));
        let before = last.next().and_then(|mv| step(mv));
        for (player, letter) in Player::all(2).zip(['R', 'r']) {
            let number = player.index();
            let used = u8::from(!escapes.contains(letter));
            self.changed(format!("USED_ESCAPE {}", number + 1), used);
            // The first player has made one move more than the other, or as many.
            let turns = (board.moves + 1 - u32::from(player.0)) / 2;
            self.changed(format!("NUMBER_OF_TURNS {number}"), turns);
            let mv = if board.next() == player { before } else { newest };
            let mv = mv.map_or(NO_MOVE.into(), |(from, to)| numbers(from, to));
            self.changed(format!("LAST_MOVES {number}"), mv);
        }
    }
}

fn unshown(error: impl fmt::Display) -> ShowingError {
    ShowingError(error.to_string())
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

/// Returns a name as an original display can read it: one word, and nothing that parts a message.
fn shown(name: &str) -> String {
    let clean = |letter: char| match letter {
        ':' => '.',
        '=' => '-',
        letter if letter.is_whitespace() || is_deceptive(letter) => '_',
        letter => letter,
    };
    match name.trim() {
        "" => "-".into(),
        name => name.chars().map(clean).collect(),
    }
}
