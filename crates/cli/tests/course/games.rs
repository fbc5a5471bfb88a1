//! Original agents and displays on our server.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::PathBuf;

use manator_core::Record;
use manator_games::catalog;

use crate::agent::{self, Deed, Run, random};
use crate::board::{action, moved};
use crate::display::{self, Shown};
use crate::process::{Process, serve};
use crate::wire::Wire;

/// Returns the place for the records of a test.
fn records_of(test: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("course-{test}.txt"));
    let _ = fs::remove_file(&path);
    path
}

/// Returns the records of the games that were played, in the order of their numbers.
#[track_caller]
fn records(path: &PathBuf) -> Vec<Record> {
    let text = fs::read_to_string(path).expect("the records");
    let records = Record::parse_all(&text).expect("records");
    records.into_iter().map(|(_, record)| record).collect()
}

/// Returns all positions of a game.
#[track_caller]
fn positions(record: &Record) -> Vec<String> {
    let mut positions = Vec::new();
    let entry = catalog::find("jetan").expect("a game");
    let replayed = record.replay(entry, |table, _| positions.push(table.position()));
    replayed.unwrap_or_else(|error| panic!("{error}: {record}"));
    positions
}

/// Makes sure that a player has seen every position in which it was to move.
#[track_caller]
fn check_seen(run: &Run, record: &Record) {
    let positions = positions(record);
    let first = if run.player == 1 { 0 } else { 1 };
    let own = positions.iter().skip(first).step_by(2);
    let own: Vec<&str> = own.map(|position| position.split(' ').next().expect("a board")).collect();
    // Nobody is asked when the game is over.
    let seen: Vec<&str> = run.boards.iter().map(String::as_str).collect();
    assert_eq!(seen, own[..seen.len()]);
    assert!(own.len() - seen.len() <= 1, "{} of {} positions", seen.len(), own.len());
}

/// Makes sure that a display has shown every position.
#[track_caller]
fn check_shown(run: &[Shown], record: &Record) {
    let positions = positions(record);
    assert_eq!(run.len(), positions.len());
    let names = ["black", "orange"].map(|seat| record.player(seat).expect("a name").to_string());
    for (ply, (shown, position)) in run.iter().zip(&positions).enumerate() {
        let fields: Vec<&str> = position.split(' ').collect();
        assert_eq!(shown.board, fields[0], "after {ply} moves");
        assert_eq!(shown.moves, ply);
        let escaped = ['R', 'r'].map(|letter| i32::from(!fields[2].contains(letter)));
        assert_eq!(shown.escaped, escaped, "{position}");
        assert_eq!(shown.names, names.clone().map(|name| name.replace(' ', "_")));
        let turn = match fields[5] {
            "-" => (ply % 2) as i32 + 1,
            // Whoever has moved last has won.
            _ => 4 + (2 - (ply % 2) as i32),
        };
        assert_eq!(shown.turn, turn, "{position}");
        if let Some(last) = ply.checked_sub(1) {
            assert_eq!(moved(&shown.last[last % 2]), record.moves[last].text, "after {ply} moves");
        }
        if ply < 2 {
            assert_eq!(shown.last[1], "-1 -1 0 0");
        }
    }
}

#[test]
fn an_original_agent_plays_one_of_ours() {
    let path = records_of("ours");
    let (server, port) = serve(&format!("-a 2 -s 40 --records {}", path.display()));
    let original = agent::start(port, "Original", random(1));
    server.says("Original has joined from 127.0.0.1:");
    let ours = Process::start(&format!("agent -a r -Y 5 -p {port} -t 0"));
    let runs = original.join().expect("an agent that is content");
    assert!(ours.ends().status.success());
    let ended = server.ends();
    assert!(ended.status.success(), "{ended:?}");
    assert!(ended.output.starts_with("game 1: Original - random "), "{}", ended.output);
    let [record] = &records(&path)[..] else { panic!("one record") };
    let [run] = &runs[..] else { panic!("one run") };
    assert_eq!(run.player, 1);
    check_seen(run, record);
}

#[test]
fn two_original_agents_play_until_one_has_won() {
    let path = records_of("two");
    let (server, port) = serve(&format!("-a 2 --records {}", path.display()));
    let first = agent::start(port, "One", random(2));
    server.says("One has joined");
    let second = agent::start(port, "Two words", random(3));
    let runs = [first, second].map(|agent| agent.join().expect("an agent that is content"));
    let ended = server.ends();
    assert!(ended.output.starts_with("game 1: One - Two words "), "{}", ended.output);
    assert!(ended.output.contains(" wins ("), "{}", ended.output);
    let [record] = &records(&path)[..] else { panic!("one record") };
    for (run, player) in runs.iter().zip(1..) {
        assert_eq!((run.len(), run[0].player), (1, player));
        check_seen(&run[0], record);
    }
}

#[test]
fn a_tournament_swaps_seats_and_a_display_sees_it_all() {
    let path = records_of("tourney");
    let (server, port) = serve(&format!("-a 2 -D 2 -T 1 -R 2 -s 60 --records {}", path.display()));
    let display = display::start(port);
    // A display of ours beside it is told the same.
    let mut ours = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
    ours.write_all(b"watch jetan\n").expect("send");
    let first = agent::start(port, "Tars Tarkas", random(4));
    server.says("Tars Tarkas has joined");
    let second = agent::start(port, "a:b=c", random(5));
    let first = first.join().expect("an agent that is content");
    let second = second.join().expect("an agent that is content");
    let shown = display.join().expect("a display that is content");
    let ended = server.ends();
    assert!(ended.status.success(), "{ended:?}");
    let records = records(&path);
    assert_eq!((records.len(), shown.len()), (4, 4));
    let players = |runs: &[Run]| runs.iter().map(|run| run.player).collect::<Vec<_>>();
    assert_eq!(players(&first), [1, 2, 1, 2]);
    assert_eq!(players(&second), [2, 1, 2, 1]);
    for (index, record) in records.iter().enumerate() {
        check_seen(&first[index], record);
        check_seen(&second[index], record);
        let mut record = record.clone();
        for seat in ["black", "orange"] {
            let name = record.player(seat).expect("a name").replace("a:b=c", "a.b-c");
            record.set_player(seat, &name);
        }
        check_shown(&shown[index], &record);
    }
    let told = BufReader::new(ours).lines().map_while(Result::ok);
    assert_eq!(told.filter(|line| line.starts_with("over ")).count(), 4);
}

#[test]
fn a_display_that_comes_late_is_shown_where_the_game_stands() {
    let path = records_of("late");
    let (server, port) = serve(&format!("-a 2 -s 20 -d 0.05 --records {}", path.display()));
    let agents = [6, 7].map(|seed| agent::start(port, "Same", random(seed)));
    server.says("10. ");
    let shown = display::start(port).join().expect("a display that is content");
    for agent in agents {
        agent.join().expect("an agent that is content");
    }
    server.ends();
    let [record] = &records(&path)[..] else { panic!("one record") };
    let [run] = &shown[..] else { panic!("one run") };
    let all = positions(record);
    let seen: Vec<&str> = run.iter().map(|shown| shown.board.as_str()).collect();
    let last = all.iter().map(|position| position.split(' ').next().expect("a board"));
    let last: Vec<&str> = last.skip(all.len() - seen.len()).collect();
    assert!(seen.len() > 1 && seen.len() < all.len(), "{} of {}", seen.len(), all.len());
    assert_eq!(seen, last);
}

#[test]
fn a_display_that_reads_nothing_disturbs_nobody() {
    // Each game begins with everything, and all of them are more than fits between the two ends.
    let (server, port) = serve("-a 0 -D 1 -R 1500 -s 1 -S 0.002 -t 0");
    let mut display = Wire::connect(port);
    assert_eq!(display.receive().as_deref(), Some("IDENT"));
    display.send("DISPLAY");
    server.says("game 1500 of 1500 begins");
    let ended = server.ends();
    assert!(ended.status.success(), "{ended:?}");
    assert!(ended.output.contains("\ngame 1500: random - random (2) "), "{}", ended.output);
    // The server has not waited for it: it never got so far as to the end.
    assert!(ended.talk.contains("a display watches"), "{}", ended.talk);
    assert!(!ended.talk.contains("has left"), "{}", ended.talk);
}

#[test]
fn other_rules_are_not_for_original_programs() {
    for (rules, who) in [("-o variant=book", "AGENT"), ("-o variant=standard", "DISPLAY")] {
        let (server, port) = serve(&format!("{rules} -a 1"));
        let mut wire = Wire::connect(port);
        assert_eq!(wire.receive().as_deref(), Some("IDENT"));
        wire.send(who);
        assert_eq!(wire.receive().as_deref(), Some("DIE"));
        assert_eq!(wire.receive(), None);
        let line = server.says("refused 127.0.0.1:");
        assert!(line.contains("start the server with -o variant=software"), "{line}");
    }
}

#[test]
fn an_original_agent_cannot_give_a_token() {
    let (server, port) = serve("-a 2 --token secret");
    let runs = agent::start(port, "Tokenless", random(1)).join().expect("an agent");
    assert_eq!(runs, []);
    let line = server.says("refused 127.0.0.1:");
    assert!(line.contains("Tokenless is an original agent, which cannot give a token"), "{line}");
    // A seat without a token is anybody's.
    let (server, port) = serve("-a 2 -s 2 --token 1=secret");
    let original = agent::start(port, "Free", random(1));
    server.says("Free has joined");
    let ours = Process::start(&format!("agent -a r -p {port} --token secret"));
    assert_eq!(original.join().expect("an agent")[0].player, 2);
    assert!(ours.ends().status.success());
    assert!(server.ends().output.starts_with("game 1: random - Free "));
}

#[test]
fn agents_may_give_any_name() {
    let (server, port) = serve("-a 2 -s 1");
    let mut wire = Wire::connect(port);
    assert_eq!(wire.receive().as_deref(), Some("IDENT"));
    wire.send("AGENT");
    assert_eq!(wire.receive().as_deref(), Some("NAME"));
    wire.send("NAME");
    server.says("Jetan agent has joined");
    let long = "\u{1b}[31mred\n".to_string() + &"x".repeat(500);
    let other = agent::start(port, &long, |_, board| Deed::Send(action(&board.table().legal()[0])));
    let line = server.says("[31mred");
    assert!(!line.contains('\u{1b}') && line.len() < 100, "{line}");
    assert!(wire.receive().expect("a percept").starts_with("PERCEPT::BOARD=="));
    wire.send("ACTION::CODE==1::MOVE==3 1 0 1");
    assert_eq!(other.join().expect("an agent").len(), 1);
    assert_eq!(wire.receive().as_deref(), Some("DIE"));
    assert_eq!(wire.receive(), None);
    server.ends();
}

#[test]
fn a_client_of_lines_that_waits_for_the_server_is_served() {
    let (server, port) = serve("-a 1 -s 1");
    let stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
    let mut lines = BufReader::new(stream.try_clone().expect("a connection")).lines();
    let mut next = || lines.next().expect("a line").expect("text");
    // The question to the original programs is a line of its own, and skipped.
    assert!(next().contains("IDENT\0"));
    assert_eq!(next(), "manator 1");
    (&stream).write_all(b"watch jetan\n").expect("send");
    assert_eq!(next(), "welcome watch jetan variant=software");
    let original = agent::start(port, "Original", random(1));
    assert!(next().starts_with("game 1 jetan variant=software"));
    original.join().expect("an agent");
    server.ends();
}
