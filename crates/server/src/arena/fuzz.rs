//! Whatever a browser asks for, nothing panics, and every question has one answer.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::net::SocketAddr;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HOST, ORIGIN};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::timeout;

use super::{Arena, ArenaSetup, Desk, Page, Topics, Whole, router};
use crate::connection;
use crate::fuzz::{listen_for_panics, nothing_panicked, runtime};
use crate::http::{Caller, Site};
use crate::hub::Message;
use crate::lock;
use crate::notice::Tell;
use crate::setup::Limits;

const RANDOM: usize = 20;
const ASKED_MAX: usize = 4096;
/// How many inputs one arena is for: what they begin is kept.
const INPUTS_EACH: usize = 500;
/// How long an answer is waited for that an agent has to think about.
const THINKING_TIMEOUT: Duration = Duration::from_millis(20);
/// What has agents play or think; what is asked there is read as elsewhere.
const TAKES_LONG: [&str; 3] = ["/api/tournaments", "/api/reply", "/api/explain"];
const BODY_MAX: usize = 16 * 1024 * 1024;

/// An arena, and who asks.
struct Visited {
    arena: Arc<Arena>,
    site: Site,
    here: SocketAddr,
    inputs: usize,
    /// Where it is kept.
    _folder: TempDir,
}

impl Drop for Visited {
    fn drop(&mut self) {
        self.arena.rooms.close();
    }
}

impl Visited {
    fn new() -> Visited {
        let folder = tempfile::tempdir().expect("a folder");
        let limits = Limits::default();
        let setup = ArenaSetup {
            store: folder.path().join("store.db"),
            names: Vec::new(),
            open: false,
            new_key: false,
            rooms_each_max: usize::MAX,
            guests: limits,
            pace: Duration::ZERO,
            budget: Some(Whole { memory_mib: 64, threads: 1 }),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let tell: Tell = Arc::new(|_| {});
        let arena = Arena::open(&setup, &stop, &tell).expect("an arena");
        let site = Site::new(router(arena.clone()), Vec::new(), &limits);
        let here = SocketAddr::from(([127, 0, 0, 1], 7777));
        Visited { arena, site, here, inputs: 0, _folder: folder }
    }

    async fn ask(&self, method: &str, path: &str, body: &str) -> Option<(StatusCode, Vec<u8>)> {
        let request = Request::builder().method(method).uri(path).header(HOST, "localhost:7777");
        let request = request.header(ORIGIN, "http://localhost:7777");
        let request = request.header(CONTENT_TYPE, "application/json");
        let request = request.header(CONTENT_LENGTH, body.len());
        let request = request.body(Body::from(body.to_string())).ok()?;
        let answer = self.site.answer(request, self.here, self.here);
        // A program may wait for its turn.
        let response = match path.starts_with("/api/v1/games") {
            true => timeout(THINKING_TIMEOUT, answer).await.ok()?,
            false => answer.await,
        };
        let status = response.status();
        let body = to_bytes(response.into_body(), BODY_MAX).await.expect("the whole answer");
        let words = String::from_utf8_lossy(&body);
        assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR, "{method} {path}: {words}");
        Some((status, body.to_vec()))
    }
}

/// A game that was begun, to which later questions can refer: `$game`, `$0`, `$1`, `$2`.
#[derive(Default)]
struct Begun {
    game: String,
    keys: [String; 3],
}

impl Begun {
    fn of(answer: &Value) -> Begun {
        let key = |seat: usize| {
            let seat = seat.to_string();
            let key = answer["keys"][&seat].as_str().or(answer["links"][&seat].as_str());
            key.or(answer["key"].as_str()).unwrap_or_default().to_string()
        };
        Begun { game: answer["id"].as_str().unwrap_or_default().into(), keys: [0, 1, 2].map(key) }
    }

    fn fill(&self, line: &str) -> String {
        let line = line.replace("$game", &self.game);
        (0..3).fold(line, |line, seat| line.replace(&format!("${seat}"), &self.keys[seat]))
    }
}

/// A page that is open.
struct Opened {
    page: Page,
    out: Sender<Message>,
    inbox: Receiver<Message>,
    slow: Arc<Semaphore>,
}

impl Opened {
    fn new(visited: &Visited) -> Opened {
        // As many as an input has lines, so that nothing waits for somebody to read.
        let (out, inbox) = channel(2 * ASKED_MAX);
        let here = visited.here;
        let caller = Caller { address: here, local: here, visitor: here.ip(), is_owner: true };
        let arena = visited.arena.clone();
        let topics = Topics::new(arena.hub.clone(), out.clone());
        let page = Page { arena, topics, desk: Desk::new(out.clone(), caller), caller };
        Opened { page, out, inbox, slow: Arc::new(Semaphore::new(1)) }
    }

    /// Says something, and waits for the answer; only what an agent thinks about may have none in time.
    async fn say(&mut self, text: &str) {
        let said = connection::answer(&mut self.page, text, &self.out, &self.slow);
        if timeout(THINKING_TIMEOUT, said).await.is_err() {
            return;
        }
        let asked: Value = serde_json::from_str(text).unwrap_or(json!({ "n": 0 }));
        let answered = timeout(THINKING_TIMEOUT, async {
            while let Some(message) = self.inbox.recv().await {
                let told: Value = serde_json::from_str(&message).expect("JSON");
                if told.get("re") == Some(&asked["n"]) {
                    return told;
                }
            }
            Value::Null
        });
        if let Ok(told) = answered.await {
            assert!(told.get("ok").is_some() != told.get("error").is_some(), "{told}");
        }
    }
}

/// Checks that a record which was written can be read.
async fn read_back(visited: &Visited, answer: &[u8]) {
    let answer: Value = serde_json::from_slice(answer).expect("JSON");
    let body = json!({ "record": answer["record"] }).to_string();
    let (status, words) = visited.ask("POST", "/api/position", &body).await.expect("an answer");
    assert_eq!(status, StatusCode::OK, "{}\n{body}", String::from_utf8_lossy(&words));
}

async fn visit(visited: &Visited, text: &str) {
    let mut begun = Begun::default();
    let mut page = Opened::new(visited);
    for line in text.lines() {
        let line = begun.fill(line);
        if line.starts_with('{') {
            page.say(&line).await;
            continue;
        }
        let mut words = line.splitn(3, ' ');
        let mut next = || words.next().unwrap_or_default();
        let (method, path, body) = (next(), next(), next());
        if TAKES_LONG.contains(&path) {
            continue;
        }
        let Some((status, answer)) = visited.ask(method, path, body).await else { continue };
        match path {
            "/api/games" | "/api/v1/games" if status == StatusCode::OK => {
                begun = Begun::of(&serde_json::from_slice(&answer).expect("JSON"));
            }
            "/api/record" if status == StatusCode::OK => read_back(visited, &answer).await,
            _ => {}
        }
    }
}

/// Asks one question a line: a message of a page, or a method, a path and a body.
#[test]
fn any_visit() {
    listen_for_panics();
    let runtime = runtime();
    let visited = Mutex::new(Visited::new());
    bolero::check!().with_iterations(RANDOM).with_max_len(ASKED_MAX).for_each(|bytes: &[u8]| {
        let mut visited = lock(&visited);
        if visited.inputs >= INPUTS_EACH {
            *visited = Visited::new();
        }
        visited.inputs += 1;
        runtime.block_on(visit(&visited, &String::from_utf8_lossy(bytes)));
        nothing_panicked();
    });
}
