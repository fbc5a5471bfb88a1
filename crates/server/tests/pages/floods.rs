//! Visitors who ask for more than their share, over real sockets: they are refused, and told when to come again.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::browser::arena::{Arena, NAME};
use crate::browser::{ask, connect};
use serde_json::{Value, json};

/// Returns the head of a request that a proxy passes on for somebody.
pub(crate) fn visitor(address: &str) -> Vec<String> {
    vec![
        format!("Host: {NAME}"),
        format!("Origin: http://{NAME}"),
        format!("X-Forwarded-For: {address}"),
    ]
}

#[track_caller]
fn is_refused(answer: &str) {
    assert!(answer.starts_with("HTTP/1.1 429"), "{answer}");
    let wait = answer.lines().find_map(|line| line.strip_prefix("retry-after: "));
    assert!(wait.and_then(|wait| wait.parse::<u64>().ok()) > Some(0), "{answer}");
}

#[test]
fn one_visitor_does_not_take_all_rooms() {
    let arena = Arena::open();
    let wanted = json!({ "game": "joust", "seats": ["here", "link"] }).to_string();
    let begin = |address: &str| ask(arena.port, "POST /api/games", &visitor(address), &wanted);
    let made: Vec<String> = (0..20).map(|_| begin("9.9.9.9")).collect();
    for answer in &made {
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    is_refused(&begin("9.9.9.9"));
    // Nobody else is, and whoever runs the arena is not counted.
    assert!(begin("8.8.8.8").starts_with("HTTP/1.1 200"));
    (0..21).for_each(|_| drop(arena.game("joust", &["here", "link"], "none")));
    // A game that is over does not count.
    let body = made[0].split_once("\r\n\r\n").expect("a body").1;
    let made: Value = serde_json::from_str(body).expect("JSON");
    let (id, key) =
        (made["id"].as_str().expect("an id"), made["keys"]["0"].as_str().expect("a key"));
    let mut line = arena.page(id, &[key]);
    line.ask(&json!({ "do": "resign", "game": id, "key": key })).expect("it is over");
    assert!(begin("9.9.9.9").starts_with("HTTP/1.1 200"));
    is_refused(&begin("9.9.9.9"));
}

#[test]
fn requests_have_a_price() {
    let arena = Arena::open();
    let head = visitor("9.9.9.9").join("\r\n");
    // What is announced is paid for, and refused before it is read where it is too much.
    let announce = || {
        let mut stream = connect(arena.port);
        let text =
            format!("POST /api/position HTTP/1.1\r\n{head}\r\nContent-Length: 90000000\r\n\r\n");
        stream.write_all(text.as_bytes()).expect("it listens");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer
    };
    let first = announce();
    assert!(first.starts_with("HTTP/1.1 413"), "{first}");
    is_refused(&announce());
    let position = json!({ "game": "joust" }).to_string();
    let other = ask(arena.port, "POST /api/position", &visitor("8.8.8.8"), &position);
    assert!(other.starts_with("HTTP/1.1 200"), "{other}");
}

#[test]
fn slow_posters_wait_before_they_are_read() {
    const POSTERS: usize = 250;
    let arena = Arena::open();
    let port = arena.port;
    let head = format!(
        "POST /api/position HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n\
         Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n"
    );
    let mut posters: Vec<TcpStream> = (0..POSTERS).map(|_| connect(port)).collect();
    for poster in &mut posters {
        poster.write_all(head.as_bytes()).expect("it listens");
        // Whoever is refused already hears no more.
        let _ = poster.write_all(&[b' '; 1000]);
    }
    let position = json!({ "game": "joust" }).to_string();
    for address in ["127.0.0.1", "8.8.8.8"] {
        let answer = ask(port, "POST /api/position", &visitor(address), &position);
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    let answers = posters.iter_mut().map(|poster| {
        let mut answer = Vec::new();
        let _ = poster.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    });
    let refused = answers.filter(|answer| answer.starts_with("HTTP/1.1 429"));
    let count = refused.inspect(|answer| is_refused(answer)).count();
    assert!(count > POSTERS * 3 / 4, "{count} of {POSTERS} were refused");
}

#[test]
fn proofs_cost_more_than_other_requests() {
    let arena = Arena::open();
    let asked = json!({ "game": "chess", "index": 0, "moves": [] }).to_string();
    let ask_for = |path: &str, address: &str| {
        ask(arena.port, &format!("POST {path}"), &visitor(address), &asked)
    };
    for (path, address) in [("/api/puzzles/hint", "9.9.9.9"), ("/api/explore", "8.8.8.8")] {
        let answers: Vec<String> = (0..100).map(|_| ask_for(path, address)).collect();
        let refused: Vec<&String> =
            answers.iter().filter(|answer| answer.starts_with("HTTP/1.1 429")).collect();
        assert!(!answers[0].starts_with("HTTP/1.1 429"), "{}", answers[0]);
        is_refused(refused.first().expect("so many are too many"));
    }
    assert!(!ask_for("/api/puzzles/hint", "7.7.7.7").starts_with("HTTP/1.1 429"));
}

#[test]
fn programs_that_wait_for_their_turn_keep_nobody_out() {
    // As many requests as are answered at the same time for one visitor.
    const PROGRAMS: usize = 16;
    let arena = Arena::open();
    let head = visitor("9.9.9.9").join("\r\n");
    let wanted = json!({ "game": "joust", "side": "black", "opponent": "link", "wait": 50 });
    let (wanted, length) = (wanted.to_string(), wanted.to_string().len());
    let mut line = arena.line();
    line.watch("games");
    let programs: Vec<TcpStream> = (0..PROGRAMS)
        .map(|_| {
            let mut stream = connect(arena.port);
            let text = format!(
                "POST /api/v1/games HTTP/1.1\r\n{head}\r\nContent-Type: application/json\r\n\
                 Content-Length: {length}\r\n\r\n{wanted}"
            );
            stream.write_all(text.as_bytes()).expect("it listens");
            stream
        })
        .collect();
    line.until("games", |list| list["games"].as_array().is_some_and(|l| l.len() == PROGRAMS));
    let position = json!({ "game": "joust" }).to_string();
    let answer = ask(arena.port, "POST /api/position", &visitor("9.9.9.9"), &position);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    drop(programs);
}
