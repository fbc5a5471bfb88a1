//! How many nodes a second the plain searches visit.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::hint::black_box;

use manator_core::{Game, TwoPlayer};
use manator_engine::eval::Evaluations;
use manator_engine::eval::jetan::JetanEval;
use manator_engine::eval::joust::JoustEval;
use manator_engine::eval::kings_court::KingsCourtEval;
use manator_engine::eval::refusal::RefusalEval;
use manator_games::jetan::Jetan;
use manator_games::kings_court::KingsCourt;
use manator_games::refusal::Refusal;
use manator_search::{Guide, alphabeta, minimax};

use super::{Cost, joust, positions, rules};

const ROUNDS: usize = 7;

pub(crate) fn print() {
    println!("| alpha-beta | evaluation | depth | nodes | ms | million nodes/s |");
    println!("|---|---|---:|---:|---:|---:|");
    for (size, depth) in [("8x8", 6), ("10x10", 6), ("8x8", 10), ("10x10", 10)] {
        let (game, name) = (joust(size), format!("Joust {size}, start"));
        let start = [game.start()];
        row((&name, "mobility"), &game, &JoustEval::Mobility, &start, depth);
    }
    best::<_, JoustEval>("Joust 8x8", &joust("8x8"), 8);
    best::<_, JoustEval>("Joust 10x10", &joust("10x10"), 8);
    best::<_, JetanEval>("Jetan", &rules::<Jetan>(&[]), 3);
    best::<_, KingsCourtEval>("King's Court", &rules::<KingsCourt>(&[]), 4);
    best::<_, RefusalEval>("Refusal", &rules::<Refusal>(&[]), 8);
    println!();
    println!("| minimax | evaluation | depth | nodes | ms | million nodes/s |");
    println!("|---|---|---:|---:|---:|---:|");
    let (game, eval) = (joust("8x8"), JoustEval::Mobility);
    let search = |position: &_| minimax(&game, &eval, black_box(position), 5).1;
    print_row(("Joust 8x8, start", "mobility"), 5, &[game.start()], search);
    let (game, eval) = (rules::<Jetan>(&[]), JetanEval::ALL[0]);
    let search = |position: &_| minimax(&game, &eval.eval, black_box(position), 2).1;
    print_row(("Jetan", eval.name), 2, &positions(&game, &eval.eval, 4), search);
}

/// Measures positions after random moves, with the best evaluation.
fn best<G: TwoPlayer, E: Evaluations<G>>(name: &str, game: &G, depth: u32) {
    let evaluation = &E::ALL[0];
    let positions = positions(game, &evaluation.eval, 4);
    row((name, evaluation.name), game, &evaluation.eval, &positions, depth);
}

fn row<G: TwoPlayer>(
    (name, eval): (&str, &str),
    game: &G,
    guide: &impl Guide<G>,
    positions: &[G::Position],
    depth: u32,
) {
    let search = |position: &_| alphabeta(game, guide, black_box(position), depth).1;
    print_row((name, eval), depth, positions, search);
}

fn print_row<P>(
    (name, eval): (&str, &str),
    depth: u32,
    positions: &[P],
    search: impl Fn(&P) -> u64,
) {
    let cost = Cost::best(ROUNDS, || positions.iter().map(&search).sum());
    let (nodes, ms, speed) = (cost.nodes, cost.ms(), cost.speed());
    println!("| {name} | {eval} | {depth} | {nodes} | {ms:.3} | {speed:.1} |");
}
