//! The connection to a page, whatever the page is about: messages in and out, and topics.
//!
//! A page that is slow, silent or loud costs nobody but itself anything.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use manator_protocol::quoted;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::error::SendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinHandle;
use tokio::time::{Instant, interval, sleep_until, timeout};

use crate::hub::{Hub, Message, Snapshot};

const SAID_MAX: usize = 64 * 1024;
/// How many messages wait for a page; topics wait by themselves.
const WAITING_MAX: usize = 32;
const TOPICS_MAX: usize = 200;
/// How many questions of a page may wait for their answers.
const SLOW_MAX: usize = 8;
/// How often a page is asked whether it is still there, and how long it may be silent.
const PING_INTERVAL: Duration = Duration::from_secs(15);
const SILENCE_TIMEOUT: Duration = Duration::from_secs(60);
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);
/// The rate limit of a page: it may ask once in this time, and so many times at once.
const REQUEST_INTERVAL: Duration = Duration::from_millis(10);
const BURST_MAX: u32 = 200;

/// Whoever answers what a page asks, as long as it is there.
pub(crate) trait Page: Send + 'static {
    fn act(&mut self, asked: &Value) -> impl Future<Output = Result<Answer, String>> + Send;
}

pub(crate) enum Answer {
    Now(Value),
    /// What comes of this; other questions are answered meanwhile.
    Later(Pin<Box<dyn Future<Output = Result<Value, String>> + Send>>),
}

/// Opens the connection to a page; what is said to it goes into the channel that `page` is given.
pub(crate) fn open<P: Page>(
    upgrade: WebSocketUpgrade,
    page: impl FnOnce(Sender<Message>) -> P + Send + 'static,
) -> Response {
    upgrade.max_message_size(SAID_MAX).max_frame_size(SAID_MAX).on_upgrade(async move |socket| {
        let (sink, stream) = socket.split();
        let (out, outbox) = channel(WAITING_MAX);
        let writer = tokio::spawn(write(sink, outbox));
        listen(page(out.clone()), stream, out).await;
        writer.abort();
    })
}

/// Sends what there is to say, and asks now and then whether somebody is there.
async fn write(mut sink: SplitSink<WebSocket, Frame>, mut outbox: Receiver<Message>) {
    let mut pings = interval(PING_INTERVAL);
    loop {
        let frame = tokio::select! {
            message = outbox.recv() => match message {
                Some(text) => Frame::Text(text),
                None => return,
            },
            _ = pings.tick() => Frame::Ping(Vec::new().into()),
        };
        if !matches!(timeout(WRITE_TIMEOUT, sink.send(frame)).await, Ok(Ok(()))) {
            return;
        }
    }
}

async fn listen(mut page: impl Page, mut stream: SplitStream<WebSocket>, out: Sender<Message>) {
    let mut due = Instant::now();
    let slow = Arc::new(Semaphore::new(SLOW_MAX));
    while let Ok(Some(Ok(frame))) = timeout(SILENCE_TIMEOUT, stream.next()).await {
        let text = match frame {
            Frame::Text(text) => text,
            Frame::Close(_) => return,
            _ => continue,
        };
        // Whoever asks too often waits, and nobody else does.
        due = due.max(Instant::now()) + REQUEST_INTERVAL;
        sleep_until(due - REQUEST_INTERVAL * BURST_MAX).await;
        if answer(&mut page, &text, &out, &slow).await.is_err() {
            return;
        }
    }
}

/// Answers one question; an error means that nobody is there any more.
pub(crate) async fn answer(
    page: &mut impl Page,
    text: &str,
    out: &Sender<Message>,
    slow: &Arc<Semaphore>,
) -> Result<(), SendError<Message>> {
    let asked: Value = match serde_json::from_str(text) {
        Ok(asked) => asked,
        Err(error) => {
            let refused = json!({ "re": 0, "error": format!("no JSON: {error}") });
            return out.send(refused.to_string().into()).await;
        }
    };
    let number = asked["n"].clone();
    match page.act(&asked).await {
        Ok(Answer::Now(answer)) => out.send(answered(&number, Ok(answer))).await,
        Err(why) => out.send(answered(&number, Err(why))).await,
        Ok(Answer::Later(answer)) => {
            let Ok(place) = slow.clone().acquire_owned().await else { return Ok(()) };
            let out = out.clone();
            tokio::spawn(async move {
                let _ = out.send(answered(&number, answer.await)).await;
                drop(place);
            });
            Ok(())
        }
    }
}

fn answered(number: &Value, answer: Result<Value, String>) -> Message {
    let answer = match answer {
        Ok(answer) => json!({ "re": number, "ok": answer }),
        Err(why) => json!({ "re": number, "error": why }),
    };
    answer.to_string().into()
}

pub(crate) fn text<'a>(asked: &'a Value, name: &str) -> Result<&'a str, String> {
    asked[name].as_str().ok_or_else(|| format!("{name} is missing: expected a text"))
}

/// The topics that a page listens to, each with whatever it holds as long as it does.
pub(crate) struct Topics<P> {
    hub: Arc<Hub>,
    out: Sender<Message>,
    listening: HashMap<String, Listening<P>>,
}

/// A topic that a page listens to; it ends when this is dropped.
struct Listening<P> {
    task: JoinHandle<()>,
    held: P,
}

impl<P> Drop for Listening<P> {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl<P> Topics<P> {
    pub(crate) fn new(hub: Arc<Hub>, out: Sender<Message>) -> Topics<P> {
        Topics { hub, out, listening: HashMap::new() }
    }

    /// Returns what is held as long as the page listens to a topic.
    pub(crate) fn held(&self, topic: &str) -> Option<&P> {
        self.listening.get(topic).map(|listening| &listening.held)
    }

    /// Makes sure that there is a place for a topic; whoever listens to it already begins anew.
    pub(crate) fn make_place(&mut self, topic: &str) -> Result<(), String> {
        self.listening.remove(topic);
        if self.listening.len() >= TOPICS_MAX {
            return Err(format!("a page may listen to {TOPICS_MAX} topics at most"));
        }
        Ok(())
    }

    /// Tells the page where a topic stands, and again whenever that changes; `held` is dropped at the end.
    pub(crate) fn watch(&mut self, topic: &str, held: P) -> Result<(), String> {
        let missing = || format!("there is no '{}' here", quoted(topic));
        let mut listener = self.hub.subscribe(topic).ok_or_else(missing)?;
        let out = self.out.clone();
        let task = tokio::spawn(async move {
            let mut told: Option<Arc<Snapshot>> = None;
            while listener.changed().await.is_ok() {
                let latest = listener.borrow_and_update().clone();
                let message = match &told {
                    Some(told) => latest.since(told),
                    None => Some(latest.whole()),
                };
                told = Some(latest);
                if let Some(message) = message
                    && out.send(message).await.is_err()
                {
                    return;
                }
            }
        });
        self.listening.insert(topic.into(), Listening { task, held });
        Ok(())
    }

    pub(crate) fn unwatch(&mut self, topic: &str) {
        self.listening.remove(topic);
    }
}
