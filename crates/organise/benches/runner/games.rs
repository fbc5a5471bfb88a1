//! The games that are played: drawn at random once, legal, and as long as they must be.
// SPDX-License-Identifier: MIT OR Apache-2.0

use cozy_chess::{Board, Color, GameStatus, Move};
use manator_core::random::SplitMix;
use manator_core::{Settings, Table};
use manator_games::catalog;

use super::PLIES;

/// Returns a game of Jetan at its beginning.
pub(crate) fn table() -> Box<dyn Table> {
    let entry = catalog::find("jetan").expect("a game");
    entry.open(Settings::defaults(entry.card().options)).expect("the defaults are valid")
}

/// Returns the moves of a game of Jetan that is not over after them.
pub(crate) fn jetan() -> Vec<String> {
    let game = |seed| {
        let mut random = SplitMix::new(seed);
        let mut table = table();
        while table.outcome().is_none() && table.moves().len() < PLIES {
            let mut legal = table.legal();
            let mv = legal.swap_remove(random.below(legal.len() as u64) as usize);
            table.play(&mv).expect("a legal move");
        }
        table.outcome().is_none().then(|| table.moves().to_vec())
    };
    (0..).find_map(game).expect("one of many games is long enough")
}

/// Returns the moves of a game of chess that no rule ends before or after them: nobody is mated, no
/// position comes twice, and there are pieces enough.
pub(crate) fn chess() -> Vec<String> {
    (0..).find_map(game_of_chess).expect("one of many games is long enough")
}

fn game_of_chess(seed: u64) -> Option<Vec<String>> {
    const PIECES_MIN: u32 = 12;
    let mut random = SplitMix::new(seed);
    let mut board = Board::default();
    let mut seen = vec![board.hash()];
    let mut moves = Vec::new();
    while moves.len() < PLIES {
        let mut legal: Vec<Move> = Vec::new();
        board.generate_moves(|piece| {
            legal.extend(piece);
            false
        });
        // Castling is written otherwise in UCI, and is not worth the words.
        legal.retain(|mv| !board.colors(board.side_to_move()).has(mv.to));
        if legal.is_empty() {
            return None;
        }
        let mv = legal[random.below(legal.len() as u64) as usize];
        board.play(mv);
        let pieces = board.colors(Color::White).len() + board.colors(Color::Black).len();
        let goes_on = board.status() == GameStatus::Ongoing && pieces >= PIECES_MIN;
        if !goes_on || seen.contains(&board.hash()) {
            return None;
        }
        seen.push(board.hash());
        moves.push(mv.to_string());
    }
    Some(moves)
}
