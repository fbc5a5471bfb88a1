//! Who is let in, and what the others are told.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};

use crate::driver::{PATIENCE, Server};
use crate::guest::{Guest, random};

/// Says a line to the server, which must refuse it with this line and close.
#[track_caller]
fn refuses(port: u16, line: &str, expected: &str) {
    let (mut guest, answer) = Guest::asks(port, line);
    assert_eq!(answer, format!("error {expected}"), "{line}");
    assert_eq!(guest.rest(), Vec::<String>::new(), "{line}");
}

#[test]
fn nonsense_is_answered_by_a_sentence() {
    let server = Server::start("joust -a 2 -D 0");
    let port = server.port;
    for (line, expected) in [
        ("hello", "syntax unknown command 'hello': expected join or watch"),
        ("", "syntax unknown command '': expected join or watch"),
        ("\u{1b}[2J", "syntax unknown command '�[2J': expected join or watch"),
        ("join", "syntax join: expected the name of a game"),
        ("join joust", "syntax join: expected as NAME"),
        ("join joust as", "syntax join: expected a name of at most 40 characters"),
        ("join joust as Ann seat 0", "syntax join: '0': expected the number of a seat, from 1"),
        ("join jetan as Ann", "game joust is played here, not 'jetan'"),
        ("watch \u{1b}[2J", "game joust is played here, not '�[2J'"),
        ("join joust as Ann seat 3", "seat there is no seat 3: expected 1 to 2"),
        ("watch any table 2", "seat there is no table 2: there is only one"),
        ("watch any table 0", "syntax watch: '0': expected the number of a table, from 1"),
    ] {
        refuses(port, line, expected);
    }
    let name = "x".repeat(41);
    let expected = format!("syntax join: '{name}': expected a name of at most 40 characters");
    refuses(port, &format!("join any as {name}"), &expected);
}

#[test]
fn a_name_that_looks_like_another_is_refused() {
    let server = Server::start("joust -a 2 -D 0");
    let (_ada, welcome) = Guest::asks(server.port, "join any as Ada");
    assert!(welcome.starts_with("welcome join joust"), "{welcome}");
    for name in ["ada", "\u{410}da", "\u{ff21}da", "Ad\u{430}"] {
        let expected = format!("name '{name}' looks like 'Ada', who is here: choose another name");
        refuses(server.port, &format!("join any as {name}"), &expected);
    }
    let bidi = "join any as A\u{202e}da";
    let expected = "syntax join: 'A�da': expected a name of at most 40 characters";
    refuses(server.port, bidi, expected);
}

#[test]
fn a_stranger_gets_a_sentence_and_a_close() {
    let server = Server::start("refusal -a 1 -D 0");
    let mut guest = Guest::connect(server.port);
    // More than is read for the first line: what is left must not take the answer back.
    let headers = format!("Cookie: {}\r\n", "x".repeat(300)).repeat(40);
    let request = format!("BREW / HTCPCP/1.0\r\nHost: localhost\r\n{headers}\r\n");
    guest.stream.write_all(request.as_bytes()).expect("it listens");
    let said = "error syntax unknown command 'BREW': expected join or watch";
    assert_eq!(guest.rest(), ["manator 1", said]);
}

#[test]
fn an_endless_first_line_is_cut() {
    let server = Server::start("refusal -a 1 -D 0");
    let mut guest = Guest::connect(server.port);
    let _ = guest.stream.write_all("x".repeat(100_000).as_bytes());
    let said = "error syntax the first line is too long: expected join or watch";
    assert_eq!(guest.rest(), [said]);
    let mut guest = Guest::connect(server.port);
    guest.says(&format!("join any as Ann token {}", "x".repeat(1100)));
    assert_eq!(guest.rest(), [said]);
}

#[test]
fn whoever_is_silent_is_greeted_and_dropped() {
    let mut server = Server::start("refusal -a 1 -D 0");
    let mut silent = Guest::connect(server.port);
    // A client may also wait for the hello before it says anything.
    let mut polite = Guest::connect(server.port);
    assert_eq!(polite.reads().as_deref(), Some("manator 1"));
    polite.says("watch any\r");
    assert_eq!(polite.reads().as_deref(), Some("welcome watch refusal"));
    let mut half = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
    half.write_all(b"join any as").expect("it listens");
    half.shutdown(Shutdown::Write).expect("half of it is closed");
    let mut said = String::new();
    half.set_read_timeout(Some(PATIENCE)).expect("a limit");
    half.read_to_string(&mut said).expect("an answer");
    assert_eq!(said, "error syntax closed before a line was whole: expected join or watch\n");
    let told = ["manator 1", "error slow no line came in time: expected join or watch"];
    assert_eq!(silent.rest(), told);
    server.says(": no line came in time: expected join or watch");
}

#[test]
fn a_token_for_all() {
    let mut server = Server::start("joust -o size=5x5 -a 2 -D 0 -d 0 -t 0 --token abc");
    let wrong = "token the token is missing or wrong";
    refuses(server.port, "join any as Ann", wrong);
    refuses(server.port, "join any as Ann token abd", wrong);
    refuses(server.port, "join any as Ann token abcd", wrong);
    // Whoever only looks on needs none.
    let display = Guest::watches(server.port, "watch any").sees();
    Guest::joins(server.port, "Ann token abc").plays(random(1));
    Guest::joins(server.port, "Bob seat 1 token abc").plays(random(2));
    assert!(server.ends().contains("Bob - Ann "));
    let told = display.join().expect("it sees").join("\n");
    assert!(!told.contains("abc"), "{told}");
}

#[test]
fn a_token_for_a_seat() {
    let mut server = Server::start("threechess -a 3 -D 0 -s 1 -d 0 -t 0 --token 2=green");
    let port = server.port;
    refuses(port, "join any as Ann seat 2", "token the token is missing or wrong");
    refuses(port, "join any as Ann seat 2 token gren", "token the token is missing or wrong");
    Guest::joins(port, "Ann").plays(random(1));
    Guest::joins(port, "Bob").plays(random(2));
    // Two who take any seat leave none without a token.
    refuses(port, "join any as Cid", "token the seats that are left need a token");
    refuses(port, "join any as Cid seat 1", "seat seat 1 is taken");
    Guest::joins(port, "Cid token green").plays(random(3));
    assert!(server.ends().contains("Ann - Cid - Bob "));
}

#[test]
fn the_house_takes_a_seat_for_which_nobody_has_the_token() {
    let mut server = Server::start("joust -a 1 -D 0 -s 1 -d 0 -t 0 --token 1=white");
    Guest::joins(server.port, "Ann").plays(random(1));
    assert!(server.ends().contains("random - Ann "));
}

#[test]
fn seats_and_names_are_taken_and_the_hall_is_full() {
    let mut server = Server::start("threechess -a 3 -D 1 -s 2 -d 0 -t 0");
    let port = server.port;
    let (first, answer) = Guest::asks(port, "join threechess as Ann  B. seat 3");
    assert_eq!(answer, "welcome join threechess as Ann B.");
    refuses(port, "join any as Cid seat 3", "seat seat 3 is taken");
    let (second, answer) = Guest::asks(port, "join any as Ann B.");
    assert_eq!(answer, "welcome join threechess as Ann B. (2)");
    let (third, answer) = Guest::asks(port, "join ANY as Zoë seat 1");
    assert_eq!(answer, "error game threechess is played here, not 'ANY'");
    drop(third);
    let third = Guest::joins(port, "Zoë seat 1");
    refuses(port, "join any as Dan", "full all 3 agents are here already");
    for (seed, guest) in (1..).zip([first, second, third]) {
        guest.plays(random(seed));
    }
    let display = Guest::watches(port, "watch any").sees();
    assert!(server.ends().contains("Zoë - Ann B. (2) - Ann B. "));
    display.join().expect("it sees");
}

#[test]
fn whoever_leaves_before_the_games_has_never_been_there() {
    let mut server = Server::start("joust -a 2 -D 0 -s 2 -d 0 -t 0");
    let port = server.port;
    let ann = Guest::joins(port, "Ann seat 1");
    drop(ann);
    server.says("Ann has left");
    let ann = Guest::joins(port, "Ann seat 1");
    // One that is gone before it is welcomed.
    let mut hasty = Guest::connect(port);
    hasty.says("join any as Hasty");
    drop(hasty);
    ann.plays(random(1));
    // A moment later its place is free.
    let bob = (0..500).find_map(|_| {
        let (guest, answer) = Guest::asks(port, "join any as Bob");
        answer.starts_with("welcome").then_some(guest)
    });
    bob.expect("a free place").plays(random(2));
    assert!(server.ends().contains("game 1: Ann - Bob "));
}

#[test]
fn one_address_has_so_many_places() {
    let mut server = Server::start("joust -a 1 -D 0 -s 2 -d 0 -t 0 --per-address 3");
    let port = server.port;
    let kept: Vec<Guest> = (0..3).map(|_| Guest::watches(port, "watch any")).collect();
    server.says("a display watches");
    let mut guest = Guest::connect(port);
    let said = "error busy too many are connected from 127.0.0.1: try again later";
    assert_eq!(guest.rest(), [said]);
    drop(kept);
    server.says("has left");
    server.says("has left");
    server.says("has left");
    // The place is free a moment after its client is gone.
    let joined = (0..100).find_map(|_| {
        let mut guest = Guest::connect(port);
        guest.says("join any as Ann");
        let answers: Vec<_> = (0..2).map_while(|_| guest.reads()).collect();
        answers.iter().any(|line| line.starts_with("welcome")).then_some(guest)
    });
    joined.expect("a free place").plays(random(1));
    server.ends();
}
