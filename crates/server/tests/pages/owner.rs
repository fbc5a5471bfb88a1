//! Who may do what in an arena: its owner makes tournaments, from anywhere, and an agent has its seat.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;

use crate::browser::arena::{Arena, NAME};
use crate::browser::{ask, connect};
use serde_json::{Value, json};

fn host(name: &str) -> Vec<String> {
    vec![format!("Host: {name}"), format!("Origin: http://{name}")]
}

fn with(mut head: Vec<String>, line: &str) -> Vec<String> {
    head.push(line.into());
    head
}

fn preview() -> String {
    json!({ "game": "joust", "players": [{ "agent": "random" }, { "agent": "greedy" }] })
        .to_string()
}

/// Checks whether somebody with this head may make tournaments, and is told so.
#[track_caller]
fn check(arena: &Arena, head: &[String], may: bool) {
    let answer = ask(arena.port, "POST /api/tournaments/preview", head, &preview());
    let status = if may { "HTTP/1.1 200" } else { "HTTP/1.1 403" };
    assert!(answer.starts_with(status), "{head:?}: {answer}");
    let catalog = ask(arena.port, "GET /api/catalog", head, "");
    let body = catalog.split_once("\r\n\r\n").expect("a body").1;
    let catalog: Value = serde_json::from_str(body).expect("JSON");
    assert_eq!(catalog["mayOrganise"], may, "{head:?}");
}

#[test]
fn a_proxy_on_this_machine_makes_nobody_an_owner() {
    let arena = Arena::open();
    let here = host(&format!("127.0.0.1:{}", arena.port));
    check(&arena, &here, true);
    check(&arena, &host(NAME), false);
    for line in [
        "X-Forwarded-For: 9.9.9.9",
        "Forwarded: for=9.9.9.9",
        "Via: 1.1 proxy",
        "X-Real-IP: 9.9.9.9",
    ] {
        check(&arena, &with(here.clone(), line), false);
    }
}

#[test]
fn the_link_makes_an_owner_anywhere() {
    let mut arena = Arena::open();
    let (link, key) =
        (arena.link.clone(), arena.link.split_once("key=").expect("a key").1.to_string());
    let welcome = ask(arena.port, &format!("GET /?key={key}"), &host(NAME), "");
    assert!(welcome.starts_with("HTTP/1.1 303"), "{welcome}");
    assert!(welcome.contains("location: /\r\n"), "{welcome}");
    let kept =
        welcome.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    assert!(kept.contains("HttpOnly") && kept.contains("SameSite=Strict"), "{kept}");
    let cookie = format!("Cookie: other=1; {}", kept.split(';').next().expect("a pair"));
    let far = with(host(NAME), "X-Forwarded-For: 9.9.9.9");
    check(&arena, &with(far.clone(), &cookie), true);
    // The cookie alone is no page of ours: others make browsers send it.
    let evil = [format!("Host: {NAME}"), "Origin: http://evil.example".into(), cookie];
    let answer = ask(arena.port, "POST /api/tournaments/preview", &evil, &preview());
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    // A program says it in the head.
    check(&arena, &[format!("Host: {NAME}"), format!("Authorization: Bearer {key}")], true);
    check(&arena, &with(host(NAME), "Authorization: Bearer x"), false);
    let wrong = ask(arena.port, "GET /?key=aaaa", &host(NAME), "");
    assert!(wrong.starts_with("HTTP/1.1 403") && !wrong.contains("set-cookie"), "{wrong}");
    arena.again();
    assert_eq!(arena.link, link, "it stays the same");
}

/// An agent that joins, is ready for every game, and never moves; it leaves when this is dropped.
struct Guest(TcpStream);

impl Guest {
    fn joins(port: u16, wish: &str) -> Guest {
        let stream = connect(port);
        let mut writer = stream.try_clone().expect("another handle");
        writer.write_all(format!("join joust as {wish}\n").as_bytes()).expect("it listens");
        let reader = BufReader::new(stream.try_clone().expect("another handle"));
        thread::spawn(move || {
            for line in reader.lines().map_while(Result::ok) {
                let answer = match line.split(' ').next() {
                    Some("ugi") => "ugiok\n",
                    Some("isready") => "readyok\n",
                    _ => continue,
                };
                let _ = writer.write_all(answer.as_bytes());
            }
        });
        Guest(stream)
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let _ = self.0.shutdown(Shutdown::Both);
    }
}

#[test]
fn the_seat_of_an_agent_is_kept_for_it() {
    let mut arena = Arena::open();
    let own = "Ann rejoin 0123456789abcdef";
    let is_here = |count: usize| {
        move |told: &Value| told["guests"].as_array().is_some_and(|all| all.len() == count)
    };
    let first = Guest::joins(arena.port, own);
    let mut line = arena.line();
    line.watch("guests");
    line.until("guests", is_here(1));
    let (id, keys) = arena.game("joust", &["here", "guest:Ann"], "none");
    let play = json!({ "do": "play", "game": id, "key": keys[0], "move": "D1E3" });
    let mut page = arena.page(&id, &[&keys[0]]);
    while let Err(why) = page.ask(&play) {
        assert!(why.contains("somebody is still waited for"), "{why}");
    }
    // Whoever leaves while it plays has lost: the server ends first.
    arena.again();
    drop(first);
    let stranger = Guest::joins(arena.port, "Ann");
    let mut line = arena.line();
    line.watch("guests");
    line.until("guests", is_here(1));
    let topic = format!("game/{id}");
    let mut page = arena.page(&id, &[&keys[0]]);
    let state = page.until(&topic, |_| true);
    assert!(state["over"].is_null(), "{state}");
    assert_eq!(state["seats"][1]["here"], false, "somebody else has its name");
    drop(stranger);
    line.until("guests", is_here(0));
    let _own = Guest::joins(arena.port, own);
    page.until(&topic, |state| state["seats"][1]["here"] == true);
}
