//! Stores of earlier versions, and games that are looked for.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_organise::store::Number;
use manator_organise::{Entry, Event, Finished, Prepared, Store};
use manator_tournament::Entrant;
use rusqlite::Connection;
use tempfile::TempDir;

/// The tables as the first four versions of a store had them.
const EARLIER: [&str; 4] = [
    include_str!("../src/store/schema.sql"),
    include_str!("../src/store/class.sql"),
    include_str!("../src/store/arena.sql"),
    include_str!("../src/store/arena_tournament.sql"),
];

fn prepared() -> Prepared {
    let players = ["Ann", "Bob", "Cid"]
        .map(|name| Entry { name: Some(name.into()), ..Entry::of(Entry::GUEST) })
        .to_vec();
    Prepared::with_guests(Event::new("joust", players)).expect("a tournament")
}

fn finished(id: &str, seats: [usize; 2]) -> Finished {
    Finished {
        id: id.into(),
        seats: seats.to_vec(),
        payoffs: vec![1, -1],
        reason: "stuck".into(),
        words: "Black cannot move: White wins".into(),
        offences: Vec::new(),
        plies: 2,
        began_ms: 0,
        took_ms: 1,
        worker: "thread 1".into(),
        moves: "A1B3 C3D5".into(),
        record: "[Game \"joust\"]\n".into(),
        film: String::new(),
    }
}

#[test]
fn the_games_of_a_player_are_found_by_an_index() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("tournaments.db");
    let mut store = Store::open(&path).expect("a store");
    let prepared = prepared();
    let other = store.create_for(&prepared, "another").expect("a tournament");
    let number = store.create_for(&prepared, "class").expect("a tournament");
    let games = [finished("1.2.1", [2, 0]), finished("1.1.1", [0, 1]), finished("1.3.1", [1, 2])];
    for number in [other, number] {
        store.add(number, &games.iter().collect::<Vec<_>>()).expect("games are kept");
    }
    let of = |player| -> Vec<String> {
        let rows = store.games_of(number, Entrant(player)).expect("games");
        rows.iter().map(|row| row.id.to_string()).collect()
    };
    assert_eq!(of(0), ["1.1.1", "1.2.1"]);
    assert_eq!(of(2), ["1.2.1", "1.3.1"]);
    assert_eq!(of(3), Vec::<String>::new());
    assert_eq!(store.last_of("class").expect("a store"), Some(number));
    assert_eq!(store.last(true).expect("a store"), None, "guests go on with their host only");
    let plan: String = Connection::open(&path)
        .and_then(|connection| {
            connection.query_row(
                "EXPLAIN QUERY PLAN SELECT game FROM seat WHERE player = 0",
                [],
                |row| row.get(3),
            )
        })
        .expect("a plan");
    assert!(plan.contains("seat_player"), "{plan}");
}

#[test]
fn a_store_of_an_earlier_version_is_brought_up_to_date() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("tournaments.db");
    let earlier = Connection::open(&path).expect("a file");
    for version in EARLIER {
        earlier.execute_batch(version).expect("tables");
    }
    earlier.pragma_update(None, "user_version", EARLIER.len() as i64).expect("a version");
    let definition = prepared().event.to_json();
    earlier
        .execute(
            "INSERT INTO tournament (key, title, game, definition, began)
             VALUES ('k', '', 'joust', ?1, '2026-01-01T00:00:00.000Z')",
            [&definition],
        )
        .expect("a tournament");
    earlier.execute("INSERT INTO class VALUES (1, 'roster')", []).expect("a class");
    drop(earlier);
    let mut store = Store::open(&path).expect("it is read");
    let number = store.last_of("roster").expect("a store").expect("the class is known");
    assert_eq!(number, Number(1));
    store.add(number, &[&finished("1.1.1", [0, 1])]).expect("a game is kept");
    assert_eq!(store.games_of(number, Entrant(1)).expect("games").len(), 1);
}

#[test]
fn a_game_that_cannot_be_kept_is_an_error() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("tournaments.db");
    let mut store = Store::open(&path).expect("a store");
    let number = store.create(&prepared()).expect("a tournament");
    for began_ms in [1 << 60, u64::MAX] {
        let game = Finished { began_ms, ..finished("1.1.1", [0, 1]) };
        let error = store.add(number, &[&game]).expect_err("no such time").to_string();
        assert!(error.contains(&format!("game 1.1.1 began {began_ms} ms after 1970")), "{error}");
    }
    let game = finished("1.1.1", [0, 1]);
    let error = store.add(Number(99), &[&game]).expect_err("no such tournament").to_string();
    assert!(error.contains("FOREIGN KEY"), "{error}");
    // Only that it is there already is no error.
    assert_eq!(store.add(number, &[&game]).expect("a game is kept"), [true]);
    assert_eq!(store.add(number, &[&game]).expect("it is there"), [false]);
}
