//! What pages ask for, and files that they take away.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt::Display;
use std::mem::take;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::extract::{Extension, Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use manator_core::Table;
use manator_core::record::result_text;
use manator_core::text::is_deceptive;
use manator_organise::kept::{Found, FoundError, thoughts};
use manator_organise::store::{Number, Row};
use manator_organise::{Entry, Event, Extent, Openings, Prepared, SprtSpec, StoreError, Test};
use manator_play::{SeatSpec, TimeControl};
use manator_state::study::PositionRequest;
use manator_state::tournament::{
    FinishedGame, GamesPage, GamesQuery, NewEntrant, NewTournament, NewTournamentAnswer, Preview,
    SprtBounds, TournamentFacts, WholeGame,
};
use manator_tournament::GameId;

use super::shown::facts;
use crate::arena::positions::{self, AgentSpec, quoted};
use crate::arena::{Arena, Refused, blocking, unprocessable};
use crate::http::{Caller, download};

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
    let why = "tournaments are made and stopped by whoever runs the arena: open the link with the \
               key that it prints when it starts; with --open, everybody may";
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
    blocking(move || previewed(&asked).map(Json).map_err(unprocessable)).await
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
            thoughts: thoughts(&row.record),
            film: row.film(),
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

pub(super) const PLAYERS_MAX: usize = 32;
pub(super) const GAMES_MAX: u64 = 20_000;
const TITLE_MAX: usize = 120;
const NAME_MAX: usize = 60;
/// How many milliseconds after its time an answer still counts. Agents of ours keep to their time as well as a
/// machine lets them that also serves pages.
const MARGIN_MS: u64 = 1000;
const PER_MOVE_MAX: Duration = Duration::from_secs(60);
const PER_GAME_MAX: Duration = Duration::from_secs(2 * 3600);

pub(super) fn concurrency_max() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Prepares a tournament as a page asks for it. Nothing in it may name a file or a program, and everything in it is
/// bounded before anything is prepared.
pub(super) fn prepared(asked: &NewTournament) -> Result<Prepared, String> {
    let (event, _) = event(asked)?;
    Prepared::new(event).map_err(|error| quoted(&error.to_string()))
}

fn previewed(asked: &NewTournament) -> Result<Preview, String> {
    let (mut event, extent) = event(asked)?;
    // Openings take their time, and cannot be wrong.
    event.openings = Openings::Random(0);
    let prepared = Prepared::new(event).map_err(|error| quoted(&error.to_string()))?;
    Ok(Preview {
        games: extent.games,
        exact: extent.is_exact,
        players: prepared.names().len(),
        seats: prepared.seats(),
    })
}

fn event(asked: &NewTournament) -> Result<(Event, Extent), String> {
    let event = defined(asked)?.completed();
    let extent = event.extent().map_err(|error| error.to_string())?;
    let extent = extent.ok_or_else(|| format!("unknown game '{}'", quoted(&asked.game)))?;
    if extent.games > GAMES_MAX {
        return Err(format!("{} games: expected at most {GAMES_MAX}", extent.games));
    }
    Ok((event, extent))
}

fn defined(asked: &NewTournament) -> Result<Event, String> {
    let table = positions::table(&PositionRequest {
        game: asked.game.clone(),
        options: asked.options.clone(),
        ..PositionRequest::default()
    })?;
    check(asked)?;
    let options = asked.options.split_whitespace().map(str::to_string).collect();
    Ok(Event {
        title: asked.title.trim().into(),
        options,
        format: asked.format,
        games: asked.games,
        rounds: asked.rounds,
        challengers: asked.challengers,
        play_offs: asked.play_offs,
        drawn_seeds: asked.drawn_seeds,
        openings: match asked.opening {
            0 => Openings::Random(0),
            plies => Openings::Balanced(plies),
        },
        seed: asked.seed,
        time: asked.time.clone(),
        margin: MARGIN_MS,
        steps: Some(asked.steps),
        sprt: asked.sprt.map(|SprtBounds { elo0, elo1 }| SprtSpec {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model: Test::default(),
        }),
        ..Event::new(table.card().name, entries(asked, &*table)?)
    })
}

fn check(asked: &NewTournament) -> Result<(), String> {
    shown("title", &asked.title, TITLE_MAX)?;
    within("players", asked.players.len(), 2..=PLAYERS_MAX)?;
    within("games", asked.games.unwrap_or(1), 1..=GAMES_MAX as u32)?;
    within("rounds", asked.rounds.unwrap_or(1), 1..=100)?;
    within("challengers", asked.challengers.unwrap_or(1), 1..=PLAYERS_MAX)?;
    within("play-offs", asked.play_offs.unwrap_or(0), 0..=100)?;
    within("opening", asked.opening, 0..=40)?;
    within("steps", asked.steps, 1..=5000)?;
    within("concurrency", asked.concurrency, 1..=concurrency_max())?;
    let control: TimeControl =
        asked.time.parse().map_err(|error| quoted(&format!("time: {error}")))?;
    let is_short = match control {
        TimeControl::None => true,
        TimeControl::PerMove(each) => each <= PER_MOVE_MAX,
        TimeControl::Game { whole, increment, .. } => {
            whole <= PER_GAME_MAX && increment <= PER_MOVE_MAX
        }
    };
    match is_short {
        true => Ok(()),
        false => {
            Err(format!("time: {control}: expected at most 2h for a game, and 60s for a move"))
        }
    }
}

fn entries(asked: &NewTournament, table: &dyn Table) -> Result<Vec<Entry>, String> {
    let mut entries: Vec<Entry> = Vec::new();
    for NewEntrant { name, agent } in &asked.players {
        let AgentSpec { name: who, settings } = AgentSpec::read(agent, table)?;
        shown("name", name, NAME_MAX)?;
        let is_taken = |name: &str| entries.iter().any(|one| one.name.as_deref() == Some(name));
        // Whoever has no name is called what it is, and numbered where there are several.
        let name = match name.trim() {
            "" => {
                let own = quoted(agent.trim());
                let numbered = (2..).map(|number| format!("{own} ({number})"));
                let mut names = std::iter::once(own.clone()).chain(numbered);
                names.find(|name| !is_taken(name)).unwrap_or_default()
            }
            name if is_taken(name) => {
                return Err(format!("players: there are two of the name '{}'", quoted(name)));
            }
            name => name.to_string(),
        };
        let spec = SeatSpec::Agent { name: who, settings };
        entries.push(Entry { name: Some(name), ..Entry::of(spec.to_string()) });
    }
    Ok(entries)
}

fn shown(what: &str, text: &str, most: usize) -> Result<(), String> {
    if text.chars().count() > most {
        return Err(format!("{what}: '{}' has more than {most} letters", quoted(text)));
    }
    if text.chars().any(is_deceptive) {
        return Err(format!("{what}: '{}' has letters that cannot be shown", quoted(text)));
    }
    Ok(())
}

fn within<T: PartialOrd + Display>(
    what: &str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<(), String> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(format!("{what}: {value} is not between {} and {}", range.start(), range.end()))
}
