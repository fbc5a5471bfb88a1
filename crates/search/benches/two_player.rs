//! Measures the two-player searchers, with the simplest guides there can be.
//!
//! Time is the process's CPU time and the best of several rounds counts, since the machines are noisy. `cargo bench -p manator-search -- WORD`
//! runs the parts whose name contains WORD.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::{Duration, Instant};

use manator_core::random::SplitMix;
use manator_core::{Game, Player, Rulebook, Settings, TwoPlayer, legal_list};
use manator_games::jetan::{self, Jetan, Piece};
use manator_games::joust::{Joust, Position};
use manator_games::kings_court::{self, COURT, KingsCourt};
use manator_search::strong::Options;
use manator_search::{Guide, Limits, Strong, alphabeta, minimax};

const ROUNDS: usize = 9;
/// How many random moves precede the positions measured.
const PLIES_RANDOM: usize = 6;

struct Mobility;

impl Guide<Joust> for Mobility {
    #[inline]
    fn evaluate(&self, game: &Joust, position: &Position, player: Player) -> i32 {
        game.mobility(position, player) as i32 - game.mobility(position, player.next(2)) as i32
    }

    fn margin(&self) -> Option<i32> {
        Some(1)
    }
}

/// Counts pieces, and those in the Court.
struct Court;

impl Guide<KingsCourt> for Court {
    fn evaluate(&self, _: &KingsCourt, position: &kings_court::Position, player: Player) -> i32 {
        let side = |player: Player| {
            let pieces = position.pieces(player);
            100 * pieces.count_ones() as i32 + 30 * (pieces & COURT).count_ones() as i32
        };
        side(player) - side(player.next(2))
    }

    fn is_noisy(&self, _: &KingsCourt, _: &kings_court::Position, mv: kings_court::Move) -> bool {
        mv.captured() != 0
    }

    fn promise(&self, _: &KingsCourt, _: &kings_court::Position, mv: kings_court::Move) -> i32 {
        mv.captured().count_ones() as i32
    }

    fn margin(&self) -> Option<i32> {
        Some(100)
    }
}

/// Counts pieces by their usual values.
struct Material;

fn worth(piece: Piece) -> i32 {
    match piece {
        Piece::Panthan => 100,
        Piece::Warrior | Piece::Padwar => 200,
        Piece::Thoat => 300,
        Piece::Dwar | Piece::Flier => 400,
        Piece::Chief => 1000,
        Piece::Princess => 5000,
    }
}

impl Guide<Jetan> for Material {
    fn evaluate(&self, _: &Jetan, position: &jetan::Position, player: Player) -> i32 {
        let pieces = jetan::Square::all().filter_map(|square| position.at(square));
        let sign = |side| if side as u8 == player.0 { 1 } else { -1 };
        pieces.map(|(side, piece)| sign(side) * worth(piece)).sum()
    }

    fn is_noisy(&self, _: &Jetan, position: &jetan::Position, mv: jetan::Move) -> bool {
        position.at(mv.to).is_some()
    }

    fn promise(&self, _: &Jetan, position: &jetan::Position, mv: jetan::Move) -> i32 {
        position.at(mv.to).map_or(0, |(_, victim)| 10 * worth(victim) - worth(mv.piece))
    }

    fn margin(&self) -> Option<i32> {
        Some(150)
    }
}

fn rules<G: Rulebook>(settings: &[(&str, &str)]) -> G {
    let settings = settings.iter().copied();
    G::new(&Settings::read(G::CARD.options, settings).expect("valid")).expect("valid")
}

fn joust(size: &str) -> Joust {
    rules(&[("size", size)])
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
        if !alphabeta(game, guide, &position, 3).0.score.is_proven() {
            positions.push(position);
        }
    }
    positions
}

/// Returns the nodes of one run and the time of the fastest.
fn measure(rounds: usize, mut run: impl FnMut() -> u64) -> (u64, Duration) {
    let mut best = Duration::MAX;
    let mut nodes = 0;
    for _ in 0..rounds {
        let begin = cpu_time();
        nodes = run();
        best = best.min(cpu_time() - begin);
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
        print(&format!("alphabeta, Joust {size}, depth {depth}"), measure(ROUNDS, run));
    }
    let game = joust("8x8");
    let run = || minimax(&game, &Mobility, &game.start(), 7).1;
    print("minimax, Joust 8x8, depth 7", measure(ROUNDS, run));
}

/// Compares the time to a depth, from positions after random moves.
fn race<G: TwoPlayer>(name: &str, game: &G, guide: &impl Guide<G>, depth: u32, count: usize) {
    let positions = positions(game, guide, count);
    let rounds = if depth > 8 || count < 50 { 1 } else { ROUNDS };
    let plain = || positions.iter().map(|p| alphabeta(game, guide, p, depth).1).sum();
    print(&format!("alphabeta, {name}, depth {depth}"), measure(rounds, plain));
    let mut strong = Strong::new(Options::default());
    let mut best = (0, Duration::MAX);
    for _ in 0..rounds {
        let mut sum = (0, Duration::ZERO);
        for position in &positions {
            strong.new_game();
            let begin = cpu_time();
            let report = strong.search(game, guide, position, &Limits::depth(depth), |_| ());
            sum = (sum.0 + report.nodes, sum.1 + (cpu_time() - begin));
        }
        best = if sum.1 < best.1 { sum } else { best };
    }
    print(&format!("strong, {name}, depth {depth}"), best);
}

fn races() {
    for depth in [8, 12] {
        race("Joust 8x8", &joust("8x8"), &Mobility, depth, 50);
        race("Joust 10x10", &joust("10x10"), &Mobility, depth, 50);
    }
    race("King's Court", &rules::<KingsCourt>(&[]), &Court, 5, 3);
    race("Jetan", &rules::<Jetan>(&[]), &Material, 4, 3);
}

fn threads() {
    let game = joust("10x10");
    for threads in [1, 2] {
        let mut strong = Strong::new(Options { threads, hash_mib: 64, ..Options::default() });
        let mut best = (0, Duration::MAX);
        for _ in 0..5 {
            strong.new_game();
            let limits = Limits::time(Duration::from_millis(400));
            let begin = cpu_time();
            let report = strong.search(&game, &Mobility, &game.start(), &limits, |_| ());
            best = best.max((report.nodes, cpu_time() - begin));
        }
        print(&format!("strong, Joust 10x10, {threads} threads"), best);
    }
}

/// Shows how late searches stop.
fn stop() {
    let game: Jetan = rules(&[]);
    let time = Duration::from_millis(50);
    for threads in [1, 2] {
        let mut strong = Strong::new(Options { threads, ..Options::default() });
        let late = |_| {
            let begin = Instant::now();
            strong.search(&game, &Material, &game.start(), &Limits::time(time), |_| ());
            begin.elapsed() - time
        };
        let mut late: Vec<Duration> = (0..15).map(late).collect();
        late.sort();
        println!("Jetan, {threads} threads, late by: median {:?}, worst {:?}", late[7], late[14]);
    }
}

fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    println!("| search | nodes | ms | million nodes/s |");
    println!("|---|---:|---:|---:|");
    let parts: [(&str, fn()); 4] =
        [("fixed", fixed_depth), ("races", races), ("threads", threads), ("stop", stop)];
    for (name, part) in parts {
        if words.is_empty() || words.iter().any(|word| name.contains(word.as_str())) {
            part();
        }
    }
}
