//! What the page of a class asks for; the page itself is the arena's.
//!
//! A code travels in a header, never in an address that a browser would keep. Reading the store happens on
//! threads of its own with a connection of its own: no request waits for a game, and no game for a request.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use manator_organise::store::Number;
use manator_organise::{Prepared, Store, StoreError};
use manator_state::catalog::Mode;
use manator_state::class::{Attendance, ClassState};
use tokio::sync::Semaphore;
use tokio::time::sleep;

use super::bulletin::{Bulletin, Posted};
use super::codes::{Codes, Owner};
use super::door::{Door, Unknown};
use super::examiner::Examiner;
use super::observer::Following;
use super::{ClassTell, instructor, student};
use crate::arena::{analysis, catalog, learn, pages, positions};
use crate::guests::{Phase, Registry};
use crate::http::{self, Caller, download};
use crate::hub::Hub;
use crate::list::GameList;
use crate::{live, onlooker};

const CODE: &str = "x-manator-code";
const TOPIC: &str = "class";
/// How often pages are told how the class stands, and who is here.
const CLASS_INTERVAL: Duration = Duration::from_millis(300);
/// How many uploads are received at the same time: each is in memory until it is whole.
const UPLOADS_AT_ONCE: usize = 4;

/// How many times too large an upload may be and still be told so.
const UNWANTED: usize = 8;

pub(super) struct Office {
    pub(super) codes: Arc<Codes>,
    pub(super) door: Arc<Door>,
    pub(super) guests: Arc<Registry>,
    pub(super) hub: Arc<Hub>,
    pub(super) list: Arc<GameList>,
    pub(super) following: Arc<Following>,
    pub(super) bulletin: Arc<Bulletin>,
    pub(super) examiner: Examiner,
    pub(super) prepared: Arc<Prepared>,
    pub(super) store: PathBuf,
    pub(super) number: OnceLock<Number>,
    pub(super) upload_max: usize,
    pub(super) uploading: Semaphore,
    pub(super) tell: ClassTell,
}

pub(super) type Refused = (StatusCode, String);

pub(super) fn uploading() -> Semaphore {
    Semaphore::new(UPLOADS_AT_ONCE)
}

pub(super) fn router(office: Arc<Office>) -> Router {
    let heard_max = office.upload_max.saturating_mul(UNWANTED);
    let upload = post(student::upload).layer(DefaultBodyLimit::max(heard_max));
    Router::new()
        .merge(pages())
        .merge(positions::routes())
        .merge(analysis::routes())
        .merge(learn::routes())
        .route("/api/catalog", get(|| async { Json(catalog::described(Mode::Class, false)) }))
        // Addresses that people can type.
        .route("/student", get(|| async { Redirect::temporary("/#/student") }))
        .route("/instructor", get(|| async { Redirect::temporary("/#/instructor") }))
        .route("/api/socket", get(meet))
        .route("/api/games/{id}/record", get(record))
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

impl Office {
    fn owner(&self, parts: &Parts) -> Result<Owner, Barred> {
        let given = parts.headers.get(CODE).map(|code| String::from_utf8_lossy(code.as_bytes()));
        let from = parts.extensions.get::<Caller>().map(|caller| caller.visitor);
        let from = from.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        self.door.owner(from, &given.unwrap_or_default()).map_err(Barred::Unknown)
    }

    /// Reads something from the store, if there is a tournament yet.
    pub(super) async fn read<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Office, &Store, Number) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<Option<T>, Refused> {
        let Some(number) = self.number.get().copied() else { return Ok(None) };
        let office = self.clone();
        let wrong = |why: String| (StatusCode::INTERNAL_SERVER_ERROR, why);
        let read = http::work(move || {
            let store = Store::open(&office.store)?;
            work(&office, &store, number)
        });
        let read = read.await.map_err(|_| wrong("that went wrong".into()))?;
        read.map(Some).map_err(|error| wrong(error.to_string()))
    }

    pub(super) fn attendance(&self) -> Vec<Attendance> {
        self.guests.visit(|guest| Attendance { name: guest.name.clone(), here: guest.presence() })
    }

    fn class(&self) -> ClassState {
        let event = &self.prepared.event;
        let extent = event.extent().ok().flatten().filter(|_| self.prepared.is_planned());
        let Posted { tables, faults, done, over } = self.bulletin.posted();
        ClassState {
            title: event.title.clone(),
            phase: self.guests.phase(),
            students: self.attendance(),
            time: event.time.clone(),
            games: extent.map(|extent| extent.games as usize),
            over,
            done,
            faults,
            tables,
        }
    }

    pub(super) fn publish(&self) {
        self.hub.publish(TOPIC, &self.class());
        self.list.publish(&self.hub);
    }

    /// Tells pages how the class stands, for ever.
    pub(super) async fn tell(self: Arc<Self>) {
        loop {
            sleep(CLASS_INTERVAL).await;
            self.publish();
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

/// Why a request is refused that needs a code.
pub(super) enum Barred {
    Unknown(Unknown),
    /// The code is somebody else's.
    Other(&'static str),
}

impl IntoResponse for Barred {
    fn into_response(self) -> Response {
        match self {
            Barred::Unknown(Unknown::Wrong) => {
                (StatusCode::UNAUTHORIZED, "nobody has this code").into_response()
            }
            Barred::Unknown(Unknown::TooMany(left)) => {
                let seconds = (left.as_secs() + 1).to_string();
                let text = format!("too many wrong codes from here: try again in {seconds} s");
                let when = [(header::RETRY_AFTER, seconds)];
                (StatusCode::TOO_MANY_REQUESTS, when, text).into_response()
            }
            Barred::Other(text) => (StatusCode::FORBIDDEN, text).into_response(),
        }
    }
}

/// The office, for whoever has the instructor's code.
pub(super) struct Instructor(pub(super) Arc<Office>);

impl FromRequestParts<Arc<Office>> for Instructor {
    type Rejection = Barred;

    async fn from_request_parts(
        parts: &mut Parts,
        office: &Arc<Office>,
    ) -> Result<Instructor, Barred> {
        match office.owner(parts)? {
            Owner::Instructor => Ok(Instructor(office.clone())),
            Owner::Student(_) => {
                Err(Barred::Other("this is a student's code, not the instructor's"))
            }
        }
    }
}

/// The student whose code a request has, by place in the roster.
pub(super) struct Student(pub(super) usize);

impl FromRequestParts<Arc<Office>> for Student {
    type Rejection = Barred;

    async fn from_request_parts(
        parts: &mut Parts,
        office: &Arc<Office>,
    ) -> Result<Student, Barred> {
        match office.owner(parts)? {
            Owner::Student(student) => Ok(Student(student)),
            Owner::Instructor => {
                Err(Barred::Other("this is the instructor's code, not a student's"))
            }
        }
    }
}

async fn meet(State(office): State<Arc<Office>>, upgrade: WebSocketUpgrade) -> Response {
    onlooker::open(upgrade, office.hub.clone(), move |topic| {
        let games = &office.following.games;
        if let Some(id) = games.find(topic) {
            games.show(id);
        }
    })
}

/// Gives the record of a game that is being played.
async fn record(
    State(office): State<Arc<Office>>,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    let games = &office.following.games;
    let record = games.find(&live::topic(&id)).and_then(|game| games.record(game));
    let record = record
        .ok_or_else(|| (StatusCode::NOT_FOUND, "no such game is being played".to_string()))?;
    Ok(download(&format!("{id}.game"), "text/plain; charset=utf-8", record))
}
