//! The line to a page of the arena: topics that are told whenever they change, and questions with answers.
//!
//! A page says `{"n": 7, "do": "watch", "topic": "games"}`, and is answered `{"re": 7, "ok": …}` or
//! `{"re": 7, "error": "a sentence"}`; topics come as `{"topic": …, "data": …}`.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;
use axum::routing::get;
use serde_json::Value;

use super::Arena;
use super::analysis::Desk;
use super::line::{self, Topics, text};

pub(super) fn routes() -> Router<Arc<Arena>> {
    Router::new().route("/api/socket", get(meet))
}

async fn meet(State(arena): State<Arc<Arena>>, upgrade: WebSocketUpgrade) -> Response {
    line::open(upgrade, move |out| {
        let topics = Topics::new(arena.hub.clone(), out.clone());
        Page { arena, topics, desk: Desk::new(out) }
    })
}

/// A page at the other end.
struct Page {
    arena: Arc<Arena>,
    topics: Topics,
    desk: Desk,
}

impl line::Page for Page {
    async fn act(&mut self, asked: &Value) -> Result<Value, String> {
        match asked["do"].as_str().unwrap_or_default() {
            "watch" => self.topics.watch(text(asked, "topic")?)?,
            "unwatch" => self.topics.unwatch(text(asked, "topic")?),
            "think" => return self.desk.think(&self.arena, asked),
            "stop" => self.desk.stop(),
            other => {
                let what = super::positions::quoted(other);
                return Err(format!("'{what}' is nothing that can be asked for"));
            }
        }
        Ok(Value::Null)
    }
}
