//! What agents of the arena may use, whoever asks for them: over real sockets.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cell::Cell;

use crate::browser::Line;
use crate::browser::arena::Arena;
use manator_server::arena::Whole;
use serde_json::{Value, json};

fn played(state: &Value) -> usize {
    state["moves"].as_array().map_or(0, Vec::len)
}

fn says(state: &Value, words: &str) -> bool {
    let notes = state["notes"].as_array().map(Vec::as_slice).unwrap_or_default();
    notes.iter().any(|note| note["text"].as_str().is_some_and(|text| text.contains(words)))
}

#[test]
fn games_with_large_agents_share_what_there_is() {
    // Memory for one of them, and a little more.
    let arena = Arena::with_budget(Whole { memory_mib: 22, threads: 2 });
    let seats = ["champion:hash=12,nodes=20000", "champion:hash=12,nodes=20000"];
    let games: Vec<String> = (0..4).map(|_| arena.game("joust", &seats, "10s/move").0).collect();
    let mut pages: Vec<Line> = games.iter().map(|id| arena.page(id, &[])).collect();
    let mut has_waited = false;
    for (id, page) in games.iter().zip(&mut pages) {
        // Whoever waits loses no time on its clock.
        let state = page
            .until(&format!("game/{id}"), |state| played(state) >= 4 || !state["over"].is_null());
        has_waited |= says(&state, "waiting for memory");
        assert_eq!(state["over"], Value::Null, "{}", state["notes"]);
    }
    assert!(has_waited, "nobody has waited, and all fit into the memory of one");
}

#[test]
fn analyses_wait_for_each_other_and_say_so() {
    let arena = Arena::with_budget(Whole { memory_mib: 100, threads: 2 });
    let think =
        |tag: &str, time: u64| json!({ "do": "think", "game": "joust", "tag": tag, "time": time });
    let (mut first, mut second) = (arena.line(), arena.line());
    first.ask(&think("a", 300_000)).expect("it begins");
    first.until("think", |thought| thought["depth"].as_u64() > Some(0));
    second.ask(&think("b", 50)).expect("it waits");
    let waits = |thought: &Value| {
        thought["waiting"]
            .as_str()
            .is_some_and(|text| text.contains("waiting for processors: 0 before it"))
    };
    second.until("think", waits);
    // A game is not kept from thinking by them.
    let (id, _) = arena.game("joust", &["random", "random"], "none");
    arena.page(&id, &[]).until(&format!("game/{id}"), |state| played(state) >= 2);
    first.ask(&json!({ "do": "stop" })).expect("it ends");
    let done = second.until("think", |thought| thought["done"] == true);
    assert!(done["waiting"].is_null() && done["depth"].as_u64() > Some(0), "{done}");
}

#[test]
fn an_agent_that_will_never_fit_is_refused() {
    let arena = Arena::with_budget(Whole { memory_mib: 48, threads: 2 });
    let wanted = json!({ "game": "joust", "seats": ["here", "champion:hash=41"] });
    let (status, why) = arena.post("/api/games", &wanted);
    assert_eq!(status, 400, "{why}");
    assert!(why.contains("hash=41: expected at most 40"), "{why}");
    // Hints are given by an agent that fits.
    let (id, keys) = arena.game("joust", &["here", "champion:hash=40"], "none");
    let hint = json!({ "do": "hint", "game": id, "key": keys[0] });
    assert!(arena.page(&id, &[&keys[0]]).ask(&hint).expect("an idea")["move"].is_string());
}

#[test]
fn tournaments_have_their_memory_from_the_same_budget() {
    // A game of the tournaments takes all of it; one of people less. By the book, or hurried by a busy machine, they would
    // be over before anybody is seen to wait.
    let arena = Arena::with_budget(Whole { memory_mib: 40, threads: 2 });
    let asked = |agent: &str| {
        json!({
            "game": "jetan", "games": 4, "steps": 4, "time": "60s/move",
            "players": [{ "agent": agent }, { "name": "other", "agent": agent }],
        })
    };
    let (status, why) = arena.post("/api/tournaments", &asked("champion:hash=33"));
    assert_eq!(status, 422, "{why}");
    assert!(why.contains("hash=33: expected at most 32"), "{why}");
    let agent = "champion:hash=12,nodes=40000,book=off";
    let number = || arena.answer("/api/tournaments", &asked(agent))["number"].clone();
    let topics = [number(), number()].map(|number| format!("tournament/{number}"));
    let mut lines = [arena.line(), arena.line()];
    for (line, topic) in lines.iter_mut().zip(&topics) {
        line.watch(topic);
    }
    let (id, _) = arena.game("joust", &["champion:hash=30,nodes=1000"; 2], "none");
    arena.page(&id, &[]).until(&format!("game/{id}"), |state| played(state) >= 2);
    let has_waited = Cell::new(false);
    for (line, topic) in lines.iter_mut().zip(&topics) {
        let shown = line.until(topic, |shown| {
            let waits = shown["notes"].to_string().contains("is waiting for memory");
            has_waited.set(has_waited.get() || waits);
            shown["stage"] == "over"
        });
        assert_eq!(shown["played"], 4, "{shown}");
    }
    assert!(has_waited.get(), "nobody has waited, and all fit into the memory of one");
}

#[test]
fn agents_think_only_while_somebody_follows() {
    let mut arena = Arena::open();
    let (id, _) = arena.game("kings-court", &["random", "random"], "none");
    let (other, _) = arena.game("kings-court", &["random", "random"], "none");
    let topic = format!("game/{id}");
    // The record of a room is not a look at it.
    let before = arena.get(&format!("/api/games/{other}/record")).1;
    let state = arena.page(&id, &[]).until(&topic, |state| played(state) >= 3);
    assert!(played(&state) >= 3);
    for _ in 0..2 {
        assert_eq!(arena.get(&format!("/api/games/{other}/record")).1, before);
        arena.again();
    }
    let mut line = arena.line();
    line.watch("games");
    let listed =
        line.until("games", |list| list["games"].as_array().is_some_and(|all| all.len() == 2));
    let plies = |list: &Value, id: &str| {
        let games = list["games"].as_array().expect("games");
        games.iter().find(|game| game["id"] == id).expect("a game")["plies"].clone()
    };
    assert_eq!(plies(&listed, &other), 0, "it went on alone");
    arena.page(&other, &[]).until(&format!("game/{other}"), |state| played(state) >= 2);
}
