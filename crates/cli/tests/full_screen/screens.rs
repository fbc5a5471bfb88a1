//! What the screens look like, at several sizes; `INSTA_UPDATE=always` writes them anew.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_games::catalog::GAMES;
use manator_testkit::terminal::{Home, Key, Size, Terminal};

use crate::full_screen::driver::{MIDDLE, SMALL, play, settle, table};

fn leave(mut terminal: Terminal) {
    terminal.key(Key::F(10));
    assert!(terminal.wait_exit().success());
}

#[test]
fn every_game_at_every_size() {
    for game in GAMES.iter().map(|entry| entry.card().name) {
        let mv = match game {
            "jetan" => "D2D3",
            "threechess" => "BE2BE4",
            "joust" => "D1E3",
            "kings-court" => "B4C4",
            "refusal" => "A3C4",
            _ => &table(game, "").legal()[0],
        };
        for size in [SMALL, Size { columns: 100, lines: 30 }, MIDDLE] {
            let home = Home::new();
            let mut terminal = play(&home, size, &format!("{game} --against human"));
            terminal.wait_for("? for help");
            terminal.send(&format!("{mv}\r"));
            terminal.wait_for(&format!("1. {mv}"));
            // A piece chosen: its targets are shown.
            terminal.key(Key::Tab);
            terminal.key(Key::Enter);
            let screen = settle(&mut terminal);
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
        let command = manator_testkit::terminal::Command::new(crate::program::MANATOR)
            .args(["play", "joust", "--against", "human"])
            .env(variable, value);
        let mut terminal = Terminal::open_in(&home, SMALL, command);
        terminal.wait_for("? for help");
        let screen = settle(&mut terminal);
        insta::assert_snapshot!(name, screen.text());
        leave(terminal);
    }
}

#[test]
fn a_window_that_changes_its_size() {
    let home = Home::new();
    let mut terminal = play(&home, SMALL, "jetan --against human");
    terminal.wait_for("? for help");
    let first = settle(&mut terminal).text();
    terminal.resize(Size { columns: 30, lines: 9 });
    terminal.wait_for("needs a terminal of");
    terminal.send("D2D3\r");
    terminal.wait_for("Black plays D2D3");
    terminal.resize(Size { columns: 2, lines: 1 });
    terminal.resize(Size { columns: 200, lines: 60 });
    terminal.wait_for("1. D2D3");
    terminal.resize(SMALL);
    terminal.key(Key::F(3));
    terminal.wait_for("taken back");
    let last = settle(&mut terminal);
    // Everything but the bottom is as it was at first.
    let upper = |text: &str| text.lines().take(21).map(String::from).collect::<Vec<_>>();
    assert_eq!(upper(&first), upper(&last.text()));
    leave(terminal);
}

/// A game under way, with a piece chosen whose moves are shown.
struct Scene {
    name: &'static str,
    arguments: &'static str,
    size: Size,
    moves: &'static [&'static str],
    /// The piece chosen, as typed keys reach it: so many times Tab.
    tabs: usize,
}

const SCENES: &[Scene] = &[
    Scene {
        name: "jetan",
        arguments: "jetan --against human",
        size: Size { columns: 92, lines: 26 },
        moves: &["F2E3", "E9D8", "E1F3", "D10G7", "F3E5", "G10F7", "D1E4", "H9G8", "G1D4", "F7E4"],
        tabs: 14,
    },
    Scene {
        name: "threechess",
        arguments: "threechess --against human",
        size: MIDDLE,
        moves: &["BE2BE4", "GD2GD4", "RB1RC3", "BG1BF3", "GE2GE3", "RD2RD4"],
        tabs: 4,
    },
];

/// The pictures in the documents are recordings; `UPDATE=1` records them anew.
#[test]
fn pictures_show_what_is_there() {
    for scene in SCENES {
        let home = Home::new();
        let mut terminal = play(&home, scene.size, scene.arguments);
        terminal.wait_for("to move");
        for mv in scene.moves {
            terminal.send(&format!("{mv}\r"));
        }
        (0..scene.tabs).for_each(|_| terminal.key(Key::Tab));
        terminal.key(Key::Enter);
        let screen = settle(&mut terminal);
        let picture = screen.to_svg("manator play");
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/images/");
        let file = format!("{file}{}.svg", scene.name);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&file, &picture).unwrap();
        }
        let stored = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(stored == picture, "{}.svg is out of date: UPDATE=1 records it", scene.name);
        leave(terminal);
    }
}
