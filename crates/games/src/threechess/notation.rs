//! Moves such as `BE2BE4`, how a game ended, and what is worth knowing beside the board.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write;

use manator_core::{Fact, Fault, Game, Notation, Outcome, Player, TIME, TextError};

use super::moves::ThreeChess;
use super::position::{Move, PLAYERS, Position};
use super::square::{COLUMNS, ROWS, Square};
use super::{KING_CAPTURED, REPETITION, arbiter, text};

impl Notation for ThreeChess {
    fn write_move(&self, _position: &Position, mv: Move, out: &mut String) {
        let _ = write!(out, "{mv}");
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, Fault> {
        let mv = read_squares(text)?;
        if self.is_legal(position, mv) {
            return Ok(mv);
        }
        match self.outcome(position) {
            Some(outcome) => Err(Fault::game_over(&self.describe_outcome(position, &outcome))),
            None => Err(arbiter::explain(&position.board, mv)),
        }
    }

    fn write_position(&self, position: &Position) -> String {
        text::write(position)
    }

    fn read_position(&self, text: &str) -> Result<Position, TextError> {
        text::read(text)
    }

    fn describe_outcome(&self, position: &Position, outcome: &Outcome) -> String {
        let player = title(self.to_move(position));
        let losing = outcome.payoffs.iter().find(|(_, payoff)| **payoff < 0);
        match (outcome.winner(), losing) {
            (Some(winner), Some((loser, _))) if outcome.reason == TIME => {
                describe_flag(position, winner, loser)
            }
            (Some(winner), Some((loser, _))) if outcome.reason == KING_CAPTURED => {
                let (winner, loser) = (title(winner), title(loser));
                format!("{winner} has captured {loser}'s King: {winner} wins, {loser} loses")
            }
            _ if outcome.reason == REPETITION => {
                format!("the same position with {player} to move for the third time: a draw")
            }
            _ => format!("{player} has no legal move: a draw"),
        }
    }

    fn facts(&self, position: &Position) -> Vec<Fact> {
        let scores = Player::all(PLAYERS).map(|player| position.board.score(player).to_string());
        let score = scores.collect::<Vec<_>>().join(",");
        let label = "values of pieces on the board and captured, Blue, Green, Red";
        let times = position.board.occurrences;
        vec![
            Fact::new("score", label, score),
            Fact::new("repetitions", "times this position has occurred; the third draws", times),
        ]
    }
}

fn describe_flag(position: &Position, winner: Player, loser: Player) -> String {
    let third = Player::all(PLAYERS).find(|player| *player != winner && *player != loser);
    let third = third.unwrap_or(loser);
    let [best, other] = [winner, third].map(|player| position.board.score(player));
    let [winner, loser, third] = [winner, loser, third].map(title);
    if best == other {
        format!(
            "{loser} ran out of time: {winner} wins, level with {third} at {best} but earlier in \
             the order of play"
        )
    } else {
        format!("{loser} ran out of time: {winner} wins with {best} against {third}'s {other}")
    }
}

fn read_squares(text: &str) -> Result<Move, Fault> {
    const EXPECTED: &str = "two squares such as BE2BE4";
    let separator =
        |letter: char| letter.is_whitespace() || matches!(letter, '-' | '–' | '—' | ',');
    let mut letters = text.chars().filter(|letter| !separator(*letter)).peekable();
    let mut squares = Vec::new();
    while let Some(section) = letters.next() {
        let column = letters.next().unwrap_or(' ');
        let mut digits = String::new();
        while let Some(digit) = letters.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        let named = section.is_ascii_alphabetic() && column.is_ascii_alphabetic();
        if !named || digits.is_empty() || squares.len() == 2 {
            return Err(Fault::syntax(EXPECTED));
        }
        squares.push(format!("{section}{column}{digits}").to_ascii_uppercase());
    }
    match &squares[..] {
        [from, to] => {
            let square = |name: &String| read_square(name).ok_or_else(|| Fault::off_board(name));
            Ok(Move { from: square(from)?, to: square(to)? })
        }
        _ => Err(Fault::syntax(EXPECTED)),
    }
}

pub(super) fn read_square(name: &str) -> Option<Square> {
    let &[section, column, row] = name.as_bytes() else { return None };
    let section = b"BGR".iter().position(|letter| *letter == section)? as u8;
    let column = column.checked_sub(b'A').filter(|column| *column < COLUMNS)?;
    let row = row.checked_sub(b'1').filter(|row| *row < ROWS)?;
    Some(Square::new(section, column, row))
}

pub(super) fn title(player: Player) -> &'static str {
    ["Blue", "Green", "Red"][player.index()]
}
