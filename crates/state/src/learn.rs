//! What there is to learn: rules with lessons, and how to write an agent.
// SPDX-License-Identifier: MIT OR Apache-2.0

use serde::{Deserialize, Serialize};

use crate::study::{PositionRequest, Refusal};
use crate::text::Block;

/// The answer to `GET /api/rules/GAME`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Rules {
    pub game: &'static str,
    pub title: &'static str,
    pub blocks: Vec<Block>,
    pub lessons: Vec<Lesson>,
}

/// A position, and what to try there.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lesson {
    pub name: &'static str,
    pub title: &'static str,
    pub words: &'static str,
    /// Where to begin; null for the usual start.
    pub position: Option<&'static str>,
    /// The moves that do it; any move does when there is none.
    pub goal: &'static [&'static str],
    /// What to say when it is done.
    pub done: &'static str,
}

/// The answer to `GET /api/guide`: how to write an agent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Guide {
    pub templates: Vec<Template>,
    pub parts: Vec<GuidePart>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GuidePart {
    pub title: &'static str,
    pub blocks: Vec<Block>,
}

/// An agent to begin with, in one language.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Template {
    pub name: &'static str,
    pub title: &'static str,
    /// Each a name and a text.
    pub files: &'static [(&'static str, &'static str)],
    pub build: Option<&'static str>,
    pub run: &'static str,
}

/// Asks `POST /api/try` what is wrong with touching cells in order.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TryRequest {
    pub position: PositionRequest,
    pub cells: Vec<usize>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TryAnswer {
    /// Null where they are a legal move.
    pub refusal: Option<Refusal>,
}

/// The answer to `POST /api/reply`, which asks an agent for a move in a `PositionRequest`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReplyAnswer {
    #[serde(rename = "move")]
    pub mv: Option<String>,
}
