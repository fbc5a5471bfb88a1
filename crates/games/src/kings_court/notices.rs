//! What the players are told before it is too late.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::notice::{Level, Notice, counted};
use manator_core::view::CellId;
use manator_core::{Game, Player};

use super::KingsCourt;
use super::moves::each;
use super::position::{COURT, FIRST, GRID, OPENING_MOVES, Position, SECOND, first_square};

/// How many moves without a capture before the last one it is said that both players lose.
const LAST_MOVES: u16 = 10;

pub(super) fn of(game: &KingsCourt, position: &Position) -> Vec<Notice> {
    if game.outcome(position).is_some() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let left = game.quiet_limit.saturating_sub(position.quiet) + 1;
    if left <= LAST_MOVES {
        let moves = counted(left.into(), "more move");
        let words = format!("Both players lose after {moves} without a capture");
        found.push(Notice::to_all(Level::Warning, "quiet-loss", words).with(left));
    }
    for (player, name) in [(FIRST, "First"), (SECOND, "Second")] {
        found.push(court(position, player, name));
    }
    found.sort_by_key(|notice| notice.level);
    found
}

fn court(position: &Position, player: Player, name: &str) -> Notice {
    let inside = position.pieces(player) & COURT;
    let cells = cells(inside);
    // Whoever is to move can still see to it.
    if player == position.to_move && position.can_empty(player.next(2)) {
        let what = "Court can be emptied with the next move";
        return Notice {
            cells,
            ..Notice::about(Level::Danger, "court-in-danger", (player, name), what)
        };
    }
    let is_last = inside.count_ones() == 1 && position.played >= OPENING_MOVES;
    let pieces = counted(inside.count_ones() as usize, "piece");
    let left = if is_last { " left" } else { "" };
    Notice {
        level: if is_last { Level::Warning } else { Level::Remark },
        code: if is_last { "court-last" } else { "court-pieces" },
        values: vec![inside.count_ones()],
        player: Some(player),
        words: format!("{name} has {pieces}{left} in the Court"),
        yours: format!("You have {pieces}{left} in the Court"),
        cells: if is_last { cells } else { Vec::new() },
    }
}

fn cells(set: u64) -> Vec<CellId> {
    let mut found = Vec::new();
    let _ = each(set, |square| {
        found.push(GRID.cell(first_square(square)));
        ControlFlow::<()>::Continue(())
    });
    found
}
