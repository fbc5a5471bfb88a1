//! The rules: which moves there are, and how the game ends.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::{Game, Outcome, Player, TIED, TIME};

use super::piece::Kind;
use super::position::{
    Board, CASTLINGS, KING_COLUMN, Move, OCCURRENCE_KEYS, OCCURRENCES_MAX, PLAYERS, Position,
};
use super::square::{COLUMNS, SEAM, Square};
use super::tables::{KING, KNIGHT, LINES, ONES, PAWN_CAPTURES, PAWN_STEPS, Sight, sections};
use super::{KING_CAPTURED, NO_LEGAL_MOVE, REPETITION};
use crate::bits::{count_few, visit_wide};

#[derive(Clone, Copy, Debug)]
pub struct ThreeChess;

impl Game for ThreeChess {
    type Position = Position;
    type Move = Move;

    fn players(&self) -> usize {
        PLAYERS
    }

    fn start(&self) -> Position {
        Position::new(Board::start())
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.board.player()
    }

    #[inline]
    fn legal_moves<B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let board = &position.board;
        if board.is_decided() {
            return ControlFlow::Continue(());
        }
        let mover = Mover::new(board);
        let own = mover.own;
        let Movers { pawns, knights, diagonal, straight, king } = mover.movers();
        list(pawns, |from| mover.pawn_targets(from), &mut visit)?;
        list(knights, |from| KNIGHT[from.index()] & !own, &mut visit)?;
        list(diagonal, |from| mover.diagonal_targets(from), &mut visit)?;
        list(straight, |from| mover.straight_targets(from), &mut visit)?;
        list(king, |from| mover.king_targets(from), &mut visit)
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        position.advance(mv);
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let board = &position.board;
        if let Some(loser) = board.king_taken.then(|| board.fallen()).flatten() {
            let winner = Player((board.turn + 2) % PLAYERS as u8);
            return Some(Outcome::win(PLAYERS, winner, loser, KING_CAPTURED));
        }
        if board.occurrences == OCCURRENCES_MAX {
            return Some(Outcome::all(PLAYERS, TIED, REPETITION));
        }
        let stuck = self.legal_moves(position, ControlFlow::Break).is_continue();
        stuck.then(|| Outcome::all(PLAYERS, TIED, NO_LEGAL_MOVE))
    }

    /// Returns the hash of pieces, turn and occurrences. What was captured is left out: it decides
    /// nothing but the clock's verdict, and no move depends on that.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let Board { key, occurrences, .. } = position.board;
        key ^ OCCURRENCE_KEYS[usize::from(occurrences - 1)]
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> usize {
        if position.board.is_decided() { 0 } else { Mover::new(&position.board).count() }
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        let board = &position.board;
        match board.piece(mv.from) {
            Some((owner, kind)) if owner == board.player() && !board.is_decided() => {
                Mover::new(board).targets(kind, mv.from) & mv.to.bit() != 0
            }
            _ => false,
        }
    }

    #[inline]
    fn with_move<R>(
        &self,
        position: &mut Position,
        mv: Move,
        f: impl FnOnce(&mut Position) -> R,
    ) -> R {
        let (board, length) = (position.board, position.history.len());
        position.advance(mv);
        let result = f(position);
        position.board = board;
        position.history.truncate(length);
        result
    }

    fn size(&self, position: &Position) -> usize {
        size_of_val(position) + size_of_val(position.history.as_slice())
    }

    fn out_of_time(&self, position: &Position, player: Player) -> Outcome {
        let others = Player::all(PLAYERS).filter(|other| *other != player);
        // Of equals the last is the greatest: the order is reversed to favour the earlier colour.
        let winner = others.rev().max_by_key(|other| position.board.score(*other));
        Outcome::win(PLAYERS, winner.unwrap_or(player), player, TIME)
    }
}

impl Board {
    #[inline]
    pub(super) fn is_decided(&self) -> bool {
        self.king_taken || self.occurrences == OCCURRENCES_MAX
    }
}

pub(super) struct Mover<'a> {
    board: &'a Board,
    own: u128,
    occupied: u128,
    sight: Sight,
}

impl<'a> Mover<'a> {
    #[inline]
    pub(super) fn new(board: &'a Board) -> Self {
        let (own, occupied) = (board.own(), board.occupied());
        let sight = Sight { occupied: sections(occupied), own: sections(own) };
        Mover { board, own, occupied, sight }
    }

    #[inline]
    pub(super) fn targets(&self, kind: Kind, from: Square) -> u128 {
        match kind {
            Kind::Pawn => self.pawn_targets(from),
            Kind::Knight => KNIGHT[from.index()] & !self.own,
            Kind::Bishop => self.diagonal_targets(from),
            Kind::Rook => self.straight_targets(from),
            Kind::Queen => self.straight_targets(from) | self.diagonal_targets(from),
            Kind::King => self.king_targets(from),
        }
    }

    #[inline]
    fn movers(&self) -> Movers {
        let [leaping, diagonal, straight] = self.board.planes;
        Movers {
            pawns: self.own & !(leaping | diagonal | straight),
            knights: self.own & leaping & !diagonal,
            diagonal: self.own & diagonal & !leaping,
            straight: self.own & straight & !leaping,
            king: self.own & leaping & diagonal,
        }
    }

    fn king_targets(&self, from: Square) -> u128 {
        KING[from.index()] & !self.own | self.castling_targets()
    }

    fn pawn_targets(&self, from: Square) -> u128 {
        let abroad = from.section() != self.board.turn;
        let enemies = self.occupied & !self.own;
        let mut targets = PAWN_CAPTURES[usize::from(abroad)][from.index()] & enemies;
        let step = PAWN_STEPS[usize::from(abroad)][from.index()] & !self.occupied;
        if step != 0 && !abroad && from.row() == 1 {
            targets |= step << COLUMNS & !self.occupied;
        }
        targets | step
    }

    fn straight_targets(&self, from: Square) -> u128 {
        let file = &LINES[from.index()].file;
        u128::from(self.sight.row_reach(from)) << (from.0 & !7)
            | file.scatter(file.reach(&self.sight, from), from.section())
    }

    fn diagonal_targets(&self, from: Square) -> u128 {
        let lines = &LINES[from.index()];
        let mut targets = 0;
        for line in lines.diagonals.iter().chain(&lines.fork) {
            targets |= line.scatter(line.reach(&self.sight, from), from.section());
        }
        targets
    }

    #[inline]
    fn castling_targets(&self) -> u128 {
        let home = usize::from(self.board.turn);
        let shift = 32 * self.board.turn;
        let row = |set: u128| (set >> shift) as u8;
        let own_row = |kind: Kind| row(self.board.pieces(kind) & self.own);
        if own_row(Kind::King) >> KING_COLUMN & 1 == 0 {
            return 0;
        }
        let rooks = own_row(Kind::Rook);
        let mut targets = 0;
        for castling in &CASTLINGS {
            let free = self.sight.occupied[home] as u8 & castling.between == 0;
            if free && rooks >> castling.rook_from & 1 == 1 {
                targets |= 1 << (shift + castling.king_to);
            }
        }
        targets
    }

    /// Counts the moves, along lines instead of by sets of squares.
    #[inline]
    fn count(&self) -> usize {
        let Movers { pawns, knights, diagonal, straight, king } = self.movers();
        let mut count = self.count_pawns(pawns);
        each(knights, |from| count += ones(KNIGHT[from.index()] & !self.own));
        each(diagonal, |from| count += self.count_diagonal(from));
        each(straight, |from| count += self.count_straight(from));
        each(king, |from| count += ones(KING[from.index()] & !self.own));
        (count + ones(self.castling_targets())) as usize
    }

    #[inline]
    fn count_straight(&self, from: Square) -> u32 {
        let file = LINES[from.index()].file.reach(&self.sight, from);
        ones_of_byte(self.sight.row_reach(from)) + ones_of_byte(file)
    }

    #[inline]
    fn count_diagonal(&self, from: Square) -> u32 {
        let lines = &LINES[from.index()];
        let [one, other] = &lines.diagonals;
        let mut count = ones_of_byte(one.reach(&self.sight, from))
            + ones_of_byte(other.reach(&self.sight, from));
        if let Some(fork) = &lines.fork {
            count += ones_of_byte(fork.reach(&self.sight, from));
        }
        count
    }

    /// Counts the moves of pawns: those that stay at home all at once, the others one by one.
    #[inline]
    fn count_pawns(&self, pawns: u128) -> u32 {
        const SEAM_ROW: u32 = 0xFF << (8 * SEAM);
        const THIRD_ROW: u32 = 0xFF << 16;
        const COLUMN_A: u32 = 0x0101_0101;
        let turn = usize::from(self.board.turn);
        let occupied = self.sight.occupied[turn];
        let enemies = occupied & !self.sight.own[turn];
        let home = (pawns >> (32 * turn)) as u32;
        let staying = home & !SEAM_ROW;
        let single = staying << 8 & !occupied;
        let double = (single & THIRD_ROW) << 8 & !occupied;
        // No pawn steps onto its back row, so that the double steps can be counted there.
        let mut count = (single | double >> 24).count_ones();
        let left = (staying & !COLUMN_A) << 7 & enemies;
        let right = (staying & !(COLUMN_A << 7)) << 9 & enemies;
        if left | right != 0 {
            count += (u64::from(left) << 32 | u64::from(right)).count_ones();
        }
        let others = pawns ^ u128::from(staying) << (32 * turn);
        each(others, |from| count += ones(self.pawn_targets(from)));
        count
    }
}

/// The pieces of a player by the way they move; a queen is among two of them.
struct Movers {
    pawns: u128,
    knights: u128,
    diagonal: u128,
    straight: u128,
    king: u128,
}

#[inline]
fn list<B>(
    pieces: u128,
    targets: impl Fn(Square) -> u128,
    visit: &mut impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    visit_wide(pieces, |from| {
        let from = Square(from);
        visit_wide(targets(from), |to| visit(Move { from, to: Square(to) }))
    })
}

#[inline]
pub(super) fn each(set: u128, mut visit: impl FnMut(Square)) {
    let _ = visit_wide(set, |square| {
        visit(Square(square));
        ControlFlow::<()>::Continue(())
    });
}

/// Counts the targets of one piece that steps or leaps: ten at most.
#[inline]
fn ones(set: u128) -> u32 {
    (count_few(set as u64) + count_few((set >> 64) as u64)) as u32
}

#[inline]
fn ones_of_byte(byte: u8) -> u32 {
    ONES[usize::from(byte)].into()
}
