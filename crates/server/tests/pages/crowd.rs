//! A thousand pages and a flood of requests, while a game is played: it does not notice.
//!
//! `cargo test --release -p manator-server --test pages crowd -- --nocapture` prints what it takes; time decides
//! nothing.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::browser::arena::Arena;
use crate::browser::{Line, request};
use serde_json::json;

const PAGES: usize = 1000;
const FLOODERS: usize = 6;
/// How many games are played in each weather.
const GAMES: usize = 3;

/// Plays a game to its end by the first legal moves; returns what each move took, until it was seen.
fn game(arena: &Arena) -> Vec<Duration> {
    let (id, keys) = arena.game("joust", &["here", "link"], "5m");
    let mut line = arena.page(&id, &[&keys[0], &keys[1]]);
    let (topic, moves) = (format!("game/{id}"), format!("legal/{id}"));
    let mut took = Vec::new();
    line.watch(&topic);
    line.watch(&moves);
    let mut state = line.until(&topic, |_| true);
    while state["over"].is_null() {
        let seat = state["turn"].as_u64().expect("a seat") as usize;
        let ply = state["moves"].as_array().expect("moves").len();
        let legal = line.until(&moves, |legal| legal["position"] == state["position"]);
        let mv = legal["legal"][0]["move"].clone();
        let began = Instant::now();
        line.say(
            &json!({ "n": 9, "do": "play", "game": id, "key": keys[seat], "move": mv, "ply": ply })
                .to_string(),
        );
        state =
            line.until(&topic, |state| state["moves"].as_array().is_some_and(|m| m.len() > ply));
        took.push(began.elapsed());
    }
    assert_ne!(state["over"]["reason"], "time");
    took
}

fn shown(mut took: Vec<Duration>) -> String {
    took.sort();
    let at = |part: usize| took[(took.len() - 1) * part / 100].as_secs_f64() * 1000.0;
    format!("a move is seen after {:.1} ms, 99 of 100 within {:.1} ms", at(50), at(99))
}

/// Says something on every page: one that says nothing at all for a minute is taken for gone.
fn keep(pages: &mut [Line]) {
    let unwatch = json!({ "n": 0, "do": "unwatch", "topic": "nothing" }).to_string();
    pages.iter_mut().for_each(|page| page.say(&unwatch));
}

#[test]
fn a_crowd_leaves_games_alone() {
    let arena = Arena::open();
    let calm: Vec<Duration> = (0..GAMES).flat_map(|_| game(&arena)).collect();
    let (watched, keys) = arena.game("joust", &["here", "link"], "none");
    let mut pages: Vec<Line> = Vec::new();
    for number in 0..PAGES {
        if number % 100 == 0 {
            keep(&mut pages);
        }
        pages.push(arena.page(&watched, &[]));
    }
    let stop = AtomicBool::new(false);
    let asked = AtomicUsize::new(0);
    let flooded = thread::scope(|scope| {
        for _ in 0..FLOODERS {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let (status, _) = request(arena.port, "GET", "/api/catalog", "");
                    assert_eq!(status, 200);
                    let position = json!({ "game": "jetan" }).to_string();
                    let (status, _) = request(arena.port, "POST", "/api/position", &position);
                    assert_eq!(status, 200);
                    asked.fetch_add(2, Ordering::Relaxed);
                }
            });
        }
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                keep(&mut pages);
                thread::sleep(Duration::from_secs(1));
            }
        });
        let flooded: Vec<Duration> = (0..GAMES).flat_map(|_| game(&arena)).collect();
        stop.store(true, Ordering::Relaxed);
        flooded
    });
    println!("alone: {}", shown(calm));
    println!(
        "with {PAGES} pages and {} requests meanwhile: {}",
        asked.load(Ordering::Relaxed),
        shown(flooded)
    );
    // All of them are still there, and are told.
    let began = Instant::now();
    let mut line = arena.page(&watched, &[&keys[0]]);
    line.ask(&json!({ "do": "play", "game": watched, "key": keys[0], "move": "D1E3" }))
        .expect("legal");
    let topic = format!("game/{watched}");
    for page in &mut pages {
        page.until(&topic, |state| state["moves"].as_array().is_some_and(|moves| moves.len() == 1));
    }
    println!(
        "{PAGES} pages have seen a move after {:.0} ms",
        began.elapsed().as_secs_f64() * 1000.0
    );
}
