//! Lessons hold: their positions can be, and what they ask for is legal there.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;

use manator_games::catalog::{GAMES, find};

use crate::catalog::open;

#[test]
fn what_lessons_ask_for_is_legal() {
    for entry in GAMES {
        let card = entry.card();
        let mut names = HashSet::new();
        let file = format!("crates/games/src/{}/lessons.rs", card.name.replace('-', "_"));
        assert!(!card.lessons.is_empty(), "{file}: no lessons");
        for lesson in card.lessons {
            let place = format!("{}: {}", card.name, lesson.name);
            assert!(names.insert(lesson.name), "{place}: there are two");
            let mut table = open(*entry, "");
            let set_up = table.set_position(lesson.position);
            set_up.unwrap_or_else(|error| panic!("{place}: {error}"));
            assert!(table.outcome().is_none(), "{place}: it is over before it begins");
            for goal in lesson.goal {
                let played = table.copy().play(goal);
                let name = played.unwrap_or_else(|illegal| panic!("{place}: {illegal}"));
                assert_eq!(name, *goal, "{place}: it is written otherwise");
            }
        }
    }
}

/// Checks that a lesson which promises the end of the game keeps its promise.
#[track_caller]
pub(crate) fn wins(game: &str, name: &str) {
    let entry = find(game).expect("a game");
    let lessons = entry.card().lessons;
    let lesson = lessons.iter().find(|lesson| lesson.name == name).expect("a lesson");
    let mut table = open(entry, "");
    table.set_position(lesson.position).expect("it reads");
    let mover = table.to_move();
    table.play(lesson.goal[0]).expect("it is legal");
    let outcome = table.outcome().unwrap_or_else(|| panic!("{game}: {name} goes on"));
    assert_eq!(outcome.winner(), Some(mover), "{game}: {name}");
}

#[test]
fn every_diagram_of_the_rules_has_its_lesson() {
    for entry in GAMES {
        let card = entry.card();
        let slots = card.rules.lines().filter_map(|line| line.trim().strip_prefix("{{diagram "));
        for name in slots.filter_map(|slot| slot.strip_suffix("}}")) {
            let is_there = card.lessons.iter().any(|lesson| lesson.name == name);
            assert!(is_there, "{}: no lesson for the diagram '{name}'", card.name);
        }
    }
}
