//! How long minimax, alpha-beta and the strong searcher take to a depth.
//!
//! Each game is raced at the greatest depth, 8 at most, that alpha-beta reaches in seconds. The
//! strong searcher is measured twice: looking at every line to the same depth, as alpha-beta does,
//! and as it plays, with lines cut short or extended.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::TwoPlayer;
use manator_engine::eval::jetan::JetanEval;
use manator_engine::eval::joust::JoustEval;
use manator_engine::eval::kings_court::KingsCourtEval;
use manator_engine::eval::refusal::RefusalEval;
use manator_games::jetan::Jetan;
use manator_games::kings_court::KingsCourt;
use manator_games::refusal::Refusal;
use manator_search::strong::Options;
use manator_search::{Guide, Limits, Reach, Strong, alphabeta, minimax};

use super::{Cost, best_eval, joust, positions, rules, thread_time};

/// How deep each searcher goes in a race.
struct Depths {
    minimax: u32,
    alphabeta: u32,
    strong: u32,
}

pub(crate) fn print() {
    println!(
        "| game | searcher | depth | nodes | ms | million nodes/s | times as fast as alpha-beta |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|");
    let depths = Depths { minimax: 6, alphabeta: 8, strong: 8 };
    for size in ["8x8", "10x10"] {
        let (game, name) = (joust(size), format!("Joust {size}"));
        race(&format!("{name}, mobility"), &game, &JoustEval::Mobility, &depths, 12);
        race(&format!("{name}, territory"), &game, &JoustEval::Territory, &depths, 6);
    }
    race("Refusal", &rules::<Refusal>(&[]), &best_eval::<_, RefusalEval>(), &depths, 3);
    let depths = Depths { minimax: 4, alphabeta: 5, strong: 8 };
    race("King's Court", &rules::<KingsCourt>(&[]), &best_eval::<_, KingsCourtEval>(), &depths, 3);
    let depths = Depths { minimax: 3, alphabeta: 4, strong: 8 };
    race("Jetan", &rules::<Jetan>(&[]), &best_eval::<_, JetanEval>(), &depths, 3);
}

fn race<G: TwoPlayer>(name: &str, game: &G, guide: &impl Guide<G>, depths: &Depths, count: usize) {
    let positions = positions(game, guide, count);
    let rounds = if count > 5 { 3 } else { 1 };
    let plain = |depth| {
        Cost::best(rounds, || positions.iter().map(|p| alphabeta(game, guide, p, depth).1).sum())
    };
    let strong = |reach, depth| {
        let mut searcher = Strong::new(Options { reach, ..Options::default() });
        let runs = (0..rounds).map(|_| to_depth(&mut searcher, game, guide, &positions, depth));
        runs.min_by_key(|cost| cost.time).expect("at least one round")
    };
    let full = minimax_cost(game, guide, &positions, depths.minimax);
    row(name, "minimax", depths.minimax, full, Some(plain(depths.minimax)));
    let base = plain(depths.alphabeta);
    row(name, "alpha-beta", depths.alphabeta, base, None);
    let uniform = strong(Reach::Uniform, depths.alphabeta);
    row(name, "strong, uniform", depths.alphabeta, uniform, Some(base));
    row(name, "strong", depths.alphabeta, strong(Reach::Selective, depths.alphabeta), Some(base));
    if depths.strong > depths.alphabeta {
        row(name, "strong", depths.strong, strong(Reach::Selective, depths.strong), None);
    }
}

fn minimax_cost<G: TwoPlayer>(
    game: &G,
    guide: &impl Guide<G>,
    positions: &[G::Position],
    depth: u32,
) -> Cost {
    Cost::best(1, || positions.iter().map(|p| minimax(game, guide, p, depth).1).sum())
}

/// Returns what a searcher without any memory needs for all positions.
pub(crate) fn to_depth<G: TwoPlayer>(
    searcher: &mut Strong,
    game: &G,
    guide: &impl Guide<G>,
    positions: &[G::Position],
    depth: u32,
) -> Cost {
    let mut cost = Cost { nodes: 0, time: std::time::Duration::ZERO };
    for position in positions {
        searcher.new_game();
        let begin = thread_time();
        let report = searcher.search(game, guide, position, &Limits::depth(depth), |_| ());
        cost.time += thread_time() - begin;
        cost.nodes += report.nodes;
    }
    cost
}

fn row(name: &str, searcher: &str, depth: u32, cost: Cost, base: Option<Cost>) {
    let times = base.map_or(String::new(), |base| format!("{:.2}", base.ms() / cost.ms()));
    let (nodes, ms, speed) = (cost.nodes, cost.ms(), cost.speed());
    println!("| {name} | {searcher} | {depth} | {nodes} | {ms:.2} | {speed:.1} | {times} |");
}
