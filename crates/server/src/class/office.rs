//! The pages of a class, and what they ask for.
//!
//! A code travels in a header, never in an address that a browser would keep. Reading the store happens on
//! threads of its own with a connection of its own: no request waits for a game, and no game for a request.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream::unfold;
use manator_organise::store::Number;
use manator_organise::{Prepared, Store, StoreError};
use manator_state::assets;
use serde_json::{Value, json};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

use super::codes::{Codes, Owner};
use super::examiner::Examiner;
use super::live::Live;
use super::{ClassTell, instructor, student};
use crate::guests::{Phase, Presence, Registry};

/// The header of a code.
const CODE: &str = "x-manator-code";
/// How long whoever gives a wrong code waits for the answer.
const PENALTY: Duration = Duration::from_millis(500);
/// How often a page is told something at most.
const PACE: Duration = Duration::from_millis(100);
/// How often a page is told that the server is still there.
const SIGN_OF_LIFE: Duration = Duration::from_secs(10);
/// How often it is looked who is here.
const PULSE: Duration = Duration::from_millis(300);
/// How many uploads are received at the same time: each is in memory until it is whole.
const UPLOADS_AT_ONCE: usize = 4;

/// How many times too large an upload may be and still be told so.
const UNWANTED: usize = 8;

/// What the pages of a class need.
pub(super) struct Office {
    pub(super) codes: Arc<Codes>,
    pub(super) guests: Arc<Registry>,
    pub(super) live: Arc<Live>,
    pub(super) examiner: Examiner,
    pub(super) prepared: Arc<Prepared>,
    pub(super) store: PathBuf,
    /// The tournament, once there is one.
    pub(super) number: OnceLock<Number>,
    pub(super) upload_max: usize,
    pub(super) uploading: Semaphore,
    pub(super) tell: ClassTell,
}

/// What a handler answers when it cannot do what is asked.
pub(super) type Refused = (StatusCode, String);

/// Returns who may be let in at the same time to upload.
pub(super) fn uploading() -> Semaphore {
    Semaphore::new(UPLOADS_AT_ONCE)
}

/// Returns the pages of a class.
pub(super) fn router(office: Arc<Office>) -> Router {
    let heard_max = office.upload_max.saturating_mul(UNWANTED);
    let upload = post(student::upload).layer(DefaultBodyLimit::max(heard_max));
    Router::new()
        .route("/", get(|| page("class.html", "text/html; charset=utf-8")))
        .route("/student", get(|| page("class.html", "text/html; charset=utf-8")))
        .route("/instructor", get(|| page("class.html", "text/html; charset=utf-8")))
        .route("/class.js", get(|| page("class.js", "text/javascript; charset=utf-8")))
        .route("/class.css", get(|| page("class.css", "text/css; charset=utf-8")))
        // Browsers ask for an icon whether there is one or not.
        .route("/favicon.ico", get(|| async { StatusCode::NO_CONTENT }))
        .route("/api/events", get(events))
        .route("/api/student", get(student::own))
        .route("/api/student/games/{id}", get(student::game))
        .route("/api/student/program", upload)
        .route("/api/instructor", get(instructor::overview))
        .route("/api/instructor/begin", post(instructor::begin))
        .route("/api/instructor/pause", post(instructor::pause))
        .route("/api/instructor/grades.csv", get(instructor::grades))
        .route("/api/instructor/records.game", get(instructor::records))
        .route("/api/instructor/store.db", get(instructor::store))
        .with_state(office)
}

async fn page(name: &'static str, kind: &'static str) -> Response {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], assets::text(name)).into_response()
}

impl Office {
    /// Returns whose code a request has.
    async fn owner(&self, headers: &HeaderMap) -> Result<Owner, Refused> {
        let given = headers.get(CODE).and_then(|code| code.to_str().ok()).unwrap_or_default();
        match self.codes.owner(given) {
            Some(owner) => Ok(owner),
            None => {
                // Whoever tries codes is to have little joy of it.
                sleep(PENALTY).await;
                Err((StatusCode::UNAUTHORIZED, "nobody has this code".into()))
            }
        }
    }

    /// Returns the student whose code a request has, by place in the roster.
    pub(super) async fn student(&self, headers: &HeaderMap) -> Result<usize, Refused> {
        match self.owner(headers).await? {
            Owner::Student(student) => Ok(student),
            Owner::Instructor => Err((
                StatusCode::FORBIDDEN,
                "this is the instructor's code, not a student's".into(),
            )),
        }
    }

    /// Makes sure that a request has the instructor's code.
    pub(super) async fn instructor(&self, headers: &HeaderMap) -> Result<(), Refused> {
        match self.owner(headers).await? {
            Owner::Instructor => Ok(()),
            Owner::Student(_) => Err((
                StatusCode::FORBIDDEN,
                "this is a student's code, not the instructor's".into(),
            )),
        }
    }

    /// Reads something from the store, if there is a tournament yet.
    pub(super) async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Office, &Store, Number) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<Option<T>, Refused> {
        let Some(number) = self.number.get().copied() else { return Ok(None) };
        let office = self.clone();
        let wrong = |why: String| (StatusCode::INTERNAL_SERVER_ERROR, why);
        let read = tokio::task::spawn_blocking(move || {
            let store = Store::open(&office.store)?;
            work(&office, &store, number)
        });
        let read = read.await.map_err(|_| wrong("that went wrong".into()))?;
        read.map(Some).map_err(|error| wrong(error.to_string()))
    }

    /// Returns what everybody may know about the class as a whole.
    fn class(&self) -> Value {
        let here = self.guests.presences();
        let present = here.iter().filter(|one| **one != Presence::Absent).count();
        let students: Vec<Value> = self
            .codes
            .students
            .iter()
            .zip(&here)
            .map(|(student, here)| json!({ "name": student.name, "here": here.word() }))
            .collect();
        let event = &self.prepared.event;
        let games = self.prepared.is_planned().then(|| self.prepared.planned().ok()).flatten();
        json!({
            "title": event.title, "phase": self.guests.phase().word(), "present": present,
            "students": students, "time": event.time, "games": games.map(|games| games.len()),
            "format": event.format,
        })
    }

    /// Keeps what everybody may know up to date, for ever.
    pub(super) async fn pulse(self: Arc<Self>) {
        loop {
            self.live.set_class(self.class());
            sleep(PULSE).await;
        }
    }

    /// Begins, goes on or pauses.
    pub(super) fn go(&self, phase: Phase) -> Result<(), Refused> {
        match self.guests.go(phase) {
            true => Ok(()),
            false => {
                let now = self.guests.phase().word();
                Err((StatusCode::CONFLICT, format!("that makes no sense now: the class is {now}")))
            }
        }
    }
}

/// Tells a page everything, and then what changes.
async fn events(State(office): State<Arc<Office>>) -> Response {
    struct Listener {
        live: Arc<Live>,
        changed: watch::Receiver<u64>,
        seen: u64,
    }
    let live = office.live.clone();
    let changed = live.subscribe();
    let stream = unfold(Listener { live, changed, seen: 0 }, |mut listener| async move {
        loop {
            listener.changed.mark_unchanged();
            let (version, text) = listener.live.news(listener.seen);
            listener.seen = version;
            if !text.is_empty() {
                return Some((Ok::<String, Infallible>(text), listener));
            }
            match timeout(SIGN_OF_LIFE, listener.changed.changed()).await {
                // Whatever else changes in the next moment is told at once.
                Ok(Ok(())) => sleep(PACE).await,
                Ok(Err(_)) => return None,
                Err(_) => return Some((Ok(": here\n\n".into()), listener)),
            }
        }
    });
    ([(CONTENT_TYPE, "text/event-stream")], Body::from_stream(stream)).into_response()
}
