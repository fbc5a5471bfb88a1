//! Measures what a game costs whoever runs it, beside fastchess with the same agents: the referee alone, and a
//! whole tournament that writes every game into its store.
//!
//! The agents answer at once with the next move of a game they were told, so that nothing is measured but the
//! runner and the way to them. Every round runs every case once, and the best of each figure counts, so that a
//! noisy neighbour hurts all alike. `FASTCHESS=PATH cargo bench -p manator-organise --bench runner` measures the
//! program of that path as well; `RUNNER_GAMES` says how many games a case has in a round.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod agent;
mod games;
mod ours;
mod theirs;
mod tournament;

use std::path::PathBuf;
use std::time::Duration;

use ours::Seats;

/// How often each case is run; the best round counts.
const ROUNDS: usize = 7;
/// How many games a case has in a round, unless `RUNNER_GAMES` says otherwise.
const GAMES: usize = 200;
/// How long the games are.
pub(crate) const PLIES: usize = 100;
/// What a player has for the whole game: it is told to the agents, and never used up.
pub(crate) const WHOLE: Duration = Duration::from_secs(60);

/// What games took.
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    /// The CPU time of the runner alone, without the agents'.
    pub(crate) cpu: Duration,
    pub(crate) wall: Duration,
    pub(crate) plies: usize,
}

/// Plays so many games, so many at the same time.
type Play = Box<dyn Fn(usize, usize) -> Cost>;

struct Case {
    name: &'static str,
    play: Play,
    concurrency: usize,
    cpu_per_ply: f64,
    wall_per_ply: f64,
}

impl Case {
    fn run(&mut self, games: usize) {
        let cost = (self.play)(games, self.concurrency);
        let plies = cost.plies as f64;
        self.cpu_per_ply = self.cpu_per_ply.min(cost.cpu.as_secs_f64() / plies);
        self.wall_per_ply = self.wall_per_ply.min(cost.wall.as_secs_f64() / plies);
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, moves, place @ ..] = &arguments[..]
        && flag == agent::FLAG
    {
        return agent::run(moves, place.first()).expect("whoever asks is there until the end");
    }
    let games = std::env::var("RUNNER_GAMES").ok().and_then(|text| text.parse().ok());
    let games = games.unwrap_or(GAMES);
    let mut cases = cases();
    for _ in 0..ROUNDS {
        cases.iter_mut().for_each(|case| case.run(games));
    }
    println!("| runner | games at a time | own CPU µs/ply | wall µs/ply | games of 100 plies/s |");
    println!("|---|---:|---:|---:|---:|");
    for case in &cases {
        println!(
            "| {} | {} | {:.1} | {:.1} | {:.0} |",
            case.name,
            case.concurrency,
            case.cpu_per_ply * 1e6,
            case.wall_per_ply * 1e6,
            1.0 / (case.wall_per_ply * PLIES as f64)
        );
    }
}

fn cases() -> Vec<Case> {
    let own = |seats: Seats| -> Play {
        Box::new(move |games, concurrency| ours::play(seats, games, concurrency))
    };
    let stored = |seats: Seats| -> Play {
        Box::new(move |games, concurrency| tournament::play(seats, games, concurrency))
    };
    let mut cases = Vec::new();
    for concurrency in [1, 2] {
        let mut add = |name, play: Play| {
            let (cpu_per_ply, wall_per_ply) = (f64::INFINITY, f64::INFINITY);
            cases.push(Case { name, play, concurrency, cpu_per_ply, wall_per_ply });
        };
        add("Manator, referee, programs", own(Seats::Programs));
        add("Manator, tournament in its store, programs", stored(Seats::Programs));
        if let Some(path) = std::env::var_os("FASTCHESS").map(PathBuf::from) {
            let play = move |games, concurrency| theirs::play(&path, games, concurrency);
            add("fastchess, programs", Box::new(play));
        }
        add("Manator, referee, loopback TCP", own(Seats::Connections));
        add("Manator, referee, built-in `random`", own(Seats::Builtin));
        add("Manator, tournament in its store, built-in `random`", stored(Seats::Builtin));
    }
    cases
}
