//! Games that go on after the program was killed, left, or started twice.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::PathBuf;

use manator_core::random::mix;
use manator_testkit::terminal::Home;

use crate::plain::person::{Person, Waits};

const RESUME: &str = "play --resume --plain";

fn games(home: &Home) -> PathBuf {
    home.data().join("manator/games")
}

/// Returns the board and what stands below it, as `show` prints them.
#[track_caller]
fn shown(person: &mut Person) -> String {
    let prompt = match person.waits() {
        Waits::Answer => "Accept or Reject? ",
        Waits::Move | Waits::Over => ", your ",
    };
    person.types("show");
    person.reads(prompt)
}

/// Returns the moves of the only game kept.
fn kept_moves(home: &Home) -> Vec<String> {
    let mut paths = fs::read_dir(games(home)).expect("games are kept").filter_map(|entry| {
        let path = entry.expect("an entry").path();
        path.extension().is_some_and(|ending| ending == "pgn").then_some(path)
    });
    let path = paths.next().expect("a game");
    let record = manator_core::Record::parse(&fs::read_to_string(path).expect("text"));
    record.expect("a record").moves.into_iter().map(|mv| mv.text).collect()
}

#[test]
fn a_killed_game_goes_on_where_it_was() {
    for (seed, game, seats) in [
        (1, "refusal", "--first human --against champion:nodes=300"),
        (2, "jetan", "--against human"),
        (3, "kings-court", "--against human"),
        (4, "threechess", "--seat green=human --against random:seed=1"),
        (5, "joust", "--seat black=human --against greedy"),
    ] {
        let home = Home::new();
        let mut person = Person::sits_in(&home, &format!("play {game} --plain {seats}"));
        let lineup = person.reads_line();
        for round in 0..4 {
            let moves = mix(seed + 31 * round) % 5;
            assert_eq!(person.plays_on(seed + round, moves), None, "{game} is long enough");
            person.waits();
            let before = (shown(&mut person), person.legal());
            person.kills();
            person = Person::sits_in(&home, RESUME);
            assert_eq!(person.reads_line(), lineup);
            person.waits();
            assert_eq!((shown(&mut person), person.legal()), before, "{game}, round {round}");
        }
    }
}

#[test]
fn a_game_killed_at_any_moment_loses_no_move_but_the_last() {
    let home = Home::new();
    let mut person = Person::sits_in(&home, "play jetan --plain --against human");
    let mut played = Vec::new();
    for round in 0..12_u64 {
        person.waits();
        let legal = person.legal();
        person.waits();
        let mv = legal[(mix(round) % legal.len() as u64) as usize].clone();
        person.types(&mv);
        // Killed while the move is judged, written, or shown.
        for _ in 0..mix(round + 100) % 20_000 {
            std::hint::spin_loop();
        }
        person.kills();
        let kept = kept_moves(&home);
        let with_it: Vec<String> = played.iter().cloned().chain([mv]).collect();
        assert!(kept == played || kept == with_it, "{kept:?} after {with_it:?}");
        played = kept;
        person = Person::sits_in(&home, RESUME);
    }
}

#[test]
fn clocks_and_seats_go_on_too() {
    let home = Home::new();
    let arguments =
        "play joust --plain --time 30m+1m --seat white=human --seat black=random:seed=3";
    let mut person = Person::sits_in(&home, arguments);
    person.answers("White, your move: ", "D1E3");
    assert_eq!(person.waits(), Waits::Move);
    person.kills();
    let mut person = Person::sits_in(&home, RESUME);
    person.reads("Joust: White (human), Black (computer: Manator's random)");
    // Each has made one move, and earned a minute with it.
    person.reads("clocks: White 3");
    let clocks = person.reads_line();
    let (white, black) = clocks.split_once(", Black ").expect("two clocks");
    for clock in [format!("3{white}"), black.to_string()] {
        assert!(clock == "31:00" || clock.starts_with("30:"), "{clock}");
    }
}

#[test]
fn the_last_of_two_unfinished_games_goes_on_unless_another_is_named() {
    let home = Home::new();
    for (game, mv) in [("joust", "D1E3"), ("jetan", "A2A3")] {
        let mut person = Person::sits_in(&home, &format!("play {game} --plain --against human"));
        person.waits();
        person.types(mv);
        person.waits();
        person.types("quit");
        person.leaves();
    }
    let mut last = Person::sits_in(&home, RESUME);
    last.reads("Jetan: ");
    let mut named = Person::sits_in(&home, "play joust --resume --plain");
    named.reads("Joust: ");
    named.reads("Black, your move: ");
    // Both are being played now.
    let mut none = Person::sits_in(&home, RESUME);
    none.reads("error: no unfinished game in ");
    assert_eq!(none.leaves().code(), Some(2));
    named.types("quit");
    named.leaves();
    let mut again = Person::sits_in(&home, RESUME);
    again.reads("Joust: ");
}

#[test]
fn what_is_no_game_is_passed_over() {
    let home = Home::new();
    let mut person = Person::sits_in(&home, "play joust --plain --against human");
    person.answers("White, your move: ", "D1E3");
    person.answers("Black, your move: ", "quit");
    person.leaves();
    let folder = games(&home);
    fs::write(folder.join("z1.pgn"), [0xff, 0xfe, 0x00]).expect("write");
    fs::write(folder.join("z2.pgn"), "nonsense").expect("write");
    fs::write(folder.join("z3.pgn"), "").expect("write");
    fs::write(folder.join("z4.pgn"), "[Game \"joust\"]\n\n1. D1D1 *\n").expect("write");
    fs::create_dir(folder.join("z5.pgn")).expect("a folder");
    std::os::unix::fs::symlink("nowhere", folder.join("z6.pgn")).expect("a link");
    let mut person = Person::sits_in(&home, RESUME);
    person.reads("Joust: ");
    person.answers("Black, your move: ", "D8E6");
    person.reads("Black plays D8E6");
}

#[test]
fn nothing_to_resume_is_said() {
    let mut person = Person::sits(RESUME);
    person.reads("error: no unfinished game in ");
    assert_eq!(person.leaves().code(), Some(2));
}

#[test]
fn a_program_plays_on_only_when_it_is_named_again() {
    let home = Home::new();
    let script = home.data().join("agent");
    let engine = env!("CARGO_BIN_EXE_manator");
    fs::create_dir_all(home.data()).expect("a folder");
    fs::write(&script, format!("#!/bin/sh\nexec {engine} engine joust --agent random\n"))
        .expect("write");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&script, mode).expect("an executable file");
    let seat = format!("--seat black={}", script.display());
    let mut person = Person::sits_in(&home, &format!("play joust --plain --first human {seat}"));
    person.answers("White, your move: ", "D1E3");
    person.reads("squares White's knight can go to");
    person.answers("White, your move: ", "quit");
    person.leaves();
    let mut alone = Person::sits_in(&home, RESUME);
    alone.reads("Joust: White, Black");
    alone.types("quit");
    alone.leaves();
    let mut again = Person::sits_in(&home, &format!("{RESUME} {seat}"));
    again.reads(&format!("Black ({})", script.display()));
    again.reads("White, your move: ");
}
