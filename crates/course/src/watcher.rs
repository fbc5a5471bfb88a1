//! A game followed from outside, by the boards a player is shown.
//!
//! An agent is told how the board stands whenever it is to move, but not what was played. Its own moves and
//! the answers are found again, so that nothing the rules remember is lost.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use manator_core::{Player, Table};
use manator_games::jetan::Piece::Princess;
use manator_games::jetan::Square;

use super::action::step;
use super::board::{Board, BoardError, index};
use super::{Percept, opened};

const REACH: u32 = 3;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// These moves were played: none, when the same percept came again.
    Moves(Vec<String>),
    /// Something that no moves explain, or too many: the position was set up as it is now.
    SetUp,
}

#[derive(Debug)]
pub struct Watcher {
    table: Box<dyn Table>,
    last: Board,
}

impl Default for Watcher {
    fn default() -> Watcher {
        let table = opened();
        let last = Board::of(&*table);
        Watcher { table, last }
    }
}

impl Watcher {
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// Follows the game to where a percept has it; fewer moves than before are another game.
    ///
    /// # Errors
    /// Returns what is wrong with the percept; the game stays as it was.
    pub fn see(&mut self, percept: &Percept) -> Result<Change, BoardError> {
        let now = Board::read(&percept.board)?;
        if now.moves < self.last.moves {
            let mut fresh = Watcher::default();
            let change = fresh.follow(now)?;
            *self = fresh;
            return Ok(change);
        }
        self.follow(now)
    }

    fn follow(&mut self, now: Board) -> Result<Change, BoardError> {
        let change = match self.explain(&now) {
            Some((table, moves)) => {
                self.table = table;
                Change::Moves(moves)
            }
            None => {
                let position = now.position(self.escapes(&now), self.quiet(&now));
                self.table.set_position(&position).map_err(BoardError::Position)?;
                Change::SetUp
            }
        };
        self.last = now;
        Ok(change)
    }

    fn explain(&self, now: &Board) -> Option<(Box<dyn Table>, Vec<String>)> {
        let moves = self.moves_to(now)?;
        let mut table = self.table.copy();
        for mv in &moves {
            table.play(mv).ok()?;
        }
        // The moves were found by the numbers of the pieces, which do not tell their kinds.
        let position = table.position();
        let same = position.split(' ').next() == Some(&now.letters());
        same.then_some((table, moves))
    }

    /// Finds the only moves by which the numbered pieces came from the last board to this one.
    fn moves_to(&self, now: &Board) -> Option<Vec<String>> {
        match now.moves - self.last.moves {
            0 => Some(Vec::new()),
            1 => only_move(&*self.table, &self.last, now).map(|mv| vec![mv]),
            2 => self.two_moves_to(now),
            _ => None,
        }
    }

    fn two_moves_to(&self, now: &Board) -> Option<Vec<String>> {
        let mut found = Vec::new();
        for mv in self.table.legal() {
            let (from, to) = step(&mv)?;
            let mut between = self.last.clone();
            between.advance(from, to);
            if difference(&between, now).is_none() {
                continue;
            }
            let mut table = self.table.copy();
            let played = table.play(&mv).ok()?;
            found.extend(only_move(&*table, &between, now).map(|answer| vec![played, answer]));
        }
        if found.len() == 1 { found.pop() } else { None }
    }

    /// Returns which escapes are left, as far as can be told: a Princess who is further away than her
    /// ordinary moves carry her has used hers.
    fn escapes(&self, now: &Board) -> [bool; 2] {
        let before = self.table.position();
        let before = before.split(' ').nth(2).unwrap_or_default();
        let left = |player: Player, letter: char| {
            let moved = (self.last.moves..now.moves).filter(|ply| ply % 2 == u32::from(player.0));
            let reach = REACH.saturating_mul(moved.count() as u32);
            let walked = match (self.last.find(player, Princess), now.find(player, Princess)) {
                (Some(from), Some(to)) => distance(from, to) <= reach,
                _ => true,
            };
            before.contains(letter) && walked
        };
        [left(Player(0), 'R'), left(Player(1), 'r')]
    }

    /// Returns how many moves there were since the last capture, as far as can be told.
    fn quiet(&self, now: &Board) -> u32 {
        if now.left() != self.last.left() {
            return 0;
        }
        let before = self.table.position();
        let before = before.split(' ').nth(3).and_then(|plies| plies.parse().ok());
        before.unwrap_or(0) + (now.moves - self.last.moves)
    }
}

fn only_move(table: &dyn Table, before: &Board, after: &Board) -> Option<String> {
    let (from, to) = difference(before, after)?;
    table.judge(&format!("{from}{to}")).ok()
}

/// Returns from where to where one piece moved, if that is all that differs.
fn difference(before: &Board, after: &Board) -> Option<(Square, Square)> {
    let (before, after) = (before.squares(), after.squares());
    let mut differing = Square::all().filter(|at| before[index(*at)] != after[index(*at)]);
    let pair = (differing.next()?, differing.next()?);
    if differing.next().is_some() {
        return None;
    }
    let moved = |from: Square, to: Square| {
        let piece = before[index(from)];
        piece.is_some() && after[index(from)].is_none() && after[index(to)] == piece
    };
    let (one, other) = pair;
    match (moved(one, other), moved(other, one)) {
        (true, _) => Some((one, other)),
        (_, true) => Some((other, one)),
        _ => None,
    }
}

fn distance(from: Square, to: Square) -> u32 {
    let columns = from.column().abs_diff(to.column());
    u32::from(columns.max(from.row().abs_diff(to.row())))
}
