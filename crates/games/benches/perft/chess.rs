//! The anchor: cozy-chess on ordinary chess, from the start, counting the last ply in bulk.
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::Case;

pub(crate) fn cases() -> Vec<Case> {
    let board = cozy_chess::Board::default();
    vec![Case { name: "cozy-chess (leaves)".into(), run: Box::new(move || perft(&board, 5)) }]
}

fn perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut total = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            total += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                total += perft(&next, depth - 1);
            }
        }
        false
    });
    total
}
