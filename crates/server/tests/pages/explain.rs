//! How agents search, as pages of the arena are told: over real sockets.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_games::catalog;
use manator_server::arena::Whole;
use serde_json::{Value, json};

use crate::browser::arena::Arena;
use crate::browser::request;

#[test]
fn two_searches_of_one_position_are_compared() {
    let arena = Arena::open();
    let asked = json!({ "game": "joust", "moves": ["D1B2"], "agent": "minimax", "beside": "alphabeta", "depth": 4 });
    let answer = arena.answer("/api/explain", &asked);
    let [all, fewer] = [&answer["searches"][0], &answer["searches"][1]];
    assert_eq!(answer["comparison"], json!({ "same_move": true, "same_value": true }));
    assert_eq!((&all["best"], &all["line"]), (&fewer["best"], &fewer["line"]));
    assert!(all["nodes"].as_u64() > fewer["nodes"].as_u64(), "{all}");
    for search in [all, fewer] {
        let tree = search["tree"].as_array().expect("a tree");
        assert_eq!((&tree[0]["nodes"], &tree[0]["values"]), (&search["nodes"], &search["values"]));
        let kept: u64 = tree.iter().map(|node| 1 + node["more"].as_u64().expect("a count")).sum();
        assert_eq!(Some(kept), search["nodes"].as_u64());
        assert!(tree.len() <= 600);
    }
    let is_cut = |node: &Value| node["why"] == "cut" && node["known"] != "exact";
    assert!(fewer["tree"].as_array().expect("a tree").iter().any(is_cut));
}

#[test]
fn every_game_and_agent_is_explained() {
    let arena = Arena::open();
    for entry in catalog::GAMES {
        let game = entry.card().name;
        for agent in manator_engine::catalog::names(game) {
            let asked = json!({ "game": game, "agent": agent, "depth": 2, "playouts": 60, "nodes_max": 40 });
            let answer = arena.answer("/api/explain", &asked);
            let search = &answer["searches"][0];
            assert_eq!((&search["agent"], &answer["game"]), (&json!(agent), &json!(game)));
            assert!(search["best"].is_string(), "{agent} of {game}: {search}");
            let nodes = search["tree"].as_array().or(search["visits"]["tree"].as_array());
            assert!(nodes.is_none_or(|nodes| !nodes.is_empty() && nodes.len() <= 40));
            let seats = if agent == "maxn" { entry.card().players.len() } else { 1 };
            assert_eq!(search["values"].as_array().map(Vec::len), Some(seats));
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let arena = Arena::open();
    for (asked, part) in [
        (json!({ "game": "chess", "agent": "minimax" }), "unknown game 'chess'"),
        (json!({ "game": "joust", "agent": "nobody" }), "no agent 'nobody' plays joust"),
        (json!({ "game": "joust", "agent": "minimax", "beside": "maxn" }), "no agent 'maxn'"),
        (json!({ "game": "joust", "agent": "minimax", "depth": 0 }), "depth=0: expected 1 to 20"),
        (json!({ "game": "joust", "agent": "minimax", "depth": 21 }), "depth=21: expected 1 to 20"),
        (
            json!({ "game": "joust", "agent": "mcts", "playouts": 50_001 }),
            "playouts=50001: expected 1 to 50000",
        ),
        (
            json!({ "game": "joust", "agent": "minimax", "nodes_max": 3_001 }),
            "nodes_max=3001: expected 1 to 3000",
        ),
        (json!({ "game": "joust", "agent": "minimax", "moves": ["A1A2"] }), "move 1: "),
        (
            json!({ "game": "joust", "agent": "minimax", "depth": 20 }),
            "minimax: depth 20 was not finished after ",
        ),
    ] {
        let (status, why) = arena.post("/api/explain", &asked);
        assert_eq!(status, 422, "{why}");
        assert!(why.contains(part), "{why}");
    }
    let (status, _) = request(arena.port, "POST", "/api/explain", r#"{"game":"joust","who":1}"#);
    assert_eq!(status, 422);
}

#[test]
fn a_game_that_is_over_has_nothing_to_search() {
    let arena = Arena::open();
    let moves = ["B1A3", "B3C1", "A3C2", "C1A2", "C2A1", "A2C3"];
    let asked =
        json!({ "game": "joust", "options": "size=3x3", "moves": moves, "agent": "alphabeta" });
    let (status, why) = arena.post("/api/explain", &asked);
    assert_eq!(status, 422);
    assert!(why.starts_with("there is nothing to search: the game is over, "), "{why}");
}

/// Agents that are explained are counted with those that think, of which there are only so many.
#[test]
fn where_too_many_think_nobody_is_explained() {
    let arena = Arena::open();
    let asked = json!({ "game": "joust", "agent": "alphabeta" });
    let think = json!({ "do": "think", "game": "jetan", "tag": "long", "time": 300_000 });
    let mut pages: Vec<_> = (0..32).map(|_| arena.line()).collect();
    for page in &mut pages {
        page.ask(&think).expect("it thinks, or waits to");
    }
    let (status, why) = arena.post("/api/explain", &asked);
    let words = "too many agents think here, or wait to: try again in a moment";
    assert_eq!((status, why.as_str()), (429, words));
    // Without them there is room again, once the agents have noticed.
    drop(pages);
    let (status, answer) = (0..1000)
        .map(|_| arena.post("/api/explain", &asked))
        .find(|(status, _)| *status != 429)
        .expect("an answer");
    assert_eq!(status, 200, "{answer}");
}

/// Whoever waits too long for a thread is told so, rather than kept waiting.
#[test]
fn who_waits_too_long_is_told_so() {
    let arena = Arena::with_budget(Whole { memory_mib: 100, threads: 2 });
    let mut page = arena.line();
    let think = json!({ "do": "think", "game": "jetan", "tag": "long", "time": 300_000 });
    page.ask(&think).expect("it thinks");
    page.until("think", |thought| thought["depth"].as_u64() > Some(0));
    let (status, why) = arena.post("/api/explain", &json!({ "game": "joust", "agent": "minimax" }));
    assert_eq!((status, why.as_str()), (429, "agents of others think: try again in a moment"));
}
