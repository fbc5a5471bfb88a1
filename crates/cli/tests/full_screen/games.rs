//! Whole games to a proper end: typed, with the mouse, with the keys, against agents and programs.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use manator_core::view::Gesture;
use manator_core::{Player, Table};
use manator_games::catalog::GAMES;
use manator_testkit::terminal::{Home, Key, Terminal};

use crate::full_screen::driver::{
    MIDDLE, SMALL, moves_kept, play, record, short_game, square, table, type_move,
};

/// Checks that the game ended as the rules say, on the screen and in the file.
#[track_caller]
fn check_end(terminal: &mut Terminal, home: &Home, played: &dyn Table) {
    terminal.wait_for("Game over");
    let outcome = played.outcome().unwrap();
    let record = record(home);
    let texts: Vec<&str> = record.moves.iter().map(|mv| mv.text.as_str()).collect();
    assert_eq!(texts, played.moves());
    assert_eq!(record.result.as_deref(), Some(outcome.payoffs.as_slice()));
    terminal.key(Key::F(10));
    assert!(terminal.wait_exit().success());
    terminal.is_restored().unwrap();
    let words = played.describe_outcome(&outcome);
    let output = terminal.output();
    assert!(output.contains(&words), "'{words}' is announced after leaving");
    assert!(!output.contains("--resume"), "a finished game is not resumed");
}

#[test]
fn every_game_typed() {
    for game in GAMES.iter().map(|entry| entry.card().name) {
        let options = match game {
            "jetan" => "max-moves=12",
            "joust" => "size=5x5",
            "kings-court" => "quiet-limit=5",
            _ => "",
        };
        let home = Home::new();
        let played = short_game(game, options);
        let option = if options.is_empty() { "" } else { "-o" };
        let arguments = format!("{game} {option} {options} --against human");
        let mut terminal = play(&home, MIDDLE, &arguments);
        terminal.wait_for("? for help");
        let mut along = table(game, options);
        for text in played.moves() {
            type_move(&mut terminal, &*along, text);
            along.play(text).unwrap();
        }
        check_end(&mut terminal, &home, &*played);
    }
}

#[test]
fn joust_with_the_mouse() {
    let home = Home::new();
    let played = short_game("joust", "size=5x5");
    let mut terminal = play(&home, SMALL, "joust -o size=5x5 --against human");
    let mut along = table("joust", "size=5x5");
    for (ply, text) in played.moves().iter().enumerate() {
        let mover = if along.to_move() == Player(0) { "White to move" } else { "Black to move" };
        let value = along.estimate().unwrap();
        let value = format!("{}: {}", value.label, value.value);
        let screen = terminal.wait_until(mover, |screen| {
            let text = screen.text();
            [mover, "10 quit", &value].iter().all(|words| text.contains(words))
        });
        // Where the knight can go is shown before anything is touched.
        for (mv, _) in along.gestures() {
            let (column, line) = square(&screen, &mv[2..]);
            assert_eq!(screen.cell(column, line).contents(), "•", "{mv}");
        }
        // One click does, and so do two.
        let (from, to) = text.split_at(2);
        for name in [from, to].into_iter().skip(ply % 2) {
            let (column, line) = square(&screen, name);
            terminal.click(column, line);
        }
        along.play(text).unwrap();
    }
    check_end(&mut terminal, &home, &*played);
}

#[test]
fn a_click_where_no_knight_can_go_is_explained() {
    let home = Home::new();
    let mut terminal = play(&home, SMALL, "joust --against human");
    let screen = terminal.wait_for("? for help");
    let (column, line) = square(&screen, "A8");
    terminal.click(column, line);
    terminal.wait_for("a knight does not move from D1 to A8");
    terminal.key(Key::F(10));
    assert!(terminal.wait_exit().success());
}

/// The answers by key, by letter and by mouse, and who moves then.
#[test]
fn who_begins_is_asked() {
    let choose_second: [fn(&mut Terminal); 3] = [
        |terminal| {
            terminal.key(Key::Right);
            terminal.key(Key::Enter);
        },
        |terminal| terminal.send("s"),
        |terminal| {
            let (column, line) = terminal.screen().find("[ second ]").unwrap();
            terminal.click(column + 2, line);
        },
    ];
    for choose in choose_second {
        let home = Home::new();
        let mut terminal = play(&home, SMALL, "refusal --against champion:nodes=300");
        terminal.wait_for("Do you want to move first or second?");
        choose(&mut terminal);
        terminal.wait_for("[accept] [reject]");
        terminal.wait_for("North proposes");
        terminal.wait_for("South to answer");
        terminal.send("r");
        terminal.wait_for("North plays the alternate");
        terminal.wait_for("South to propose");
        terminal.key(Key::F(10));
        assert!(terminal.wait_exit().success());
        assert_eq!(record(&home).options, "first=north");
    }
    let home = Home::new();
    let mut terminal = play(&home, SMALL, "threechess --level novice");
    terminal.wait_for("Do you want to move first, second or third?");
    terminal.send("zzz9\t");
    terminal.key(Key::Escape);
    assert!(terminal.wait_exit().success());
    terminal.is_restored().unwrap();
    assert_eq!(moves_kept(&home), [""; 0], "nothing was played");
    let mut terminal = play(&home, SMALL, "jetan --level novice");
    terminal.wait_for("Do you want to move first or second?");
    terminal.key(Key::Enter);
    terminal.wait_for("Black to move");
    terminal.key(Key::F(10));
    assert!(terminal.wait_exit().success());
}

#[test]
fn kings_court_with_the_keys() {
    let home = Home::new();
    let played = short_game("kings-court", "quiet-limit=3");
    let mut terminal = play(&home, SMALL, "kings-court -o quiet-limit=3 --against human");
    terminal.wait_for("to move");
    // The first key only shows the cursor, which stands on some piece; the corner is found from anywhere.
    let mut along = table("kings-court", "quiet-limit=3");
    let board = along.board();
    terminal.key(Key::Up);
    for text in played.moves() {
        let gesture = along.gestures().into_iter().find(|(mv, _)| mv == text).unwrap().1;
        let Gesture::Cells(cells) = gesture else { panic!("King's Court has no buttons") };
        for cell in &cells {
            let name = &board.cells[cell.index()].name;
            let (column, row) = (name.as_bytes()[0] - b'A', name.as_bytes()[1] - b'1');
            (0..8).for_each(|_| terminal.key(Key::Left));
            (0..8).for_each(|_| terminal.key(Key::Down));
            (0..column).for_each(|_| terminal.key(Key::Right));
            (0..row).for_each(|_| terminal.key(Key::Up));
            terminal.key(Key::Enter);
        }
        // A chain that could go on ends with the same square once more.
        let longer = along.gestures().into_iter().any(|(_, gesture)| match gesture {
            Gesture::Cells(run) => run.len() > cells.len() && run.starts_with(&cells),
            Gesture::Button(_) => false,
        });
        if longer {
            terminal.key(Key::Enter);
        }
        along.play(text).unwrap();
    }
    check_end(&mut terminal, &home, &*played);
}

#[test]
fn against_agents_in_every_game() {
    for game in GAMES.iter().map(|entry| entry.card().name) {
        let options = match game {
            "jetan" => "max-moves=6",
            "joust" => "size=4x5",
            "kings-court" => "quiet-limit=4",
            _ => "",
        };
        let home = Home::new();
        let option = if options.is_empty() { "" } else { "-o" };
        let arguments = format!("{game} {option} {options} --level novice --first human");
        let mut terminal = play(&home, MIDDLE, &arguments);
        terminal.wait_for("? for help");
        let mut along = table(game, options);
        loop {
            // The file says what the agents have played: it is written before the screen.
            let played = moves_kept(&home);
            for text in &played[along.moves().len()..] {
                along.play(text).unwrap();
            }
            if along.outcome().is_some() {
                break;
            }
            if along.to_move() != Player(0) {
                std::thread::yield_now();
                continue;
            }
            // The last legal move: the first would never end ThreeChess.
            let text = along.legal().last().unwrap().clone();
            let who = manator_play::title(&*along, Player(0));
            let who = format!("{who} {}", manator_play::task(&*along));
            terminal.wait_for(&who);
            type_move(&mut terminal, &*along, &text);
            along.play(&text).unwrap();
            while moves_kept(&home).len() < along.moves().len() {
                std::thread::yield_now();
            }
            if along.moves().len() > 60 {
                terminal.send("resign\r");
                terminal.wait_for("Give the game up");
                terminal.send("y");
                terminal.wait_for("resigns");
                break;
            }
        }
        terminal.wait_for("Game over");
        terminal.key(Key::Ctrl('c'));
        assert!(terminal.wait_exit().success());
        terminal.is_restored().unwrap();
    }
}

#[test]
fn agents_to_watch() {
    let home = Home::new();
    let seats = "--seat white=random --seat black=novice --pace 1ms";
    let mut terminal = play(&home, SMALL, &format!("joust -o size=4x4 {seats}"));
    terminal.wait_for("Game over");
    terminal.send("quit\r");
    assert!(terminal.wait_exit().success());
    terminal.is_restored().unwrap();
}

#[test]
fn a_program_elsewhere() {
    let home = Home::new();
    let seat = "--seat black=remote:listen:127.0.0.1:0";
    let mut terminal = play(&home, SMALL, &format!("joust -o size=5x5 {seat}"));
    let screen = terminal.wait_for("waiting for a program at");
    let text = screen.text();
    let place = text.split("program at ").nth(1).unwrap().split_whitespace().next().unwrap();
    let mut peer = TcpStream::connect(place).unwrap();
    let mut lines = BufReader::new(peer.try_clone().unwrap()).lines();
    let played = short_game("joust", "size=5x5");
    let mut along = table("joust", "size=5x5");
    for text in played.moves() {
        if along.to_move() == Player(0) {
            let before = along.moves().last().cloned().unwrap_or_default();
            terminal.wait_until("the answer, and White to move", |screen| {
                let text = screen.text();
                text.contains("White to move") && text.contains(&before)
            });
            type_move(&mut terminal, &*along, text);
            assert_eq!(&lines.next().unwrap().unwrap(), text);
        } else {
            writeln!(peer, "{text}").unwrap();
        }
        along.play(text).unwrap();
    }
    terminal.wait_for("Game over");
    terminal.key(Key::F(3));
    terminal.wait_for("cannot be taken back");
    terminal.key(Key::F(10));
    assert!(terminal.wait_exit().success());
}

#[test]
fn the_clock_runs_out_in_threechess() {
    let home = Home::new();
    let mut terminal = play(&home, MIDDLE, "threechess --against human --time 100ms/move");
    terminal.wait_for("Game over, 0-1-1/2");
    terminal.wait_for("time");
    terminal.key(Key::F(10));
    assert!(terminal.wait_exit().success());
}
