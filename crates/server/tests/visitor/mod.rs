//! A page of the arena without a browser: requests, and the line over which it is told what goes on.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use manator_server::Guests;
use manator_server::arena::{ArenaServer, ArenaSetup};
use serde_json::{Value, json};

/// How long anything may take here: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(120);

/// An arena in this process.
pub(crate) struct Arena {
    pub(crate) address: SocketAddr,
    store: PathBuf,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Arena {
    pub(crate) fn open(store: &Path) -> Arena {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let setup = ArenaSetup {
            store: store.to_path_buf(),
            names: Vec::new(),
            open: false,
            guests: Guests::default(),
            pace: Duration::ZERO,
        };
        let server = ArenaServer::open(setup, listener).expect("an arena");
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        let thread =
            thread::spawn(move || server.run(&flag, Arc::new(|_| {})).expect("the arena runs"));
        Arena { address, store: store.to_path_buf(), stop, thread: Some(thread) }
    }

    /// Closes the arena and opens it again, at another address.
    pub(crate) fn reopen(self) -> Arena {
        let store = self.store.clone();
        drop(self);
        Arena::open(&store)
    }

    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        self.ask("GET", path, "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> (u16, String) {
        self.ask("POST", path, &body.to_string())
    }

    /// Asks for something and expects it.
    #[track_caller]
    pub(crate) fn read(&self, path: &str) -> Value {
        let (status, text) = self.get(path);
        assert_eq!(status, 200, "{path}: {text}");
        serde_json::from_str(&text).expect("JSON")
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).expect("the arena listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        let place = self.address;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {place}\r\nOrigin: http://{place}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).expect("it reads");
        stream.write_all(body.as_bytes()).expect("it reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it answers");
        let answer = String::from_utf8(answer).expect("text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
        (status, body.to_string())
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the arena ends well");
        }
    }
}

/// The line of a page.
pub(crate) struct Line {
    stream: TcpStream,
    /// What each topic said last.
    told: HashMap<String, Value>,
}

impl Line {
    pub(crate) fn open(arena: &Arena) -> Line {
        let mut stream = TcpStream::connect(arena.address).expect("the arena listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        let place = arena.address;
        let head = format!(
            "GET /api/socket HTTP/1.1\r\nHost: {place}\r\nOrigin: http://{place}\r\n\
             Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).expect("it reads");
        let mut answer = Vec::new();
        while !answer.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("it answers");
            answer.push(byte[0]);
        }
        assert!(answer.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&answer));
        Line { stream, told: HashMap::new() }
    }

    pub(crate) fn watch(&mut self, topic: &str) {
        self.say(&json!({ "n": 1, "do": "watch", "topic": topic }));
    }

    fn say(&mut self, message: &Value) {
        let text = message.to_string();
        let length = u8::try_from(text.len()).ok().filter(|length| *length < 126).expect("short");
        // A client masks what it says; a mask of nothing changes nothing.
        self.stream.write_all(&[0x81, 0x80 | length, 0, 0, 0, 0]).expect("it reads");
        self.stream.write_all(text.as_bytes()).expect("it reads");
    }

    /// Returns what a topic says as soon as that is what we wait for.
    #[track_caller]
    pub(crate) fn until(&mut self, topic: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(data) = self.told.get(topic).filter(|data| is_it(data)) {
                return data.clone();
            }
            let mut message = self.hear();
            assert!(message["error"].is_null(), "{message}");
            if let Some(about) = message["topic"].as_str().map(str::to_string) {
                self.told.insert(about, message["data"].take());
            }
        }
        panic!("{topic}: the last word was {:?}", self.told.get(topic));
    }

    fn hear(&mut self) -> Value {
        loop {
            let [first, second] = self.take();
            let length = match second & 0x7f {
                126 => u64::from(u16::from_be_bytes(self.take())),
                127 => u64::from_be_bytes(self.take()),
                short => u64::from(short),
            };
            let mut payload = vec![0; length as usize];
            self.stream.read_exact(&mut payload).expect("a whole message");
            if first == 0x81 {
                return serde_json::from_slice(&payload).expect("JSON");
            }
        }
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.stream.read_exact(&mut bytes).expect("the line is open");
        bytes
    }
}
