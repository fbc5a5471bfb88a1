//! The connection to a page that only looks on.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::response::Response;
use serde_json::Value;

use crate::connection::{self, Answer, Page, Topics, text};
use crate::hub::Hub;

/// Opens the connection; `look` hears which topic the page is about to listen to.
pub(crate) fn open(
    upgrade: WebSocketUpgrade,
    hub: Arc<Hub>,
    look: impl FnMut(&str) + Send + 'static,
) -> Response {
    connection::open(upgrade, move |out| Onlooker { topics: Topics::new(hub, out), look })
}

struct Onlooker<F> {
    topics: Topics<()>,
    look: F,
}

impl<F: FnMut(&str) + Send + 'static> Page for Onlooker<F> {
    async fn act(&mut self, asked: &Value) -> Result<Answer, String> {
        match asked["do"].as_str().unwrap_or_default() {
            "watch" => {
                let topic = text(asked, "topic")?;
                self.topics.make_place(topic)?;
                (self.look)(topic);
                self.topics.watch(topic, ())?;
            }
            "unwatch" => self.topics.unwatch(text(asked, "topic")?),
            _ => return Err("this server only shows its games: `manator arena` does more".into()),
        }
        Ok(Answer::Now(Value::Null))
    }
}
