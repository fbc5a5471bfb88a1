//! Programs that play by plain requests and JSON, one a move: scripts, and language models above all.
//!
//! The routes are the same wherever such a program plays: in a room of the arena, or in a match that waits for it. What
//! differs is the [`Host`]. A program is known by the key of its seat; it is answered when it is its turn again.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod desk;
mod players;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Extension, Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use manator_core::{Entry, Table};
use manator_engine::catalog as agents;
use manator_engine::options::LEVELS;
use manator_games::catalog::{self, GAMES};
use manator_play::SeatSpec;
use manator_state::api::{ApiAnswer, ApiGame, ApiRefusal, ApiRules, Begun, NewApiGame};
use manator_state::study::PositionRequest;
use serde::Deserialize;

use crate::arena::positions::{AgentSpec, table};
use crate::http::Caller;

pub use players::HttpPlayers;

/// How long a program waits for its turn where it does not say, and at most: less than a request may take.
const WAIT_S: u64 = 30;
const WAIT_S_MAX: u64 = 50;

/// Why a request is refused.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: StatusCode,
    pub(crate) refusal: Box<ApiRefusal>,
}

impl Failure {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Failure {
        let refusal = ApiRefusal { error: error.into(), ..ApiRefusal::default() };
        Failure { status, refusal: Box::new(refusal) }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.status, Json(self.refusal)).into_response()
    }
}

impl From<JsonRejection> for Failure {
    fn from(rejection: JsonRejection) -> Failure {
        Failure::new(rejection.status(), rejection.body_text())
    }
}

impl From<QueryRejection> for Failure {
    fn from(rejection: QueryRejection) -> Failure {
        Failure::new(rejection.status(), rejection.body_text())
    }
}

/// Where programs play. Whatever they wait for, they wait no longer than `wait`.
pub(crate) trait Host: Send + Sync + 'static {
    fn begin(
        self: Arc<Self>,
        caller: Caller,
        wanted: NewApiGame,
        wait: Duration,
    ) -> impl Future<Output = Result<Begun, Failure>> + Send;

    fn look(
        self: Arc<Self>,
        caller: Caller,
        id: String,
        key: String,
        wait: Duration,
    ) -> impl Future<Output = Result<ApiGame, Failure>> + Send;

    /// Takes an answer; returns when it was accepted, or why it was not.
    fn answer(
        self: Arc<Self>,
        id: &str,
        key: String,
        answer: Answer,
    ) -> impl Future<Output = Result<(), Failure>> + Send;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Move { mv: String, ply: Option<u64> },
    Resign,
}

pub(crate) fn routes<H: Host>() -> Router<Arc<H>> {
    Router::new()
        .route("/api/v1/rules", get(|| async { Json(all_rules()) }))
        .route("/api/v1/rules/{game}", get(rules))
        .route("/api/v1/games", post(begin::<H>))
        .route("/api/v1/games/{id}", get(look::<H>))
        .route("/api/v1/games/{id}/move", post(play::<H>))
        .route("/api/v1/games/{id}/resign", post(resign::<H>))
}

fn described(entry: &dyn Entry) -> ApiRules {
    let stable = agents::find(entry.card().name);
    let others = stable.map(|stable| stable.agents()).unwrap_or_default();
    let levels = LEVELS.iter().map(|(name, _)| *name);
    ApiRules::of(entry, levels.chain(others.into_iter().map(|(name, _)| name)).collect())
}

/// Returns what there is to know of all games, without their rules.
pub fn all_rules() -> Vec<ApiRules> {
    GAMES.iter().map(|entry| described(*entry)).collect()
}

/// Opens the table of a game that a program wants.
///
/// # Errors
/// Returns what is wrong with its options or its position.
pub fn open_table(wanted: &NewApiGame) -> Result<Box<dyn Table>, String> {
    let (game, options, start) =
        (wanted.game.clone(), wanted.options.text(), wanted.position.clone());
    table(&PositionRequest { game, options, start, ..PositionRequest::default() })
}

/// Reads an agent that a program plays against: it may use no more than one of a page, and starts nothing.
///
/// # Errors
/// Returns what is expected instead.
pub fn opponent(text: &str, table: &dyn Table) -> Result<SeatSpec, String> {
    let AgentSpec { name, settings } = AgentSpec::read(text, table)?;
    Ok(SeatSpec::Agent { name, settings })
}

async fn rules(Path(game): Path<String>) -> Result<Json<ApiRules>, Failure> {
    let entry = catalog::find(&game).ok_or_else(|| {
        let names: Vec<&str> = GAMES.iter().map(|entry| entry.card().name).collect();
        let game = manator_protocol::quoted(&game);
        let why = format!("unknown game '{game}': expected {}", names.join(", "));
        Failure::new(StatusCode::NOT_FOUND, why)
    })?;
    Ok(Json(described(entry).with_text(entry)))
}

fn patience(seconds: Option<u64>) -> Duration {
    Duration::from_secs(seconds.unwrap_or(WAIT_S).min(WAIT_S_MAX))
}

async fn begin<H: Host>(
    State(host): State<Arc<H>>,
    Extension(caller): Extension<Caller>,
    wanted: Result<Json<NewApiGame>, JsonRejection>,
) -> Result<Json<Begun>, Failure> {
    let Json(wanted) = wanted?;
    let wait = patience(wanted.wait);
    host.begin(caller, wanted, wait).await.map(Json)
}

/// What a program may say when it looks at a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Looking {
    #[serde(default)]
    key: String,
    #[serde(default)]
    wait: u64,
}

async fn look<H: Host>(
    State(host): State<Arc<H>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    looking: Result<Query<Looking>, QueryRejection>,
) -> Result<Json<ApiGame>, Failure> {
    let Query(Looking { key, wait }) = looking?;
    host.look(caller, id, key, patience(Some(wait))).await.map(Json)
}

async fn play<H: Host>(
    State(host): State<Arc<H>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    answer: Result<Json<ApiAnswer>, JsonRejection>,
) -> Result<Json<ApiGame>, Failure> {
    let Json(ApiAnswer { key, mv, ply, wait }) = answer?;
    host.clone().answer(&id, key.clone(), Answer::Move { mv, ply }).await?;
    host.look(caller, id, key, patience(wait)).await.map(Json)
}

async fn resign<H: Host>(
    State(host): State<Arc<H>>,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
    answer: Result<Json<ApiAnswer>, JsonRejection>,
) -> Result<Json<ApiGame>, Failure> {
    let Json(ApiAnswer { key, wait, .. }) = answer?;
    host.clone().answer(&id, key.clone(), Answer::Resign).await?;
    host.look(caller, id, key, patience(wait)).await.map(Json)
}
