//! How many nodes a second plain alpha-beta visits.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::hint::black_box;

use manator_core::TwoPlayer;
use manator_engine::eval::jetan::JetanEval;
use manator_engine::eval::joust::JoustEval;
use manator_engine::eval::kings_court::KingsCourtEval;
use manator_engine::eval::refusal::RefusalEval;
use manator_games::jetan::Jetan;
use manator_games::kings_court::KingsCourt;
use manator_games::refusal::Refusal;
use manator_search::{Guide, alphabeta};

use super::{Cost, best_eval, joust, positions, rules};

const ROUNDS: usize = 7;

pub(crate) fn print() {
    println!("| alpha-beta | evaluation | depth | nodes | ms | million nodes/s |");
    println!("|---|---|---:|---:|---:|---:|");
    for (size, depth) in [("8x8", 6), ("10x10", 6), ("8x8", 10), ("10x10", 10)] {
        let (game, name) = (joust(size), format!("Joust {size}, start"));
        let start = [manator_core::Game::start(&game)];
        row(&name, "mobility", &game, &JoustEval::Mobility, &start, depth);
    }
    random("Joust 8x8", "territory", &joust("8x8"), &JoustEval::Territory, 8);
    random("Joust 10x10", "territory", &joust("10x10"), &JoustEval::Territory, 7);
    let jetan: JetanEval = best_eval();
    random("Jetan", "the best", &rules::<Jetan>(&[]), &jetan, 3);
    let court: KingsCourtEval = best_eval();
    random("King's Court", "the best", &rules::<KingsCourt>(&[]), &court, 4);
    let refusal: RefusalEval = best_eval();
    random("Refusal", "the best", &rules::<Refusal>(&[]), &refusal, 6);
}

/// Measures positions after random moves.
fn random<G: TwoPlayer>(name: &str, eval: &str, game: &G, guide: &impl Guide<G>, depth: u32) {
    row(name, eval, game, guide, &positions(game, guide, 4), depth);
}

fn row<G: TwoPlayer>(
    name: &str,
    eval: &str,
    game: &G,
    guide: &impl Guide<G>,
    positions: &[G::Position],
    depth: u32,
) {
    let search = |position| alphabeta(game, guide, black_box(position), depth).1;
    let cost = Cost::best(ROUNDS, || positions.iter().map(search).sum());
    let (nodes, ms, speed) = (cost.nodes, cost.ms(), cost.speed());
    println!("| {name} | {eval} | {depth} | {nodes} | {ms:.3} | {speed:.1} |");
}
