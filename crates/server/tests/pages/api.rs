//! Programs that play in the arena by requests and JSON, as a language model does, over real sockets.
// SPDX-License-Identifier: MIT OR Apache-2.0

use serde_json::{Value, json};

use crate::browser::arena::Arena;
use crate::browser::ask;

/// Asks as a program does, which is no page of the server; returns the status and what is answered.
fn call(port: u16, request: &str, body: &str) -> (u16, Value) {
    let answer = ask(port, request, &[format!("Host: 127.0.0.1:{port}")], body);
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
    (status, serde_json::from_str(body).unwrap_or_else(|_| json!(body)))
}

fn post(port: u16, path: &str, body: &Value) -> (u16, Value) {
    call(port, &format!("POST /api/v1/{path}"), &body.to_string())
}

fn begin(port: u16, wanted: &Value) -> (String, String, Value) {
    let (status, begun) = post(port, "games", wanted);
    assert_eq!(status, 200, "{begun}");
    let text = |name: &str| begun[name].as_str().expect("text").to_string();
    (text("id"), text("key"), begun["state"].clone())
}

fn play(port: u16, id: &str, key: &str, mv: &str) -> (u16, Value) {
    post(port, &format!("games/{id}/move"), &json!({ "key": key, "move": mv }))
}

#[test]
fn a_program_plays_a_whole_game_in_a_room_like_any_other() {
    let mut arena = Arena::open();
    let wanted = json!({
        "game": "joust", "options": { "size": "4x5" }, "side": "black", "opponent": "random",
        "name": "my model",
    });
    let (id, key, mut state) = begin(arena.port, &wanted);
    assert_eq!((&state["you"], &state["your_turn"]), (&json!("black"), &json!(true)), "{state}");
    assert_eq!(state["moves"].as_array().expect("moves").len(), 1, "the opponent has begun");
    assert!(state["board"].as_str().expect("a board").contains("A B C D"), "{state}");
    // Pages see it, under the name that the program gave.
    let mut line = arena.line();
    line.watch("games");
    let list = line.until("games", |list| list["games"][0]["id"] == json!(id));
    assert_eq!(list["games"][0]["names"], json!(["random", "my model"]));
    drop(line);
    let mut is_first = true;
    while state["over"].is_null() {
        let mv = state["legal"][0].as_str().expect("a move").to_string();
        let (status, next) = play(arena.port, &id, &key, &mv);
        assert_eq!(status, 200, "{next}");
        let played = |state: &Value| state["moves"].as_array().expect("moves").len();
        assert!(!next["over"].is_null() || played(&next) == played(&state) + 2, "it is answered");
        state = next;
        if std::mem::take(&mut is_first) {
            arena.again();
        }
    }
    assert_eq!(state["to_move"], Value::Null);
    let (status, told) = play(arena.port, &id, &key, "A1B3");
    assert_eq!(status, 409, "{told}");
    assert!(
        told["error"].as_str().expect("a sentence").starts_with("the game is over: "),
        "{told}"
    );
    let (_, seen) = call(arena.port, &format!("GET /api/v1/games/{id}"), "");
    assert_eq!((&seen["over"], &seen["you"]), (&state["over"], &Value::Null));
}

#[test]
fn illegal_answers_are_explained_counted_and_at_last_lost() {
    let mut arena = Arena::open();
    let wanted = json!({ "game": "jetan", "opponent": "random", "retries": 2 });
    let (id, key, state) = begin(arena.port, &wanted);
    assert_eq!(state["retries_left"], 2);
    let (status, told) = play(arena.port, &id, &key, "D2D9");
    assert_eq!(
        (status, &told["retries_left"], &told["illegal_answers"]),
        (422, &json!(1), &json!(1))
    );
    let error = told["error"].as_str().expect("a sentence");
    assert!(error.starts_with("D2D9: ") && error.contains("from D2 it can go to"), "{error}");
    assert!(error.ends_with("1 more is forgiven in place of this move"), "{error}");
    // The count is kept with the game.
    arena.again();
    let (_, told) = play(arena.port, &id, &key, "I resign!");
    assert_eq!((&told["code"], &told["illegal_answers"]), (&json!("syntax"), &json!(2)), "{told}");
    let (status, state) = play(arena.port, &id, &key, "D2D3");
    assert_eq!(
        (status, &state["retries_left"]),
        (200, &json!(2)),
        "a legal move is a new beginning"
    );
    assert_eq!(state["players"][0]["illegal_answers"], 2);
    let (mut last, mut count) = (Value::Null, 0);
    while last["game"].is_null() {
        (_, last) = play(arena.port, &id, &key, "E5E5");
        count += 1;
    }
    assert_eq!(count, 3, "{last}");
    let over = &last["game"]["over"];
    assert_eq!((&over["reason"], &over["result"]), (&json!("default"), &json!("0-1")));
    let words = over["words"].as_str().expect("a sentence");
    assert!(words.starts_with("Black made an illegal move, E5E5: "), "{words}");
    assert_eq!(last["game"]["players"][0]["illegal_answers"], 5);
    let mut page = arena.page(&id, &[]);
    let state = page.until(&format!("game/{id}"), |_| true);
    assert_eq!(state["over"]["words"], words, "pages see the same end");
}

#[test]
fn legal_moves_can_be_withheld_and_rules_are_told_on_request() {
    let arena = Arena::open();
    let wanted = json!({ "game": "joust", "withhold_legal": true, "opponent": "random" });
    let (id, key, state) = begin(arena.port, &wanted);
    assert!(state.get("legal").is_none() && state["your_turn"] == true, "{state}");
    let (_, told) = play(arena.port, &id, &key, "D1D2");
    let error = told["error"].as_str().expect("a sentence");
    assert!(!error.contains("C3") && !error.contains("E3"), "nothing legal is given away: {error}");
    let (_, all) = call(arena.port, "GET /api/v1/rules", "");
    assert_eq!(all.as_array().expect("games").len(), manator_games::catalog::GAMES.len());
    let (_, rules) = call(arena.port, "GET /api/v1/rules/joust", "");
    assert!(rules["rules"].as_str().expect("text").contains("knight"), "{rules}");
    let (status, told) = call(arena.port, "GET /api/v1/rules/chess", "");
    assert_eq!(status, 404);
    assert!(told["error"].as_str().expect("a sentence").contains("expected jetan"), "{told}");
    let (status, state) = post(arena.port, &format!("games/{id}/resign"), &json!({ "key": key }));
    assert_eq!((status, &state["over"]["reason"]), (200, &json!("resigned")));
}

#[test]
fn two_programs_play_each_other_and_a_third_does_not() {
    let arena = Arena::open();
    let wanted = json!({ "game": "refusal", "opponent": "api", "retries": 0 });
    let (id, _, state) = begin(arena.port, &wanted);
    let (_, begun) = post(arena.port, "games", &wanted);
    let mv = state["legal"][0].as_str().expect("a move");
    let strange = begun["others"]["north"].as_str().expect("a key");
    let (status, told) = play(arena.port, &id, strange, mv);
    assert_eq!((status, &told["error"]), (403, &json!("nobody who plays here has this key")));
    let (id, key, other) = (begun["id"].as_str().expect("an id"), begun["key"].as_str(), strange);
    let (status, told) = play(arena.port, id, other, mv);
    assert_eq!((status, &told["error"]), (409, &json!("it is not your turn: south decides")));
    let answer = json!({ "key": key, "move": mv, "ply": 3 });
    assert_eq!(post(arena.port, &format!("games/{id}/move"), &answer).0, 409, "it is stale");
    let answer = json!({ "key": key, "move": mv, "wait": 0 });
    let (status, state) = post(arena.port, &format!("games/{id}/move"), &answer);
    assert_eq!(
        (status, &state["your_turn"], &state["to_move"]),
        (200, &json!(false), &json!("north"))
    );
    let (_, state) = call(arena.port, &format!("GET /api/v1/games/{id}?key={other}&wait=50"), "");
    assert_eq!(state["legal"][0], "accept", "{state}");
    let (_, told) = play(arena.port, id, other, "perhaps");
    assert_eq!(told["game"]["over"]["result"], "1-0", "nothing is forgiven: {told}");
}

#[test]
fn whatever_is_asked_wrongly_is_answered_with_a_sentence() {
    let arena = Arena::open();
    let port = arena.port;
    let (id, key, _) = begin(port, &json!({ "game": "joust", "opponent": "random" }));
    let wrong = [
        ("POST /api/v1/games", "{", "EOF"),
        ("POST /api/v1/games", "7", "invalid type"),
        ("POST /api/v1/games", r#"{"game":"chess"}"#, "unknown game 'chess'"),
        ("POST /api/v1/games", r#"{"game":"joust","sides":"x"}"#, "unknown field"),
        (
            "POST /api/v1/games",
            r#"{"game":"joust","side":"green"}"#,
            "side: 'green' is not white or black",
        ),
        ("POST /api/v1/games", r#"{"game":"joust","options":"size=9"}"#, "size"),
        ("POST /api/v1/games", r#"{"game":"joust","options":{"size":[1]}}"#, "options"),
        ("POST /api/v1/games", r#"{"game":"joust","opponent":"nobody"}"#, "nobody"),
        (
            "POST /api/v1/games",
            r#"{"game":"joust","opponent":"program:/bin/sh"}"#,
            "expected an agent",
        ),
        (
            "POST /api/v1/games",
            r#"{"game":"joust","opponent":["easy","easy"]}"#,
            "2 were given: expected 1",
        ),
        (
            "POST /api/v1/games",
            r#"{"game":"joust","retries":100}"#,
            "retries: 100 is not between 0 and 99",
        ),
        ("POST /api/v1/games", r#"{"game":"joust","player":"me"}"#, "player: nobody is waited for"),
        ("POST /api/v1/games", r#"{"game":"joust","time":"soon"}"#, "soon"),
        ("GET /api/v1/games/nothing", "", "there is no game 'nothing'"),
        ("GET /api/v1/games/nothing?wait=long", "", "wait"),
        ("POST /api/v1/games/nothing/move", r#"{"move":"D1E3"}"#, "there is no game 'nothing'"),
    ];
    for (request, body, words) in wrong {
        let (status, told) = call(port, request, body);
        let error = told["error"].as_str().unwrap_or_default();
        assert!(
            (400..500).contains(&status) && error.contains(words),
            "{request} {body}: {status} {told}"
        );
    }
    let long = json!({ "key": key, "move": "D".repeat(2000) });
    let (status, told) = post(port, &format!("games/{id}/move"), &long);
    assert_eq!(status, 422, "{told}");
    let state = call(port, &format!("GET /api/v1/games/{id}"), "").1;
    assert_eq!(state["players"][0]["illegal_answers"], 0, "{state}");
    // A page of somebody else makes a browser ask for nothing.
    let head = [format!("Host: 127.0.0.1:{port}"), "Origin: http://evil.example".into()];
    let answer = ask(port, "POST /api/v1/games", &head, r#"{"game":"joust"}"#);
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
}
