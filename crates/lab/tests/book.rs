//! Small opening books: what is interrupted goes on, what is found below corrects what was thought above.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use manator_core::{Settings, Table};
use manator_engine::book::Book;
use manator_engine::options::OPTIONS;
use manator_games::catalog as games;
use manator_lab::book::{BookSession, grow};
use manator_lab::data::DataError;

const HEADING: &str = "# how it was made";

fn start(game: &str) -> Box<dyn Table> {
    let entry = games::find(game).expect("a game");
    entry.open(Settings::defaults(entry.card().options)).expect("a table")
}

/// Grows a tree to so many positions; returns its book.
fn run(path: &Path, table: &dyn Table, positions: usize) -> Result<String, DataError> {
    let settings = Settings::parse(OPTIONS, "hash=1 lines=3").expect("settings");
    let settings = &settings;
    let session =
        BookSession { table, settings, nodes: 200, margin: 60, ply: 10, positions, time: None };
    grow(path, HEADING, &session, &AtomicBool::new(false), |_| {}).map(|tree| tree.book(5))
}

#[test]
fn a_run_that_was_interrupted_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, torn) = (folder.path().join("whole"), folder.path().join("torn"));
    for game in ["kings-court", "threechess"] {
        let table = start(game);
        let _ = fs::remove_file(&whole);
        let book = run(&whole, &*table, 12).expect("searches");
        let expected = fs::read(&whole).expect("positions");
        for end in [0, 7, expected.len() / 2, expected.len() - 1] {
            fs::write(&torn, &expected[..end]).expect("a file");
            assert_eq!(run(&torn, &*table, 12).expect("searches"), book);
            assert_eq!(fs::read(&torn).expect("positions"), expected, "cut after {end} bytes");
        }
        let entry = Book::new(&book).find(table.key()).expect("the start");
        assert!(table.judge(entry.moves[0]).is_ok());
        assert_eq!(Book::new(&book).entries().count(), 12);
    }
}

/// A start whose better move is refuted by the answer that was found to it.
fn refuted(table: &dyn Table) -> ([String; 2], String) {
    let legal = table.legal();
    let moves = [legal[0].clone(), legal[1].clone()];
    let mut next = table.copy();
    next.play(&moves[0]).expect("a legal move");
    let text = format!(
        "{HEADING}\n0 | {}/10 {}/5\n1 {} | {}/50\n",
        moves[0],
        moves[1],
        moves[0],
        next.legal()[0]
    );
    (moves, text)
}

#[test]
fn what_is_found_below_corrects_what_was_thought_above() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("positions");
    let table = start("kings-court");
    let (moves, text) = refuted(&*table);
    fs::write(&path, &text).expect("a file");
    let book = run(&path, &*table, 2).expect("nothing to search");
    let entry = Book::new(&book).find(table.key()).expect("the start");
    assert_eq!((entry.score.0, entry.moves), (5, vec![moves[1].as_str()]));
    // Among three, an answer that is good for one is not bad for the others.
    let table = start("threechess");
    let (moves, text) = refuted(&*table);
    fs::write(&path, &text).expect("a file");
    let book = run(&path, &*table, 2).expect("nothing to search");
    let entry = Book::new(&book).find(table.key()).expect("the start");
    assert_eq!((entry.score.0, entry.moves), (10, vec![moves[0].as_str(), moves[1].as_str()]));
}

#[test]
fn a_damaged_file_is_refused_and_the_line_quoted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("positions");
    let table = start("kings-court");
    let (moves, text) = refuted(&*table);
    let check = |line: &str, expected: &str| {
        fs::write(&path, format!("{text}{line}\n")).expect("a file");
        let refused = run(&path, &*table, 3).map(drop).expect_err(line).to_string();
        assert!(refused.ends_with(&format!(":4: '{line}': expected {expected}")), "{refused}");
    };
    check("2 nonsense", "the position that follows from the lines before");
    check(&format!("2 {} | x", moves[1]), "a position, and moves with their scores");
    check(&format!("2 {} | A1A1/3", moves[1]), "legal moves");
    check(&format!("2 {} |", moves[0]), "the position that follows from the lines before");
    check(&format!("3 {} |", moves[1]), "the position that follows from the lines before");
}
