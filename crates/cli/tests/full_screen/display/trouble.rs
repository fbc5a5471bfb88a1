//! Servers that go, lie or talk nonsense, and terminals that are taken away.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_protocol::{LINE_MAX, News};
use manator_testkit::terminal::{Key, Screen, Signal, Terminal};

use super::screens::settled;
use super::server::{Server, command};
use crate::full_screen::driver::SMALL;

#[test]
fn a_server_that_is_killed_and_comes_back() {
    let server = Server::new();
    let port = server.port;
    let mut terminal = server.display(SMALL, "jetan");
    let mut guest = server.welcome("jetan");
    guest.tell(&["game 1 jetan", "position startpos moves D2D3", "player 1 ada"]);
    terminal.wait_for("ada");
    drop(guest);
    drop(server);
    terminal.wait_for("no server");
    terminal.wait_for("lost the server");
    // The board stays, and can be looked at.
    terminal.key(Key::Left);
    terminal.wait_for("move 0 of 1");
    terminal.key(Key::End);
    let server = Server::at(port);
    let mut guest = server.welcome("jetan");
    guest.tell(&["game 2 jetan", "position startpos moves D2D3 D9D8 E2E3"]);
    terminal.wait_for("● live, move 3");
    guest.tell(&["bye see you tomorrow"]);
    terminal.wait_for("the server says goodbye: see you tomorrow; q leaves");
    terminal.send("q");
    assert!(terminal.wait_exit().success());
    terminal.is_restored().unwrap();
}

#[test]
fn what_cannot_be_is_a_sentence() {
    let server = Server::new();
    let mut terminal = server.display(SMALL, "");
    let mut guest = server.welcome("jetan");
    for (line, sentence) in [
        ("move D2D3 spent 1", "no game has begun: 'move'"),
        ("position startpos", ""),
        ("game 1 chess", "unknown game 'chess'"),
        ("game 1 joust size=9", "joust: "),
        ("game 1 jetan", "● live"),
        ("player 9 nobody", "Jetan has no seat 9"),
        ("position startpos", "● live"),
        ("clock x y", "clock: 'x'"),
        ("move A1A9 spent 5", "move 1: A1A9"),
        ("move D2D3 spent 5", "out of step"),
        ("position startpos moves D2D3 D2D3", "move 2: D2D3"),
        ("position fen nonsense", "position: "),
        ("position startpos moves D2D3", "● live, move 1"),
        // The terminal of the tests does not draw U+FFFD.
        ("player 1 \u{1b}[31mred\u{202e}evil", "[31mredevil"),
        ("weather fine", ""),
        ("over 1-0 x", "Game over, 1-0"),
        ("move D9D8 spent 1", "the game is over, but somebody moves"),
        ("position startpos moves D2D3 D9D8", "● live, move 2"),
    ] {
        guest.tell(&[line]);
        if !sentence.is_empty() {
            terminal.wait_for(sentence);
        }
    }
    let long = "x".repeat(3 * LINE_MAX);
    guest.tell(&[&format!("note 1 {long}"), "player 2 after-the-line"]);
    terminal.wait_for("a line of more than");
    terminal.wait_for("after-the-line");
    guest.tell_bytes(b"\xff\xfe\x00\r\n\r\nplayer 2 after-the-bytes\r\n");
    terminal.wait_for("after-the-bytes");
    terminal.key(Key::Ctrl('c'));
    assert!(terminal.wait_exit().success());
    terminal.is_restored().unwrap();
}

/// Returns a line with one thing changed in it.
fn mutated(random: &mut SplitMix, line: &str) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len() as u64 + 1) as usize;
        let byte = (random.below(256) as u8).max(b' ');
        match random.below(4) {
            0 => bytes.insert(at, byte),
            1 if at < bytes.len() => bytes[at] = byte,
            2 if at < bytes.len() => drop(bytes.remove(at)),
            _ => {
                let tail = bytes[at..].to_vec();
                bytes.splice(at..at, tail);
            }
        }
    }
    bytes.retain(|byte| !matches!(byte, b'\n' | b'\r'));
    bytes
}

#[test]
fn two_thousand_mutated_lines() {
    const LINES: [&str; 12] = [
        "game 1 jetan",
        "game 2 joust size=5x6",
        "game 3 threechess",
        "round 2 of 6",
        "player 1 ada",
        "position startpos moves D2D3 D9D8",
        "position fen ..x../...../.b.../...w./...../..x.. white",
        "clock 2 300000",
        "move D2D3 spent 300 left 299700",
        "note 1 depth 5 score 31",
        "over 1-0 princess-captured Black takes the Princess",
        "standing ada played 3 points 2.5",
    ];
    let server = Server::new();
    let mut terminal = server.display(SMALL, "");
    let mut guest = server.welcome("jetan");
    let mut random = SplitMix::new(7);
    let mut told = 0;
    while told < 2000 {
        let line = LINES[random.below(LINES.len() as u64) as usize];
        let bytes = mutated(&mut random, line);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        // These two end the conversation, as they should.
        let ends = matches!(text.parse(), Ok(News::Bye(_))) || text.trim().starts_with("error");
        if !ends {
            guest.tell_bytes(&[&bytes[..], b"\n"].concat());
            told += 1;
        }
    }
    guest.tell(&["game 9 jetan", "position startpos moves D2D3", "player 1 still-alive"]);
    terminal.wait_for("still-alive");
    terminal.wait_for("● live, move 1");
    terminal.send("q");
    assert!(terminal.wait_exit().success());
    terminal.is_restored().unwrap();
}

#[test]
fn servers_that_let_nobody_watch() {
    for (lines, words) in [
        (&["manator 1", "error game only joust is played here"][..], "only joust is played here"),
        (&["error full no room"], "the server says: no room"),
        (&["HTTP/1.1 400 Bad Request"], "no Manator server: it says 'HTTP/1.1 400"),
        (&["manator 1", "bye"], ""),
    ] {
        let server = Server::new();
        let mut terminal = server.display(SMALL, "");
        let mut guest = server.accept();
        guest.tell(lines);
        if words.is_empty() {
            // Not let in yet, it must go on waiting.
            terminal.wait_for("skipped: unknown command 'bye'");
            continue;
        }
        assert_eq!(terminal.wait_exit().code(), Some(2));
        assert!(terminal.output().contains(words), "{}", terminal.output());
        terminal.is_restored().unwrap();
    }
}

#[test]
fn a_server_that_is_busy_and_one_that_finds_us_slow() {
    let server = Server::new();
    let mut terminal = server.display(SMALL, "");
    server.accept().tell(&["manator 1", "error busy not yet"]);
    terminal.wait_for("the server says: not yet; trying again");
    let mut guest = server.welcome("jetan");
    guest.tell(&["game 1 jetan", "position startpos moves D2D3"]);
    terminal.wait_for("● live, move 1");
    guest.tell(&["error slow you sleep"]);
    terminal.wait_for("the server says: you sleep; trying again");
    let mut guest = server.welcome("jetan");
    guest.tell(&["game 1 jetan", "position startpos moves D2D3 D9D8"]);
    terminal.wait_for("● live, move 2");
    guest.tell(&["error closed good night"]);
    terminal.wait_for("the server says: good night; q leaves");
    terminal.send("q");
    assert_eq!(terminal.wait_exit().code(), Some(2));
    terminal.is_restored().unwrap();
}

#[test]
fn a_server_that_never_comes() {
    let port = Server::new().port;
    let mut terminal = Terminal::open(SMALL, command(port, "--wait 1ms"));
    assert_eq!(terminal.wait_exit().code(), Some(2));
    let said = terminal.output();
    assert!(said.contains(&format!("error: no server at 127.0.0.1:{port}")), "{said}");
    terminal.is_restored().unwrap();
}

#[test]
fn stopped_and_going_on() {
    let server = Server::new();
    let mut terminal = server.display(SMALL, "");
    let mut guest = server.welcome("jetan");
    guest.tell(&["game 1 jetan", "position startpos moves D2D3"]);
    terminal.wait_for("● live, move 1");
    let first = settled(&mut terminal);
    for stop in ["signal", "key"] {
        match stop {
            "key" => terminal.key(Key::Ctrl('z')),
            _ => terminal.signal(Signal::TSTP),
        }
        terminal.wait_until("the terminal given back", |screen| !screen.alternate_screen());
        terminal.wait_stopped();
        terminal.signal(Signal::CONT);
        let same = |screen: &Screen| screen.text() == first;
        terminal.wait_until("all as before", |screen| screen.alternate_screen() && same(screen));
    }
    guest.tell(&["move D9D8 spent 5"]);
    terminal.wait_for("● live, move 2");
    terminal.key(Key::Ctrl('l'));
    terminal.signal(Signal::TERM);
    assert_eq!(terminal.wait_exit().code(), Some(143));
    terminal.is_restored().unwrap();
}
