//! The explorer: what was played here from a position, and who wins it where that is known.
//!
//! Games are counted by a thread of its own, a few at a time, so that whoever keeps a move never waits long for the store.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use manator_engine::knowledge;
use manator_organise::store::Explored;
use manator_organise::{Store, StoreError};
use manator_state::explorer::{DecidedPosition, ExplorerAnswer, ExplorerMove};
use manator_state::study::PositionRequest;

use super::positions::table;
use super::{Arena, Refused, blocking, unprocessable};

/// How many games are counted at a time, and how long to wait in between, and when there are none.
const GAMES_AT_ONCE: u32 = 20;
const COUNT_INTERVAL: Duration = Duration::from_millis(5);
const IDLE_INTERVAL: Duration = Duration::from_secs(1);
/// How many positions are looked at to find out who wins; the fuzz target asks often.
const NODES: u64 = if cfg!(test) { 1000 } else { 200_000 };

pub(super) fn routes() -> Router<Arc<Arena>> {
    Router::new().route("/api/explore", post(explore))
}

async fn explore(
    State(arena): State<Arc<Arena>>,
    Json(asked): Json<PositionRequest>,
) -> Result<Json<ExplorerAnswer>, Refused> {
    blocking(move || {
        let table = table(&asked).map_err(unprocessable)?;
        let broken = |error: StoreError| (StatusCode::INTERNAL_SERVER_ERROR, error.to_string());
        let store = Store::look(&arena.explored).map_err(broken)?;
        let one = |Explored { mv, games, won }| ExplorerMove { mv, games, won };
        // In this order nothing is missing from both that is counted meanwhile.
        let uncounted = store.unexplored().map_err(broken)?;
        let moves = store.explored(&*table).map_err(broken)?.into_iter().map(one).collect();
        let decided = knowledge::decided(&*table, NODES);
        let decided = decided.map_err(|error| unprocessable(error.to_string()))?;
        let decided = decided
            .map(|decided| DecidedPosition { seat: decided.winner.index(), moves: decided.moves });
        Ok(Json(ExplorerAnswer { moves, decided, uncounted }))
    })
    .await
}

/// Counts the games of a store as they are over, until it is to stop.
pub(super) fn count(path: &Path, stop: &Arc<AtomicBool>) -> Result<JoinHandle<()>, StoreError> {
    let mut store = Store::open(path)?;
    let stop = stop.clone();
    Ok(thread::spawn(move || {
        while !stop.load(Ordering::Relaxed) {
            // What cannot be counted now, because somebody else writes for long, is counted later.
            let counted = store.explore(GAMES_AT_ONCE).unwrap_or_default();
            thread::park_timeout(if counted > 0 { COUNT_INTERVAL } else { IDLE_INTERVAL });
        }
    }))
}
