//! Signs for pieces: by what they are, where there is a sign for it, else their letter.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::view::Piece;

/// What covers a burned cell.
pub(super) const BURNED: &str = "burned";

/// Returns the sign of a piece, one column wide.
pub(crate) fn sign(piece: &Piece) -> char {
    match (piece.kind, piece.owner.map(|owner| owner.index())) {
        ("king", _) => '♚',
        ("queen", _) => '♛',
        ("rook", _) => '♜',
        ("bishop", _) => '♝',
        ("knight", _) => '♞',
        ("pawn", _) => '♟',
        // Where all pieces are alike, the owner's shape tells them apart without colour.
        ("piece", Some(0)) => '●',
        ("piece", Some(1)) => '◆',
        _ => piece.letter,
    }
}

/// Returns what is written below the sign where there is room for `columns`: the letter, which tells
/// owners apart without colour, or the name where the sign is the letter already.
pub(super) fn caption(piece: &Piece, columns: usize) -> Option<String> {
    let sign = sign(piece);
    if piece.kind == "piece" {
        return None;
    }
    if sign != piece.letter {
        return Some(piece.letter.to_string());
    }
    (piece.kind.len() <= columns).then(|| piece.kind.to_string())
}
