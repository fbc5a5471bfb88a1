//! Measures the move generators against cozy-chess in the same process.
//!
//! Every round runs every case once, and the best round of each counts, so that a noisy neighbour hurts
//! all alike; time is the thread's own CPU time. `cargo bench -p manator-games -- WORD` runs the cases
//! whose name contains WORD, and cozy-chess with them.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod chess;
mod sweep;

macro_rules! modules {
    ($($module:ident::$rulebook:ident,)*) => {
        $(mod $module;)*

        /// Returns what is measured of each game.
        fn games() -> Vec<Case> {
            [$($module::cases()),*].into_iter().flatten().collect()
        }
    };
}
manator_games::every_game!(modules);

use std::time::Duration;

use manator_core::{Game, Notation, legal_list, perft};

/// How often each case is run; the best round counts.
const ROUNDS: usize = 7;
/// How long one measurement goes on repeating its work, in CPU time.
const CASE_TIME: Duration = Duration::from_millis(60);

/// One thing to measure: work that returns how many units it did.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) run: Box<dyn Fn() -> u64>,
}

impl Case {
    /// Measures the leaves of a perft with bulk counting.
    pub(crate) fn perft<G: Game>(name: &str, game: G, position: G::Position, depth: u32) -> Case {
        let run = move || perft(&game, &position, depth);
        Case { name: format!("{name} (leaves)"), run: Box::new(run) }
    }

    /// Measures `legal_moves` and `play` with its copy, each alone.
    pub(crate) fn steps<G: Game + Clone>(name: &str, game: G, position: G::Position) -> [Case; 2] {
        const REPEATS: u64 = 1000;
        let (rules, place) = (game.clone(), position.clone());
        let list = move || {
            for _ in 0..REPEATS {
                let mut last = None;
                let _ = rules.legal_moves(std::hint::black_box(&place), |mv| {
                    last = Some(std::hint::black_box(mv));
                    std::ops::ControlFlow::<()>::Continue(())
                });
                std::hint::black_box(last);
            }
            REPEATS
        };
        let moves = legal_list(&game, &position);
        let play = move || {
            let mut scratch = position.clone();
            for index in 0..REPEATS {
                let mv = moves[index as usize % moves.len()];
                game.with_move(&mut scratch, mv, |next| {
                    std::hint::black_box(next);
                });
            }
            REPEATS
        };
        [
            Case { name: format!("{name} (legal_moves)"), run: Box::new(list) },
            Case { name: format!("{name} (play)"), run: Box::new(play) },
        ]
    }
}

/// Returns the position after `moves` from the start.
pub(crate) fn after<G: Notation>(game: &G, moves: &str) -> G::Position {
    let mut position = game.start();
    for text in moves.split_whitespace() {
        let mv = game.read_move(&position, text).expect("the moves of a vector are legal");
        game.play(&mut position, mv);
    }
    position
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let mut cases = chess::cases();
    let anchors = cases.len();
    cases.extend(games());
    let mut index = 0;
    cases.retain(|case| {
        index += 1;
        index <= anchors || words.is_empty() || words.iter().any(|word| case.name.contains(word))
    });
    let mut best = vec![0.0f64; cases.len()];
    for _ in 0..ROUNDS {
        for (case, best) in cases.iter().zip(&mut best) {
            *best = best.max(speed(case));
        }
    }
    println!("| case | million/s | ns each | ratio to cozy-chess |");
    println!("|---|---:|---:|---:|");
    for (case, speed) in cases.iter().zip(&best) {
        let ratio = if case.name.ends_with("(leaves)") {
            format!("{:.2}", speed / best[0])
        } else {
            String::new()
        };
        println!("| {} | {:.1} | {:.1} | {ratio} |", case.name, speed / 1e6, 1e9 / speed);
    }
    if words.is_empty() {
        sweep::print();
    }
}

/// Returns the units done per CPU second.
pub(crate) fn speed(case: &Case) -> f64 {
    let begin = cpu_time();
    let mut units = 0;
    loop {
        units += std::hint::black_box((case.run)());
        let spent = cpu_time() - begin;
        if spent >= CASE_TIME {
            return units as f64 / spent.as_secs_f64();
        }
    }
}

fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
