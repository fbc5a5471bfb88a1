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
    let count = |pieces: &[Piece], kind: &str| pieces.iter().filter(|p| p.kind == kind).count();
    let mut gone: Vec<(Piece, usize)> = Vec::new();
    for piece in &before {
        if !gone.iter().any(|(known, _)| known.kind == piece.kind) {
            let left = count(&now, piece.kind);
            gone.push((*piece, count(&before, piece.kind).saturating_sub(left)));
        }
    }
    gone.retain(|(_, count)| *count > 0);
    gone
}
