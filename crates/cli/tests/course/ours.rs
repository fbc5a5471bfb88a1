//! Our agents, and programs that speak our language, on an original server.
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::process::Process;
use crate::server::{meet, open, run};

const MANATOR: &str = env!("CARGO_BIN_EXE_manator");

#[test]
fn our_agents_play_whole_games() {
    let (listener, port) = open();
    let first = Process::start(&format!("agent --course -a random -Y 1 -p {port} -t 0"));
    let mut one = meet(&listener);
    let second =
        Process::start(&format!("agent --course -a a -U 2 -p {port} -h 127.0.0.1 --name A:B"));
    let mut two = meet(&listener);
    let mut won = 0;
    for round in 0..4 {
        // A tournament: seats are swapped after each run.
        let is_swapped = round % 2 == 1;
        let agents = if is_swapped { [&mut two, &mut one] } else { [&mut one, &mut two] };
        let played = run(agents, 2000);
        let names = if is_swapped { ["A-B", "random"] } else { ["random", "A-B"] };
        assert_eq!((played.names.each_ref().map(String::as_str), played.wrong), (names, [0, 0]));
        assert_ne!(played.winner, 0, "{} moves", played.moves.len());
        won += usize::from(names[played.winner - 1] == "A-B");
    }
    assert_eq!(won, 4, "alpha-beta wins against random");
    drop((one, two));
    let (first, second) = (first.ends(), second.ends());
    assert!(first.status.success() && second.status.success(), "{first:?} {second:?}");
    assert_eq!(first.talk, "");
    assert_eq!(second.talk.matches("the game is over").count(), 4);
}

#[test]
fn programs_play_whole_games() {
    let (listener, port) = open();
    let port = port.to_string();
    let course = ["agent", "--course", "-t", "0", "-p", &port];
    // A program that speaks the language, and one that is started for each move.
    let engine = ["-X", "100", "--", MANATOR, "engine", "jetan", "--agent", "greedy"];
    let first = Process::start_with(&[&course[..], &engine].concat());
    let mut one = meet(&listener);
    let script = "awk '/^legal/ { print $(2 + NF % 7) }'";
    let once = ["--name", "script", "--once", "--", "sh", "-c", script];
    let second = Process::start_with(&[&course[..], &once].concat());
    let mut two = meet(&listener);
    for _ in 0..2 {
        let played = run([&mut one, &mut two], 60);
        assert_eq!(played.names, ["Manator 0.1.0 Jetan greedy", "script"]);
        assert_eq!(played.wrong, [0, 0]);
        assert!(played.moves.len() == 60 || played.winner > 0, "{played:?}");
    }
    drop((one, two));
    let (first, second) = (first.ends(), second.ends());
    assert!(first.status.success() && second.status.success(), "{first:?} {second:?}");
}

#[test]
fn a_program_that_fails_gives_up_and_is_there_again() {
    let (listener, port) = open();
    let port = port.to_string();
    // It knows one move, which is legal once.
    let script = "echo D2D3";
    let words = ["agent", "--course", "-p", &port, "--once", "--name", "stubborn", "--"];
    let first = Process::start_with(&[&words[..], &["sh", "-c", script]].concat());
    let mut one = meet(&listener);
    let second = Process::start(&format!("agent --course -a r -t 0 -p {port}"));
    let mut two = meet(&listener);
    for _ in 0..2 {
        let played = run([&mut one, &mut two], 20);
        assert_eq!(played.moves[0], "D2D3");
        assert_eq!((played.moves.len(), played.wrong), (2, [18, 0]));
    }
    drop((one, two));
    let ended = first.ends();
    assert!(ended.status.success(), "{ended:?}");
    let words = "error: stubborn made an illegal move, D2D3: ";
    assert_eq!(ended.talk.matches(words).count(), 2, "{}", ended.talk);
    assert!(ended.talk.contains("; the game is given up"), "{}", ended.talk);
    assert!(second.ends().status.success());
}

#[test]
fn what_cannot_play_is_told_at_once() {
    let (listener, port) = open();
    let fails = |arguments: &str| {
        let ended = Process::start(&format!("agent --course -p {port} {arguments}")).ends();
        assert_eq!(ended.status.code(), Some(2), "{ended:?}");
        ended.talk
    };
    assert!(fails("-- /no/such/program").contains("could not be started"));
    assert!(fails("-a nobody").contains("no agent has the key or the name 'nobody'"));
    assert!(fails("-a r --game joust").contains("the original programs play jetan"));
    assert!(fails("-a r --seat 1").contains("cannot be used with"));
    listener.set_nonblocking(true).expect("an option");
    assert!(listener.accept().is_err(), "nobody has come");
}

#[test]
fn a_stranger_is_no_original_server() {
    let (listener, port) = open();
    let agent = Process::start(&format!("agent --course -a r -t 0 -p {port}"));
    let mut stream = listener.accept().expect("an agent").0;
    std::io::Write::write_all(&mut stream, b"220 mail.example.org\r\n").expect("send");
    let ended = agent.ends();
    assert_eq!(ended.status.code(), Some(2), "{ended:?}");
    assert!(ended.talk.contains("what listens there is no original server"), "{}", ended.talk);
}
