//! How deep the search of refusable turns looks in a second.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use manator_core::{Game, Notation, Refusable};
use manator_engine::eval::refusal::RefusalEval;
use manator_games::refusal::{Action, Position, Refusal, Refusals, SOUTH};
use manator_search::Limits;
use manator_search::refusable::{Horizon, Searcher};

use super::{Cost, best_eval, thread_time};

const HASH_MIB: usize = 256;

/// What has stood before each position.
const GAMES: [(&str, &str); 3] = [
    ("start", ""),
    ("middle", "E1E2 E8E7 E2B2 A6B4 A3C4 E7C7 A1A7 E6C5 C4E5 B4C2 D3D4 C5D3 A7B7 A8A7 B2A2 D3C1"),
    ("open", "A1A2 A6B4 C3B4 E6C5 B4C5 A8A4 B3A4 B6C5 A2D2 C5C4 E3C4 E8E7"),
];

pub(crate) fn print() {
    println!("| Refusal, turns, one second | turns deep | nodes | million nodes/s |");
    println!("|---|---:|---:|---:|");
    let game = Refusal::with(SOUTH, Refusals::Once);
    let eval: RefusalEval = best_eval();
    for (name, moves) in GAMES {
        let position = after(&game, moves);
        let mut searcher = Searcher::new(HASH_MIB, Horizon::Quiet);
        let limits = Limits::time(Duration::from_secs(1));
        let begin = thread_time();
        let decision = searcher.think(&game, &eval, &position, &limits, |_| ());
        let cost = Cost { nodes: decision.nodes, time: thread_time() - begin };
        println!("| {name} | {} | {} | {:.1} |", decision.depth, cost.nodes, cost.speed());
    }
}

fn after(game: &Refusal, moves: &str) -> Position {
    let mut position = game.turn_start(&game.start());
    for text in moves.split_whitespace() {
        let Ok(Action::Move(mv)) = game.read_move(&position, text) else { panic!("{text}") };
        game.stand(&mut position, mv);
    }
    position
}
