//! A position: where the pieces stand, whose turn it is, and what else the rules remember.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::hash::{Hash, Hasher};

use super::board::{Rows, Square, WORDS};
use super::piece::{Piece, Side};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Decision {
    /// The Princess of the side to move was captured.
    PrincessCaptured,
    /// The Chief of the side to move was captured by the other Chief.
    ChiefByChief,
    /// The Chief of the side to move was captured by another piece, where that draws.
    ChiefCaptured,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    pub from: Square,
    pub to: Square,
    pub piece: Piece,
}

impl Move {
    /// Returns whether it is the one escape of a Princess: farther than her ordinary moves go.
    #[inline]
    pub fn is_escape(self) -> bool {
        self.piece == Piece::Princess && self.from.distance(self.to) > 3
    }
}

/// Something worth telling that the rules do not depend on: it makes no difference between positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aside<T>(pub(super) Option<T>);

impl<T> PartialEq for Aside<T> {
    fn eq(&self, _other: &Aside<T>) -> bool {
        true
    }
}

impl<T> Eq for Aside<T> {}

impl<T> Hash for Aside<T> {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}

/// How many pieces other than Panthans a side has at most, which its list can hold.
pub(super) const OFFICERS: usize = 12;
pub(super) const CHIEF: usize = 10;
pub(super) const PRINCESS: usize = 11;
/// The kinds of the officers, by index: pairs of equal pieces, then the two that are single.
pub(super) const KINDS: [Piece; OFFICERS] = {
    use Piece::{Chief, Dwar, Flier, Padwar, Princess, Thoat, Warrior};
    [Warrior, Warrior, Padwar, Padwar, Dwar, Dwar, Flier, Flier, Thoat, Thoat, Chief, Princess]
};
pub(super) const GONE: u8 = 0xFF;

/// A position.
///
/// Officers are kept as a list of their squares, Panthans as a set. The squares of a pair are in
/// ascending order, a captured piece last, so that equal boards are equal positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// For each side, the squares without a piece of its own.
    pub(super) open: [Rows; 2],
    pub(super) panthans: [Rows; 2],
    pub(super) officers: [[u8; OFFICERS]; 2],
    pub turn: Side,
    pub escapes: [bool; 2],
    pub(super) decision: Option<Decision>,
    pub(super) decided_on: Aside<Square>,
    pub(super) quiet: u32,
    pub(super) plies: u32,
}

const _: () = assert!(size_of::<Position>() <= 192);

impl Position {
    pub(super) fn empty() -> Position {
        Position {
            open: [Rows::full(); 2],
            panthans: [Rows::EMPTY; 2],
            officers: [[GONE; OFFICERS]; 2],
            turn: Side::Black,
            escapes: [true; 2],
            decision: None,
            decided_on: Aside(None),
            quiet: 0,
            plies: 0,
        }
    }

    /// Puts a piece on an empty square; the side has one of that kind left.
    pub(super) fn put(&mut self, side: Side, piece: Piece, square: Square) {
        if piece == Piece::Panthan {
            self.panthans[side as usize].insert(square);
        } else {
            let officers = &mut self.officers[side as usize];
            let free = |&index: &usize| KINDS[index] == piece && officers[index] == GONE;
            let index = (0..OFFICERS).find(free).expect("an officer that is not on the board");
            officers[index] = square.0;
            self.sort_pair(side, index);
        }
        self.open[side as usize].remove(square);
    }

    pub fn at(&self, square: Square) -> Option<(Side, Piece)> {
        let side =
            Side::ALL.into_iter().find(|&side| !self.open[side as usize].contains(square))?;
        if self.panthans[side as usize].contains(square) {
            return Some((side, Piece::Panthan));
        }
        let index = self.officer_at(side, square)?;
        Some((side, KINDS[index]))
    }

    /// Returns where the single pieces of `side` stand; `index` is [`CHIEF`] or [`PRINCESS`].
    #[inline]
    pub(super) fn officer(&self, side: Side, index: usize) -> Option<Square> {
        let bits = self.officers[side as usize][index];
        if bits == GONE { None } else { Some(Square(bits)) }
    }

    /// Returns which officers of `side` other than the Princess are close enough to attack a square within
    /// `distance` columns and rows, three at most, of `center`: in the first word officers 0 to 7, in the
    /// second 8 to 10, each the high bit of a byte. A captured one may be among them.
    #[inline]
    pub(super) fn officers_near(&self, side: Side, center: Square, distance: u8) -> [u64; 2] {
        const HIGH: u64 = 0x8080_8080_8080_8080;
        let [a, b, c, d, e, f, g, h, i, j, k, _] = self.officers[side as usize];
        let near = |squares: [u8; 8], ranges: [u8; 8]| {
            let each = |byte: u8| u64::from(byte) * 0x0101_0101_0101_0101;
            let squares = u64::from_le_bytes(squares);
            let ranges = u64::from_le_bytes(ranges) + each(distance);
            // All are compared at once: the high bit of a byte tells that its difference is not
            // negative, and no byte borrows from the next.
            let within = |squares: u64, middle: u8| {
                let middle = each(middle);
                (squares + (HIGH + ranges - middle)) & (HIGH + ranges + middle - squares)
            };
            const LOW: u64 = 0x0F0F_0F0F_0F0F_0F0F;
            within(squares >> 4 & LOW, center.row()) & within(squares & LOW, center.column())
        };
        let first = near([a, b, c, d, e, f, g, h], [2, 2, 2, 2, 3, 3, 3, 3]);
        let second = near([i, j, k, 0, 0, 0, 0, 0], [2, 2, 3, 0, 0, 0, 0, 0]);
        [first & HIGH, second & (HIGH >> 40)]
    }

    pub(super) fn officer_count(&self, side: Side) -> usize {
        self.officers[side as usize].iter().filter(|&&bits| bits != GONE).count()
    }

    /// Returns words that differ whenever two boards do.
    pub(super) fn board_words(&self) -> [[u64; 3]; 3] {
        let [black, orange] = self.panthans.map(|rows| WORDS.map(|byte| rows.word(byte)));
        let officers = |index: usize| {
            let bytes = self.officers.as_flattened()[8 * index..8 * index + 8].iter();
            bytes.fold(0, |word, &bits| word << 8 | u64::from(bits))
        };
        [black, orange, [0, 1, 2].map(officers)]
    }

    fn officer_at(&self, side: Side, square: Square) -> Option<usize> {
        self.officers[side as usize].iter().position(|&bits| bits == square.0)
    }

    /// Moves a piece, removes what stood where it goes, and passes the turn.
    ///
    /// Returns the kind of the piece captured.
    #[inline]
    pub(super) fn advance(&mut self, mv: Move) -> Option<Piece> {
        let (side, other) = (self.turn, self.turn.other());
        self.open[side as usize].insert(mv.from);
        self.open[side as usize].remove(mv.to);
        if mv.piece == Piece::Panthan {
            self.panthans[side as usize].remove(mv.from);
            self.panthans[side as usize].insert(mv.to);
        } else {
            self.move_officer(mv);
        }
        self.turn = other;
        self.plies += 1;
        if self.open[other as usize].contains(mv.to) {
            self.quiet += 1;
            return None;
        }
        self.quiet = 0;
        Some(self.capture(other, mv.to))
    }

    #[inline]
    fn move_officer(&mut self, mv: Move) {
        let officers = &mut self.officers[self.turn as usize];
        match mv.piece {
            Piece::Chief => officers[CHIEF] = mv.to.0,
            Piece::Princess => officers[PRINCESS] = mv.to.0,
            _ => {
                let pair = 2 * (mv.piece as usize & 7);
                let first = officers[pair] == mv.from.0;
                let stays = if first { officers[pair + 1] } else { officers[pair] };
                officers[pair] = stays.min(mv.to.0);
                officers[pair + 1] = stays.max(mv.to.0);
            }
        }
    }

    fn capture(&mut self, side: Side, square: Square) -> Piece {
        self.open[side as usize].insert(square);
        if self.panthans[side as usize].contains(square) {
            self.panthans[side as usize].remove(square);
            return Piece::Panthan;
        }
        let index =
            self.officer_at(side, square).expect("a piece off the open squares is in a list");
        self.officers[side as usize][index] = GONE;
        self.sort_pair(side, index);
        KINDS[index]
    }

    fn sort_pair(&mut self, side: Side, index: usize) {
        if index < CHIEF {
            let first = index & !1;
            self.officers[side as usize][first..first + 2].sort_unstable();
        }
    }
}
