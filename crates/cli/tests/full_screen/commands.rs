//! Everything that can be asked for, by key, by word and by mouse.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Record;
use manator_games::catalog::GAMES;
use manator_testkit::terminal::{Command, Home, Key, Size, Terminal};

use crate::full_screen::driver::{MIDDLE, SMALL, kept, play, settle, square};

#[test]
fn nonsense_is_explained() {
    let home = Home::new();
    let mut terminal = play(&home, SMALL, "joust --against human");
    terminal.wait_for("White to move");
    terminal.send("xyzzy\r");
    terminal.wait_for("xyzzy: ");
    terminal.send("D1D2\r");
    terminal.wait_for("from D1 it can go to");
    let screen = settle(&mut terminal);
    // A click where nothing can be moved, and one outside everything.
    let (column, line) = square(&screen, "H8");
    terminal.click(column, line);
    terminal.wait_for("H8: ");
    terminal.send("\u{1b}[200~pasted\nlines\u{1b}[201~");
    terminal.wait_for("> pasted");
    terminal.key(Key::Escape);
    terminal.wait_until("the line is empty", |screen| !screen.text().contains("pasted"));
    terminal.key(Key::F(4));
    terminal.wait_for("there is nothing to play again");
    terminal.key(Key::F(3));
    terminal.wait_for("there is no move to take back");
    terminal.send("save /nowhere/at/all\r");
    terminal.wait_for("/nowhere/at/all: ");
    terminal.send("load /nowhere/at/all\r");
    terminal.wait_for("No such file");
    terminal.key(Key::F(10));
    assert!(terminal.wait_exit().success());
}

#[test]
fn help_hint_undo_redo_flip_and_thoughts() {
    let home = Home::new();
    let mut terminal = play(&home, MIDDLE, "joust --level easy --first human");
    terminal.wait_for("White to move");
    terminal.send("?");
    terminal.wait_for("take back to your last decision");
    terminal.key(Key::Escape);
    terminal.wait_until("help is closed", |screen| !screen.text().contains("your last decision"));
    terminal.key(Key::F(2));
    terminal.wait_for("the champion would play");
    terminal.send("D1E3\r");
    terminal.wait_for("1. D1E3 D8");
    terminal.key(Key::F(6));
    terminal.wait_for("depth 2");
    terminal.key(Key::Ctrl('z'));
    terminal.wait_until("the move is taken back", |screen| !screen.text().contains("1. D1E3"));
    terminal.key(Key::F(4));
    terminal.wait_for("1. D1E3 D8");
    terminal.wait_for("White to move");
    let before = square(&settle(&mut terminal), "A1");
    terminal.key(Key::F(5));
    terminal.wait_until("the board is turned", |screen| {
        let lines = screen.lines();
        lines.iter().any(|line| line.split_whitespace().take(2).eq(["H", "G"]))
    });
    terminal.send("flip\r");
    assert_eq!(square(&settle(&mut terminal), "A1"), before);
    terminal.key(Key::F(10));
    assert!(terminal.wait_exit().success());
}

#[test]
fn saved_loaded_and_begun_anew() {
    let home = Home::new();
    let file = home.path().join("game.pgn");
    let mut terminal = play(&home, SMALL, "joust --against human");
    terminal.wait_for("White to move");
    terminal.send("D1E3\r");
    terminal.wait_for("Black to move");
    terminal.key(Key::F(7));
    terminal.wait_for("Write the record to a new file");
    terminal.send(&format!("{}\r", file.display()));
    terminal.wait_for("saved");
    let saved = Record::parse(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(saved.moves.len(), 1);
    terminal.send(&format!("save {}\r", file.display()));
    terminal.wait_for("exists");
    // Another game through the form: two lines up from the top is the time, and so on.
    terminal.key(Key::Ctrl('n'));
    terminal.wait_for("arrows choose");
    terminal.key(Key::Right);
    terminal.wait_for("King's Court");
    terminal.key(Key::Down);
    terminal.key(Key::Down);
    terminal.key(Key::Right);
    terminal.wait_for("novice");
    terminal.key(Key::Up);
    terminal.key(Key::Up);
    terminal.key(Key::Up);
    terminal.key(Key::Enter);
    terminal.wait_for("First to move");
    assert_eq!(kept(&home).len(), 2);
    terminal.send(&format!("load {}\r", file.display()));
    terminal.wait_for("Black to move");
    terminal.wait_for("1. D1E3");
    // Options that make no sense stay in the form.
    terminal.key(Key::F(9));
    terminal.wait_for("arrows choose");
    terminal.key(Key::Up);
    terminal.key(Key::Up);
    terminal.send("size=1x1");
    terminal.key(Key::Enter);
    terminal.wait_for("size: ");
    terminal.key(Key::Escape);
    terminal.wait_until("the form is closed", |screen| !screen.text().contains("arrows choose"));
    terminal.send("resign\r");
    terminal.wait_for("Give the game up for Black?");
    let screen = terminal.screen();
    let (column, line) = screen.find("[ yes ]").unwrap();
    terminal.click(column + 2, line);
    terminal.wait_for("Black resigns: White wins");
    terminal.key(Key::F(8));
    terminal.wait_for("one of the games kept");
    terminal.key(Key::Escape);
    // The buttons at the bottom are for the mouse.
    let screen = terminal.wait_until("the box is closed", |s| !s.text().contains("games kept"));
    let (column, line) = screen.find("quit").unwrap();
    terminal.click(column, line);
    assert!(terminal.wait_exit().success());
    terminal.is_restored().unwrap();
}

#[test]
fn a_thinking_computer_never_freezes_the_screen() {
    let home = Home::new();
    let against = "--first human --against champion:time=86400000";
    let mut terminal = play(&home, SMALL, &format!("jetan {against}"));
    terminal.wait_for("Black to move");
    terminal.send("D2D3\r");
    terminal.wait_for("thinks");
    terminal.key(Key::F(6));
    terminal.wait_for("Orange: depth");
    terminal.key(Key::F(1));
    terminal.wait_for("Commands: by key");
    terminal.key(Key::Escape);
    terminal.wait_until("help is closed", |screen| !screen.text().contains("by key"));
    terminal.resize(Size { columns: 100, lines: 30 });
    terminal.send("D3D4\r");
    terminal.wait_for("it is not your turn");
    terminal.key(Key::Enter);
    terminal.wait_for("Orange plays");
    terminal.wait_for("Black to move");
    // Taken back in the middle of a thought.
    terminal.send("E2E3\r");
    terminal.wait_for("thinks");
    terminal.key(Key::F(3));
    terminal.wait_for("taken back");
    terminal.wait_for("Black to move");
    terminal.key(Key::F(10));
    assert!(terminal.wait_exit().success());
}

#[test]
fn a_game_chosen_in_the_menu() {
    let home = Home::new();
    let command = Command::new(crate::program::MANATOR).args(["menu"]);
    let mut terminal = Terminal::open_in(&home, SMALL, command);
    terminal.wait_for("arrows choose");
    // From the first game to the left is the last.
    let refusal = GAMES.iter().position(|entry| entry.card().name == "refusal").unwrap();
    (refusal..GAMES.len()).for_each(|_| terminal.key(Key::Left));
    terminal.wait_for("◀ Refusal ▶");
    // Who begins is asked in the same form.
    let (column, line) = terminal.screen().find("◀ south ▶").unwrap();
    terminal.click(column + 3, line);
    terminal.wait_for("◀ north ▶");
    terminal.key(Key::Left);
    terminal.wait_for("◀ south ▶");
    let screen = terminal.screen();
    let (column, line) = screen.find("[ begin ]").unwrap();
    terminal.click(column + 3, line);
    terminal.wait_for("South to propose");
    terminal.send("A3C4\r");
    terminal.wait_for("1. A3C4");
    terminal.key(Key::F(10));
    assert!(terminal.wait_exit().success());
    assert_eq!(
        kept(&home).len(),
        1,
        "the one behind the menu, in which nothing was played, is not"
    );
}
