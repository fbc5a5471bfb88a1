//! What there is to learn, as pages of the arena read it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_examine::templates::TEMPLATES;
use manator_games::catalog::GAMES;
use serde_json::{Value, json};

use crate::browser::arena::Arena;
use crate::browser::{Line, get, request};

/// Returns what a request about a lesson says of its position.
fn asked(game: &str, lesson: &Value) -> Value {
    match &lesson["position"] {
        Value::Null => json!({ "game": game }),
        start => json!({ "game": game, "start": start }),
    }
}

#[test]
fn rules_have_lessons_that_can_be_tried() {
    let arena = Arena::open();
    for entry in GAMES {
        let game = entry.card().name;
        let rules = get(arena.port, &format!("/api/rules/{game}"));
        let lessons = rules["lessons"].as_array().expect("lessons");
        for block in rules["blocks"].as_array().expect("blocks") {
            let kind = block["kind"].as_str().expect("a kind");
            let is_known = ["heading", "text", "list", "code", "start", "options", "reasons"];
            let is_lesson =
                kind == "lesson" && lessons.iter().any(|one| one["name"] == block["name"]);
            assert!(is_lesson || is_known.contains(&kind), "{game}: {block}");
        }
        for lesson in lessons {
            let position = arena.answer("/api/position", &asked(game, lesson));
            let legal = position["legal"].as_array().expect("legal moves");
            for goal in lesson["goal"].as_array().expect("a goal") {
                let is_legal = legal.iter().any(|one| one["move"] == *goal);
                assert!(is_legal, "{game}: {lesson}");
            }
        }
    }
    let (status, why) = request(arena.port, "GET", "/api/rules/chess", "");
    assert_eq!((status, why.as_str()), (404, "unknown game 'chess'"));
}

#[test]
fn the_arbiter_explains_what_was_tried() {
    let arena = Arena::open();
    let joust = |cells: Value| json!({ "position": { "game": "joust" }, "cells": cells });
    let board = arena.answer("/api/position", &json!({ "game": "joust" }));
    let cells = board["board"]["cells"].as_array().expect("cells");
    let cell = |name: &str| cells.iter().position(|cell| cell["name"] == name).expect("a cell");
    let said = arena.answer("/api/try", &joust(json!([cell("D1"), cell("D2")])));
    let refusal = &said["refusal"];
    assert!(refusal["code"].is_string(), "{said}");
    assert!(refusal["words"].as_str().is_some_and(|words| words.starts_with("D1D2: ")), "{said}");
    let said = arena.answer("/api/try", &joust(json!([cell("D8"), cell("E6")])));
    let refusal = &said["refusal"];
    assert_eq!(refusal["words"], "D8E6: D8 holds Black's knight");
    assert_eq!(refusal["legal"], json!(["D1B2", "D1C3", "D1E3", "D1F2"]));
    let said = arena.answer("/api/try", &joust(json!([cell("D1"), cell("E3")])));
    assert_eq!(said["refusal"], Value::Null);
    for nonsense in [json!([9999]), json!("D1"), json!([-1]), Value::Null] {
        assert_eq!(arena.post("/api/try", &joust(nonsense)).0, 422);
    }
    assert_eq!(arena.post("/api/try", &json!([])).0, 422);
    assert_eq!(
        arena.post("/api/try", &json!({ "position": { "game": "go" }, "cells": [] })).0,
        422
    );
    // A page that asks nonsense is still served.
    let mut line = Line::open(arena.port);
    line.watch("games");
    assert!(line.until("games", |_| true)["games"].is_array());
    line.say("nonsense");
    assert!(line.hear()["error"].is_string());
}

#[test]
fn an_agent_answers_in_every_game() {
    let arena = Arena::open();
    for entry in GAMES {
        let game = json!({ "game": entry.card().name });
        let answer = arena.answer("/api/reply", &game);
        let position = arena.answer("/api/position", &game);
        let legal = position["legal"].as_array().expect("legal moves");
        assert!(legal.iter().any(|one| one["move"] == answer["move"]), "{answer}");
    }
    assert_eq!(arena.post("/api/reply", &json!({ "game": "joust", "moves": ["A1"] })).0, 422);
}

#[test]
fn agents_to_begin_with_are_downloaded() {
    let arena = Arena::open();
    let guide = get(arena.port, "/api/guide");
    let parts = guide["parts"].as_array().expect("parts");
    assert!(parts.iter().all(|part| part["blocks"].as_array().is_some_and(|all| !all.is_empty())));
    assert_eq!(guide["templates"].as_array().map(Vec::len), Some(TEMPLATES.len()));
    for template in TEMPLATES {
        for (name, text) in template.files {
            let path = format!("/api/templates/{}/{name}", template.name);
            assert_eq!(request(arena.port, "GET", &path, ""), (200, (*text).into()));
        }
    }
    for path in ["/api/templates/cobol/agent.cob", "/api/templates/rust/..%2f..%2fCargo.toml"] {
        assert_eq!(request(arena.port, "GET", path, "").0, 404);
    }
}
