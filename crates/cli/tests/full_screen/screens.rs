//! What the screens look like, at several sizes; `INSTA_UPDATE=always` writes them anew.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_testkit::terminal::{Home, Key, Size, Terminal};

use crate::driver::{MIDDLE, SMALL, play};

fn leave(mut terminal: Terminal) {
    terminal.key(Key::F(10));
    assert!(terminal.wait_exit().success());
}

#[test]
fn every_game_at_every_size() {
    for (game, mv) in [
        ("jetan", "D2D3"),
        ("threechess", "BE2BE4"),
        ("joust", "D1E3"),
        ("kings-court", "B4C4"),
        ("refusal", "A3C4"),
    ] {
        for size in [SMALL, Size { columns: 100, lines: 30 }, MIDDLE] {
            let home = Home::new();
            let mut terminal = play(&home, size, &format!("{game} --against human"));
            terminal.wait_for("to move");
            terminal.send(&format!("{mv}\r"));
            terminal.wait_for(&format!("1. {mv}"));
            // A piece chosen: its targets are shown.
            terminal.key(Key::Tab);
            terminal.key(Key::Enter);
            let screen = terminal.wait_until("something is chosen", |screen| {
                game == "refusal" || !screen.text().contains("plays")
            });
            let name = format!("{game}-{}x{}", size.columns, size.lines);
            insta::assert_snapshot!(name, screen.text());
            leave(terminal);
        }
    }
}

#[test]
fn without_colour_and_with_few() {
    for (name, variable, value) in
        [("no-colour", "NO_COLOR", "1"), ("few-colours", "COLORTERM", "no")]
    {
        let home = Home::new();
        let command = manator_testkit::terminal::Command::new(env!("CARGO_BIN_EXE_manator"))
            .args(["play", "joust", "--against", "human"])
            .env(variable, value);
        let mut terminal = Terminal::open_in(&home, SMALL, command);
        let screen = terminal.wait_for("? for help");
        insta::assert_snapshot!(name, screen.text());
        leave(terminal);
    }
}

#[test]
fn a_window_that_changes_its_size() {
    let home = Home::new();
    let mut terminal = play(&home, SMALL, "jetan --against human");
    let first = terminal.wait_for("? for help").text();
    terminal.resize(Size { columns: 30, lines: 9 });
    terminal.wait_for("needs a terminal of");
    terminal.send("D2D3\r");
    terminal.wait_for("Orange to move");
    terminal.resize(Size { columns: 2, lines: 1 });
    terminal.resize(Size { columns: 200, lines: 60 });
    terminal.wait_for("1. D2D3");
    terminal.resize(SMALL);
    terminal.key(Key::F(3));
    terminal.wait_for("taken back");
    terminal.key(Key::Escape);
    let last = terminal.wait_until("the notice is gone", |s| !s.text().contains("taken back"));
    // Everything but the bottom is as it was at first.
    let upper = |text: &str| text.lines().take(21).map(String::from).collect::<Vec<_>>();
    assert_eq!(upper(&first), upper(&last.text()));
    leave(terminal);
}
