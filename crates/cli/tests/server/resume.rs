//! A server that was killed goes on where it stopped, and its games are a tournament like any other.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::path::Path;

use rustix::process::Signal;

use crate::driver::{Server, manator, vacant};
use crate::guest::{Guest, Reply, random};

#[track_caller]
fn start(arguments: &str, store: &Path) -> Server {
    Server::keeping(manator().arg("server").args(arguments.split_whitespace()), store)
}

/// Returns what a command about the tournaments of a store prints.
#[track_caller]
fn prints(arguments: &[&str], store: &Path) -> String {
    let output = manator().args(arguments).arg("--store").arg(store).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_server_that_was_killed_goes_on() {
    let store = vacant("killed.db");
    let arguments = "joust -a 2 -D 0 -T 1 -R 3 -d 0.2 -S 0.2 -s 1 -t 0";
    let mut server = start(arguments, &store);
    let secret = "Bob rejoin 0123456789abcdef";
    for (number, name, wish) in [(1, "Ann", "Ann"), (2, "Bob", secret)] {
        Guest::joins(server.port, wish).plays(random(number));
        server.says(&format!("{name} has joined"));
    }
    server.says("game 4 of 6 begins: Bob - Ann");
    server.process.signal(Signal::KILL);
    drop(server);

    let mut server = start(arguments, &store);
    let line = server.says("tournament 1 goes on after ");
    assert!(line.ends_with(" games with Ann, Bob; --anew begins another"), "{line}");
    let before: usize =
        line.split(' ').nth(5).and_then(|word| word.parse().ok()).expect("a number");
    assert!((3..6).contains(&before), "{line}");
    let (_, answer) = Guest::asks(server.port, "join any as Cid");
    let waits = "error full a tournament goes on here, which waits for Ann, Bob";
    assert!(answer.starts_with(waits), "{answer}");
    // They come back in any order, each to its own place.
    let (_, answer) = Guest::asks(server.port, "join any as Bob");
    assert!(answer.starts_with("error token the place of Bob is kept for it"), "{answer}");
    Guest::joins(server.port, secret).plays(random(3));
    Guest::joins(server.port, "Ann").plays(random(4));
    let out = server.ends();
    assert_eq!(out.lines().filter(|line| line.starts_with("game ")).count(), 6 - before, "{out}");
    assert!(out.contains("game 6: Bob - Ann "), "{out}");
    for name in ["Ann", "Bob"] {
        assert!(out.contains(&format!("\n{name}       6 ")), "{out}");
    }
    let listed = prints(&["tournaments"], &store);
    assert!(listed.contains("joust"), "{listed}");
    let table = vacant("killed.csv");
    let page = vacant("killed.html");
    let [csv, html] = [&table, &page].map(|path| path.to_str().expect("a path"));
    prints(&["report", "--csv", csv, "--html", html], &store);
    let table = fs::read_to_string(&table).expect("a table");
    assert!(table.contains("Ann") && table.contains("Bob"), "{table}");

    // What is over does not go on.
    let mut server = start(arguments, &store);
    server.process.signal(Signal::TERM);
    let ended = server.process.ends();
    assert!(!ended.talk.contains("goes on"), "{}", ended.talk);
}

#[test]
fn another_tournament_is_begun_where_that_is_wanted() {
    let store = vacant("anew.db");
    let arguments = "joust -a 0 -D 0 -R 50 -d 0 -S 0.2 -s 1 -t 0";
    for (more, goes_on) in [("", false), (" --anew", false), (" -z 3", false), ("", true)] {
        let mut server = start(&format!("{arguments}{more}"), &store);
        server.process.prints("game ");
        server.process.prints("game ");
        server.process.signal(Signal::TERM);
        let ended = server.process.ends();
        assert_eq!(ended.status, Some(143), "{}", ended.talk);
        let words = "tournament 2 goes on after ";
        assert_eq!(ended.talk.contains(words), goes_on, "{more}: {}", ended.talk);
    }
}

#[test]
fn what_was_stopped_in_its_first_game_is_not_kept() {
    let store = vacant("first.db");
    let mut server = start("joust -a 1 -D 0 -R 2 -d 0 -t 0", &store);
    Guest::joins(server.port, "Ann").plays(|_| Reply::Waits);
    server.says("game 1 of 2 begins");
    server.process.signal(Signal::TERM);
    assert_eq!(server.process.ends().status, Some(143));
    let listed = prints(&["tournaments"], &store);
    assert!(!listed.contains("joust"), "{listed}");
}
