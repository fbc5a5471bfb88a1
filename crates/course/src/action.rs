//! Moves as the original programs send them: a column, a row, and how far the piece goes.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::wire::Message;
use manator_core::grid::Grid;
use manator_games::jetan::{SIZE, Square};
use manator_protocol::quoted;

const ACTION: &str = "ACTION";
const CODE: &str = "CODE";
const MOVE: &str = "MOVE";

const MOVES: i64 = 1;
const QUITS: i64 = 2;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// It moves; whether it may is for the rules to say.
    Move(String),
    Quit,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    #[error("'{}': expected {ACTION}", quoted(found))]
    Name { found: String },
    #[error("{ACTION}: expected {key}")]
    Missing { key: &'static str },
    #[error("{ACTION}: {key} '{}': expected {expected}", quoted(found))]
    Value { key: &'static str, found: String, expected: &'static str },
}

/// Returns the message that makes a move such as `D2D4`. Whatever is no move gives the game up, as does an
/// agent that has none.
pub fn action(mv: &str) -> Message {
    let message = Message::new(ACTION);
    let Some((from, to)) = step(mv) else {
        return message.with(CODE, QUITS);
    };
    message.with(CODE, MOVES).with(MOVE, numbers(from, to))
}

pub(super) fn numbers(from: Square, to: Square) -> String {
    let (column, row) = (i16::from(from.column()), i16::from(from.row()));
    let (columns, rows) = (i16::from(to.column()) - column, i16::from(to.row()) - row);
    format!("{column} {row} {columns} {rows}")
}

pub fn read_action(message: &Message) -> Result<Action, ActionError> {
    if message.name != ACTION {
        return Err(ActionError::Name { found: message.name.clone() });
    }
    let field = |key| message.value(key).ok_or(ActionError::Missing { key });
    let code = field(CODE)?;
    match code.trim().parse::<i64>() {
        Ok(MOVES) => read_move(field(MOVE)?).map(Action::Move),
        Ok(_) => Ok(Action::Quit),
        Err(_) => Err(ActionError::Value { key: CODE, found: code.into(), expected: "a number" }),
    }
}

fn read_move(text: &str) -> Result<String, ActionError> {
    let error = |expected| ActionError::Value { key: MOVE, found: text.into(), expected };
    let numbers: Result<Vec<i8>, _> = text.split_whitespace().map(str::parse).collect();
    let Ok([column, row, columns, rows]) = numbers.as_deref() else {
        return Err(error("the piece's column and row, and how many columns and rows it goes"));
    };
    let square = |column: Option<i8>, row: Option<i8>| {
        Square::new(u8::try_from(column?).ok()?, u8::try_from(row?).ok()?)
    };
    let from = square(Some(*column), Some(*row));
    let to = square(column.checked_add(*columns), row.checked_add(*rows));
    match (from, to) {
        (Some(from), Some(to)) => Ok(format!("{from}{to}")),
        _ => Err(error("squares of the board, whose columns and rows are 0 to 9")),
    }
}

pub(super) fn step(mv: &str) -> Option<(Square, Square)> {
    let (from, to) = Grid { columns: SIZE, rows: SIZE }.read_step(mv, "").ok()?;
    Some((Square::new(from.column, from.row)?, Square::new(to.column, to.row)?))
}
