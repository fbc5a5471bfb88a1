//! A match with somebody who comes over HTTP, as a language model does: the real program, real requests.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use manator_testkit::process::Process;
use serde_json::{Value, json};

use super::program::Folder;

const PATIENCE: Duration = Duration::from_secs(120);

/// Makes a request; returns the status and what is answered.
fn ask(address: &str, request: &str, body: &Value) -> (u16, Value) {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
    let body = body.to_string();
    let length = body.len();
    let head = format!(
        "{request} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
    stream.write_all(head.as_bytes()).expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
    (status, serde_json::from_str(body).unwrap_or_else(|_| json!(body)))
}

/// Starts a match, and returns where its player over HTTP begins.
fn start(folder: &Folder, line: &str) -> (Process, String) {
    let words: Vec<&str> = line.split(' ').collect();
    let mut program = Process::start(&mut folder.command(&words));
    let said = program.says("begins with: curl --json");
    let address = said.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    (program, address.expect("an address").to_string())
}

/// Asks for the next game of a match until it is there; returns nothing when the match is over.
fn next(address: &str, name: &str) -> Option<Value> {
    loop {
        match ask(address, "POST /api/v1/games", &json!({ "player": name })) {
            (200, begun) => return Some(begun),
            (410, _) => return None,
            (503, _) => {}
            (status, told) => panic!("{status} {told}"),
        }
    }
}

fn play(address: &str, game: &Value, mv: &str) -> (u16, Value) {
    let id = game["id"].as_str().expect("an id");
    let answer = json!({ "key": game["key"], "move": mv });
    ask(address, &format!("POST /api/v1/games/{id}/move"), &answer)
}

#[test]
fn a_player_over_http_plays_a_match_and_its_illegal_answers_are_counted() {
    let folder = Folder::new();
    let line = "match joust api:gpt random --games 2 --opening 0 --retries 1 -o size=4x5 --recover";
    let (mut program, address) = start(&folder, line);
    let (status, told) = ask(&address, "POST /api/v1/games", &json!({ "player": "claude" }));
    assert_eq!(
        (status, &told["error"]),
        (422, &json!("player: 'claude' does not play here: expected gpt"))
    );
    let (status, told) = ask(&address, "POST /api/v1/games", &json!({ "game": "joust" }));
    assert_eq!(status, 422, "{told}");
    // One illegal answer before each move of the first game, which it plays to its end.
    let game = next(&address, "gpt").expect("a game");
    let (mut state, mut illegal) = (game["state"].clone(), 0);
    assert_eq!(state["players"][0]["name"], "gpt");
    while state["over"].is_null() {
        let (status, told) = play(&address, &game, "A1A1");
        assert_eq!((status, &told["retries_left"]), (422, &json!(0)), "{told}");
        assert!(told["error"].as_str().expect("a sentence").starts_with("A1A1: "), "{told}");
        illegal += 1;
        let mv = state["legal"][0].as_str().expect("a move");
        let (status, next) = play(&address, &game, mv);
        assert_eq!(status, 200, "{next}");
        state = next;
    }
    // The second is lost by two illegal answers in place of one move.
    let game = next(&address, "gpt").expect("a game");
    assert_eq!(game["state"]["you"], "black");
    let (_, told) = play(&address, &game, "nonsense");
    assert_eq!((&told["code"], &told["game"]), (&json!("syntax"), &Value::Null), "{told}");
    let (status, told) = play(&address, &game, "nonsense");
    assert_eq!((status, &told["game"]["over"]["result"]), (422, &json!("1-0")), "{told}");
    assert_eq!(program.exit().code(), Some(0));
    folder.lines("report --json all.json --csv players.csv");
    let read =
        |name: &str| std::fs::read_to_string(folder.folder.path().join(name)).expect("a file");
    let json: Value = serde_json::from_str(&read("all.json")).expect("JSON");
    let players = json["players"].as_array().expect("players");
    let gpt = players.iter().find(|player| player["name"] == "gpt").expect("a player");
    assert_eq!(gpt["illegal_answers"], illegal + 2, "{json}");
    assert_eq!(json["games"][1]["faults"], json!([null, "illegal"]), "{json}");
    assert!(read("players.csv").lines().next().expect("heads").contains("illegal-answers"));
}

#[test]
fn a_match_goes_on_over_http_after_it_was_killed() {
    let folder = Folder::new();
    let line = "match joust random api:gpt --games 2 --opening 0 --withhold-legal -o size=4x5";
    let (mut program, address) = start(&folder, line);
    let game = next(&address, "gpt").expect("a game");
    assert!(game["state"].get("legal").is_none(), "{game}");
    let id = game["id"].as_str().expect("an id");
    let (_, over) =
        ask(&address, &format!("POST /api/v1/games/{id}/resign"), &json!({ "key": game["key"] }));
    assert_eq!(over["over"]["reason"], "resigned", "{over}");
    next(&address, "gpt").expect("another game");
    // What is announced is kept.
    program.prints("Finished game 1");
    program.kill();
    let (mut program, address) = start(&folder, "resume");
    let game = next(&address, "gpt").expect("the game that was not over");
    let id = game["id"].as_str().expect("an id");
    let answer = json!({ "key": game["key"] });
    ask(&address, &format!("POST /api/v1/games/{id}/resign"), &answer);
    assert_eq!(program.exit().code(), Some(0));
    let refused = folder.run("match joust api: random");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("expected api:NAME"));
}
