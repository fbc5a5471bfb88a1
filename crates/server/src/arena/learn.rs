//! What there is to learn: the rules with lessons to try, and how to write an agent.
// SPDX-License-Identifier: MIT OR Apache-2.0

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use manator_core::Settings;
use manator_engine::catalog as agents;
use manator_engine::options::OPTIONS;
use manator_examine::templates::{TEMPLATES, Template};
use manator_games::catalog;
use manator_search::Limits;
use manator_state::learn::{
    self, Guide, GuidePart, Lesson, PieceRule, Reach, ReplyAnswer, Rules, TryAnswer, TryRequest,
};
use manator_state::study::PositionRequest;
use manator_state::text;

use super::positions::{quoted, table};
use super::{Refused, blocking, unprocessable};
use crate::http::download;

/// The guide to writing agents, of which the page shows these parts.
const GUIDE: &str = include_str!("../../../../docs/write-an-agent.md");
const PARTS: [&str; 4] =
    ["Run it by hand", "Where to think", "The least there is", "The protocol in a page"];

const CELLS_MAX: usize = 64;
/// Who answers in lessons.
const ANSWERS: &str = "easy";

pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/api/rules/{game}", get(rules))
        .route("/api/guide", get(|| async { Json(guide()) }))
        .route("/api/templates/{language}/{*file}", get(file))
        .route("/api/try", post(try_cells))
        .route("/api/reach", post(reach))
}

/// Returns what is served where agents may think for pages.
pub(crate) fn replies<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/api/reply", post(reply))
}

fn missing(what: String) -> Refused {
    (StatusCode::NOT_FOUND, what)
}

/// Gives the rules of a game: its text in blocks, with lessons where the text has diagrams.
async fn rules(Path(game): Path<String>) -> Result<Json<Rules>, Refused> {
    let entry =
        catalog::find(&game).ok_or_else(|| missing(format!("unknown game '{}'", quoted(&game))))?;
    let card = entry.card();
    let lesson = |lesson: &manator_core::Lesson| Lesson {
        name: lesson.name,
        title: lesson.title,
        words: lesson.words,
        position: Some(lesson.position),
        goal: lesson.goal,
        done: lesson.done,
    };
    let blocks = text::blocks(card.rules);
    let settings = Settings::defaults(card.options);
    let opened = entry.open(settings).map_err(|error| unprocessable(error.to_string()))?;
    let mut kinds: Vec<&'static str> = opened.palette().iter().map(|piece| piece.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    Ok(Json(Rules {
        game: card.name,
        title: card.title,
        pieces: kinds.into_iter().filter_map(|kind| PieceRule::find(&blocks, kind)).collect(),
        blocks,
        lessons: card.lessons.iter().map(lesson).collect(),
    }))
}

fn guide() -> Guide {
    let template = |template: &Template| learn::Template {
        name: template.name,
        title: template.title,
        files: template.files,
        build: template.build,
        run: template.run,
    };
    let guide = text::blocks(GUIDE);
    let part = |title| GuidePart { title, blocks: text::section(&guide, title).to_vec() };
    Guide { templates: TEMPLATES.iter().map(template).collect(), parts: PARTS.map(part).to_vec() }
}

async fn file(Path((language, file)): Path<(String, String)>) -> Result<Response, Refused> {
    let template = Template::find(&language);
    let found = template.and_then(|template| template.files.iter().find(|(name, _)| *name == file));
    let (name, text) = found.ok_or_else(|| {
        missing(format!("there is no '{}' in '{}'", quoted(&file), quoted(&language)))
    })?;
    let last = name.rsplit('/').next().unwrap_or(name);
    Ok(download(last, "text/plain; charset=utf-8", *text))
}

async fn try_cells(Json(asked): Json<TryRequest>) -> Result<Json<TryAnswer>, Refused> {
    blocking(move || {
        let table = table(&asked.position).map_err(unprocessable)?;
        let board = table.board();
        let name = |cell: &usize| board.cells.get(*cell).map(|cell| cell.name.as_str());
        let names: Option<Vec<&str>> = asked.cells.iter().take(CELLS_MAX).map(name).collect();
        let names = names.ok_or_else(|| unprocessable("cells: there is no such cell".into()))?;
        let refusal = table.judge(&names.concat()).err().map(Into::into);
        Ok(Json(TryAnswer { refusal }))
    })
    .await
}

async fn reach(Json(asked): Json<PositionRequest>) -> Result<Json<Reach>, Refused> {
    blocking(move || Ok(Json(Reach::of(&*table(&asked).map_err(unprocessable)?)))).await
}

/// Has an agent answer in a lesson: one that is done in no time.
async fn reply(Json(asked): Json<PositionRequest>) -> Result<Json<ReplyAnswer>, Refused> {
    blocking(move || {
        let table = table(&asked).map_err(unprocessable)?;
        let settings = Settings::defaults(OPTIONS);
        let opened = agents::open(&*table, ANSWERS, &settings);
        let mut agent = opened.map_err(|error| unprocessable(error.to_string()))?;
        let thought = agent.think(&*table, &Limits::default(), &mut |_| {});
        let thought = thought.map_err(|error| unprocessable(error.to_string()))?;
        Ok(Json(ReplyAnswer { mv: thought.best().map(str::to_string) }))
    })
    .await
}
