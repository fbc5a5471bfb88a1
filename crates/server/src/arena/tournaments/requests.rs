//! What pages ask for, and files that they take away.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::mem::take;
use std::sync::Arc;

use axum::extract::{Extension, Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use manator_core::record::result_text;
use manator_organise::store::{Number, Row};
use manator_organise::{Prepared, StoreError};
use manator_state::tournament::{
    FinishedGame, GamesPage, GamesQuery, NewTournament, NewTournamentAnswer, Preview,
    TournamentFacts, WholeGame,
};
use manator_tournament::GameId;

use super::asked;
use super::shown::facts;
use crate::arena::positions::quoted;
use crate::arena::{Arena, Refused, blocking, unprocessable};
use crate::http::{Caller, download};
use manator_organise::kept::{Found, FoundError};

const COUNT_MAX: u32 = 100;
const SLUG_MAX: usize = 40;

pub(in crate::arena) fn routes() -> Router<Arc<Arena>> {
    Router::new()
        .route("/api/tournaments", post(create))
        .route("/api/tournaments/preview", post(preview))
        .route("/api/tournaments/{number}", get(one))
        .route("/api/tournaments/{number}/{what}", get(file).post(act))
        .route("/api/tournaments/{number}/games", get(games))
        .route("/api/tournaments/{number}/games/{id}", get(game))
}

fn may(arena: &Arena, caller: &Caller) -> Result<(), Refused> {
    if arena.may_organise(caller) {
        return Ok(());
    }
    let why = "tournaments are made and stopped on the machine that plays them, \
               or anywhere when the arena was started with --open";
    Err((StatusCode::FORBIDDEN, why.into()))
}

async fn create(
    State(arena): State<Arc<Arena>>,
    Extension(caller): Extension<Caller>,
    Json(asked): Json<NewTournament>,
) -> Result<Json<NewTournamentAnswer>, Refused> {
    may(&arena, &caller)?;
    blocking(move || {
        let number = arena.tournaments.create(&asked).map_err(unprocessable)?.0;
        Ok(Json(NewTournamentAnswer { number }))
    })
    .await
}

async fn preview(
    State(arena): State<Arc<Arena>>,
    Extension(caller): Extension<Caller>,
    Json(asked): Json<NewTournament>,
) -> Result<Json<Preview>, Refused> {
    may(&arena, &caller)?;
    blocking(move || asked::preview(&asked).map(Json).map_err(unprocessable)).await
}

async fn act(
    State(arena): State<Arc<Arena>>,
    Extension(caller): Extension<Caller>,
    Path((number, what)): Path<(i64, String)>,
) -> Result<Json<()>, Refused> {
    may(&arena, &caller)?;
    blocking(move || {
        let (all, number) = (&arena.tournaments, Number(number));
        let done = match what.as_str() {
            "stop" => all.stop(number),
            "go-on" => all.go_on(number),
            "forget" => all.forget(number),
            other => {
                let why = format!("'{}': expected stop, go-on or forget", quoted(other));
                return Err((StatusCode::NOT_FOUND, why));
            }
        };
        done.map(Json).map_err(unprocessable)
    })
    .await
}

async fn one(
    State(arena): State<Arc<Arena>>,
    Path(number): Path<i64>,
) -> Result<Json<TournamentFacts>, Refused> {
    blocking(move || {
        let (store, number) = (arena.tournaments.store().map_err(refused)?, Number(number));
        let (kept, event) = store.tournament(number).map_err(refused)?;
        let concurrency = store.concurrency(number).map_err(refused)?;
        let prepared = Prepared::with_guests(event);
        let prepared = prepared.map_err(|error| unprocessable(error.to_string()))?;
        Ok(Json(facts(&kept, &prepared, concurrency)))
    })
    .await
}

async fn games(
    State(arena): State<Arc<Arena>>,
    Path(number): Path<i64>,
    Query(mut wanted): Query<GamesQuery>,
) -> Result<Json<GamesPage>, Refused> {
    blocking(move || {
        let store = arena.tournaments.store().map_err(refused)?;
        wanted.count = Some(wanted.count.unwrap_or(COUNT_MAX).min(COUNT_MAX));
        let (total, games) = store.find(Number(number), &wanted).map_err(refused)?;
        Ok(Json(GamesPage { total, games: games.into_iter().map(finished).collect() }))
    })
    .await
}

fn finished(row: Row) -> FinishedGame {
    FinishedGame {
        id: row.id.to_string(),
        seats: row.seats.iter().map(|who| who.0).collect(),
        result: result_text(Some(&row.payoffs)),
        payoffs: row.payoffs,
        reason: row.reason,
        words: row.words,
        plies: row.plies,
        began: row.began,
        took: row.took_ms,
    }
}

async fn game(
    State(arena): State<Arc<Arena>>,
    Path((number, id)): Path<(i64, String)>,
) -> Result<Json<WholeGame>, Refused> {
    blocking(move || {
        let missing = || (StatusCode::NOT_FOUND, format!("there is no game '{}'", quoted(&id)));
        let game: GameId = id.parse().map_err(|_| missing())?;
        let store = arena.tournaments.store().map_err(refused)?;
        let mut row = store.game(Number(number), game).map_err(refused)?.ok_or_else(missing)?;
        Ok(Json(WholeGame {
            film: take(&mut row.film),
            record: take(&mut row.record),
            moves: row.moves.split_whitespace().map(str::to_string).collect(),
            game: finished(row),
        }))
    })
    .await
}

async fn file(
    State(arena): State<Arc<Arena>>,
    Path((number, what)): Path<(i64, String)>,
) -> Result<Response, Refused> {
    blocking(move || {
        let kind = match what.as_str() {
            "records.game" => "text/plain; charset=utf-8",
            "table.csv" | "crosstable.csv" | "games.csv" => "text/csv; charset=utf-8",
            "tournament.json" => "application/json",
            "report.html" => "text/html; charset=utf-8",
            other => {
                return Err((StatusCode::NOT_FOUND, format!("there is no '{}'", quoted(other))));
            }
        };
        let store = arena.tournaments.store().map_err(refused)?;
        let found = Found::read(&store, Number(number)).map_err(|error| match error {
            FoundError::Store(error) => refused(error),
            other => unprocessable(other.to_string()),
        })?;
        let body = match what.as_str() {
            "records.game" => found.records().into_bytes(),
            "table.csv" => found.players_csv().into_bytes(),
            "crosstable.csv" => found.crosstable_csv().into_bytes(),
            "games.csv" => found.games_csv().into_bytes(),
            "tournament.json" => serde_json::to_vec(&found.export())
                .map_err(|error| unprocessable(error.to_string()))?,
            _ => {
                let mut page = Vec::new();
                let written = found.write_html(&mut page);
                written.map_err(|error| unprocessable(error.to_string()))?;
                page
            }
        };
        Ok(download(&format!("tournament-{number}{}{what}", slug(&found)), kind, body))
    })
    .await
}

/// Returns what is left of a title in the name of a file, between hyphens.
fn slug(found: &Found) -> String {
    let mut slug = String::from("-");
    for letter in found.kept.title.chars() {
        if slug.len() > SLUG_MAX {
            break;
        }
        if letter.is_ascii_alphanumeric() {
            slug.push(letter.to_ascii_lowercase());
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
    }
    if !slug.ends_with('-') {
        slug.push('-');
    }
    slug
}

fn refused(error: StoreError) -> Refused {
    let status = match error {
        StoreError::Unknown { .. } => StatusCode::NOT_FOUND,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    (status, error.to_string())
}
