//! Moves such as `D1E3`, positions such as `...b..../…/...w.... white`, and the arbiter's words.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write;

use manator_core::notation::{fault, fields, player};
use manator_core::{Fact, Fault, Notation, Outcome, Player, Rulebook, TIME, TextError};

use super::moves::Joust;
use super::position::{Move, Position, WORDS};
use super::{BURNED, OCCUPIED};

const TITLES: [&str; 2] = ["White", "Black"];

impl Notation for Joust {
    fn write_move(&self, _position: &Position, mv: Move, out: &mut String) {
        let _ = write!(out, "{}{}", self.square(mv.from), self.square(mv.to));
    }

    fn read_move(&self, position: &Position, text: &str) -> Result<Move, Fault> {
        let (from, to) = self.grid.read_step(text, "two squares such as D1E3")?;
        let [start, target] = [from, to].map(|square| self.grid.cell(square).index() as u8);
        let own = position.knights[usize::from(position.turn)];
        let other = position.knights[usize::from(position.turn ^ 1)];
        let title = TITLES[usize::from(position.turn ^ 1)];
        if start == other {
            return Err(Fault::not_your_piece(&from.to_string(), title, "knight"));
        }
        if start != own {
            let what = if position.is_free(start) { "is empty" } else { "is burned" };
            return Err(Fault::new(fault::EMPTY_SQUARE, format!("{from} {what}")));
        }
        if !self.is_knight_move(start, target) {
            let why = format!("a knight does not move from {from} to {to}");
            return Err(Fault::new(fault::CANNOT_REACH, why));
        }
        if target == other {
            let why = format!("{to} holds {title}'s knight, and knights never capture");
            return Err(Fault::new(OCCUPIED, why));
        }
        if !position.is_free(target) {
            return Err(Fault::new(BURNED, format!("{to} is burned")));
        }
        Ok(Move { from: start, to: target })
    }

    fn write_position(&self, position: &Position) -> String {
        let board = self.grid.write_board(|square| {
            let index = self.grid.cell(square).index() as u8;
            match index {
                _ if index == position.knights[0] => 'w',
                _ if index == position.knights[1] => 'b',
                _ if position.is_free(index) => '.',
                _ => 'x',
            }
        });
        format!("{board} {}", Self::CARD.players[usize::from(position.turn)])
    }

    fn read_position(&self, text: &str) -> Result<Position, TextError> {
        let [board, turn] = fields(text, "board, whose turn")?;
        let mut knights = [None; 2];
        let mut free = [0; WORDS];
        for (square, letter) in self.grid.read_board(board)? {
            let index = self.grid.cell(square).index();
            match letter {
                '.' => free[index / 64] |= 1 << (index % 64),
                'x' => {}
                'w' | 'b' => {
                    let knight = &mut knights[usize::from(letter == 'b')];
                    if knight.replace(index as u8).is_some() {
                        let expected = format!("one knight '{letter}', not two");
                        return Err(TextError::new(board, expected));
                    }
                }
                _ => {
                    let expected = format!("'.', 'x', 'w' or 'b' on {square}");
                    return Err(TextError::new(letter, expected));
                }
            }
        }
        let [Some(white), Some(black)] = knights else {
            return Err(TextError::new(board, "one knight 'w' and one knight 'b'"));
        };
        let turn = player(turn, Self::CARD.players)?.0;
        Ok(Position { free, knights: [white, black], turn })
    }

    fn describe_outcome(&self, position: &Position, outcome: &Outcome) -> String {
        let loser = if outcome.payoffs[Player(0)] < 0 { 0 } else { 1 };
        let winner = TITLES[1 - loser];
        if outcome.reason == TIME {
            return format!("{} ran out of time: {winner} wins", TITLES[loser]);
        }
        let square = self.square(position.knights[loser]);
        format!("{}'s knight on {square} has nowhere to go: {winner} wins", TITLES[loser])
    }

    fn facts(&self, position: &Position) -> Vec<Fact> {
        let free: u32 = position.free.iter().map(|word| word.count_ones()).sum();
        let squares = u32::from(self.grid.columns) * u32::from(self.grid.rows);
        let mobility = |seat| self.mobility(position, Player(seat));
        vec![
            Fact::new("burned", "squares burned", squares - 2 - free),
            Fact::new("white_moves", "squares White's knight can go to", mobility(0)),
            Fact::new("black_moves", "squares Black's knight can go to", mobility(1)),
        ]
    }
}
