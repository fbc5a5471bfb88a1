//! The line to a page of the arena: topics that are told whenever they change, and questions with answers.
//!
//! A page says `{"n": 7, "do": "watch", "topic": "games"}`, and is answered `{"re": 7, "ok": …}` or
//! `{"re": 7, "error": "a sentence"}`; topics come as `{"topic": …, "data": …}`.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;
use axum::routing::get;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use super::Arena;
use super::analysis::Desk;
use super::positions::quoted;
use super::rooms::Presence;
use crate::connection::{self, Answer, Topics, text};

const KEYS_MAX: usize = 8;

pub(super) fn routes() -> Router<Arc<Arena>> {
    Router::new().route("/api/socket", get(meet))
}

async fn meet(State(arena): State<Arc<Arena>>, upgrade: WebSocketUpgrade) -> Response {
    connection::open(upgrade, move |out| {
        let topics = Topics::new(arena.hub.clone(), out.clone());
        Page { arena, topics, desk: Desk::new(out) }
    })
}

struct Page {
    arena: Arc<Arena>,
    /// What it listens to; with its place in the room, where that is the topic of a game.
    topics: Topics<Option<Presence>>,
    desk: Desk,
}

impl connection::Page for Page {
    async fn act(&mut self, asked: &Value) -> Result<Answer, String> {
        match asked["do"].as_str().unwrap_or_default() {
            "watch" => return self.watch(text(asked, "topic")?, asked).await,
            "unwatch" => self.topics.unwatch(text(asked, "topic")?),
            "think" => return self.desk.think(&self.arena, asked).await.map(Answer::Now),
            "graph" => return self.desk.graph(&self.arena, asked).await.map(Answer::Now),
            "stop" => self.desk.stop(asked),
            other => {
                let unknown = || format!("'{}' is nothing that can be asked for", quoted(other));
                let (arena, asked) = (self.arena.clone(), asked.clone());
                if !super::rooms::knows(&asked) {
                    return Err(unknown());
                }
                // A hint takes its time, and the page may want something else meanwhile.
                return Ok(Answer::Later(Box::pin(async move { arena.rooms.act(&asked).await })));
            }
        }
        Ok(Answer::Now(Value::Null))
    }
}

impl Page {
    async fn watch(&mut self, topic: &str, asked: &Value) -> Result<Answer, String> {
        self.topics.make_place(topic)?;
        let (arena, wanted) = (self.arena.clone(), topic.to_string());
        // What goes wrong there is a topic that is missing below.
        let _ = spawn_blocking(move || arena.tournaments.prepare(&wanted)).await;
        let keys = asked["keys"].as_array().map(Vec::as_slice).unwrap_or_default();
        let keys = keys.iter().filter_map(Value::as_str).take(KEYS_MAX).map(str::to_string);
        let rooms = &self.arena.rooms;
        // Games of tournaments are topics without a room.
        let is_topic_only = |id: &str| !rooms.has(id) && self.arena.hub.has(topic);
        let presence = match topic.strip_prefix("game/") {
            Some(id) if !is_topic_only(id) => Some(rooms.enter(id, keys.collect()).await?),
            _ => None,
        };
        let seats = presence.as_ref().map(|presence| presence.seats.clone()).unwrap_or_default();
        self.topics.watch(topic, presence)?;
        Ok(Answer::Now(json!({ "seats": seats })))
    }
}
