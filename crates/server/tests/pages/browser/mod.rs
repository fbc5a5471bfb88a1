//! A browser in a test: requests, and the line of a page, over real sockets.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

pub(crate) mod arena;

/// How long anything may take, on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(120);

/// Connects to a server of this machine.
pub(crate) fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
    stream
}

/// Makes a request with these lines in its head; returns the whole answer, as far as it came.
pub(crate) fn ask(port: u16, request: &str, head: &[String], body: &str) -> String {
    let mut stream = connect(port);
    let head: String = head.iter().map(|line| format!("{line}\r\n")).collect();
    let text = format!(
        "{request} HTTP/1.1\r\n{head}Content-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    );
    // Whoever is refused may be cut off.
    let _ = stream.write_all(text.as_bytes());
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// Makes a request; returns the status and the body.
pub(crate) fn request(port: u16, method: &str, path: &str, body: &str) -> (u16, String) {
    let mut stream = connect(port);
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
    (status, body.into())
}

/// Reads something that is JSON.
pub(crate) fn get(port: u16, path: &str) -> Value {
    let (status, body) = request(port, "GET", path, "");
    assert_eq!(status, 200, "{path}: {body}");
    serde_json::from_str(&body).expect("JSON")
}

/// The line of a page.
pub(crate) struct Line {
    stream: TcpStream,
    /// Where each topic stands.
    told: HashMap<String, Value>,
    /// How many bytes the server has said, and in how many messages.
    pub(crate) bytes: usize,
    pub(crate) messages: usize,
}

/// Makes what a message says happen to the state of its topic, as `web/src/arena/difference.ts` does.
fn apply(told: &mut HashMap<String, Value>, message: &Value) {
    let Some(topic) = message["topic"].as_str() else { return };
    if let Some(data) = message.get("data") {
        told.insert(topic.into(), data.clone());
        return;
    }
    let state = told.get_mut(topic).and_then(Value::as_object_mut).expect("a state to change");
    let entries = |part: &str| message[part].as_object().cloned().unwrap_or_default();
    state.extend(entries("set"));
    for (name, change) in entries("add") {
        let keep = change[0].as_u64().expect("a count") as usize;
        match (&mut state[&name], &change[1]) {
            (Value::Array(list), Value::Array(tail)) => {
                let rest = list.split_off(list.len() - change[2].as_u64().unwrap_or(0) as usize);
                list.truncate(keep);
                list.extend(tail.iter().chain(&rest).cloned());
            }
            (Value::String(text), Value::String(tail)) => {
                let kept: Vec<u16> = text.encode_utf16().take(keep).collect();
                *text = String::from_utf16(&kept).expect("whole letters") + tail;
            }
            (old, tail) => panic!("{name}: {tail} cannot follow {old}"),
        }
    }
    for (name, elements) in entries("put") {
        for element in elements.as_array().expect("elements") {
            let index = element[0].as_u64().expect("an index") as usize;
            state[&name][index] = element[1].clone();
        }
    }
    for name in message["remove"].as_array().into_iter().flatten() {
        state.remove(name.as_str().expect("a name"));
    }
}

impl Line {
    /// Opens the line, as a page of the server does.
    pub(crate) fn open(port: u16) -> Line {
        let mut stream = connect(port);
        let request = format!(
            "GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n\
             Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("it listens");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("an answer");
            head.push(byte[0]);
        }
        let head = String::from_utf8_lossy(&head).into_owned();
        assert!(head.starts_with("HTTP/1.1 101"), "{head}");
        Line { stream, told: HashMap::new(), bytes: 0, messages: 0 }
    }

    /// Says something; the mask of the frame is zero, which is as good as any here.
    pub(crate) fn say(&mut self, text: &str) {
        let length = u16::try_from(text.len()).expect("a short message");
        let mut frame = vec![0x81];
        match length {
            0..=125 => frame.push(0x80 | length as u8),
            _ => {
                frame.push(0x80 | 126);
                frame.extend(length.to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.stream.write_all(&frame).expect("the server listens");
    }

    /// Hears the next message.
    pub(crate) fn hear(&mut self) -> Value {
        loop {
            let mut head = [0; 2];
            self.stream.read_exact(&mut head).expect("the server speaks");
            let length = match head[1] {
                126 => {
                    let mut length = [0; 2];
                    self.stream.read_exact(&mut length).expect("a length");
                    u64::from(u16::from_be_bytes(length))
                }
                127 => {
                    let mut length = [0; 8];
                    self.stream.read_exact(&mut length).expect("a length");
                    u64::from_be_bytes(length)
                }
                short => u64::from(short),
            };
            let mut payload = vec![0; usize::try_from(length).expect("a length")];
            self.stream.read_exact(&mut payload).expect("all of it");
            if head[0] & 0x0f == 1 {
                self.bytes += payload.len();
                self.messages += 1;
                let message: Value = serde_json::from_slice(&payload).expect("JSON");
                apply(&mut self.told, &message);
                return message;
            }
        }
    }

    /// Listens to a topic.
    pub(crate) fn watch(&mut self, topic: &str) {
        self.say(&format!(r#"{{"n":1,"do":"watch","topic":"{topic}"}}"#));
    }

    /// Waits until a topic is told that is as wanted.
    pub(crate) fn until(&mut self, topic: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            if let Some(data) = self.told.get(topic).filter(|data| is_wanted(data)) {
                return data.clone();
            }
            let message = self.hear();
            assert_eq!(message.get("error"), None, "{topic} is waited for");
        }
    }

    /// Asks for something, and returns what came of it.
    ///
    /// # Errors
    /// Returns the sentence of a refusal.
    pub(crate) fn ask(&mut self, question: &Value) -> Result<Value, String> {
        let number = 1_000_000 + question.to_string().len();
        let mut question = question.clone();
        question["n"] = json!(number);
        self.say(&question.to_string());
        loop {
            let message = self.hear();
            if message["re"] == number {
                return match message["error"].as_str() {
                    Some(why) => Err(why.into()),
                    None => Ok(message["ok"].clone()),
                };
            }
        }
    }
}
