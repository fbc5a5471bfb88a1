//! Positions for pages, which know no rules.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Table;
use serde_json::{Value, json};

/// Describes what stands on the board, and the cells of the last move.
pub(super) fn position(table: &dyn Table) -> Value {
    let pieces: Vec<Value> = table
        .pieces()
        .into_iter()
        .map(|placed| {
            let piece = placed.piece;
            let owner = piece.owner.map(|player| player.index());
            let look = json!({
                "kind": piece.kind, "owner": owner, "letter": piece.letter.to_string(),
            });
            json!({ "cell": placed.cell.0, "look": look })
        })
        .collect();
    let last: Vec<u16> = table.last_move().iter().map(|cell| cell.0).collect();
    json!({ "pieces": pieces, "last": last })
}
