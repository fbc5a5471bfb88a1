//! Signs for pieces: by what they are, where there is a sign for it, else their letter.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::view::Piece;

use super::raster::Disc;

pub(super) const BURNED: &str = "burned";

const ALIKE: &str = "piece";

pub(crate) fn sign(piece: &Piece) -> char {
    match (piece.kind, piece.owner.map(|owner| owner.index())) {
        ("king", _) => '♚',
        ("queen", _) => '♛',
        ("rook", _) => '♜',
        ("bishop", _) => '♝',
        ("knight", _) => '♞',
        ("pawn", _) => '♟',
        // Where all pieces are alike, the owner's shape tells them apart without colour.
        (ALIKE, Some(0)) => '●',
        (ALIKE, Some(1)) => '◆',
        _ => piece.letter,
    }
}

/// Returns the letter to write below the sign, where it says more: whose the piece is, without colour.
pub(super) fn caption(piece: &Piece) -> Option<char> {
    let has_sign = sign(piece) != piece.letter;
    (has_sign && piece.kind != ALIKE).then_some(piece.letter)
}

pub(super) fn disc(piece: &Piece) -> Disc {
    let is_second = piece.owner.is_some_and(|owner| owner.index() > 0);
    if piece.kind == ALIKE && is_second { Disc::Pointed } else { Disc::Round }
}
