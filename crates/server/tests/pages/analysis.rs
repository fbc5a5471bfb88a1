//! Agents that think for pages, and positions that pages set up, over real sockets.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::browser::arena::Arena;
use crate::browser::{Line, connect, get};

/// Asks a question and returns its answer, whatever is told meanwhile.
fn ask(line: &mut Line, question: &Value) -> Value {
    line.say(&question.to_string());
    loop {
        let message = line.hear();
        if message["re"] == question["n"] {
            return message;
        }
    }
}

#[test]
fn an_agent_thinks_along() {
    let arena = Arena::open();
    let mut line = Line::open(arena.port);
    let think = json!({ "n": 5, "do": "think", "game": "jetan", "moves": [], "lines": 3, "tag": "here",
        "time": 60_000 });
    assert_eq!(ask(&mut line, &think), json!({ "re": 5, "ok": null }));
    let deep = line.until("think", |thought| thought["depth"].as_u64() >= Some(3));
    assert_eq!((&deep["tag"], &deep["done"]), (&json!("here"), &json!(false)));
    let lines = deep["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3, "{deep}");
    assert!(lines[0]["moves"][0].is_string() && lines[0]["cells"][0][1].is_u64(), "{deep}");
    assert!(lines[0]["value"].as_f64().is_some_and(|value| value.abs() <= 1.0), "{deep}");
    assert!(deep["nodes"].as_u64() > Some(0) && deep["nps"].is_u64());
    // Another position takes the place of the first; nothing more is heard about that.
    let other = json!({ "n": 6, "do": "think", "game": "joust", "tag": "there", "depth": 4 });
    assert_eq!(ask(&mut line, &other)["ok"], Value::Null);
    let done = line.until("think", |thought| thought["done"] == true);
    assert_eq!((&done["tag"], &done["depth"]), (&json!("there"), &json!(4)));
}

#[test]
fn proven_ends_are_told_from_the_first_seat() {
    let arena = Arena::open();
    let mut line = Line::open(arena.port);
    // White is to move and Black has nowhere to go afterwards.
    let start = "...x./xxxxx/x.xxx/xxxxx/wx..b white";
    let size = "size=5x5";
    let (status, answer) =
        arena.tried("/api/position", &json!({ "game": "joust", "options": size, "start": start }));
    assert_eq!(status, 200, "{answer}");
    let think = json!({ "n": 1, "do": "think", "game": "joust", "options": size, "start": start });
    assert_eq!(ask(&mut line, &think)["ok"], Value::Null);
    let done = line.until("think", |thought| thought["done"] == true);
    let best = &done["lines"][0];
    assert_eq!(
        (&best["score"], &best["value"]),
        (&json!("white wins in 1"), &json!(1.0)),
        "{done}"
    );
    // The same from the other side is still White's.
    let moves = json!(["A1B3"]);
    let think = json!({ "n": 2, "do": "think", "game": "joust", "options": size, "start": start,
        "moves": moves });
    assert_eq!(ask(&mut line, &think)["ok"], Value::Null);
    let done = line.until("think", |thought| thought["over"].is_object());
    assert_eq!((&done["over"]["value"], &done["over"]["side"]), (&json!(1.0), &json!(0)), "{done}");
}

#[test]
fn lines_are_sorted_for_whoever_is_to_move() {
    let arena = Arena::open();
    let mut line = Line::open(arena.port);
    // White is the first seat, which values are told for.
    for (tag, moves, sign) in [("white", json!([]), 1.0), ("black", json!(["D1E3"]), -1.0)] {
        let think = json!({ "n": 1, "do": "think", "game": "joust", "moves": moves, "lines": 4,
            "time": 300, "tag": tag });
        assert_eq!(ask(&mut line, &think)["ok"], Value::Null);
        line.until("think", |thought| {
            let lines = thought["lines"].as_array().expect("lines");
            let values = lines.iter().filter_map(|line| Some(sign * line["value"].as_f64()?));
            let is_ours = thought["tag"] == tag;
            assert!(!is_ours || values.is_sorted_by(|one, other| one >= other), "{thought}");
            is_ours && thought["done"] == true
        });
    }
}

#[test]
fn three_players_are_named() {
    let arena = Arena::open();
    let mut line = Line::open(arena.port);
    let think = json!({ "n": 1, "do": "think", "game": "threechess", "moves": ["BE2BE4"],
        "depth": 2, "lines": 3 });
    assert_eq!(ask(&mut line, &think)["ok"], Value::Null);
    let done = line.until("think", |thought| thought["done"] == true);
    let lines = done["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3, "{done}");
    assert!(lines.iter().all(|line| line["side"] == 1 && line["moves"][1].is_string()), "{done}");
    let value = |at: usize| lines[at]["value"].as_f64();
    assert!(value(0) >= value(1) && value(1) >= value(2), "{done}");
    assert_ne!(lines[0]["moves"][0], lines[1]["moves"][0]);
}

#[test]
fn answers_are_written_out() {
    let arena = Arena::open();
    let mut line = Line::open(arena.port);
    let think = json!({ "n": 1, "do": "think", "game": "refusal", "depth": 3, "lines": 2 });
    assert_eq!(ask(&mut line, &think)["ok"], Value::Null);
    let done = line.until("think", |thought| thought["done"] == true);
    let moves = done["lines"][0]["moves"].clone();
    assert_eq!(moves[1], "accept", "{done}");
    // What an agent expects can be played.
    let (status, answer) =
        arena.tried("/api/position", &json!({ "game": "refusal", "moves": moves }));
    assert_eq!(status, 200, "{answer}");
    let waiting =
        json!({ "n": 2, "do": "think", "game": "refusal", "moves": [moves[0]], "time": 300 });
    assert_eq!(ask(&mut line, &waiting)["ok"], Value::Null);
    let done = line.until("think", |thought| thought["done"] == true);
    assert!(done["lines"][0]["score"].is_string(), "{done}");
}

#[test]
fn a_stop_is_silence() {
    let arena = Arena::open();
    let mut line = Line::open(arena.port);
    let think = json!({ "n": 1, "do": "think", "game": "kings-court", "time": 60_000 });
    ask(&mut line, &think);
    line.until("think", |thought| thought["depth"].as_u64() >= Some(1));
    assert_eq!(ask(&mut line, &json!({ "n": 2, "do": "stop" }))["ok"], Value::Null);
    // One message may have been under way; after a while, only answers come.
    thread::sleep(Duration::from_millis(300));
    ask(&mut line, &json!({ "n": 3, "do": "stop" }));
    thread::sleep(Duration::from_millis(300));
    line.watch("nothing");
    assert_eq!(line.hear()["re"], 1);
}

/// Lets a game be judged, and returns what is said at the end.
fn judged(line: &mut Line, game: &str, moves: &[&str]) -> Value {
    let graph = json!({ "n": 1, "do": "graph", "game": game, "moves": moves, "tag": "g" });
    assert_eq!(ask(line, &graph)["ok"], Value::Null);
    let done = line.until("graph", |graph| graph["done"] == true);
    assert_eq!((&done["tag"], &done["share"]), (&json!("g"), &json!(1.0)));
    done
}

#[test]
fn whoever_asks_is_told_the_same_about_a_game_of_three() {
    let arena = Arena::open();
    // Red gives its Queen away.
    let moves = ["BB2BB4", "GB2GB4", "RE2RE4", "BC2BC4", "GC2GC4", "RD1GA4", "BA2BA3", "GD1GA4"];
    let [one, other] = [(); 2].map(|()| {
        let mut line = Line::open(arena.port);
        judged(&mut line, "threechess", &moves)["values"].clone()
    });
    assert_eq!(one, other);
    let of = |ply: usize, seat: usize| one[ply]["values"][seat].as_f64();
    for ply in 0..moves.len() {
        // Whoever moves is told what the position was worth before and after.
        assert!(of(ply, ply % 3).is_some() && of(ply + 1, ply % 3).is_some(), "{ply}: {one}");
    }
    let lost = of(5, 2).zip(of(6, 2)).map(|(before, after)| before - after);
    assert!(lost.is_some_and(|lost| lost > 0.15), "{one}");
}

#[test]
fn a_game_is_judged_move_by_move() {
    let arena = Arena::open();
    let mut line = Line::open(arena.port);
    let done = judged(&mut line, "joust", &["D1E3", "D8F7", "E3C2"]);
    let values = done["values"].as_array().expect("values");
    assert_eq!(values.len(), 4);
    assert!(values.iter().all(|value| value["value"].is_f64() && value["best"].is_string()));
    assert!(values.iter().all(|value| value["side"] == 0));
    let long = json!({ "n": 2, "do": "graph", "game": "joust", "moves": ["A1B3"] });
    assert!(ask(&mut line, &long)["error"].as_str().is_some_and(|why| why.contains("A1B3")));
}

#[test]
fn there_is_room_for_a_few() {
    let arena = Arena::open();
    let think = |n: u32| json!({ "n": n, "do": "think", "game": "jetan", "time": 60_000 });
    let mut lines: Vec<Line> = Vec::new();
    let busy = loop {
        let mut line = Line::open(arena.port);
        let answer = ask(&mut line, &think(1));
        lines.push(line);
        assert!(lines.len() < 40, "nobody is ever refused");
        if answer["error"].is_string() {
            break answer;
        }
    };
    assert!(busy["error"].as_str().is_some_and(|why| why.contains("try again")), "{busy}");
    // A page that thinks already may think about something else, and one that leaves makes room.
    assert_eq!(ask(&mut lines[0], &think(2))["ok"], Value::Null);
    let mut last = lines.pop().expect("a line");
    drop(lines);
    let end = Instant::now() + Duration::from_secs(120);
    while ask(&mut last, &think(3))["error"].is_string() {
        assert!(Instant::now() < end, "there is never room again");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn nonsense_is_refused_in_a_sentence() {
    let arena = Arena::open();
    let mut line = Line::open(arena.port);
    let huge = "x".repeat(20_000);
    let cases = [
        (json!({ "game": "chess" }), "unknown game 'chess'"),
        (json!({ "game": "jetan", "agent": "../../bin/sh" }), "no agent '../../bin/sh'"),
        (json!({ "game": "jetan", "agent": "program:ls" }), "no agent"),
        (json!({ "game": "jetan", "moves": ["A1A9"] }), "move 1: A1A9"),
        (json!({ "game": "jetan", "moves": "A1A2" }), "no question"),
        (json!({ "game": "jetan", "moves": [7] }), "no question"),
        (json!({ "game": "jetan", "lines": -3 }), "no question"),
        (json!({ "game": "jetan", "start": huge }), "expected 16384 at most"),
        (json!({ "game": "jetan", "options": "size=9" }), "size"),
        (json!({}), "unknown game ''"),
    ];
    for (n, (mut case, expected)) in (10..).zip(cases) {
        case["n"] = n.into();
        case["do"] = "think".into();
        let answer = ask(&mut line, &case);
        let why = answer["error"].as_str().unwrap_or_default().to_string();
        assert!(why.contains(expected), "{case}: {answer}");
        assert!(why.len() < 2000, "{why}");
    }
    // Bounds are kept silently, and the page is still heard.
    let greedy = json!({ "n": 99, "do": "think", "game": "joust", "lines": 5000, "depth": 2,
        "time": 1_000_000_000_000_u64, "tag": "t".repeat(5000) });
    assert_eq!(ask(&mut line, &greedy)["ok"], Value::Null);
    let done = line.until("think", |thought| thought["done"] == true);
    assert!(done["lines"].as_array().is_some_and(|lines| lines.len() <= 10));
    assert_eq!(done["tag"].as_str().map(str::len), Some(200));
    assert_eq!(get(arena.port, "/api/catalog")["mode"], "arena");
}

#[test]
fn positions_are_set_up_piece_by_piece() {
    let arena = Arena::open();
    let (status, first) = arena.tried("/api/setup", &json!({ "game": "jetan" }));
    assert_eq!(status, 200, "{first}");
    assert_eq!(first["palette"].as_array().map(Vec::len), Some(16));
    assert_eq!(first["problem"], Value::Null);
    let mut pieces = first["pieces"].as_array().expect("pieces").clone();
    assert_eq!(pieces.len(), 40);
    // Without its Princess it is no position, but everything that was set up is still there.
    let princess = first["palette"].as_array().and_then(|palette| {
        palette.iter().position(|look| look["kind"] == "princess" && look["owner"] == 1)
    });
    let at = pieces.iter().position(|piece| piece[1].as_u64() == princess.map(|at| at as u64));
    let taken = pieces.remove(at.expect("a princess"));
    let request = json!({ "game": "jetan", "pieces": pieces, "turn": 1 });
    let (status, without) = arena.tried("/api/setup", &request);
    assert_eq!(status, 200, "{without}");
    assert!(without["problem"].as_str().is_some_and(|why| why.contains("Princess")), "{without}");
    assert_eq!((&without["pieces"], &without["turn"]), (&json!(pieces), &json!(1)));
    assert_eq!(without["position"], Value::Null);
    pieces.push(taken);
    let request = json!({ "game": "jetan", "pieces": pieces, "turn": 1 });
    let (_, with) = arena.tried("/api/setup", &request);
    assert_eq!((&with["problem"], &with["position"]["turn"]), (&Value::Null, &json!(1)), "{with}");
    let text = with["text"].clone();
    let (status, again) = arena.tried("/api/setup", &json!({ "game": "jetan", "text": text }));
    assert_eq!((status, &again["text"]), (200, &text));
    for wrong in [
        json!({ "game": "jetan", "pieces": [[5, 99]] }),
        json!({ "game": "jetan", "pieces": [[1000, 0]] }),
        json!({ "game": "jetan", "pieces": [[5, 0], [5, 1]] }),
        json!({ "game": "jetan", "pieces": [], "turn": 7 }),
        json!({ "game": "jetan", "text": "nonsense" }),
        json!({ "game": "jetan", "path": "/etc/passwd" }),
    ] {
        let (status, why) = arena.tried("/api/setup", &wrong);
        assert!(status == 422 && why.is_string(), "{wrong}: {status} {why}");
    }
}

#[test]
fn a_line_is_written_as_a_record_that_reads_back() {
    let arena = Arena::open();
    let moves = json!(["D1E3", "D8F7"]);
    let sheet = json!({
        "line": { "game": "joust", "moves": moves },
        "names": ["Ann \"the\" knight\n]", "Bob"],
        "comments": ["bold } move", null],
        "spent": [1500, null],
    });
    let (status, answer) = arena.tried("/api/record", &sheet);
    assert_eq!(status, 200, "{answer}");
    let (status, read) = arena.tried("/api/position", &json!({ "record": answer["record"] }));
    assert_eq!(status, 200, "{read}");
    let record = &read["record"];
    assert_eq!((&read["moves"], &record["spent"][0]), (&moves, &json!(1500)));
    let said = (&record["players"][1], &record["comments"][0]);
    assert_eq!(said, (&json!("Bob"), &json!("bold ) move")));
    assert_eq!(read["numbers"], json!([1, null]));
    // Half a request harms nobody.
    let mut half = connect(arena.port);
    half.write_all(b"POST /api/record HTTP/1.1\r\nContent-Length: 9999\r\n\r\n{")
        .expect("it listens");
    drop(half);
    assert_eq!(arena.tried("/api/record", &json!({ "line": { "game": "nim" } })).0, 422);
}
