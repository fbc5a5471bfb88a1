//! Games of people in the arena, over real sockets: seats and keys, turns, what is kept, and strangers.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{Read, Write};

use crate::browser::arena::Arena;
use crate::browser::{Line, connect, get, request};
use serde_json::{Value, json};

/// Plays a move, or says why not.
fn play(line: &mut Line, id: &str, key: &str, mv: &str) -> Result<Value, String> {
    line.ask(&json!({ "do": "play", "game": id, "key": key, "move": mv }))
}

fn act(line: &mut Line, id: &str, key: &str, what: &str) -> Result<Value, String> {
    line.ask(&json!({ "do": what, "game": id, "key": key }))
}

/// Waits until so many moves are played.
fn until(line: &mut Line, id: &str, moves: usize) -> Value {
    let played = |state: &Value| state["moves"].as_array().is_some_and(|list| list.len() == moves);
    line.until(&format!("game/{id}"), played)
}

#[test]
fn only_whoever_has_the_key_moves_and_only_in_turn() {
    let arena = Arena::open();
    let (id, keys) = arena.game("joust", &["here", "link"], "none");
    let mut line = arena.page(&id, &[&keys[0]]);
    let refused = |found: Result<Value, String>, words: &str| {
        let why = found.expect_err("it is refused");
        assert!(why.contains(words), "'{why}' does not say '{words}'");
    };
    refused(play(&mut line, &id, "", "D1E3"), "nobody who plays here has this key");
    refused(play(&mut line, &id, &keys[1], "D8E6"), "it is not your turn: white decides");
    refused(play(&mut line, &id, &keys[0], "D1D2"), "D1D2");
    refused(play(&mut line, "nothing", &keys[0], "D1E3"), "there is no game 'nothing'");
    let touch = json!({ "do": "play", "game": id, "key": keys[0], "cells": [3, 9999] });
    refused(line.ask(&touch), "expected cells of this board");
    let stale = json!({ "do": "play", "game": id, "key": keys[0], "move": "D1E3", "ply": 7 });
    refused(line.ask(&stale), "the position has changed since");
    assert_eq!(play(&mut line, &id, &keys[0], "d1-e3"), Ok(json!({ "move": "D1E3" })));
    // What was sent twice is played once.
    refused(play(&mut line, &id, &keys[0], "D1E3"), "it is not your turn");
    refused(act(&mut line, &id, &keys[0], "redo"), "several pages");
    refused(act(&mut line, &id, &keys[0], "accept"), "nobody has asked");
    refused(line.ask(&json!({ "do": "name", "game": id, "key": keys[0], "name": " " })), "name");
    refused(line.ask(&json!({ "do": "fly" })), "'fly' is nothing that can be asked for");
    refused(line.ask(&json!({ "do": "watch", "topic": "game/x" })), "there is no game 'x'");
    refused(line.ask(&json!({ "do": "watch", "topic": "secrets" })), "there is no 'secrets' here");
}

#[test]
fn a_game_outlives_its_server() {
    let mut arena = Arena::open();
    let (id, keys) = arena.game("kings-court", &["here", "link"], "10m");
    let mut line = arena.page(&id, &[&keys[0], &keys[1]]);
    let moves = format!("legal/{id}");
    line.watch(&moves);
    let first = line.until(&moves, |_| true);
    let mv = first["legal"][0]["move"].as_str().expect("a move").to_string();
    play(&mut line, &id, &keys[0], &mv).expect("it is legal");
    let before = until(&mut line, &id, 1);
    line.ask(&json!({ "do": "name", "game": id, "key": keys[0], "name": "Ada" })).expect("a name");
    arena.again();
    let mut line = Line::open(arena.port);
    line.watch(&format!("game/{id}"));
    let after = until(&mut line, &id, 1);
    for part in ["position", "film", "turn", "control", "number"] {
        assert_eq!(before[part], after[part], "{part}");
    }
    assert_eq!(after["seats"][0]["name"], "Ada");
    assert!(after["clocks"][0].as_u64() <= before["clocks"][0].as_u64());
    act(&mut line, &id, &keys[1], "resign").expect("it is not over");
    let over = line.until(&format!("game/{id}"), |state| !state["over"].is_null());
    drop(line);
    arena.again();
    let mut line = Line::open(arena.port);
    line.watch(&format!("game/{id}"));
    // How it ended is said in the same words ever after.
    assert_eq!(until(&mut line, &id, 1)["over"], over["over"]);
    let (status, record) = request(arena.port, "GET", &format!("/api/games/{id}/record"), "");
    assert_eq!(status, 200);
    assert!(record.contains("[First \"Ada\"]") && record.contains(&mv), "{record}");
    let read = arena.answer("/api/position", &json!({ "record": record }));
    assert_eq!((&read["moves"], &read["record"]["players"][0]), (&json!([mv]), &json!("Ada")));
}

#[test]
fn the_list_says_whose_turn_it_is_after_a_restart() {
    let mut arena = Arena::open();
    let (id, keys) = arena.game("refusal", &["here", "here"], "none");
    let mut line = arena.page(&id, &[&keys[0], &keys[1]]);
    let moves = format!("legal/{id}");
    line.watch(&moves);
    let first = line.until(&moves, |_| true);
    let mv = first["legal"][0]["move"].as_str().expect("a move").to_string();
    play(&mut line, &id, &keys[0], &mv).expect("it is legal");
    play(&mut line, &id, &keys[1], "accept").expect("it is legal");
    drop(line);
    arena.again();
    let mut line = arena.line();
    line.watch("games");
    let listed = line.until("games", |list| list["games"][0]["plies"] == 2);
    assert_eq!(listed["games"][0]["turn"], 1, "the move was accepted, and now the other moves");
}

/// Plays moves that end nothing until there are so many, and lets a page with both seats make them.
fn play_long(arena: &Arena, plies: usize, mut moved: impl FnMut(&str)) {
    let entry = manator_games::catalog::find("jetan").expect("a game");
    let settings = manator_core::Settings::parse(entry.card().options, "").expect("settings");
    let mut table = entry.open(settings).expect("a table");
    let (id, keys) = arena.game("jetan", &["here", "link"], "30m");
    let mut line = arena.page(&id, &[&keys[0], &keys[1]]);
    moved(&id);
    let mut chance = 1_u64;
    while table.moves().len() < plies {
        let legal = table.gestures();
        // A small generator, the same for ever, so that the game is.
        chance =
            chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mv = legal[(chance >> 33) as usize % legal.len()].0.clone();
        let seat = table.to_move().index();
        table.play(&mv).expect("it is legal");
        if table.outcome().is_some() {
            table.undo();
            continue;
        }
        play(&mut line, &id, &keys[seat], &mv).expect("it is legal");
        moved(&id);
    }
}

#[test]
fn whoever_watches_a_long_game_is_told_little() {
    const PLIES: usize = 191;
    const BYTES_MAX: usize = 150_000;
    let arena = Arena::open();
    let mut watcher: Option<Line> = None;
    let (mut first, mut plies) = (0, 0);
    play_long(&arena, PLIES, |id| {
        let line = watcher.get_or_insert_with(|| {
            let mut line = arena.page(id, &[]);
            line.watch(&format!("thinking/{id}"));
            line
        });
        // Each state is waited for: nothing is left out because the page is slow.
        let state = until(line, id, plies);
        first = first.max(if plies == 0 { line.bytes } else { 0 });
        assert!(state["board"]["cells"].is_array() && state["film"].is_string());
        plies += 1;
    });
    let line = watcher.expect("a page");
    let each = (line.bytes - first) / (line.messages - 1);
    println!("{} bytes, at first {first}, then {each} a message", line.bytes);
    assert!(line.bytes < BYTES_MAX, "{} bytes for {PLIES} moves", line.bytes);
}

#[test]
fn moves_are_taken_back_by_agreement() {
    let arena = Arena::open();
    let (id, keys) = arena.game("joust", &["link", "link"], "none");
    let mut white = arena.page(&id, &[&keys[0]]);
    let mut black = arena.page(&id, &[&keys[1]]);
    play(&mut white, &id, &keys[0], "D1E3").expect("legal");
    play(&mut black, &id, &keys[1], "D8E6").expect("legal");
    // White wants its own move back, and with it the answer.
    act(&mut white, &id, &keys[0], "undo").expect("a question");
    black.until(&format!("game/{id}"), |state| state["asked"]["by"] == 0);
    act(&mut black, &id, &keys[1], "decline").expect("an answer");
    act(&mut white, &id, &keys[0], "undo").expect("a question");
    act(&mut white, &id, &keys[0], "accept").expect("it changes nothing");
    act(&mut black, &id, &keys[1], "accept").expect("an answer");
    let state = until(&mut white, &id, 0);
    assert_eq!((&state["turn"], &state["asked"]), (&json!(0), &Value::Null));
}

#[test]
fn agents_play_and_give_hints() {
    let arena = Arena::open();
    let (id, keys) = arena.game("refusal", &["here", "random:seed=1"], "none");
    let mut line = arena.page(&id, &[&keys[0]]);
    let hint = act(&mut line, &id, &keys[0], "hint").expect("an idea");
    play(&mut line, &id, &keys[0], hint["move"].as_str().expect("a move")).expect("legal");
    line.until(&format!("game/{id}"), |state| {
        state["turn"] == 0 && state["moves"].as_array().is_some_and(|moves| moves.len() > 1)
    });
    act(&mut line, &id, &keys[0], "undo").expect("a person alone asks nobody");
    let state = until(&mut line, &id, 0);
    assert_eq!(state["canRedo"], true);
    act(&mut line, &id, &keys[0], "redo").expect("there are moves to play again");
}

#[test]
fn moves_that_were_taken_back_outlive_the_server() {
    let mut arena = Arena::open();
    let (id, keys) = arena.game("joust", &["here", "here"], "10m+1s");
    let mut line = arena.page(&id, &[&keys[0], &keys[1]]);
    for (seat, mv) in [(0, "D1E3"), (1, "D8F7"), (0, "E3C2")] {
        play(&mut line, &id, &keys[seat], mv).expect("legal");
    }
    let before = until(&mut line, &id, 3);
    act(&mut line, &id, &keys[0], "undo").expect("everybody sits here");
    act(&mut line, &id, &keys[0], "undo").expect("everybody sits here");
    until(&mut line, &id, 1);
    // Twice, for what was kept by a server that knew them from another.
    for _ in 0..2 {
        drop(line);
        arena.again();
        line = arena.page(&id, &[&keys[0], &keys[1]]);
        assert_eq!(until(&mut line, &id, 1)["canRedo"], true);
    }
    // They are nobody's business but the room's.
    let (_, record) = request(arena.port, "GET", &format!("/api/games/{id}/record"), "");
    assert!(record.contains("D1E3") && !record.contains("D8F7"), "{record}");
    act(&mut line, &id, &keys[0], "redo").expect("a move to play again");
    assert_eq!(until(&mut line, &id, 2)["canRedo"], true);
    act(&mut line, &id, &keys[0], "redo").expect("another");
    let after = until(&mut line, &id, 3);
    for part in ["position", "moves", "spent", "canRedo"] {
        assert_eq!(before[part], after[part], "{part}");
    }
    assert_eq!(before["clocks"][0], after["clocks"][0]);
    // What was played again can be taken back again, and another move forgets it.
    act(&mut line, &id, &keys[0], "undo").expect("everybody sits here");
    until(&mut line, &id, 2);
    play(&mut line, &id, &keys[0], "E3G2").expect("legal");
    until(&mut line, &id, 3);
    drop(line);
    arena.again();
    line = arena.page(&id, &[&keys[0]]);
    assert_eq!(until(&mut line, &id, 3)["canRedo"], false);
}

#[test]
fn what_cannot_be_begun_is_explained() {
    let arena = Arena::open();
    let refused = |wanted: Value, words: &str| {
        let (status, why) = arena.post("/api/games", &wanted);
        assert!(status == 422 && why.contains(words), "{wanted}: {status} '{why}', not '{words}'");
    };
    let seats = json!(["here", "random"]);
    refused(json!({ "game": "chess", "seats": seats }), "unknown game 'chess': expected jetan");
    refused(json!({ "game": "joust", "seats": ["here"] }), "1 seats: expected 2");
    refused(json!({ "game": "joust", "seats": seats, "options": "size=900x900" }), "900x900");
    refused(json!({ "game": "joust", "seats": seats, "control": "soon" }), "soon");
    refused(json!({ "game": "joust", "seats": seats, "start": "nonsense" }), "nonsense");
    refused(json!({ "game": "joust", "seats": seats, "moves": ["A1A2"] }), "move 1: A1A2");
    // Nothing that names a program, a file or another machine is anybody.
    for who in [
        "./agent",
        "program:sh -c id",
        "once:/bin/true",
        "/bin/sh",
        "../x",
        "remote:listen:1",
        "remote:connect:example.org:80",
        "human",
        "champion:threads=64",
        "champion:hash=65536",
        "champion:time=9999999",
        "nobody",
        "",
        "random:seed=x",
    ] {
        let (status, why) =
            arena.post("/api/games", &json!({ "game": "joust", "seats": ["here", who] }));
        assert_eq!(status, 422, "{who}: {why}");
    }
    assert_eq!(get(arena.port, "/api/catalog")["games"].as_array().map(Vec::len), Some(5));
    let mut line = Line::open(arena.port);
    line.watch("games");
    assert_eq!(line.until("games", |_| true)["games"], json!([]), "something was begun");
}

#[test]
fn strangers_get_no_further_than_the_door() {
    let arena = Arena::open();
    let port = arena.port;
    let (id, keys) = arena.game("joust", &["here", "link"], "none");
    let ask = |head: &str| {
        let mut stream = connect(port);
        stream.write_all(head.as_bytes()).expect("it listens");
        let mut answer = Vec::new();
        // Whoever is refused may be cut off.
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    };
    let body = json!({ "game": "joust", "seats": ["here", "random"] }).to_string();
    let length = body.len();
    for head in [
        format!(
            "POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://evil.example\r\n"
        ),
        format!("POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"),
        "POST /api/games HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n".into(),
    ] {
        let answer = ask(&format!(
            "{head}Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        ));
        assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    }
    let socket = format!(
        "GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://evil.example\r\n\
         Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    assert!(ask(&socket).starts_with("HTTP/1.1 403"));
    for path in
        ["/etc/passwd", "/../Cargo.toml", "/%2e%2e/%2e%2e/etc/passwd", "/api/games/../../x/record"]
    {
        let (status, _) = request(port, "GET", path, "");
        assert_eq!(status, 404, "{path}");
    }
    let head =
        ask(&format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"));
    for line in ["content-security-policy: default-src 'none'", "x-frame-options: DENY", "nosniff"]
    {
        assert!(head.to_ascii_lowercase().contains(&line.to_ascii_lowercase()), "{line}");
    }
    // Garbage on a socket costs nobody else anything.
    let mut loud = Line::open(port);
    loud.say("{");
    assert!(loud.hear()["error"].as_str().is_some_and(|why| why.contains("no JSON")));
    for topic in 0..200 {
        let _ = loud.ask(&json!({ "do": "watch", "topic": format!("game/{topic}") }));
    }
    let mut line = arena.page(&id, &[&keys[0]]);
    play(&mut line, &id, &keys[0], "D1E3").expect("the game goes on");
}

/// The clock of a game between people at two pages waits for each one's first move.
#[test]
fn first_moves_are_free_between_people() {
    let arena = Arena::open();
    let ticking =
        |line: &mut Line, id: &str, moves: usize| until(line, id, moves)["ticking"].clone();
    let (id, keys) = arena.game("joust", &["here", "link"], "5m");
    let mut line = arena.page(&id, &[&keys[0]]);
    assert_eq!(ticking(&mut line, &id, 0), Value::Null, "nobody has moved");
    play(&mut line, &id, &keys[0], "D1E3").expect("legal");
    assert_eq!(ticking(&mut line, &id, 1), Value::Null, "the other has not come");
    let mut other = arena.page(&id, &[&keys[1]]);
    play(&mut other, &id, &keys[1], "D8E6").expect("legal");
    assert_eq!(ticking(&mut other, &id, 2), 0);
    let (id, keys) = arena.game("joust", &["here", "here"], "5m");
    let mut line = arena.page(&id, &[&keys[0]]);
    assert_eq!(ticking(&mut line, &id, 0), 0, "at one page everybody is there");
}

#[test]
fn people_hear_what_the_other_does_and_nobody_is_helped() {
    let arena = Arena::open();
    let (id, keys) = arena.game("joust", &["here", "link"], "none");
    let mut white = arena.page(&id, &[&keys[0]]);
    let black = arena.page(&id, &[&keys[1]]);
    let why = act(&mut white, &id, &keys[0], "hint").expect_err("no hint");
    assert!(why.contains("no hints while people play each other"), "{why}");
    let says = |state: &Value, words: &str| {
        let notes = state["notes"].as_array().expect("notes").clone();
        notes.iter().any(|note| note["kind"] == "did" && note["text"] == words)
    };
    let topic = format!("game/{id}");
    drop(black);
    white.until(&topic, |state| says(state, "has left"));
    let mut black = arena.page(&id, &[&keys[1]]);
    white.until(&topic, |state| says(state, "is back"));
    play(&mut white, &id, &keys[0], "D1E3").expect("legal");
    act(&mut white, &id, &keys[0], "undo").expect("it is asked");
    act(&mut black, &id, &keys[1], "decline").expect("it is declined");
    white.until(&topic, |state| says(state, "does not allow the move to be taken back"));
}
