//! What pages may choose from: games, options, agents.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::routing::get;
use axum::{Json, Router};
use manator_core::{Entry, Settings, Table};
use manator_engine::catalog as agents;
use manator_engine::options::{LEVELS, OPTIONS};
use manator_games::catalog::GAMES;
use manator_state::board::Board;
use manator_state::catalog::{AgentCard, AgentKind, Catalog, Example, GameCard, Mode, OptionCard};
use manator_state::position;

use super::Arena;
use crate::http::Caller;

pub(super) fn routes() -> Router<Arc<Arena>> {
    Router::new().route("/api/catalog", get(catalog))
}

async fn catalog(
    State(arena): State<Arc<Arena>>,
    Extension(caller): Extension<Caller>,
) -> Json<Catalog> {
    Json(described(Mode::Arena, arena.may_organise(&caller)))
}

pub(crate) fn described(mode: Mode, may_organise: bool) -> Catalog {
    Catalog {
        version: env!("CARGO_PKG_VERSION"),
        mode,
        games: GAMES.iter().filter_map(|entry| game(*entry)).collect(),
        agent_options: OPTIONS.iter().map(OptionCard::of).collect(),
        may_organise,
    }
}

fn game(entry: &dyn Entry) -> Option<GameCard> {
    let card = entry.card();
    let table = entry.open(Settings::defaults(card.options)).ok()?;
    let stable = agents::find(card.name)?;
    let ratings = stable.ratings();
    let levels = LEVELS.iter().enumerate().map(|(index, (name, summary))| {
        let rating = ratings.map(|ratings| ratings[index].elo);
        AgentCard { name, summary, kind: AgentKind::Level, rating }
    });
    let others = stable.agents().into_iter();
    let others = others.map(|(name, summary)| AgentCard {
        name,
        summary,
        kind: AgentKind::Agent,
        rating: None,
    });
    Some(GameCard {
        name: card.name,
        title: card.title,
        summary: card.summary,
        players: card.players,
        options: card.options.iter().map(OptionCard::of).collect(),
        agents: levels.chain(others).collect(),
        evaluations: stable.evaluations(),
        reasons: card.reasons.iter().map(|(word, meaning)| (word.0, *meaning)).collect(),
        board: Board::of(&*table),
        film: position::film(&*table).to_string(),
        example: stable.example().and_then(|moves| example(table, moves)),
    })
}

/// Plays a game that is kept to be looked at.
fn example(mut table: Box<dyn Table>, moves: &str) -> Option<Example> {
    for mv in moves.split_whitespace() {
        table.play(mv).ok()?;
    }
    let outcome = table.outcome()?;
    let over = position::Over::of(&outcome, &table.describe_outcome(&outcome));
    Some(Example { film: position::film(&*table).to_string(), over })
}
