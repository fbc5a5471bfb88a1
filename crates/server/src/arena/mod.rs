//! The arena: everything a person does with Manator, in a browser.
//!
//! Pages read and make things by requests, and are told what goes on over one socket each. A game is a
//! [`Session`](manator_play::Session) in a room of its own; what is played is kept in the store after every
//! move, so that a room can be left, or the server killed, at any moment.
// SPDX-License-Identifier: MIT OR Apache-2.0

pub(crate) mod analysis;
mod budget;
pub(crate) mod catalog;
mod explain;
mod explorer;
#[cfg(test)]
mod fuzz;
pub(crate) mod learn;
pub(crate) mod positions;
mod puzzles;
mod rooms;
mod serve;
mod tournaments;
mod visits;

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use manator_state::assets;
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

use crate::api;
use crate::connection::{self, Answer, Topics, text};
use crate::http::{self, Caller, file};
use crate::hub::Hub;
use crate::list::GameList;
use crate::live;
use crate::permits::Permit;
use analysis::Desk;
use budget::Budget;
use positions::quoted;
use rooms::{Presence, Rooms};
use tournaments::Tournaments;
use visits::Visits;

pub(crate) use rooms::new_key;

pub use budget::Whole;
pub use serve::{ArenaServer, ArenaSetup};

pub(crate) struct Arena {
    pub(crate) hub: Arc<Hub>,
    pub(crate) list: Arc<GameList>,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) tournaments: Arc<Tournaments>,
    /// Whether everybody may create and stop tournaments.
    pub(crate) open: bool,
    /// The store whose games are explored.
    explored: PathBuf,
    budget: Arc<Budget>,
    visits: Visits,
}

impl Arena {
    /// Does what a page asks for in a room; a game that begins there counts like any other.
    async fn act(&self, caller: &Caller, asked: &Value) -> Result<Value, String> {
        let is_over = |id: &str| self.rooms.is_over(id);
        let permit = match rooms::begins(asked).then(|| self.visits.begin(caller, is_over)) {
            Some(Err(_)) => return Err(rooms::TOO_MANY.into()),
            Some(Ok(permit)) => permit,
            None => None,
        };
        let answer = self.rooms.act(asked).await?;
        if let Some(id) = answer["begun"].as_str() {
            self.visits.has_begun(caller, id);
        }
        drop(permit);
        Ok(answer)
    }

    pub(crate) fn may_organise(&self, caller: &Caller) -> bool {
        self.open || caller.is_owner
    }
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
    // The fuzz target has nothing else to do meanwhile, and threads would take most of its time.
    if cfg!(test) {
        return work();
    }
    let done = http::work(work).await;
    done.unwrap_or_else(|_| Err((StatusCode::INTERNAL_SERVER_ERROR, "that went wrong".into())))
}

pub(crate) fn router(arena: Arc<Arena>) -> Router {
    Router::new()
        .merge(pages())
        .merge(catalog::routes())
        .merge(positions::routes())
        .merge(rooms::routes())
        .merge(api::routes())
        .merge(analysis::routes())
        .merge(tournaments::routes())
        .merge(learn::routes())
        .merge(learn::replies())
        .merge(puzzles::routes())
        .merge(explorer::routes())
        .merge(explain::routes())
        .merge(socket())
        .with_state(arena)
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

pub(crate) fn pages<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let views = assets::names().filter(|name| name.starts_with("views/"));
    let views = views.fold(Router::new(), |router, name| {
        let path = format!("/{name}");
        router.route(&path, get(move || file(name, SCRIPT)))
    });
    views
        .route("/", get(|| file("arena.html", "text/html; charset=utf-8")))
        .route("/arena.js", get(|| file("arena.js", SCRIPT)))
        .route("/arena.css", get(|| file("arena.css", "text/css; charset=utf-8")))
        .route("/favicon.svg", get(|| file("favicon.svg", "image/svg+xml")))
        .route("/favicon.ico", get(|| async { StatusCode::NO_CONTENT }))
}

const KEYS_MAX: usize = 8;

fn socket() -> Router<Arc<Arena>> {
    Router::new().route("/api/socket", get(meet))
}

async fn meet(
    State(arena): State<Arc<Arena>>,
    Extension(caller): Extension<Caller>,
    upgrade: WebSocketUpgrade,
) -> Response {
    connection::open(upgrade, move |out| {
        let topics = Topics::new(arena.hub.clone(), out.clone());
        Page { arena, topics, desk: Desk::new(out, caller), caller }
    })
}

/// The line to a page: topics that are told whenever they change, and questions with answers.
///
/// A page says `{"n": 7, "do": "watch", "topic": "games"}`, and is answered `{"re": 7, "ok": …}` or
/// `{"re": 7, "error": "a sentence"}`; topics come as `{"topic": …, "data": …}`.
struct Page {
    arena: Arc<Arena>,
    /// What it listens to; with its place in the room, where that is the topic of a game.
    topics: Topics<Option<(Presence, Option<Permit>)>>,
    desk: Desk,
    caller: Caller,
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
                let caller = self.caller;
                // A hint takes its time, and the page may want something else meanwhile.
                return Ok(Answer::Later(Box::pin(
                    async move { arena.act(&caller, &asked).await },
                )));
            }
        }
        Ok(Answer::Now(Value::Null))
    }
}

impl Page {
    /// Returns whether this page is in a game with the key of a seat.
    fn plays(&self, id: &str) -> bool {
        let held = self.topics.held(&live::topic(id)).and_then(Option::as_ref);
        held.is_some_and(|(presence, _)| !presence.seats.is_empty())
    }

    async fn watch(&mut self, topic: &str, asked: &Value) -> Result<Answer, String> {
        self.topics.make_place(topic)?;
        if let Some(id) = topic.strip_prefix("talk/")
            && !self.plays(id)
        {
            return Err("only those who play are told what they write to each other".into());
        }
        let (arena, wanted) = (self.arena.clone(), topic.to_string());
        // What goes wrong there is a topic that is missing below.
        let _prepared = spawn_blocking(move || arena.tournaments.prepare(&wanted)).await;
        let keys = asked["keys"].as_array().map(Vec::as_slice).unwrap_or_default();
        let keys = keys.iter().filter_map(Value::as_str).take(KEYS_MAX).map(str::to_string);
        let rooms = &self.arena.rooms;
        // Games of tournaments are topics without a room.
        let is_topic_only = |id: &str| !rooms.has(id) && self.arena.hub.has(topic);
        let presence = match topic.strip_prefix("game/") {
            Some(id) if !is_topic_only(id) => {
                let permit = self.arena.visits.look(&self.caller)?;
                Some((rooms.enter(id, keys.collect()).await?, permit))
            }
            _ => None,
        };
        let seats =
            presence.as_ref().map(|(presence, _)| presence.seats.clone()).unwrap_or_default();
        self.topics.watch(topic, presence)?;
        Ok(Answer::Now(json!({ "seats": seats })))
    }
}
