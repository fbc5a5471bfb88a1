//! Lessons hold: their positions can be, and what they ask for is legal there.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;

use manator_core::Settings;
use manator_games::catalog::GAMES;
use manator_games::lessons;

#[test]
fn what_lessons_ask_for_is_legal() {
    for entry in GAMES {
        let card = entry.card();
        let mut names = HashSet::new();
        assert!(!lessons(card.name).is_empty(), "{} has no lessons", card.name);
        for lesson in lessons(card.name) {
            let place = format!("{}: {}", card.name, lesson.name);
            assert!(names.insert(lesson.name), "{place}: there are two");
            let mut table = entry.open(Settings::defaults(card.options)).expect("a table");
            if let Some(position) = lesson.position {
                table.set_position(position).unwrap_or_else(|error| panic!("{place}: {error}"));
            }
            assert!(table.outcome().is_none(), "{place}: it is over before it begins");
            for goal in lesson.goal {
                let played = table.copy().play(goal);
                let name = played.unwrap_or_else(|illegal| panic!("{place}: {illegal}"));
                assert_eq!(name, *goal, "{place}: it is written otherwise");
            }
        }
    }
}

#[test]
fn lessons_that_promise_the_end_of_the_game_keep_it() {
    let ends = [("jetan", "chief"), ("jetan", "win"), ("joust", "trap")];
    for (game, name) in ends.into_iter().chain([("kings-court", "court"), ("threechess", "win")]) {
        let entry = GAMES.iter().find(|entry| entry.card().name == game).expect("a game");
        let lesson = lessons(game).iter().find(|lesson| lesson.name == name).expect("a lesson");
        let mut table = entry.open(Settings::defaults(entry.card().options)).expect("a table");
        table.set_position(lesson.position.expect("a position")).expect("it reads");
        table.play(lesson.goal[0]).expect("it is legal");
        let outcome = table.outcome().unwrap_or_else(|| panic!("{game}: {name} goes on"));
        assert_eq!(outcome.payoffs.as_slice()[0], 1, "{game}: {name}");
    }
}

#[test]
fn every_diagram_of_the_rules_has_its_lesson() {
    for entry in GAMES {
        let card = entry.card();
        let slots = card.rules.lines().filter_map(|line| line.trim().strip_prefix("{{diagram "));
        for name in slots.filter_map(|slot| slot.strip_suffix("}}")) {
            let is_there = lessons(card.name).iter().any(|lesson| lesson.name == name);
            assert!(is_there, "{}: no lesson for the diagram '{name}'", card.name);
        }
    }
}
