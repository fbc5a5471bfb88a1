//! Browsers at the port of `manator server`: the page, the tables, and what counts as a display.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use manator_core::Settings;
use manator_engine::options::OPTIONS;
use manator_games::catalog;
use manator_play::Terms;
use manator_server::{Earlier, Limits, Notice, Server, Setup, Standings, Tokens};
use tempfile::TempDir;

use crate::browser::{Line, connect, get, request};

/// A server that plays the house against itself.
struct Playing {
    port: u16,
    stop: Arc<AtomicBool>,
    notices: Arc<Mutex<Vec<String>>>,
    run: JoinHandle<Standings>,
    _folder: TempDir,
}

impl Playing {
    fn start(game: &str, options: &str, change: impl FnOnce(&mut Setup)) -> Playing {
        let entry = catalog::find(game).expect("a game");
        let settings = Settings::parse(entry.card().options, options).expect("options");
        let folder = TempDir::new().expect("a folder for the store");
        let mut setup = Setup {
            table: entry.open(settings).expect("a table"),
            agents: 0,
            displays: 1,
            runs: 1,
            tourney: false,
            concurrency: 1,
            sleep: Duration::ZERO,
            openings: Vec::new(),
            seed: Some(1),
            terms: Terms { steps: Some(10), ..Terms::default() },
            house: ("random".into(), Settings::defaults(OPTIONS)),
            tokens: Tokens::default(),
            limits: Limits::default(),
            names: Vec::new(),
            store: folder.path().join("tournaments.db"),
            earlier: Earlier::IsLeft,
        };
        change(&mut setup);
        let listener = Server::listen("127.0.0.1:0").expect("a port");
        let server = Server::open(setup, listener).expect("a setup that makes sense");
        let port = server.address().expect("an address").port();
        let stop = Arc::new(AtomicBool::new(false));
        let notices: Arc<Mutex<Vec<String>>> = Arc::default();
        let (flag, told) = (stop.clone(), notices.clone());
        let run = thread::spawn(move || {
            let tell = Arc::new(move |notice: &Notice<'_>| {
                let name = format!("{notice:?}");
                let name = name.split([' ', '(', '{']).next().unwrap_or_default();
                told.lock().expect("notices").push(name.into());
            });
            server.run(&flag, tell).expect("the network works")
        });
        Playing { port, stop, notices, run, _folder: folder }
    }

    fn has_noticed(&self, name: &str) -> bool {
        self.notices.lock().expect("notices").iter().any(|notice| notice == name)
    }

    fn end(self) -> Standings {
        self.stop.store(true, Ordering::Relaxed);
        self.run.join().expect("the server ends")
    }
}

#[test]
fn the_page_is_served_and_knows_what_it_is() {
    let server = Playing::start("joust", "", |_| {});
    let (status, page) = request(server.port, "GET", "/", "");
    assert!(status == 200 && page.contains("arena.js"), "{status} {page}");
    let catalog = get(server.port, "/api/catalog");
    assert_eq!(catalog["mode"], "server");
    assert_eq!(catalog["mayOrganise"], false);
    let asked = r#"{"game":"joust","moves":["D1E3"]}"#;
    assert_eq!(request(server.port, "POST", "/api/position", asked).0, 200);
    assert_eq!(request(server.port, "POST", "/api/games", "{}").0, 404);
    server.end();
}

#[test]
fn a_game_begins_when_a_page_shows_the_table() {
    let server = Playing::start("jetan", "", |_| {});
    let mut line = Line::open(server.port);
    line.watch("games");
    let list = line.until("games", |_| true);
    assert_eq!(list["games"][0]["id"], "table-1");
    assert_eq!(list["games"][0]["plies"], 0);
    thread::sleep(Duration::from_millis(500));
    assert!(!server.has_noticed("Watches"), "whoever reads the list is no display");
    line.watch("game/table-1");
    let first = line.until("game/table-1", |_| true);
    assert_eq!((&first["game"], &first["seats"][0]["here"]), (&"jetan".into(), &false.into()));
    let over = line.until("game/table-1", |state| !state["over"].is_null());
    assert!(server.has_noticed("Watches"));
    assert_eq!(over["moves"].as_array().map(Vec::len), Some(20));
    assert!(over["legal"].is_null(), "whoever looks on moves nothing");
    assert_eq!(over["seats"][0]["name"], "random");
    assert_eq!(over["over"]["reason"], "steps");
    assert_eq!(over["round"], serde_json::json!([1, 1]));
    let list = line.until("games", |list| !list["bye"].is_null());
    assert_eq!(list["standing"].as_array().map(Vec::len), Some(2));
    // The page is still there, and keeps the server no longer than it takes to read the end.
    let standing = server.run.join().expect("the server ends by itself");
    assert_eq!(standing.len(), 2);
}

#[test]
fn a_page_that_goes_no_longer_counts() {
    let server = Playing::start("joust", "", |setup| setup.displays = 2);
    let mut line = Line::open(server.port);
    line.watch("game/table-1");
    line.until("game/table-1", |_| true);
    line.watch("game/table-1");
    drop(line);
    let end = Instant::now() + Duration::from_secs(120);
    while !server.has_noticed("Watched") && Instant::now() < end {
        thread::sleep(Duration::from_millis(20));
    }
    assert!(server.has_noticed("Watched"));
    assert!(!server.has_noticed("Begins"), "one page is one display, and it has gone");
    server.end();
}

#[test]
fn whoever_comes_late_sees_everything() {
    let server = Playing::start("kings-court", "", |setup| {
        setup.displays = 0;
        setup.terms.delay = Duration::from_millis(100);
        setup.terms.steps = Some(1000);
    });
    thread::sleep(Duration::from_secs(1));
    let mut line = Line::open(server.port);
    line.watch("game/table-1");
    let state = line.until("game/table-1", |state| {
        state["moves"].as_array().is_some_and(|moves| moves.len() > 2)
    });
    let (status, record) = request(server.port, "GET", "/api/games/table-1/record", "");
    assert!(status == 200 && record.contains("[First \"random\"]"), "{status} {record}");
    let first = state["moves"][0].as_str().expect("a move");
    assert!(record.contains(first), "{first} {record}");
    assert_eq!(request(server.port, "GET", "/api/games/table-2/record", "").0, 404);
    line.watch("game/table-2");
    let refused = loop {
        let message = line.hear();
        if message["error"].is_string() {
            break message;
        }
    };
    assert_eq!(refused["error"], "there is no 'game/table-2' here");
    line.say(r#"{"n":9,"do":"play","game":"table-1","move":"A1A2"}"#);
    line.say("no json");
    server.end();
}

/// Whether a browser that is silent for a while before its request is answered. On a busy machine it may be
/// silent for longer than it means to: it has several attempts.
fn is_answered_after(port: u16, silence: Duration) -> bool {
    let request = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    (0..20).any(|_| {
        let mut stream = connect(port);
        thread::sleep(silence);
        let mut answer = Vec::new();
        let read =
            stream.write_all(request.as_bytes()).and_then(|()| stream.read_to_end(&mut answer));
        read.is_ok() && answer.starts_with(b"HTTP/1.1 200")
    })
}

#[test]
fn browsers_are_not_greeted_and_original_programs_are() {
    // Where the rules are theirs, they are asked soon; a browser that speaks at once is answered all the same.
    let server = Playing::start("jetan", "variant=software", |_| {});
    let mut silent = connect(server.port);
    let mut byte = [0; 9];
    silent.read_exact(&mut byte).expect("a question");
    assert!(is_answered_after(server.port, Duration::ZERO));
    // A request after words of ours is not answered, so that nobody takes these for the answer.
    let mut spoiled = silent;
    spoiled.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("it listens");
    let mut rest = Vec::new();
    let _ = spoiled.read_to_end(&mut rest);
    assert!(!String::from_utf8_lossy(&rest).contains("error"), "{rest:?}");
    server.end();
    // Elsewhere a connection may be silent for a while before its request.
    let server = Playing::start("jetan", "", |_| {});
    assert!(is_answered_after(server.port, Duration::from_millis(700)));
    // A spare connection of a browser may be silent for longer than others.
    let mut page = connect(server.port);
    let request = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", server.port);
    page.write_all(request.as_bytes()).expect("it listens");
    page.read_exact(&mut byte).expect("an answer");
    assert!(is_answered_after(server.port, Duration::from_millis(2500)));
    server.end();
}
