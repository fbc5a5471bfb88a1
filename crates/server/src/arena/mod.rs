//! The arena: everything a person does with Manator, in a browser.
//!
//! Pages read and make things by requests, and are told what goes on over one socket each. A game is a
//! [`Session`](manator_play::Session) in a room of its own; what is played is kept in the store after every
//! move, so that a room can be left, or the server killed, at any moment.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub(crate) mod analysis;
pub(crate) mod catalog;
pub(crate) mod learn;
pub(crate) mod positions;
mod rooms;
mod serve;
mod tournaments;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::connection::{self, Answer, Topics, text};
use crate::http::{Caller, file};
use crate::hub::Hub;
use crate::list::GameList;
use analysis::Desk;
use positions::quoted;
use rooms::{Presence, Rooms};
use tournaments::Tournaments;

pub use serve::{ArenaServer, ArenaSetup};

pub(crate) struct Arena {
    pub(crate) hub: Arc<Hub>,
    pub(crate) list: Arc<GameList>,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) tournaments: Arc<Tournaments>,
    /// Whether whoever is not on this machine may create and stop tournaments, too.
    pub(crate) open: bool,
    pub(crate) thinkers: Arc<Semaphore>,
}

impl Arena {
    pub(crate) fn may_organise(&self, caller: &Caller) -> bool {
        may_organise(self.open, caller.address.ip())
    }
}

fn may_organise(is_open: bool, address: IpAddr) -> bool {
    is_open || address.to_canonical().is_loopback()
}

/// What a handler answers when it cannot do what is asked: a sentence for people.
pub(crate) type Refused = (StatusCode, String);

pub(crate) fn unprocessable(why: String) -> Refused {
    (StatusCode::UNPROCESSABLE_ENTITY, why)
}

/// Does work that takes its time on a thread that is for that.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err((StatusCode::INTERNAL_SERVER_ERROR, "that went wrong".into())))
}

pub(crate) fn router(arena: Arc<Arena>) -> Router {
    Router::new()
        .merge(pages())
        .merge(catalog::routes())
        .merge(positions::routes())
        .merge(rooms::routes())
        .merge(analysis::routes())
        .merge(tournaments::routes())
        .merge(learn::routes())
        .merge(learn::replies())
        .merge(socket())
        .with_state(arena)
}

pub(crate) fn pages<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/", get(|| file("arena.html", "text/html; charset=utf-8")))
        .route("/arena.js", get(|| file("arena.js", "text/javascript; charset=utf-8")))
        .route("/arena.css", get(|| file("arena.css", "text/css; charset=utf-8")))
        .route("/favicon.svg", get(|| file("favicon.svg", "image/svg+xml")))
        .route("/favicon.ico", get(|| async { StatusCode::NO_CONTENT }))
}

const KEYS_MAX: usize = 8;

fn socket() -> Router<Arc<Arena>> {
    Router::new().route("/api/socket", get(meet))
}

async fn meet(State(arena): State<Arc<Arena>>, upgrade: WebSocketUpgrade) -> Response {
    connection::open(upgrade, move |out| {
        let topics = Topics::new(arena.hub.clone(), out.clone());
        Page { arena, topics, desk: Desk::new(out) }
    })
}

/// The line to a page: topics that are told whenever they change, and questions with answers.
///
/// A page says `{"n": 7, "do": "watch", "topic": "games"}`, and is answered `{"re": 7, "ok": …}` or
/// `{"re": 7, "error": "a sentence"}`; topics come as `{"topic": …, "data": …}`.
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
                if !rooms::knows(&asked) {
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

#[cfg(test)]
mod tests {
    use super::may_organise;

    #[test]
    fn strangers_organise_only_where_everybody_may() {
        for (address, is_ours) in [
            ("127.0.0.1", true),
            ("127.9.9.9", true),
            ("::1", true),
            ("::ffff:127.0.0.1", true),
            ("10.0.0.7", false),
            ("::ffff:10.0.0.7", false),
            ("2001:db8::1", false),
            ("0.0.0.0", false),
        ] {
            let address = address.parse().unwrap_or_else(|_| panic!("{address}"));
            assert_eq!(may_organise(false, address), is_ours, "{address}");
            assert!(may_organise(true, address));
        }
    }
}
