//! `manator match`, with the real program: the same games with the same seed, counted once.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Output};

use manator_core::Record;
use manator_games::catalog;

fn run(arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_manator"))
        .arg("match")
        .args(arguments.split_whitespace())
        .env("XDG_CONFIG_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/no-config"))
        .output()
        .expect("it runs")
}

#[track_caller]
fn lines(arguments: &str) -> Vec<String> {
    let output = run(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_string).collect()
}

fn finished(lines: &[String]) -> BTreeSet<String> {
    lines.iter().filter(|line| line.starts_with("Finished game")).cloned().collect()
}

#[test]
fn the_same_seed_plays_the_same_games_however_many_at_a_time() {
    for (game, who) in [
        ("joust", "alphabeta:depth=2 random"),
        ("refusal", "random greedy alphabeta:depth=1"),
        ("threechess", "random greedy random"),
    ] {
        let arguments = |rest: &str| format!("{game} {who} --games 12 --steps 40 {rest}");
        let one = lines(&arguments("--seed 7"));
        let two = lines(&arguments("--seed 7 --concurrency 3"));
        let other = lines(&arguments("--seed 8"));
        assert_eq!(finished(&one), finished(&two), "{game}");
        assert_ne!(finished(&one), finished(&other), "{game}");
        assert_eq!(one.last(), two.last(), "{game}");
    }
}

#[test]
fn every_opening_is_played_from_every_seat_and_every_record_holds() {
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/match.game");
    let _ = fs::remove_file(path);
    lines(&format!("threechess random greedy random --games 6 --steps 20 --records {path}"));
    let text = fs::read_to_string(path).expect("records");
    let records = Record::parse_all(&text).expect("records");
    assert_eq!(records.len(), 6);
    let mut seatings = BTreeSet::new();
    for (_, record) in &records {
        record.replay(catalog::find("threechess").expect("a game"), |_, _| {}).expect("it holds");
        let opening: Vec<&str> = record.moves.iter().take(4).map(|mv| mv.text.as_str()).collect();
        let first: Vec<&str> =
            records[0].1.moves.iter().take(4).map(|mv| mv.text.as_str()).collect();
        assert_eq!(opening, first, "one opening");
        let seats = ["blue", "green", "red"].map(|seat| record.player(seat).expect("a name"));
        seatings.insert(seats.join(", "));
    }
    assert_eq!(seatings.len(), 6, "{seatings:?}");
}

#[test]
fn a_test_stops_when_it_is_decided() {
    let said = lines("joust alphabeta:depth=3 random --games 2000 --sprt 0,30 --concurrency 2");
    let games = finished(&said).len();
    assert!(games < 500, "{games} games");
    let text = said.join("\n");
    assert!(text.contains("the upper difference is accepted"), "{text}");
    assert!(text.contains("Score of alphabeta:depth=3 vs random: "), "{text}");
    let last = said.last().expect("a sentence");
    assert!(last.starts_with("alphabeta:depth=3 is stronger: "), "{last}");
}

#[test]
fn what_cannot_be_played_is_said() {
    for (arguments, said) in [
        ("joust random", "2 values required"),
        ("joust random nobody", "no agent 'nobody' plays joust"),
        ("joust random human", "'human': expected an agent or a program"),
        ("threechess random random", "2 players: threechess needs at least 3"),
        ("joust random random --sprt 5", "expected two numbers such as 0,5"),
        ("joust random random --sprt 5,0", "5"),
        ("joust random random --records /nowhere/x", "cannot open /nowhere/x"),
    ] {
        let output = run(arguments);
        let error = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {error}");
        assert!(error.contains(said), "{arguments}: {error}");
    }
}
