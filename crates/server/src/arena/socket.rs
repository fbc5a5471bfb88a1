//! The line to a page: topics that are told whenever they change, and questions with answers.
//!
//! A page says `{"n": 7, "do": "watch", "topic": "games"}`, and is answered `{"re": 7, "ok": …}` or
//! `{"re": 7, "error": "a sentence"}`; topics come as `{"topic": …, "data": …}`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::get;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Instant, interval, sleep_until, timeout};

use super::Arena;
use super::analysis::Desk;
use super::hub::Message;

/// How many bytes a page may say at once.
const SAID_MAX: usize = 64 * 1024;
/// How many messages wait for a page; topics wait by themselves.
const WAITING_MAX: usize = 32;
/// How many topics a page may listen to.
const TOPICS_MAX: usize = 200;
/// How often a page is asked whether it is still there, and how long it may be silent.
const PULSE: Duration = Duration::from_secs(15);
const SILENCE: Duration = Duration::from_secs(60);
/// How long a page may take to read a message.
const UNREAD: Duration = Duration::from_secs(20);
/// A page that asks more often than this is heard later; so many questions may come at once.
const PACE: Duration = Duration::from_millis(10);
const BURST: u32 = 200;

pub(super) fn routes() -> Router<Arc<Arena>> {
    Router::new().route("/api/socket", get(meet))
}

async fn meet(State(arena): State<Arc<Arena>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade
        .max_message_size(SAID_MAX)
        .max_frame_size(SAID_MAX)
        .on_upgrade(move |socket| talk(socket, arena))
}

async fn talk(socket: WebSocket, arena: Arc<Arena>) {
    let (sink, stream) = socket.split();
    let (out, outbox) = channel(WAITING_MAX);
    let writer = tokio::spawn(write(sink, outbox));
    let page = Page { desk: Desk::new(out.clone()), arena, out, topics: HashMap::new() };
    page.listen(stream).await;
    writer.abort();
}

/// Sends what there is to say, and asks now and then whether somebody is there.
async fn write(mut sink: SplitSink<WebSocket, Frame>, mut outbox: Receiver<Message>) {
    let mut pulse = interval(PULSE);
    loop {
        let frame = tokio::select! {
            message = outbox.recv() => match message {
                Some(text) => Frame::Text(text.as_ref().into()),
                None => return,
            },
            _ = pulse.tick() => Frame::Ping(Vec::new().into()),
        };
        if !matches!(timeout(UNREAD, sink.send(frame)).await, Ok(Ok(()))) {
            return;
        }
    }
}

/// A page at the other end.
struct Page {
    arena: Arc<Arena>,
    out: Sender<Message>,
    topics: HashMap<String, Listening>,
    desk: Desk,
}

/// A topic that a page listens to; it ends when this is dropped.
struct Listening {
    task: JoinHandle<()>,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Page {
    async fn listen(mut self, mut stream: SplitStream<WebSocket>) {
        let mut due = Instant::now();
        while let Ok(Some(Ok(frame))) = timeout(SILENCE, stream.next()).await {
            let text = match frame {
                Frame::Text(text) => text,
                Frame::Close(_) => return,
                _ => continue,
            };
            // Whoever asks too often waits, and nobody else does.
            due = due.max(Instant::now()) + PACE;
            sleep_until(due - PACE * BURST).await;
            let answer = self.answer(&text).await;
            if self.out.send(answer.to_string().into()).await.is_err() {
                return;
            }
        }
    }

    async fn answer(&mut self, text: &str) -> Value {
        let asked: Value = match serde_json::from_str(text) {
            Ok(asked) => asked,
            Err(error) => return json!({ "re": 0, "error": format!("no JSON: {error}") }),
        };
        let number = asked["n"].clone();
        match self.act(&asked).await {
            Ok(answer) => json!({ "re": number, "ok": answer }),
            Err(why) => json!({ "re": number, "error": why }),
        }
    }

    async fn act(&mut self, asked: &Value) -> Result<Value, String> {
        match asked["do"].as_str().unwrap_or_default() {
            "watch" => self.watch(text(asked, "topic")?).await,
            "unwatch" => {
                self.topics.remove(text(asked, "topic")?);
                Ok(Value::Null)
            }
            "think" => self.desk.think(&self.arena, asked),
            "stop" => {
                self.desk.stop();
                Ok(Value::Null)
            }
            other => Err(format!(
                "'{}' is nothing that can be asked for",
                super::positions::quoted(other)
            )),
        }
    }

    async fn watch(&mut self, topic: &str) -> Result<Value, String> {
        if self.topics.len() >= TOPICS_MAX && !self.topics.contains_key(topic) {
            return Err(format!("a page may listen to {TOPICS_MAX} topics at most"));
        }
        let (arena, wanted) = (self.arena.clone(), topic.to_string());
        // What goes wrong there is a topic that is missing below.
        let _ = spawn_blocking(move || arena.tournaments.prepare(&wanted)).await;
        let quoted = super::positions::quoted(topic);
        let missing = || format!("there is no '{quoted}' here");
        let mut listener = self.arena.hub.subscribe(topic).ok_or_else(missing)?;
        let out = self.out.clone();
        let task = tokio::spawn(async move {
            while listener.changed().await.is_ok() {
                let message = listener.borrow_and_update().clone();
                if out.send(message).await.is_err() {
                    return;
                }
            }
        });
        self.topics.insert(topic.into(), Listening { task });
        Ok(Value::Null)
    }
}

/// Returns a text that a question must have.
fn text<'a>(asked: &'a Value, name: &str) -> Result<&'a str, String> {
    asked[name].as_str().ok_or_else(|| format!("{name} is missing: expected a text"))
}
