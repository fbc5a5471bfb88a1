//! `manator agent`: our own agents and other programs at a server.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use manator_games::catalog;
use rustix::process::Signal;

use crate::driver::{PATIENCE, Process, Server, manator, moves, records, vacant};
use crate::guest::{Guest, random};

/// Answers everything and never moves, and outlives whoever hangs up on it.
const STUBBORN: &str = "
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print('pid', os.getpid(), file=sys.stderr, flush=True)
for line in sys.stdin:
    if line.strip() == 'ugi': print('ugiok', flush=True)
    if line.strip() == 'isready': print('readyok', flush=True)
while True: time.sleep(1)
";
/// Says hello and then breaks down.
const CRASHING: &str = "
import sys
for line in sys.stdin:
    if line.strip() == 'ugi': print('ugiok', flush=True)
    if line.strip() == 'isready': print('readyok', flush=True)
    if line.startswith('go'):
        print('out of ideas', file=sys.stderr, flush=True)
        sys.exit(3)
";
/// Plays the first legal move, and is started for each.
const ONCE: &str = "
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == 'legal': print(words[1])
";

/// Brings a program in Python.
#[track_caller]
fn python(port: u16, arguments: &[&str], program: &str) -> Process {
    let port = port.to_string();
    let mut command = manator();
    command.args(["agent", "-p", &port]).args(arguments).args(["--", "python3", "-c", program]);
    Process::start(&mut command)
}

#[test]
fn the_keys_are_listed() {
    for arguments in [&["agent"][..], &["agent", "-a", "?"]] {
        let output = manator().args(arguments).output().expect("it runs");
        let text = String::from_utf8(output.stdout).expect("text");
        let keys: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(keys, ["r", "g", "m", "a", "t", "c", "u", "and"]);
        assert!(text.contains("r random     jetan, threechess, joust, kings-court, refusal\n"));
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn every_key_plays_every_game_it_knows() {
    let keys = ["r", "g", "m", "a", "t", "c"];
    let listed = manator().args(["agent", "-a", "?"]).output().expect("it runs").stdout;
    let listed = String::from_utf8(listed).expect("text");
    for entry in catalog::GAMES {
        let game = entry.card().name;
        let knows = |key: &&str| {
            let line = listed.lines().find(|line| line.starts_with(&format!("{key} ")));
            line.is_some_and(|line| line.contains(game))
        };
        let able: Vec<&str> = keys.into_iter().filter(knows).collect();
        let path = vacant(&format!("keys-{game}.game"));
        let arguments = format!("{game} -a {} -D 0 -s 2 -d 0 -t 0", able.len());
        let mut server = Server::recording(&arguments, &path);
        let limits = |key: &str| match key {
            "r" | "g" => "",
            "t" => "-X 200",
            _ => "-U 2 -X 200",
        };
        let agent = |key: &&str| server.agent(&format!("-a {key} {} -t 0", limits(key)));
        let mut agents: Vec<Process> = able.iter().map(agent).collect();
        let out = server.ends();
        for agent in &mut agents {
            assert_eq!(agent.ends().status, Some(0));
        }
        for record in records(&path) {
            assert_ne!(record.reason.as_deref(), Some("default"), "{out}");
        }
        for key in keys.into_iter().filter(|key| !knows(key)) {
            let mut server = Server::start(&format!("{game} -a 1 -D 0"));
            let ended = server.agent(&format!("-a {key}")).ends();
            assert_eq!(ended.status, Some(2));
            assert!(ended.talk.contains("' plays threechess: expected "), "{}", ended.talk);
            server.says(" has left");
        }
    }
}

/// Plays the server for one agent, and returns what it says after `lines` until `last`.
#[track_caller]
fn converse(arguments: &str, rules: &str, lines: &str, last: &str) -> Vec<String> {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("a port").port().to_string();
    let mut agent = Process::start(
        manator().args(["agent", "-t", "0", "-p", &port]).args(arguments.split_whitespace()),
    );
    let mut guest = Guest::over(listener.accept().expect("the agent comes").0);
    guest.reads_until("join any as ");
    guest.says(&format!("manator 1\nwelcome join {rules} as Somebody\n{lines}"));
    let said = guest.reads_until(last);
    guest.says("quit");
    let ended = agent.ends();
    assert_eq!(ended.status, Some(0), "{}", ended.talk);
    assert_eq!(ended.talk, "");
    said
}

#[test]
fn user_variables_do_what_they_say() {
    let said =
        converse("-a c -U 3 -V 2 -W 400 -X 5000 -Y 77 -Z 2", "joust size=6x6", "ugi", "ugiok");
    for option in [
        "Agent type combo default champion ",
        "eval type combo default region ",
        "depth type spin default 3 ",
        "time type spin default 400 ",
        "nodes type spin default 5000 ",
        "seed type spin default 77 ",
        "Threads type spin default 2 ",
        "rule.size type string default 6x6",
    ] {
        let line = format!("option name {option}");
        assert!(said.iter().any(|said| said.starts_with(&line)), "{line}: {said:#?}");
    }
    let said = converse("-a alphabeta -V mobility", "joust size=6x6", "ugi", "ugiok");
    let line = "option name eval type combo default mobility ";
    assert!(said.iter().any(|said| said.starts_with(line)), "{said:#?}");
    let question = "position startpos\ngo p1time 60000 p2time 60000";
    let said = converse("-a a -U 2", "joust size=6x6", question, "bestmove");
    assert!(said.iter().any(|line| line.starts_with("info depth 2 ")), "{said:#?}");
    assert!(!said.iter().any(|line| line.starts_with("info depth 3 ")), "{said:#?}");
}

#[test]
fn another_game_each_time_but_the_same_ones_for_the_same_seed() {
    let play = |run: u32| {
        let path = vacant(&format!("luck-{run}.game"));
        let mut server = Server::recording("jetan -a 1 -D 0 -R 4 -s 1 -d 0 -S 0 -t 0 -z 1", &path);
        let mut agent = server.agent("-a r -Y 5 -t 0");
        server.ends();
        assert_eq!(agent.ends().status, Some(0));
        records(&path).iter().map(|record| moves(record)[0].clone()).collect::<Vec<_>>()
    };
    let first = play(1);
    assert_eq!(first, play(2));
    assert_ne!(first.iter().min(), first.iter().max());
}

#[test]
fn what_cannot_be_is_said_before_anybody_joins() {
    for (arguments, words) in [
        (&["-a", "q"][..], "no agent has the key or the name 'q': `manator agent -a ?` lists them"),
        (&["-a", "r", "--game", "chess"], "unknown game 'chess': see `manator games`"),
        (&["-a", "r", "--name", "a seat 2"], "expected a name of 1 to 40 characters"),
        (&["-a", "r", "--name", ""], "expected a name of 1 to 40 characters"),
        (&["-a", "r", "--token", "a b"], "a token of one word"),
        (&["-a", "a", "-V", "99"], "-V: '99': no game has such an evaluation"),
        (&["-a", "a", "-V", "nonsense"], "-V: 'nonsense': no game has such an evaluation"),
        (
            &["-a", "a", "-U", "1000"],
            "user variables -U to -Z: depth: 1000 is not between 1 and 100",
        ),
        (&["-a", "r", "--once"], "the following required arguments were not provided"),
    ] {
        // Nobody listens there: it would say so.
        let output = manator().args(["agent", "-p", "1"]).args(arguments).output().expect("runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
}

#[test]
fn what_the_server_or_the_game_does_not_have() {
    let mut server = Server::start("refusal -a 2 -D 0");
    for (arguments, words) in [
        ("-a r --game joust", "the server says: refusal is played here, not 'joust'"),
        ("-a r --seat 3", "the server says: there is no seat 3: expected 1 to 2"),
        (
            "-a a -V region",
            "-V: 'region': expected 0 to 4, or learned, tempo, mobility, material in refusal",
        ),
        (
            "-- ./no-such-program",
            "could not be started, './no-such-program': No such file or directory",
        ),
    ] {
        let ended = server.agent(arguments).ends();
        assert_eq!(ended.status, Some(2), "{arguments}: {}", ended.talk);
        assert!(ended.talk.contains(words), "{arguments}: {}", ended.talk);
    }
    server.says("refused 127.0.0.1:");
}

#[test]
fn no_server_or_a_stranger() {
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = free.local_addr().expect("a port").port().to_string();
    let mut agent = Process::start(manator().args(["agent", "-a", "r", "-t", "0", "-p", &port]));
    let mut guest = Guest::over(free.accept().expect("the agent comes").0);
    guest.says("220 mail.example.org ESMTP");
    let ended = agent.ends();
    assert_eq!(ended.status, Some(2));
    let words =
        "error: what listens there is no Manator server: it says '220 mail.example.org ESMTP'";
    assert_eq!(ended.talk.trim_end(), words);
    drop((guest, free));
    let ended = Process::start(manator().args([
        "agent",
        "-a",
        "r",
        "-h",
        "127.0.0.1",
        "-p",
        &port,
        "--wait",
        "0.1",
    ]))
    .ends();
    assert_eq!(ended.status, Some(2));
    let words = format!("error: no server at 127.0.0.1:{port}: Connection refused");
    assert!(ended.talk.starts_with(&words), "{}", ended.talk);
}

#[test]
fn a_new_agent_in_python_plays() {
    let folder = vacant("placeholder").with_file_name("new-agent-python");
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("remove what an earlier run left");
    }
    let written = manator().args(["new-agent", "python"]).arg(&folder).output().expect("it runs");
    assert!(written.status.success());
    let path = vacant("python.game");
    let mut server = Server::recording("jetan -a 2 -D 0 -T 1 -d 0 -S 0 -s 5 -t 0", &path);
    let port = server.port.to_string();
    let mut agents = ["Tars Tarkas", "Sola"].map(|name| {
        let mut command = manator();
        command.args(["agent", "-p", &port, "--name", name, "--", "python3"]);
        Process::start(command.arg(folder.join("agent.py")))
    });
    let out = server.ends();
    assert!(out.contains("Tars Tarkas"), "{out}");
    for agent in &mut agents {
        let ended = agent.ends();
        assert_eq!(ended.status, Some(0), "{}", ended.talk);
        assert!(ended.talk.contains("the games are over\n"), "{}", ended.talk);
    }
    for record in records(&path) {
        assert_ne!(record.reason.as_deref(), Some("default"), "{out}");
    }
}

#[test]
fn a_program_that_crashes_has_lost() {
    let mut server = Server::start("joust -a 1 -D 0 -d 0 -t 0");
    let mut agent = python(server.port, &[], CRASHING);
    let out = server.ends();
    let words = "python3 - random 0-1, White left: the program exited with status 3; its last words were \
                 'out of ideas'; Black wins";
    assert!(out.contains(words), "{out}");
    let ended = agent.ends();
    assert_eq!(ended.status, Some(2));
    assert!(ended.talk.contains("\nout of ideas\n"), "{}", ended.talk);
    assert!(ended.talk.contains("error: the program "), "{}", ended.talk);
    assert!(ended.talk.contains('3'), "{}", ended.talk);
}

#[test]
fn a_program_that_is_started_for_each_move() {
    let path = vacant("once.game");
    let mut server = Server::recording("joust -a 1 -D 0 -s 4 -R 2 -d 0 -S 0 -t 0 -z 3", &path);
    let mut agent = python(server.port, &["--once", "--name", "First"], ONCE);
    let out = server.ends();
    assert_eq!(agent.ends().status, Some(0));
    for record in records(&path) {
        assert_eq!(record.reason.as_deref(), Some("steps"), "{out}");
        let mut table = crate::guest::open("joust");
        for (ply, mv) in moves(&record).iter().enumerate() {
            assert!(ply % 2 == 1 || *mv == table.legal()[0], "{mv} is not its first legal move");
            table.play(mv).expect("a legal move");
        }
    }
    let mut server = Server::start("joust -a 1 -D 0 -d 0 -t 0");
    let mut agent = python(server.port, &["--once"], "import sys; sys.exit('no idea')");
    let out = server.ends();
    assert!(out.contains("White left: the program exited with status 1"), "{out}");
    let ended = agent.ends();
    assert!(ended.talk.contains("no idea"), "{}", ended.talk);
}

/// Waits until a process is not there any more.
#[track_caller]
fn vanishes(id: &str) {
    let begin = Instant::now();
    while Path::new("/proc").join(id).exists() {
        assert!(begin.elapsed() < PATIENCE, "the program is left behind");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_program_is_not_left_behind() {
    // The server is killed, the agent is told to end, or the server does not want it.
    for signal in [Signal::KILL, Signal::TERM] {
        let mut server = Server::start("joust -a 2 -D 0 -t 0");
        let mut agent = python(server.port, &["--reconnect", "0"], STUBBORN);
        let id = agent.says("pid ").split_once(' ').expect("a number").1.to_string();
        server.says("python3 has joined");
        match signal {
            Signal::KILL => server.process.signal(signal),
            _ => agent.signal(signal),
        }
        let ended = agent.ends();
        let expected = if signal == Signal::KILL { 2 } else { 143 };
        assert_eq!(ended.status, Some(expected), "{}", ended.talk);
        vanishes(&id);
    }
    let server = Server::start("joust -a 1 -D 0 -t 0 --token abc");
    let mut agent = python(server.port, &[], STUBBORN);
    let ended = agent.ends();
    assert_eq!(ended.status, Some(2));
    assert!(ended.talk.contains("the server says: the token is missing or wrong"), "{ended:?}");
}

#[test]
fn tokens_come_from_the_environment_and_names_are_numbered() {
    let mut server = Server::start("joust -o size=5x5 -a 3 -D 0 -d 0 -S 0 -t 0 -T 1 --token abc");
    let port = server.port.to_string();
    let mut agents = [1, 2].map(|_| {
        let mut command = manator();
        command.args(["agent", "-p", &port, "-a", "r"]).env("MANATOR_TOKEN", "abc");
        Process::start(&mut command)
    });
    server.says("random (2) has joined");
    Guest::joins(server.port, "random (2) token abc").plays(random(4));
    let out = server.ends();
    assert!(out.contains("\nrandom (2) (2) "), "{out}");
    for agent in &mut agents {
        let ended = agent.ends();
        assert_eq!(ended.status, Some(0));
        assert!(ended.talk.contains("joined localhost:"), "{}", ended.talk);
        assert!(!ended.talk.contains("abc"), "{}", ended.talk);
    }
}
