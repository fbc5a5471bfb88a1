//! The kinds of pieces: how they move, what they are worth, what they are called.
// SPDX-License-Identifier: MIT OR Apache-2.0

/// How many numbers the kinds are taken from.
pub(super) const CODES: usize = 8;

/// A kind of piece.
///
/// The three bits of its number say how it moves: by a single leap, diagonally, straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Pawn = 0b000,
    Knight = 0b001,
    Bishop = 0b010,
    Rook = 0b100,
    Queen = 0b110,
    King = 0b111,
}

impl Kind {
    pub(super) const ALL: [Kind; 6] =
        [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

    /// Returns what the piece is worth to the clock's verdict.
    pub const fn value(self) -> u16 {
        match self {
            Kind::Pawn => 1,
            Kind::Knight | Kind::Bishop => 3,
            Kind::Rook => 5,
            Kind::Queen => 9,
            Kind::King => 40,
        }
    }

    pub(super) const fn of(code: usize) -> Kind {
        match code {
            0b000 => Kind::Pawn,
            0b001 => Kind::Knight,
            0b010 => Kind::Bishop,
            0b100 => Kind::Rook,
            0b110 => Kind::Queen,
            _ => Kind::King,
        }
    }

    pub(super) fn title(self) -> &'static str {
        self.names()[0]
    }

    /// Returns the piece's name as it stands in a sentence, and as views have it.
    pub(super) const fn names(self) -> [&'static str; 2] {
        match self {
            Kind::Pawn => ["Pawn", "pawn"],
            Kind::Knight => ["Knight", "knight"],
            Kind::Bishop => ["Bishop", "bishop"],
            Kind::Rook => ["Rook", "rook"],
            Kind::Queen => ["Queen", "queen"],
            Kind::King => ["King", "king"],
        }
    }
}
