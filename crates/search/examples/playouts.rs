//! Measures Monte Carlo playouts per second of processor time on Joust: `playouts [seconds]`.
//!
//! Processor time of the first thread only, so that other work on the machine does not count; read from
//! where Linux keeps it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::sync::Arc;

use std::time::Duration;

use manator_core::{Game, Player, Rulebook, Settings};
use manator_games::joust::{Joust, Position};
use manator_search::mcts::{Decisive, Mcts, Options};
use manator_search::{Guide, Limits};

struct Mobility;

impl Guide<Joust> for Mobility {
    fn evaluate(&self, joust: &Joust, position: &Position, player: Player) -> i32 {
        joust.mobility(position, player) as i32 - joust.mobility(position, player.next(2)) as i32
    }
}

/// Returns the processor time of this thread in seconds.
fn spent() -> f64 {
    let text = fs::read_to_string("/proc/thread-self/schedstat").expect("a Linux kernel");
    let nanoseconds: f64 =
        text.split(' ').next().and_then(|first| first.parse().ok()).expect("time");
    nanoseconds / 1e9
}

fn main() {
    let seconds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1.0);
    let settings = Settings::read(Joust::CARD.options, [("start", "D1D8")]).expect("options");
    let joust = Arc::new(Joust::new(&settings).expect("a board"));
    println!("plies_max  decisive    expand_after  threads  playouts/s      nodes  longest");
    let rows = [
        (0, Decisive::InTree, 1, 1),
        (0, Decisive::InTree, 2, 1),
        (4, Decisive::InTree, 1, 1),
        (4, Decisive::InTree, 2, 1),
        (4, Decisive::InTree, 8, 1),
        (4, Decisive::Everywhere, 2, 1),
        (64, Decisive::InTree, 2, 1),
        (64, Decisive::Everywhere, 2, 1),
        (4, Decisive::InTree, 2, 2),
    ];
    for (plies_max, decisive, expand_after, threads) in rows {
        let options =
            Options { plies_max, decisive, expand_after, threads, scale: 4, ..Options::default() };
        let mut mcts = Mcts::new(joust.clone(), Arc::new(Mobility), options);
        let begin = spent();
        let limits = Limits::time(Duration::from_secs_f64(seconds));
        let report = mcts.search(&joust.start(), &limits, |_| ());
        let rate = report.nodes as f64 / (spent() - begin);
        println!(
            "{plies_max:>9}  {:<10}  {expand_after:>12}  {threads:>7}  {rate:>10.0} {:>10}  {:>7}",
            format!("{decisive:?}"),
            mcts.size(),
            report.depth,
        );
    }
}
