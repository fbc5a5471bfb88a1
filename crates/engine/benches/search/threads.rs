//! What a second thread adds to the strong searcher.
//!
//! A busy machine gives two threads less than twice the CPU time of one, and then the nodes say little;
//! so wall time, CPU time and the nodes of each CPU second are printed beside them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{Duration, Instant};

use manator_core::TwoPlayer;
use manator_engine::eval::jetan::JetanEval;
use manator_engine::eval::joust::JoustEval;
use manator_engine::eval::kings_court::KingsCourtEval;
use manator_games::jetan::Jetan;
use manator_games::kings_court::KingsCourt;
use manator_search::strong::Options;
use manator_search::{Guide, Limits, Strong};

use super::{Cost, best_eval, joust, positions, process_time, rules};

const HASH_MIB: usize = 64;
const TIME: Duration = Duration::from_millis(1000);
const ROUNDS: usize = 2;

pub(crate) fn print() {
    println!(
        "| strong | threads | wall ms | CPU ms | nodes | times 1 thread | per CPU second, times 1 thread |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|");
    compare("Joust 10x10, mobility", &joust("10x10"), &JoustEval::Mobility);
    compare("Joust 10x10, territory", &joust("10x10"), &JoustEval::Territory);
    compare("Jetan", &rules::<Jetan>(&[]), &best_eval::<_, JetanEval>());
    compare("King's Court", &rules::<KingsCourt>(&[]), &best_eval::<_, KingsCourtEval>());
}

fn compare<G: TwoPlayer>(name: &str, game: &G, guide: &impl Guide<G>) {
    let [position] = &positions(game, guide, 1)[..] else { unreachable!("one was asked for") };
    let mut one: Option<Cost> = None;
    for threads in [1, 2] {
        let rounds = (0..ROUNDS).map(|_| run(game, guide, position, threads));
        let (wall, cost) = rounds.max_by_key(|(_, cost)| cost.nodes).expect("a round");
        let base = *one.get_or_insert(cost);
        let times = cost.nodes as f64 / base.nodes as f64;
        let per_second = cost.speed() / base.speed();
        let (wall, cpu, nodes) = (wall.as_millis(), cost.ms(), cost.nodes);
        println!(
            "| {name} | {threads} | {wall} | {cpu:.0} | {nodes} | {times:.2} | {per_second:.2} |"
        );
    }
}

fn run<G: TwoPlayer>(
    game: &G,
    guide: &impl Guide<G>,
    position: &G::Position,
    threads: usize,
) -> (Duration, Cost) {
    let mut strong = Strong::new(Options { threads, hash_mib: HASH_MIB, ..Options::default() });
    let (begin, cpu_begin) = (Instant::now(), process_time());
    let report = strong.search(game, guide, position, &Limits::time(TIME), |_| ());
    let cost = Cost { nodes: report.nodes, time: process_time() - cpu_begin };
    (begin.elapsed(), cost)
}
