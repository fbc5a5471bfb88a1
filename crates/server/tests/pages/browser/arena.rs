//! An arena in a test, with its store in a folder of its own; it can end and begin again.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use manator_server::arena::{ArenaServer, ArenaSetup, Whole};
use manator_server::{Limits, Server};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Line, get, request};

/// More than any test needs.
const CONNECTIONS: usize = 4096;

/// What an arena is called besides its address.
pub(crate) const NAME: &str = "arena.example";

/// An arena.
pub(crate) struct Arena {
    pub(crate) port: u16,
    /// The link that makes a browser the owner's.
    pub(crate) link: String,
    store: PathBuf,
    /// Removed with the arena.
    _folder: Option<TempDir>,
    budget: Option<Whole>,
    stop: Arc<AtomicBool>,
    run: Option<JoinHandle<()>>,
}

impl Arena {
    /// Opens an arena that nobody has used.
    pub(crate) fn open() -> Arena {
        let folder = tempfile::tempdir().expect("a folder");
        let mut arena = Arena::at(&folder.path().join("store.db"));
        arena._folder = Some(folder);
        arena
    }

    /// Opens an arena whose agents have so much memory and so many threads.
    pub(crate) fn with_budget(budget: Whole) -> Arena {
        let folder = tempfile::tempdir().expect("a folder");
        let mut arena = Arena::new(&folder.path().join("store.db"));
        (arena._folder, arena.budget) = (Some(folder), Some(budget));
        arena.begin();
        arena
    }

    /// Opens the arena of a store.
    pub(crate) fn at(store: &Path) -> Arena {
        let mut arena = Arena::new(store);
        arena.begin();
        arena
    }

    /// Returns the arena that another process runs at a port of this machine.
    pub(crate) fn elsewhere(port: u16) -> Arena {
        let mut arena = Arena::new(Path::new(""));
        arena.port = port;
        arena
    }

    fn new(store: &Path) -> Arena {
        let (store, stop) = (store.to_path_buf(), Arc::default());
        Arena { port: 0, link: String::new(), store, _folder: None, budget: None, stop, run: None }
    }

    fn begin(&mut self) {
        let guests = Limits { each_max: CONNECTIONS, all_max: CONNECTIONS, ..Limits::default() };
        let setup = ArenaSetup {
            store: self.store.clone(),
            names: vec![NAME.into()],
            open: false,
            new_key: false,
            rooms_each_max: 20,
            guests,
            pace: Duration::ZERO,
            budget: self.budget,
        };
        let listener = Server::listen("127.0.0.1:0").expect("a port");
        self.port = listener.local_addr().expect("an address").port();
        let server = ArenaServer::open(setup, listener).expect("a store");
        self.link = server.owner.link(NAME);
        self.stop = Arc::default();
        let flag = self.stop.clone();
        self.run = Some(thread::spawn(move || {
            server.run(&flag, Arc::new(|_| {})).expect("it runs");
        }));
    }

    /// Ends it, and begins again with the same store, at another port.
    pub(crate) fn again(&mut self) {
        self.end();
        self.begin();
    }

    fn end(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(run) = self.run.take() {
            run.join().expect("the arena ends well");
        }
    }

    pub(crate) fn line(&self) -> Line {
        Line::open(self.port)
    }

    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        request(self.port, "GET", path, "")
    }

    pub(crate) fn read(&self, path: &str) -> Value {
        get(self.port, path)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> (u16, String) {
        request(self.port, "POST", path, &body.to_string())
    }

    /// Asks for something; what is no JSON is a sentence.
    pub(crate) fn tried(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, text) = self.post(path, body);
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    /// Asks for something that is given.
    pub(crate) fn answer(&self, path: &str, body: &Value) -> Value {
        let (status, text) = self.post(path, body);
        assert_eq!(status, 200, "{path} {body}: {text}");
        serde_json::from_str(&text).expect("JSON")
    }

    /// Begins a game; returns what names it, and the keys of all seats.
    pub(crate) fn game(&self, game: &str, seats: &[&str], control: &str) -> (String, Vec<String>) {
        let wanted = json!({ "game": game, "seats": seats, "control": control });
        let made = self.answer("/api/games", &wanted);
        let key = |seat: usize| {
            let seat = seat.to_string();
            let key = made["keys"][&seat].as_str().or(made["links"][&seat].as_str());
            key.unwrap_or_default().to_string()
        };
        let id = made["id"].as_str().expect("a name").to_string();
        (id, (0..seats.len()).map(key).collect())
    }

    /// Opens a page that is in a game.
    pub(crate) fn page(&self, id: &str, keys: &[&str]) -> Line {
        let mut line = Line::open(self.port);
        let topic = format!("game/{id}");
        line.ask(&json!({ "do": "watch", "topic": topic, "keys": keys })).expect("it is there");
        line
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        self.end();
    }
}
