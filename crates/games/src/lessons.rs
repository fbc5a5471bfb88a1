//! Lessons: positions to try something on, for whoever learns a game.
//!
//! They stand beside the rules: each diagram of the rules has the lesson of its name, so that whoever can
//! show a board shows that instead.
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::{jetan, joust, kings_court, refusal, threechess};

/// A position, and what to try there.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// Its name among the lessons of the game; a diagram of the rules may have the same.
    pub name: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What there is to learn, and what to do.
    pub words: &'static str,
    /// Where to begin; the usual start when there is nothing.
    pub position: Option<&'static str>,
    /// The moves that do it; any move does where there is none.
    pub goal: &'static [&'static str],
    /// What to say when it is done.
    pub done: &'static str,
}

/// Returns the lessons of a game, in the order in which to learn them.
pub fn lessons(game: &str) -> &'static [Lesson] {
    let all = [
        ("jetan", jetan::LESSONS),
        ("threechess", threechess::LESSONS),
        ("joust", joust::LESSONS),
        ("kings-court", kings_court::LESSONS),
        ("refusal", refusal::LESSONS),
    ];
    all.into_iter().find(|(name, _)| *name == game).map_or(&[], |(_, lessons)| lessons)
}
