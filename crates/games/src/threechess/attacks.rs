//! What pieces attack, as sets: for evaluations; the rules themselves know no attack.
//!
//! A square of one's own is attacked like any other, which is to say defended.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;

use super::moves::each;
use super::piece::Kind;
use super::position::Position;
use super::square::{SEAM, Square};
use super::tables::{KING, KNIGHT, LINES, PAWN_CAPTURES, Sections, row_seen, sections};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByKind {
    pub pawns: u128,
    pub knights: u128,
    pub bishops: u128,
    pub rooks: u128,
    pub queens: u128,
    pub king: u128,
}

impl ByKind {
    #[inline]
    pub const fn all(&self) -> u128 {
        self.pawns | self.knights | self.bishops | self.rooks | self.queens | self.king
    }
}

impl Position {
    #[inline]
    pub fn army(&self, player: Player) -> ByKind {
        let own = self.board.owners[player.index()];
        let [leaping, diagonal, straight] = self.board.planes;
        ByKind {
            pawns: own & !(leaping | diagonal | straight),
            knights: own & leaping & !diagonal,
            bishops: own & diagonal & !straight,
            rooks: own & straight & !diagonal,
            queens: own & diagonal & straight & !leaping,
            king: own & leaping & diagonal,
        }
    }

    #[inline]
    pub fn attacks(&self, player: Player, army: &ByKind) -> ByKind {
        let occupied = sections(self.board.occupied());
        let mut attacks = ByKind { pawns: pawns(army.pawns, player), ..ByKind::default() };
        each(army.knights, |from| attacks.knights |= KNIGHT[from.index()]);
        each(army.bishops, |from| attacks.bishops |= diagonals(&occupied, from));
        each(army.rooks, |from| attacks.rooks |= straights(&occupied, from));
        each(army.queens, |from| {
            attacks.queens |= diagonals(&occupied, from) | straights(&occupied, from);
        });
        each(army.king, |from| attacks.king |= KING[from.index()]);
        attacks
    }

    pub fn attackers(&self, square: Square) -> u128 {
        let board = &self.board;
        let occupied = board.occupied();
        let in_sections = sections(occupied);
        let [leaping, diagonal, straight] = board.planes;
        let near = KING[square.index()];
        // All but pawns attack in both directions alike.
        let mut attackers = KNIGHT[square.index()] & leaping & !diagonal
            | near & leaping & diagonal
            | diagonals(&in_sections, square) & diagonal & !leaping
            | straights(&in_sections, square) & straight & !leaping;
        each(near & occupied & !(leaping | diagonal | straight), |from| {
            let home = board.owners[usize::from(from.section())] & from.bit() != 0;
            if PAWN_CAPTURES[usize::from(!home)][from.index()] & square.bit() != 0 {
                attackers |= from.bit();
            }
        });
        attackers
    }

    #[inline]
    pub fn owned(&self, player: Player) -> u128 {
        self.board.owners[player.index()]
    }

    #[inline]
    pub fn king(&self, player: Player) -> Option<Square> {
        let [leaping, diagonal, _] = self.board.planes;
        Square::first_of(self.board.owners[player.index()] & leaping & diagonal)
    }

    pub fn piece(&self, square: Square) -> Option<(Player, Kind)> {
        self.board.piece(square)
    }
}

impl Square {
    pub const fn first_of(set: u128) -> Option<Square> {
        if set == 0 { None } else { Some(Square(set.trailing_zeros() as u8)) }
    }
}

/// Returns what pawns attack: those that stay at home all at once, the others one by one.
fn pawns(pawns: u128, player: Player) -> u128 {
    const COLUMN_A: u32 = 0x0101_0101;
    const SEAM_ROW: u32 = 0xFF << (8 * SEAM);
    let shift = 32 * player.0;
    let staying = (pawns >> shift) as u32 & !SEAM_ROW;
    let left = (staying & !COLUMN_A) << 7;
    let right = (staying & !(COLUMN_A << 7)) << 9;
    let mut attacks = u128::from(left | right) << shift;
    each(pawns ^ u128::from(staying) << shift, |from| {
        let abroad = from.section() != player.0;
        attacks |= PAWN_CAPTURES[usize::from(abroad)][from.index()];
    });
    attacks
}

#[inline]
fn straights(occupied: &Sections, from: Square) -> u128 {
    let file = &LINES[from.index()].file;
    u128::from(row_seen(occupied, from)) << (from.index() & !7)
        | file.scatter(file.seen(occupied, from), from.section())
}

#[inline]
fn diagonals(occupied: &Sections, from: Square) -> u128 {
    let lines = &LINES[from.index()];
    let mut seen = 0;
    for line in lines.diagonals.iter().chain(&lines.fork) {
        seen |= line.scatter(line.seen(occupied, from), from.section());
    }
    seen
}
