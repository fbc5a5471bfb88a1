//! What pages may choose from: games, options, agents.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::routing::get;
use axum::{Json, Router};
use manator_core::{Entry, OptionKind, OptionSpec, Settings};
use manator_engine::catalog as agents;
use manator_engine::options::{LEVELS, OPTIONS};
use manator_games::catalog::GAMES;
use manator_state::{board, position};
use serde_json::{Map, Value, json};

use super::Arena;
use crate::http::Caller;

pub(super) fn routes() -> Router<Arc<Arena>> {
    Router::new().route("/api/catalog", get(catalog))
}

async fn catalog(
    State(arena): State<Arc<Arena>>,
    Extension(caller): Extension<Caller>,
) -> Json<Value> {
    Json(described("arena", arena.may_organise(&caller)))
}

/// Describes everything that can be chosen.
pub(crate) fn described(mode: &str, may_organise: bool) -> Value {
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "mode": mode,
        "games": GAMES.iter().filter_map(|entry| game(*entry)).collect::<Vec<Value>>(),
        "agentOptions": OPTIONS.iter().map(option).collect::<Vec<Value>>(),
        "mayOrganise": may_organise,
    })
}

fn game(entry: &dyn Entry) -> Option<Value> {
    let card = entry.card();
    let table = entry.open(Settings::defaults(card.options)).ok()?;
    let stable = agents::find(card.name)?;
    let agent = |kind: &'static str| move |(name, summary): (&str, &str)| json!({ "name": name, "summary": summary, "kind": kind });
    let levels = LEVELS.iter().copied().map(agent("level"));
    let others = stable.agents().into_iter().map(agent("agent"));
    Some(json!({
        "name": card.name,
        "title": card.title,
        "summary": card.summary,
        "players": card.players,
        "options": card.options.iter().map(option).collect::<Vec<Value>>(),
        "agents": levels.chain(others).collect::<Vec<Value>>(),
        "evaluations": stable.evaluations(),
        "reasons": card.reasons.iter().map(|(word, meaning)| (word.0, *meaning)).collect::<Vec<_>>(),
        "board": board::json(&*table),
        "film": position::film(&*table).to_string(),
    }))
}

fn option(spec: &OptionSpec) -> Value {
    let mut described = Map::new();
    described.insert("name".into(), spec.name.into());
    described.insert("summary".into(), spec.summary.into());
    described.insert("default".into(), json!(spec.default));
    match spec.kind {
        OptionKind::Choice(choices) => {
            described.insert("kind".into(), "choice".into());
            described.insert("choices".into(), json!(choices));
        }
        OptionKind::Integer { min, max } => {
            described.insert("kind".into(), "integer".into());
            described.insert("min".into(), min.to_string().into());
            described.insert("max".into(), max.to_string().into());
        }
        OptionKind::Text(form) => {
            described.insert("kind".into(), "text".into());
            described.insert("form".into(), form.into());
        }
    }
    Value::Object(described)
}
