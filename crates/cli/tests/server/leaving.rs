//! Agents that leave and come back, and a server that is stopped.
// SPDX-License-Identifier: MIT OR Apache-2.0

use rustix::process::Signal;

use crate::driver::{Server, players, records, vacant};
use crate::guest::{Guest, Reply, open, random, seen};

#[test]
fn who_leaves_a_tournament_loses_until_it_comes_back() {
    let path = vacant("leaving.game");
    let mut server = Server::recording("joust -a 2 -D 0 -T 1 -R 4 -d 0 -S 0.5 -s 3 -t 0", &path);
    let mut choose = random(1);
    let mut asked = 0;
    let ann = Guest::joins(server.port, "Ann");
    let ann = ann.plays(move |table| {
        asked += 1;
        if asked > 1 { Reply::Leaves } else { choose(table) }
    });
    let bob = Guest::joins(server.port, "Bob").plays(random(2));
    ann.join().expect("it plays");
    server.says("Ann has left");
    server.process.prints("game 1: Ann - Bob 0-1, White closed the connection: Black wins");
    server.process.prints("game 2: Bob - Ann 1-0, Black is not there: White wins");
    // Somebody else does not get the place.
    let (_, answer) = Guest::asks(server.port, "join any as Cid");
    assert_eq!(answer, "error full all 2 agents are here already");
    Guest::joins(server.port, "Ann").plays(random(3));
    let out = server.ends();
    bob.join().expect("it plays");
    let records = records(&path);
    assert_eq!(records.len(), 8);
    assert_eq!(records[7].reason.as_deref(), Some("steps"), "{out}");
    assert_eq!(players(&records[7], &["white", "black"]), ["Bob", "Ann"]);
}

#[test]
fn two_of_three_who_are_not_there_have_lost() {
    let path = vacant("two-of-three.game");
    let mut server = Server::recording("threechess -a 3 -D 0 -R 2 -d 0 -S 0 -s 3 -t 0", &path);
    let ann = Guest::joins(server.port, "Ann seat 1").plays(|_| Reply::Leaves);
    let mut bob = Guest::joins(server.port, "Bob seat 2");
    Guest::joins(server.port, "Cid seat 3").plays(random(3));
    bob.says("ugiok");
    bob.reads_until("isready");
    bob.says("readyok");
    ann.join().expect("it plays");
    drop(bob);
    let out = server.ends();
    assert!(out.contains("game 2: Ann - Bob - Cid -1, -1, +1, "), "{out}");
    let words = ["closed the connection", "is not there"]
        .map(|how| format!("Blue is not there; Green {how}: Red wins"));
    assert!(words.iter().any(|words| out.contains(words)), "{out}");
    assert_eq!(records(&path).len(), 2);
}

#[test]
fn when_nobody_is_there_nobody_wins() {
    let path = vacant("nobody.game");
    let mut server = Server::recording("refusal -a 2 -D 0 -R 2 -d 0 -S 0 -s 3 -t 0", &path);
    let mut one = Guest::joins(server.port, "Ann seat 1");
    let two = Guest::joins(server.port, "Bob seat 2").plays(|_| Reply::Leaves);
    one.says("ugiok");
    one.reads_until("isready");
    one.says("readyok");
    one.reads_until("go ");
    one.says(&format!("bestmove {}", open("refusal").legal()[0]));
    two.join().expect("it plays");
    drop(one);
    let out = server.ends();
    assert!(out.contains("1-0, North closed the connection: South wins"), "{out}");
    let second = out.lines().find(|line| line.starts_with("game 2: ")).expect("a second game");
    assert!(second.starts_with("game 2: Ann - Bob 0-0, South "), "{out}");
    assert!(second.ends_with("; North is not there: nobody wins (0 moves)"), "{out}");
    assert_eq!(records(&path).len(), 2);
}

#[test]
fn who_joins_twice_is_two_or_is_told_to_wait() {
    let mut server = Server::start("joust -a 2 -D 0 -s 2 -d 0 -t 0");
    let port = server.port;
    let one = Guest::joins(port, "Ann");
    let (two, answer) = Guest::asks(port, "join any as Ann");
    assert!(answer.ends_with(" as Ann (2)"), "{answer}");
    let mut choose = random(2);
    let mut tried = false;
    two.plays(random(1));
    let one = one.plays(move |table| {
        if !std::mem::replace(&mut tried, true) {
            let (_, answer) = Guest::asks(port, "join any as Ann");
            assert_eq!(answer, "error busy Ann is playing: come back when that game is over");
        }
        choose(table)
    });
    assert!(server.ends().contains("each player has had 2 moves: a tie"));
    one.join().expect("it was told to wait");
}

#[test]
fn a_numbered_agent_comes_back_under_the_name_it_asked_for() {
    let path = vacant("numbered.game");
    let mut server = Server::recording("joust -a 2 -D 0 -R 3 -d 0 -S 0.5 -s 2 -t 0", &path);
    Guest::joins(server.port, "Ann").plays(random(1));
    Guest::joins(server.port, "Ann").plays(|_| Reply::Leaves);
    server.says("Ann (2) has left");
    server.process.prints("game 1: ");
    let (again, answer) = Guest::asks(server.port, "join any as Ann");
    assert!(answer.ends_with(" as Ann (2)"), "{answer}");
    again.plays(random(2));
    let out = server.ends();
    assert_eq!(records(&path)[2].reason.as_deref(), Some("steps"), "{out}");
}

#[test]
fn a_seat_with_a_token_is_given_back_to_its_token_only() {
    let mut server = Server::start("joust -a 2 -D 0 -R 3 -d 0 -S 0.5 -s 2 -t 0 --token 1=white");
    Guest::joins(server.port, "Ann token white").plays(|_| Reply::Leaves);
    Guest::joins(server.port, "Bob").plays(random(2));
    server.says("Ann has left");
    server.process.prints("game 1: ");
    let (_, answer) = Guest::asks(server.port, "join any as Ann");
    assert_eq!(answer, "error full all 2 agents are here already");
    Guest::joins(server.port, "Ann token white").plays(random(1));
    let out = server.ends();
    assert!(out.contains("game 3: Ann - Bob 1/2-1/2, each player has had 2 moves"), "{out}");
}

#[test]
fn a_server_that_is_stopped_tells_everybody() {
    let path = vacant("stopped.game");
    let mut server = Server::recording("kings-court -a 2 -D 1 -d 0 -t 0", &path);
    let display = Guest::watches(server.port, "watch any").sees();
    let moving = Guest::joins(server.port, "Ann seat 1").plays(random(1));
    let mut thinking = Guest::joins(server.port, "Bob seat 2");
    thinking.says("ugiok");
    thinking.reads_until("isready");
    thinking.says("readyok");
    thinking.reads_until("go ");
    server.process.signal(Signal::TERM);
    thinking.reads_until("stop");
    thinking.says("bestmove 0000");
    assert_eq!(thinking.rest(), ["error closed the server was stopped", "quit"]);
    let ended = server.process.ends();
    assert_eq!(ended.status, Some(143), "{}", ended.talk);
    assert_eq!(ended.out, "game 1: Ann - Bob *, not finished (1 move)\n");
    let told = display.join().expect("it sees");
    assert_eq!(told.last().map(String::as_str), Some("bye the server was stopped"));
    assert_eq!(seen(&told)[0].over, None);
    let told = moving.join().expect("it plays");
    assert_eq!(told.last().map(String::as_str), Some("quit"));
    assert_eq!(records(&path)[0].result, None);
}

#[test]
fn a_server_that_still_waits_can_be_stopped() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let mut server = Server::start("joust -a 2 -D 1");
        let mut agent = Guest::joins(server.port, "Ann");
        let mut display = Guest::watches(server.port, "watch any");
        server.says("a display watches");
        server.process.signal(signal);
        assert_eq!(agent.rest(), ["error closed the server was stopped", "quit"]);
        assert_eq!(display.rest(), ["bye the server was stopped"]);
        assert_eq!(server.process.ends().status, Some(128 + signal.as_raw()));
    }
}

#[test]
fn the_place_of_an_agent_that_died_is_kept_for_it() {
    let mut server =
        Server::start("joust -a 2 -D 0 -T 1 -R 3 -d 0 -S 0.5 -s 2 -t 0 --token shared");
    let port = server.port;
    let own = "rejoin 0123456789abcdef";
    Guest::joins(port, &format!("Ann token shared {own}")).plays(|_| Reply::Leaves);
    Guest::joins(port, "Bob token shared").plays(random(2));
    server.says("Ann has left");
    for stranger in ["", " rejoin fedcba9876543210"] {
        let (_, answer) = Guest::asks(port, &format!("join any as Ann token shared{stranger}"));
        assert!(answer.starts_with("error token the place of Ann is kept for it"), "{answer}");
    }
    let (_, answer) = Guest::asks(port, "join any as Ann rejoin short");
    assert!(answer.starts_with("error syntax"), "{answer}");
    // Its secret is not instead of the token of all.
    let (_, answer) = Guest::asks(port, &format!("join any as Ann {own}"));
    assert_eq!(answer, "error token the token is missing or wrong");
    Guest::joins(port, &format!("Ann token shared {own}")).plays(random(3));
    assert!(server.ends().contains("each player has had 2 moves: a tie"));
}
