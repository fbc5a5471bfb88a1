//! The two sides and the kinds of pieces.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Player;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The south, which moves up and first.
    Black,
    /// The north, which moves down.
    Orange,
}

impl Side {
    pub const ALL: [Side; 2] = [Side::Black, Side::Orange];

    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::Black => Side::Orange,
            Side::Orange => Side::Black,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Side::Black => "Black",
            Side::Orange => "Orange",
        }
    }

    #[inline]
    pub const fn player(self) -> Player {
        Player(self as u8)
    }

    #[inline]
    pub const fn forward(self) -> isize {
        match self {
            Side::Black => 1,
            Side::Orange => -1,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// Two straight steps.
    Warrior,
    /// Two diagonal steps.
    Padwar,
    /// Three straight steps.
    Dwar,
    /// Three diagonal steps, jumping.
    Flier,
    /// One straight and one diagonal step.
    Thoat,
    /// Three steps, each straight or diagonal.
    Chief,
    /// As the Chief, jumping; never captures, never enters an attacked square.
    Princess,
    /// One step forward, diagonally forward or sideways.
    Panthan,
}

impl Piece {
    pub const ALL: [Piece; 8] = {
        use Piece::{Chief, Dwar, Flier, Padwar, Panthan, Princess, Thoat, Warrior};
        [Warrior, Padwar, Dwar, Flier, Thoat, Chief, Princess, Panthan]
    };

    pub const fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// Returns its letter, in upper case for Black and lower case for Orange.
    pub const fn letter(self, side: Side) -> char {
        let letter = LETTERS[self as usize] as char;
        match side {
            Side::Black => letter,
            Side::Orange => letter.to_ascii_lowercase(),
        }
    }

    pub(super) const fn count(self) -> usize {
        match self {
            Piece::Panthan => 8,
            Piece::Chief | Piece::Princess => 1,
            _ => 2,
        }
    }

    pub fn from_letter(letter: u8) -> Option<Piece> {
        let index = LETTERS.iter().position(|known| *known == letter.to_ascii_uppercase())?;
        Some(Piece::ALL[index])
    }
}

/// By piece, as [`Piece::ALL`] has them.
const LETTERS: &[u8; 8] = b"WPDFTCRA";
const NAMES: [&str; 8] =
    ["Warrior", "Padwar", "Dwar", "Flier", "Thoat", "Chief", "Princess", "Panthan"];
