//! The pieces that have left the board.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::view::Piece;
use manator_core::{Player, Table};

/// Returns the pieces each player began with and has no longer, by kind.
///
/// A piece that became another counts as gone and come: only the difference in numbers is seen here, which
/// is what a player wants to know.
pub(crate) fn captured(table: &dyn Table, player: Player) -> Vec<(Piece, usize)> {
    let mut start = table.copy();
    while start.undo() {}
    let own = |table: &dyn Table| -> Vec<Piece> {
        let pieces = table.pieces().into_iter().map(|placed| placed.piece);
        pieces.filter(|piece| piece.owner == Some(player)).collect()
    };
    let (before, now) = (own(&*start), own(table));
    let mut kinds: Vec<Piece> = Vec::new();
    for piece in &before {
        if !kinds.iter().any(|known| known.kind == piece.kind) {
            kinds.push(*piece);
        }
    }
    let count = |pieces: &[Piece], kind: &str| pieces.iter().filter(|p| p.kind == kind).count();
    kinds
        .into_iter()
        .map(|piece| {
            let gone = count(&before, piece.kind).saturating_sub(count(&now, piece.kind));
            (piece, gone)
        })
        .filter(|(_, gone)| *gone > 0)
        .collect()
}
