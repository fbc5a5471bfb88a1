//! New games, and records of those there are.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use manator_core::{Record, Table};
use manator_organise::store;
use manator_play::{Controls, SeatSpec, Setup};
use manator_state::game::{NewGame, NewGameAnswer};
use manator_state::study::PositionRequest;

use super::Rooms;
use super::actions::Command;
use super::chair::{Chair, OPEN, room_id};
use super::challenge;
use crate::arena::positions::{self, quoted};
use crate::arena::{Arena, Refused, blocking, unprocessable};
use crate::http::{Caller, come_again, download};
use crate::lock;

pub(in crate::arena) const TOO_MANY: &str =
    "too many games that are not over were begun from your address";

const TOO_MANY_CHALLENGES: &str = "as many challenges of your address are open as there may be";
/// When somebody may come again who has too many challenges: one is taken or withdrawn at any time.
const CHALLENGE_WAIT: Duration = Duration::from_secs(60);

/// How long it takes until a visitor may begin another game, and why.
pub(super) type Wait = (Duration, &'static str);

pub(in crate::arena) fn routes() -> Router<Arc<Arena>> {
    Router::new().route("/api/games", post(create)).route("/api/games/{id}/record", get(record))
}

async fn create(
    State(arena): State<Arc<Arena>>,
    Extension(caller): Extension<Caller>,
    Json(wanted): Json<NewGame>,
) -> Result<Json<NewGameAnswer>, Response> {
    let begun = blocking(move || begin_for(&arena, &caller, wanted, |_| {}));
    let begun = begun.await.map_err(IntoResponse::into_response)?;
    begun.map(Json).map_err(|(wait, why)| come_again(wait.as_secs() + 1, why))
}

/// Begins a game for a visitor, or returns how long it takes until it may; `seat` sees to who sits where.
pub(super) fn begin_for(
    arena: &Arena,
    caller: &Caller,
    wanted: NewGame,
    seat: impl FnOnce(&mut [Chair]),
) -> Result<Result<NewGameAnswer, Wait>, Refused> {
    let permit = match arena.visits.begin(caller, |id| arena.rooms.is_over(id)) {
        Ok(permit) => permit,
        Err(wait) => return Ok(Err((wait, TOO_MANY))),
    };
    if !caller.is_owner
        && wanted.seats.iter().any(|seat| seat.trim() == OPEN)
        && arena.rooms.lobby.count(&arena.visits.begun_by(caller)) >= challenge::EACH_MAX
    {
        return Ok(Err((CHALLENGE_WAIT, TOO_MANY_CHALLENGES)));
    }
    let answer = begin(&arena.rooms, wanted, seat)?;
    arena.visits.has_begun(caller, &answer.id);
    drop(permit);
    Ok(Ok(answer))
}

fn begin(
    rooms: &Arc<Rooms>,
    wanted: NewGame,
    seat: impl FnOnce(&mut [Chair]),
) -> Result<NewGameAnswer, Refused> {
    let NewGame { game, options, seats, control, start, moves } = wanted;
    let table = positions::table(&PositionRequest { game, options, start, moves, record: None });
    let table = table.map_err(unprocessable)?;
    if let Some(outcome) = table.outcome() {
        let how = table.describe_outcome(&outcome);
        return Err(unprocessable(format!("the game is over in this position: {how}")));
    }
    let players = table.card().players.len();
    if seats.len() != players {
        let found = seats.len();
        return Err(unprocessable(format!("{found} seats: expected {players}")));
    }
    let control = if control.trim().is_empty() { "none" } else { &control };
    let controls: Controls =
        control.parse().map_err(|error| unprocessable(quoted(&format!("{error}"))))?;
    if !controls.suit(players) {
        let why = "expected one time control, or one for each player";
        return Err(unprocessable(format!("'{}': {why}", quoted(control))));
    }
    let chairs = seats.iter().enumerate();
    let chairs = chairs.map(|(at, text)| Chair::read(text, at, &*table));
    let mut chairs: Vec<Chair> = chairs.collect::<Result<_, String>>().map_err(unprocessable)?;
    let makers = chairs.iter().filter(|chair| chair.page() == Some(0)).count();
    if chairs.iter().any(Chair::is_open) && makers != 1 {
        let why = "expected one seat 'here' where others are 'open'";
        return Err(unprocessable(format!("{makers} seats 'here': {why}")));
    }
    seat(&mut chairs);
    let mut answer = answer(&chairs);
    answer.id = open(rooms, table, chairs, controls)?;
    Ok(answer)
}

/// Opens a room for a game; returns its id.
pub(super) fn open(
    rooms: &Arc<Rooms>,
    table: Box<dyn Table>,
    chairs: Vec<Chair>,
    controls: Controls,
) -> Result<String, Refused> {
    let specs = chairs.iter().map(|chair| chair.spec(&*table));
    let specs: Vec<_> = specs.collect::<Result<_, String>>().map_err(unprocessable)?;
    for spec in &specs {
        if let SeatSpec::Agent { name, settings } = spec {
            rooms.budget.allows(name, settings).map_err(|why| (StatusCode::BAD_REQUEST, why))?;
        }
    }
    let setup = Setup::new(specs, controls);
    // The room keeps all else as soon as it begins.
    let kept = Record::of(&*table);
    let id = room_id().map_err(wrong)?;
    let began_ms = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let mut row = store::Room {
        number: 0,
        id: id.clone(),
        seats: serde_json::to_string(&chairs).map_err(|error| wrong(error.to_string()))?,
        record: kept.to_string(),
        began_ms: began_ms as i64,
        is_over: false,
    };
    if chairs.iter().any(Chair::is_open) {
        rooms.lobby.admit(&id).map_err(|why| (StatusCode::SERVICE_UNAVAILABLE, why))?;
    }
    let begun = rooms.admit(&id, Command::Look, |(room, inbox)| {
        row.number = lock(&rooms.store).add_room(&row).map_err(|error| error.to_string())?;
        rooms.begin(&row, chairs, rooms.session(table, setup, &room)?, inbox)
    });
    begun.map_err(|why| {
        rooms.lobby.remove(&rooms.hub, &id);
        (StatusCode::SERVICE_UNAVAILABLE, why)
    })?;
    Ok(id)
}

/// Says which keys are the page's own, and which it passes on.
fn answer(chairs: &[Chair]) -> NewGameAnswer {
    let mut answer = NewGameAnswer::default();
    for (at, chair) in chairs.iter().enumerate() {
        // An open seat is nobody's to pass on.
        if let Chair::Person { key, page, open: false, .. } = chair {
            let those = if *page == 0 { &mut answer.keys } else { &mut answer.links };
            those.insert(at.to_string(), key.clone());
        }
    }
    answer
}

fn wrong(why: String) -> Refused {
    (StatusCode::INTERNAL_SERVER_ERROR, why)
}

async fn record(
    State(arena): State<Arc<Arena>>,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    let missing = |why| (StatusCode::NOT_FOUND, why);
    let text = arena.rooms.ask(&id, |reply| Command::Record { reply }).await.map_err(missing)?;
    // The name of a room that is there is made of plain letters.
    Ok(download(&format!("{id}.game"), "text/plain; charset=utf-8", text))
}
