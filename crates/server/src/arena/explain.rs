//! How agents search a position, for pages that show it.
//!
//! A search takes the memory and the threads of an analysis, and ends at its limits; it ends too when whoever asked has gone.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use manator_core::{Settings, Table};
use manator_engine::options::OPTIONS;
use manator_engine::{Explained, catalog};
use manator_search::Limits;
use manator_state::explain::{ExplainRequest, Explanation};
use manator_state::study::PositionRequest;

use super::analysis::admit;
use super::budget::{Budget, Purpose, Waiting};
use super::positions::{quoted, table};
use super::{Arena, Refused, blocking, unprocessable};
use crate::http::Caller;

/// How far a search may go, whatever is asked for: each of two has as much.
const DEPTH_MAX: u32 = 20;
const POSITIONS_MAX: u64 = 2_000_000;
const PLAYOUTS_MAX: u64 = 50_000;
const TIME_MAX: Duration = Duration::from_secs(10);
/// How long is waited for memory and a thread.
const WAIT_MAX: Duration = Duration::from_secs(15);
/// How many nodes of a tree are kept when nobody says, and at most.
const NODES: usize = 600;
const NODES_MAX: usize = 3_000;
const DEPTH: u32 = 3;
const PLAYOUTS: u64 = 2_000;

pub(super) fn routes() -> Router<Arc<Arena>> {
    Router::new().route("/api/explain", post(explain))
}

async fn explain(
    State(arena): State<Arc<Arena>>,
    Extension(caller): Extension<Caller>,
    Json(asked): Json<ExplainRequest>,
) -> Result<Json<Explanation>, Refused> {
    let (budget, permit) = admit(&arena, &caller).await.map_err(busy)?;
    let gone = Gone(Arc::default());
    let cancel = gone.0.clone();
    blocking(move || {
        let answer = answer(&asked, &budget, &cancel).map(Json);
        drop(permit);
        answer
    })
    .await
}

fn busy(why: String) -> Refused {
    (StatusCode::TOO_MANY_REQUESTS, why)
}

/// Says that nobody wants the answer any more, once it is dropped: also when it has been given.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn answer(
    asked: &ExplainRequest,
    budget: &Arc<Budget>,
    cancel: &Arc<AtomicBool>,
) -> Result<Explanation, Refused> {
    let table = table(&PositionRequest {
        game: asked.game.clone(),
        options: asked.options.clone(),
        start: asked.start.clone(),
        moves: asked.moves.clone(),
        record: None,
    });
    let table = table.map_err(unprocessable)?;
    if let Some(outcome) = table.outcome() {
        let words = table.describe_outcome(&outcome);
        let why = format!("there is nothing to search: the game is over, {words}");
        return Err(unprocessable(why));
    }
    let depth = within("depth", asked.depth, DEPTH, DEPTH_MAX)?;
    let playouts = within("playouts", asked.playouts, PLAYOUTS, PLAYOUTS_MAX)?;
    let nodes_max = within("nodes_max", asked.nodes_max, NODES, NODES_MAX)?;
    let names: Vec<&String> = [&asked.agent].into_iter().chain(&asked.beside).collect();
    for name in &names {
        let checked = catalog::check(&*table, name, &settings());
        checked.map_err(|error| unprocessable(quoted(&error.to_string())))?;
    }
    let mut searches = Vec::new();
    for name in names {
        let nodes = if name == "mcts" { playouts } else { POSITIONS_MAX };
        let limits = Limits {
            depth: Some(depth),
            nodes: Some(nodes),
            time: Some(TIME_MAX),
            cancel: cancel.clone(),
            ..Limits::default()
        };
        let explained = search((&*table, name), budget, &limits, nodes_max)?;
        searches.push((name.clone(), explained));
    }
    Ok(Explanation::of(&*table, searches))
}

fn search(
    (table, name): (&dyn Table, &str),
    budget: &Arc<Budget>,
    limits: &Limits,
    nodes_max: usize,
) -> Result<Explained, Refused> {
    let waiting = Waiting::new(budget, table, name, &settings(), Purpose::Analysis);
    let begin = Instant::now();
    let is_stale = || limits.cancel.load(Ordering::Relaxed) || begin.elapsed() > WAIT_MAX;
    let mut found = Err(busy("agents of others think: try again in a moment".into()));
    waiting.think(&is_stale, &mut |_| (), |mut agent| {
        let explained = agent.explain(table, limits, nodes_max);
        found = explained.map_err(|error| unprocessable(format!("{name}: {error}")));
    });
    found
}

fn settings() -> Settings {
    Settings::defaults(OPTIONS)
}

/// Returns the number asked for, or the usual one.
fn within<T: Copy + Ord + From<u8> + std::fmt::Display>(
    name: &str,
    asked: Option<T>,
    usual: T,
    max: T,
) -> Result<T, Refused> {
    match asked.unwrap_or(usual) {
        number if number >= T::from(1) && number <= max => Ok(number),
        number => Err(unprocessable(format!("{name}={number}: expected 1 to {max}"))),
    }
}
