//! The rules of Joust.
//!
//! A board of up to 64 squares lives in the first word alone; that case is worth its own branch because
//! it is the game everybody plays.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::grid::{Grid, GridSquare};
use manator_core::random::mix;
use manator_core::{Game, Outcome, Player, TwoPlayer};

use super::NO_LEGAL_MOVE;
use super::position::{Move, Position, WORDS};
use super::squares::Masks;
use super::start::SIDE_MAX;
use crate::bits::count_few;

const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

pub const BLACK: Player = Player(1);

/// What the document's `staticval` gives a game that is as good as over.
pub const DECIDED: i32 = 1000;

#[derive(Clone, Debug)]
pub struct Joust {
    pub grid: Grid,
    start: Position,
    /// How many words hold a set of squares of this board.
    pub words: usize,
    pub(super) near: Box<[[u64; WORDS]; 256]>,
    pub(super) masks: Masks,
}

impl Joust {
    /// Returns the rules on a board of at most 256 squares and 26 columns, with White's and Black's
    /// first squares.
    ///
    /// # Panics
    /// Panics when the board is larger or wider.
    pub fn on(grid: Grid, knights: [GridSquare; 2]) -> Self {
        let count = usize::from(grid.columns) * usize::from(grid.rows);
        assert!(count <= 64 * WORDS, "a board of {count} squares");
        assert!(grid.columns <= SIDE_MAX, "a board of {} columns", grid.columns);
        let mut near = Box::new([[0; WORDS]; 256]);
        for square in grid.squares() {
            for target in knight_targets(grid, square) {
                let target = grid.cell(target).index();
                near[grid.cell(square).index()][target / 64] |= 1 << (target % 64);
            }
        }
        let mut free = [0; WORDS];
        (0..count).for_each(|square| free[square / 64] |= 1 << (square % 64));
        let knights = knights.map(|square| grid.cell(square).index() as u8);
        for square in knights {
            free[usize::from(square >> 6)] &= !(1 << (square & 63));
        }
        let start = Position { free, knights, turn: 0 };
        Joust { grid, start, words: count.div_ceil(64), near, masks: Masks::new(grid) }
    }

    /// Returns how many squares a player's knight could go to if it were its turn.
    #[inline]
    pub fn mobility(&self, position: &Position, player: Player) -> usize {
        let near = &self.near[usize::from(position.knights[player.index()])];
        if self.words == 1 {
            return count_few(near[0] & position.free[0]);
        }
        let pairs = near.iter().zip(&position.free).take(self.words);
        pairs.map(|(near, free)| count_few(near & free)).sum()
    }

    /// Returns the document's `staticval`: what a position is worth to Black, who is its MAX.
    pub fn static_value(&self, position: &Position) -> i32 {
        let mover = self.to_move(position);
        let exits = |player| self.mobility(position, player) as i32;
        let value = match (exits(mover), exits(mover.next(2))) {
            (0, _) => -DECIDED,
            (_, 0) => DECIDED,
            (own, other) => own - other,
        };
        if mover == BLACK { value } else { -value }
    }

    pub(super) fn square(&self, index: u8) -> GridSquare {
        GridSquare { column: index % self.grid.columns, row: index / self.grid.columns }
    }

    pub(super) fn is_knight_move(&self, from: u8, to: u8) -> bool {
        self.near[usize::from(from)][usize::from(to >> 6)] >> (to & 63) & 1 == 1
    }
}

pub(super) fn knight_targets(grid: Grid, square: GridSquare) -> impl Iterator<Item = GridSquare> {
    KNIGHT_STEPS.into_iter().filter_map(move |(columns, rows)| {
        let column = square.column.checked_add_signed(columns)?;
        let row = square.row.checked_add_signed(rows)?;
        (column < grid.columns && row < grid.rows).then_some(GridSquare { column, row })
    })
}

impl Game for Joust {
    type Position = Position;
    type Move = Move;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        self.start
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        Player(position.turn)
    }

    #[inline]
    fn legal_moves<B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let from = position.knights[usize::from(position.turn & 1)];
        let near = &self.near[usize::from(from)];
        let words = near.iter().zip(&position.free).take(self.words);
        for (word, (near, free)) in words.enumerate() {
            let mut targets = near & free;
            while targets != 0 {
                let to = (word * 64) as u8 + targets.trailing_zeros() as u8;
                targets &= targets - 1;
                visit(Move { from, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        position.free[usize::from(mv.to >> 6)] &= !(1 << (mv.to & 63));
        position.knights[usize::from(position.turn & 1)] = mv.to;
        position.turn ^= 1;
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let player = self.to_move(position);
        let stuck = self.mobility(position, player) == 0;
        stuck.then(|| Outcome::win(2, player.next(2), player, NO_LEGAL_MOVE))
    }

    fn key(&self, position: &Position) -> u64 {
        // Four words at most: mixing them anew costs less than keeping a hash up to date.
        let [white, black] = position.knights.map(u64::from);
        let mut key = mix(white << 16 | black << 8 | u64::from(position.turn));
        for word in &position.free[..self.words] {
            key = mix(key ^ word);
        }
        key
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> usize {
        self.mobility(position, Player(position.turn & 1))
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        mv.from == position.knights[usize::from(position.turn & 1)]
            && self.is_knight_move(mv.from, mv.to)
            && position.is_free(mv.to)
    }

    /// Plays and takes back in place: a move changes one bit and two bytes of forty.
    #[inline]
    fn with_move<R>(
        &self,
        position: &mut Position,
        mv: Move,
        f: impl FnOnce(&mut Position) -> R,
    ) -> R {
        self.play(position, mv);
        let result = f(position);
        position.turn ^= 1;
        position.knights[usize::from(position.turn & 1)] = mv.from;
        position.free[usize::from(mv.to >> 6)] |= 1 << (mv.to & 63);
        result
    }
}

impl TwoPlayer for Joust {}
