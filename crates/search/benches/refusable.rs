//! Measures how deep a search of refusable turns looks: `cargo bench -p manator-search --bench
//! refusable -- SECONDS`, one second for each position unless told.
// SPDX-License-Identifier: MIT OR Apache-2.0

#[path = "../tests/refusable/material.rs"]
mod material;

use std::time::Duration;

use manator_core::{Notation, Refusable};
use manator_games::refusal::{Action, Position, Refusal, Refusals, SOUTH};
use manator_search::Limits;
use manator_search::refusable::{Horizon, Searcher};

use material::Material;

/// What has stood before each position.
const GAMES: [(&str, &str); 3] = [
    ("start", ""),
    ("middle", "E1E2 E8E7 E2B2 A6B4 A3C4 E7C7 A1A7 E6C5 C4E5 B4C2 D3D4 C5D3 A7B7 A8A7 B2A2 D3C1"),
    ("open", "A1A2 A6B4 C3B4 E6C5 B4C5 A8A4 B3A4 B6C5 A2D2 C5C4 E3C4 E8E7"),
];

fn main() {
    let seconds = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(1.0);
    for horizon in [Horizon::Hard, Horizon::Quiet] {
        for (name, moves) in GAMES {
            measure(name, moves, horizon, seconds);
        }
    }
}

fn measure(name: &str, moves: &str, horizon: Horizon, seconds: f64) {
    let game = Refusal::with(SOUTH, Refusals::Once);
    let position = after(&game, moves);
    let mut searcher = Searcher::new(256, horizon);
    let limits = Limits::time(Duration::from_secs_f64(seconds));
    println!("{name}, {horizon:?}: turns, nodes, milliseconds, value, line");
    let decision = searcher.think(&game, &Material, &position, &limits, |report| {
        let [.., second] = &report.lines[..] else { return };
        let line: Vec<String> = second.line.iter().map(ToString::to_string).collect();
        let time = report.elapsed.as_secs_f64() * 1e3;
        println!(
            "{:3} {:10} {time:8.1} {} {}",
            report.depth,
            report.nodes,
            second.score,
            line.join(" ")
        );
    });
    let speed = decision.nodes as f64 / seconds / 1e6;
    println!("{:3} {:10} {speed:.2} million nodes a second if not ended early", "", decision.nodes);
}

fn after(game: &Refusal, moves: &str) -> Position {
    let mut position = game.turn_start(&manator_core::Game::start(game));
    for text in moves.split_whitespace() {
        let Ok(Action::Move(mv)) = game.read_move(&position, text) else { panic!("{text}") };
        game.stand(&mut position, mv);
    }
    position
}
