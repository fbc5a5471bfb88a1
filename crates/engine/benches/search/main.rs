//! Measures the searchers of every game, and those of the crate `minimax` beside them.
//!
//! Where one thread works, time is its own CPU time, so that other work on the machine counts little.
//! `cargo bench -p manator-engine -- WORD` runs the parts whose name contains WORD.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod depth;
mod peer;
mod playouts;
mod speed;
mod threads;
mod turns;

use std::time::Duration;

use manator_core::random::SplitMix;
use manator_core::{Game, Rulebook, Settings, TwoPlayer, legal_list};
use manator_engine::eval::Evaluations;
use manator_games::joust::Joust;
use manator_search::{Guide, alphabeta};

/// How many random moves precede the positions measured.
const PLIES_RANDOM: usize = 6;
/// Positions that are decided within so many plies are not measured.
const DECIDED_DEPTH: u32 = 3;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let parts: [(&str, fn()); 6] = [
        ("speed", speed::print),
        ("depth", depth::print),
        ("peer", peer::print),
        ("turns", turns::print),
        ("playouts", playouts::print),
        ("threads", threads::print),
    ];
    for (name, part) in parts {
        if words.is_empty() || words.iter().any(|word| name.contains(word.as_str())) {
            part();
            println!();
        }
    }
}

/// Returns a game's rules with some options set.
fn rules<G: Rulebook>(settings: &[(&str, &str)]) -> G {
    let settings = Settings::read(G::CARD.options, settings.iter().copied()).expect("valid");
    G::new(&settings).expect("valid")
}

fn joust(size: &str) -> Joust {
    rules(&[("size", size)])
}

/// Returns the best evaluation of a game.
fn best_eval<G: Game, E: Evaluations<G>>() -> E {
    E::ALL[0].eval
}

/// Returns positions after a few random moves in which nobody wins at once.
fn positions<G: TwoPlayer>(game: &G, guide: &impl Guide<G>, count: usize) -> Vec<G::Position> {
    let mut random = SplitMix::new(7);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = game.start();
        for _ in 0..PLIES_RANDOM {
            let moves = legal_list(game, &position);
            if moves.is_empty() {
                break;
            }
            game.play(&mut position, moves[random.below(moves.len() as u64) as usize]);
        }
        if !alphabeta(game, guide, &position, DECIDED_DEPTH).0.score.is_proven() {
            positions.push(position);
        }
    }
    positions
}

/// What a search has cost.
#[derive(Clone, Copy)]
struct Cost {
    nodes: u64,
    time: Duration,
}

impl Cost {
    /// Runs a search that returns its nodes so many times; the fastest counts.
    fn best(rounds: usize, mut search: impl FnMut() -> u64) -> Cost {
        let runs = (0..rounds).map(|_| {
            let begin = thread_time();
            let nodes = search();
            Cost { nodes, time: thread_time() - begin }
        });
        runs.min_by_key(|cost| cost.time).expect("at least one round")
    }

    fn ms(self) -> f64 {
        self.time.as_secs_f64() * 1e3
    }

    /// Returns millions of nodes a second.
    fn speed(self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64() / 1e6
    }
}

/// Returns the CPU time of this thread.
fn thread_time() -> Duration {
    cpu_time(rustix::time::ClockId::ThreadCPUTime)
}

/// Returns the CPU time of all threads.
fn process_time() -> Duration {
    cpu_time(rustix::time::ClockId::ProcessCPUTime)
}

fn cpu_time(clock: rustix::time::ClockId) -> Duration {
    let time = rustix::time::clock_gettime(clock);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
