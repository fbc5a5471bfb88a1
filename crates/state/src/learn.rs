//! What there is to learn: rules with lessons, and how to write an agent.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::{BTreeMap, BTreeSet};

use manator_core::view::Gesture;
use manator_core::{Decision, Player, Table};
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
    /// How each kind of piece goes, as the text has it.
    pub pieces: Vec<PieceRule>,
    pub lessons: Vec<Lesson>,
}

/// How a kind of piece goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PieceRule {
    pub kind: &'static str,
    pub words: String,
}

impl PieceRule {
    /// Finds the sentences about a kind of piece: they begin with its name and a colon.
    pub fn find(blocks: &[Block], kind: &'static str) -> Option<PieceRule> {
        let paragraphs = blocks.iter().flat_map(|block| match block {
            Block::Text { spans } => std::slice::from_ref(spans),
            Block::List { items, .. } => items.as_slice(),
            _ => &[],
        });
        let texts = paragraphs.map(|spans| spans.iter().map(|span| &*span.1).collect::<String>());
        let about = |text: String| {
            let (name, words) = text.split_once(": ")?;
            name.eq_ignore_ascii_case(kind).then(|| words.to_string())
        };
        texts.into_iter().find_map(about).map(|words| PieceRule { kind, words })
    }
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

/// The answer to `POST /api/reach`, which asks of a `PositionRequest` where each piece could go if its owner were to
/// move: each a cell and its targets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reach {
    pub cells: BTreeMap<u16, BTreeSet<u16>>,
}

impl Reach {
    pub fn of(table: &dyn Table) -> Reach {
        let pieces = table.pieces();
        let mut cells: BTreeMap<u16, BTreeSet<u16>> = BTreeMap::new();
        for player in Player::all(table.card().players.len()) {
            let mut turned = table.copy();
            let is_own = player == table.to_move() && table.decision() != Decision::Answer;
            // What cannot be set up has no reach that anybody could see.
            if !is_own && turned.set_position(&table.compose(&pieces, player)).is_err() {
                continue;
            }
            for (_, gesture) in turned.gestures() {
                if let Gesture::Cells(way) = gesture
                    && let [from, .., to] = way[..]
                {
                    cells.entry(from.0).or_default().insert(to.0);
                }
            }
        }
        Reach { cells }
    }
}

/// The answer to `POST /api/reply`, which asks an agent for a move in a `PositionRequest`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReplyAnswer {
    #[serde(rename = "move")]
    pub mv: Option<String>,
}
