//! Openings that nobody has won, and books of them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Output};

use manator_core::{Record, Settings};
use manator_games::catalog;
use manator_organise::{Event, Openings, Store, store::Number};

use crate::program::lines;

fn program(words: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_manator"))
        .args(words.split_whitespace())
        .env("XDG_CONFIG_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/no-config"))
        .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .expect("it runs")
}

fn place(name: &str) -> String {
    let path = format!("{}/books-{name}", env!("CARGO_TARGET_TMPDIR"));
    let _ = fs::remove_file(&path);
    path
}

#[track_caller]
fn printed(words: &str) -> String {
    let output = program(words);
    assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn games_do_not_end_right_after_the_opening() {
    let path = place("balanced.game");
    lines(&format!("kings-court greedy greedy --games 60 --steps 30 --records {path}"));
    let records = Record::parse_all(&fs::read_to_string(path).expect("records")).expect("records");
    let short = records.iter().filter(|(_, record)| record.moves.len() < 4 + 3).count();
    assert_eq!(short, 0, "of {} games", records.len());
    let mut begins = BTreeSet::new();
    for (_, record) in &records {
        let moves: Vec<&str> = record.moves.iter().take(4).map(|mv| mv.text.as_str()).collect();
        begins.insert(moves.join(" "));
    }
    assert_eq!(begins.len(), 30, "no opening twice");
}

#[test]
fn what_was_begun_keeps_its_openings() {
    let path = place("kept.db");
    lines(&format!("joust random random --games 4 --store {path}"));
    lines(&format!("joust random random --games 4 --opening 4 --store {path}"));
    let store = Store::open(path.as_ref()).expect("a store");
    let openings = |number| store.tournament(Number(number)).expect("a tournament").1.openings;
    assert!(matches!(openings(1), Openings::Listed(lines) if lines.len() == 2));
    assert_eq!(openings(2), Openings::Random(4));
    // As earlier versions have kept it.
    let earlier = r#"{"title":"","game":"joust","format":"course","openings":{"random":4},"seed":1,
        "time":"none","margin":20,"steps":500,"drawn-seeds":false,"ask-again":false,"recover":true,
        "player":[{"agent":"random","restart":false},{"agent":"greedy","restart":false}]}"#;
    let event = Event::from_json(earlier).expect("an event");
    assert_eq!((&event.openings, event.best), (&Openings::Random(4), None));
}

#[test]
fn a_book_is_read_by_every_command() {
    for entry in catalog::GAMES {
        let game = entry.card().name;
        let book = place(&format!("{game}.book"));
        printed(&format!("openings {game} --count 6 --seed 3 --output {book}"));
        let text = fs::read_to_string(&book).expect("a book");
        assert_eq!(text, printed(&format!("openings {game} --count 6 --seed 3")), "the same seed");
        assert!(text.starts_with(&format!("# manator openings {game} --count 6 ")), "{text}");
        assert!(text.contains("\n# judged by champion, 4 plies deep: nobody wins"), "{text}");
        let mut seen = BTreeSet::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (moves, judgement) = line.split_once("  # ").expect("a judgement");
            assert!(judgement.parse::<manator_core::record::Judgement>().is_ok(), "{line}");
            let mut table = entry.open(Settings::defaults(entry.card().options)).expect("a table");
            moves.split_whitespace().for_each(|mv| drop(table.play(mv).expect("legal")));
            assert!(table.outcome().is_none() && seen.insert(table.key()), "{line}");
        }
        assert_eq!(seen.len(), 6, "{game}");
        let position = printed(&format!("show {game} --book {book}:2"));
        let second = text.lines().nth(3).and_then(|line| line.split("  #").next()).expect("a line");
        assert_eq!(position, printed_moves(game, second), "{game}");
        assert!(!printed(&format!("analyse {game} --book {book}:6 --depth 1")).is_empty());
        let who = vec!["random"; entry.card().players.len()].join(" ");
        let records = place(&format!("{game}.game"));
        lines(&format!("{game} {who} --games 1 --steps 2 --openings {book} --records {records}"));
        let record = fs::read_to_string(records).expect("a record");
        assert!(Record::parse(&record).is_ok(), "{record}");
    }
    let wrong = program(&format!("show joust --book {}:7", place("none")));
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("cannot read "));
}

#[track_caller]
fn printed_moves(game: &str, moves: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_manator"))
        .args(["show", game, "--moves", moves])
        .env("XDG_CONFIG_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/no-config"))
        .output()
        .expect("it runs");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_server_begins_with_its_book() {
    let (book, records, store) = (place("server.book"), place("server.game"), place("server.db"));
    fs::write(&book, "D1C3 D8C6  # +0.00/4\n").expect("a book");
    let line =
        format!("server joust -a 0 -D 0 -d 0 -S 0 -t 0 -p 0 --openings {book} --store {store}");
    printed(&format!("{line} --records {records}"));
    let record = fs::read_to_string(records).expect("a record");
    assert!(record.contains("\n1. D1C3") && record.contains(" D8C6"), "{record}");
}
