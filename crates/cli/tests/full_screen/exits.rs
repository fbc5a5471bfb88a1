//! However the program ends, the terminal is as it was and the game goes on.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::os::unix::process::ExitStatusExt;

use manator_testkit::terminal::{Home, Key, Signal, Terminal};

use crate::full_screen::driver::{SMALL, kept, play, record};

/// Starts a game, plays a move, and waits until it is kept.
fn begun(home: &Home) -> Terminal {
    let mut terminal = play(home, SMALL, "joust --against human --time 1h+5s");
    terminal.wait_for("White to move");
    terminal.send("D1E3\r");
    terminal.wait_for("Black to move");
    terminal
}

/// Checks that the game goes on where it was.
#[track_caller]
fn check_resumed(home: &Home) {
    let before = record(home);
    assert_eq!(before.moves.len(), 1);
    let mut terminal = play(home, SMALL, "--resume");
    terminal.wait_for("Black to move");
    terminal.wait_for("1. D1E3");
    terminal.send("D8E6\r");
    terminal.wait_for("D8E6");
    let after = terminal.wait_for("White to move");
    // The clocks went on, with what the moves have earned.
    assert!(after.text().contains("1:00:0"), "{}", after.text());
    terminal.key(Key::F(10));
    terminal.wait_exit();
    assert_eq!(kept(home).len(), 1, "it is still the same game");
    assert_eq!(record(home).moves.len(), 2);
}

#[test]
fn left_by_keys() {
    for key in [Key::F(10), Key::Ctrl('c'), Key::Ctrl('d')] {
        let home = Home::new();
        let mut terminal = begun(&home);
        terminal.key(key);
        assert!(terminal.wait_exit().success());
        terminal.is_restored().unwrap();
        assert!(terminal.output().contains("go on with: manator play --resume"));
        check_resumed(&home);
    }
}

#[test]
fn left_from_a_dialog() {
    let home = Home::new();
    let mut terminal = begun(&home);
    terminal.key(Key::F(9));
    terminal.wait_for("new game");
    terminal.key(Key::Ctrl('c'));
    assert!(terminal.wait_exit().success());
    terminal.is_restored().unwrap();
    check_resumed(&home);
}

#[test]
fn ended_by_a_signal() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129)] {
        let home = Home::new();
        let mut terminal = begun(&home);
        terminal.signal(signal);
        assert_eq!(terminal.wait_exit().code(), Some(code));
        terminal.is_restored().unwrap();
        check_resumed(&home);
    }
}

#[test]
fn killed() {
    let home = Home::new();
    let mut terminal = begun(&home);
    terminal.kill();
    assert_eq!(terminal.wait_exit().signal(), Some(9));
    check_resumed(&home);
}

#[test]
fn a_game_being_played_is_not_resumed() {
    let home = Home::new();
    let terminal = begun(&home);
    let mut other = play(&home, SMALL, "--resume");
    assert_eq!(other.wait_exit().code(), Some(2));
    assert!(other.output().contains("no unfinished game"), "{}", other.output());
    drop(terminal);
    check_resumed(&home);
}
