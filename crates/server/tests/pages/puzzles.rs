//! Puzzles and the explorer, as pages of the arena ask for them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::thread;
use std::time::Duration;

use manator_core::{Record, Settings};
use manator_engine::puzzle::kept;
use manator_games::catalog;
use manator_organise::Store;
use manator_organise::store::Room;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::browser::arena::Arena;
use crate::browser::request;

#[test]
fn a_puzzle_is_solved_by_its_move() {
    let arena = Arena::open();
    let set = arena.read("/api/puzzles/joust");
    let puzzles = kept("joust");
    assert_eq!(set["puzzles"].as_array().expect("puzzles").len(), puzzles.len());
    assert!(set["today"].as_u64().is_some_and(|today| today < puzzles.len() as u64), "{set}");
    let asked =
        |index: usize, moves: &[&str]| json!({ "game": "joust", "index": index, "moves": moves });
    let index = puzzles.iter().position(|puzzle| puzzle.plies == 3).expect("one of two moves");
    let solution = puzzles[index].solution.as_str();
    assert_eq!(set["puzzles"][index]["moves"], 2);
    let hint = arena.answer("/api/puzzles/hint", &asked(index, &[]));
    assert_eq!(hint["move"], solution);
    assert!(
        hint["words"].as_str().is_some_and(|words| words.starts_with("Look at the knight on "))
    );
    let said = arena.answer("/api/puzzles/try", &asked(index, &[solution]));
    assert_eq!((&said["kind"], &said["moves"]), (&json!("wins"), &json!(2)));
    assert_eq!(said["replies"].as_array().map(Vec::len), Some(1));
}

#[test]
fn questions_about_puzzles_are_checked() {
    let arena = Arena::open();
    let (status, why) = request(arena.port, "GET", "/api/puzzles/chess", "");
    assert_eq!((status, why.as_str()), (404, "unknown game 'chess'"));
    let many = vec!["A1B3"; 200];
    let solution = &kept("joust")[0].solution;
    for (index, moves, status, part) in [
        (100_000, vec!["A1B3"], 404, "puzzle 100000: expected less than"),
        (0, vec![], 422, "expected the one to judge"),
        (0, vec!["A1A1"], 422, "A1A1: "),
        (0, many, 422, "199 moves: expected at most 100"),
        (0, vec![solution.as_str(), "A1B3"], 422, "is not to move here"),
    ] {
        let asked = json!({ "game": "joust", "index": index, "moves": moves });
        let (found, why) = arena.post("/api/puzzles/try", &asked);
        assert_eq!(found, status, "{why}");
        assert!(why.contains(part), "{why}");
    }
}

#[test]
fn the_explorer_counts_games_and_knows_who_wins() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("store.db");
    let entry = catalog::find("joust").expect("joust");
    let settings = Settings::parse(entry.card().options, "size=4x4").expect("options");
    let mut table = entry.open(settings).expect("a table");
    while table.outcome().is_none() {
        let mv = table.legal().swap_remove(0);
        table.play(&mv).expect("a legal move");
    }
    let room = Room {
        number: 0,
        id: "over".into(),
        seats: "[]".into(),
        record: Record::of(&*table).to_string(),
        began_ms: 0,
        is_over: true,
    };
    Store::open(&path).and_then(|mut store| store.add_room(&room)).expect("kept");
    let arena = Arena::at(&path);
    let asked = json!({ "game": "joust", "options": "size=4x4" });
    let mut answer = arena.answer("/api/explore", &asked);
    while answer["uncounted"] != 0 {
        thread::sleep(Duration::from_millis(50));
        answer = arena.answer("/api/explore", &asked);
    }
    assert_eq!(answer["moves"][0]["move"], table.moves()[0].as_str());
    assert_eq!(answer["moves"][0]["games"], 1);
    // The second player wins on this board.
    assert_eq!(answer["decided"]["seat"], 1);
    let start = arena.answer("/api/explore", &json!({ "game": "refusal" }));
    assert_eq!((&start["decided"]["seat"], &start["decided"]["moves"]), (&json!(0), &Value::Null));
    let (status, why) = arena.post("/api/explore", &json!({ "game": "chess" }));
    assert_eq!(status, 422, "{why}");
}
