//! Measures the two-player searchers on Joust with nothing but mobility to go by.
//!
//! The best of several rounds counts, since the machines are noisy.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{Duration, Instant};

use manator_core::random::SplitMix;
use manator_core::{Game, Player, Rulebook, Settings, legal_list};
use manator_games::joust::{Joust, Position};
use manator_search::{Guide, Limits, Options, Strong, alphabeta, minimax};

const ROUNDS: usize = 15;

struct Mobility;

impl Guide<Joust> for Mobility {
    #[inline]
    fn evaluate(&self, game: &Joust, position: &Position, player: Player) -> i32 {
        game.mobility(position, player) as i32 - game.mobility(position, player.next(2)) as i32
    }
}

fn joust(size: &str) -> Joust {
    let settings = Settings::read(Joust::CARD.options, [("size", size)]).expect("valid size");
    Joust::new(&settings).expect("valid size")
}

/// Returns positions after a few random moves.
fn positions(game: &Joust, plies: usize, count: usize) -> Vec<Position> {
    let mut random = SplitMix::new(7);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = game.start();
        for _ in 0..plies {
            let moves = legal_list(game, &position);
            if moves.is_empty() {
                break;
            }
            game.play(&mut position, moves[random.below(moves.len() as u64) as usize]);
        }
        if game.outcome(&position).is_none() {
            positions.push(position);
        }
    }
    positions
}

/// Returns the nodes of one run and the time of the fastest.
fn measure(mut run: impl FnMut() -> u64) -> (u64, Duration) {
    let mut best = Duration::MAX;
    let mut nodes = 0;
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        nodes = run();
        best = best.min(begin.elapsed());
    }
    (nodes, best)
}

fn print(name: &str, (nodes, time): (u64, Duration)) {
    let speed = nodes as f64 / time.as_secs_f64() / 1e6;
    println!("| {name} | {nodes} | {:.3} | {speed:.1} |", time.as_secs_f64() * 1e3);
}

fn fixed_depth() {
    for (size, depth) in [("8x8", 6), ("10x10", 6), ("8x8", 10), ("10x10", 10)] {
        let game = joust(size);
        let start = game.start();
        let run = || alphabeta(&game, &Mobility, std::hint::black_box(&start), depth).1;
        print(&format!("alphabeta {size}, depth {depth}"), measure(run));
    }
    let game = joust("8x8");
    let run = || minimax(&game, &Mobility, &game.start(), 7).1;
    print("minimax 8x8, depth 7", measure(run));
}

fn deepening() {
    for (size, plies) in [("8x8", 0), ("8x8", 8), ("10x10", 0), ("10x10", 8)] {
        let game = joust(size);
        let positions = positions(&game, plies, if plies == 0 { 1 } else { 50 });
        for depth in [8, 12] {
            let of = |name: &str| format!("{name} {size} after {plies} plies, depth {depth}");
            let plain = || positions.iter().map(|p| alphabeta(&game, &Mobility, p, depth).1).sum();
            print(&of("alphabeta"), measure(plain));
            let mut strong = Strong::new(Options { hash_mib: 1, ..Options::default() });
            let mut best = (0, Duration::MAX);
            for _ in 0..ROUNDS {
                let mut sum = (0, Duration::ZERO);
                for position in &positions {
                    strong.new_game();
                    let begin = Instant::now();
                    let limits = Limits::depth(depth);
                    sum.0 += strong.search(&game, &Mobility, position, &limits, |_| ()).nodes;
                    sum.1 += begin.elapsed();
                }
                best = if sum.1 < best.1 { sum } else { best };
            }
            print(&of("strong"), best);
        }
    }
}

fn threads() {
    let game = joust("10x10");
    for threads in [1, 2] {
        let mut strong = Strong::new(Options { threads, hash_mib: 64, ..Options::default() });
        let run = || {
            strong.new_game();
            let limits = Limits::time(Duration::from_millis(500));
            strong.search(&game, &Mobility, &game.start(), &limits, |_| ()).nodes
        };
        print(&format!("strong 10x10, {threads} threads"), measure(run));
    }
}

fn main() {
    println!("| search | nodes | ms | million nodes/s |");
    println!("|---|---:|---:|---:|");
    fixed_depth();
    deepening();
    threads();
}
