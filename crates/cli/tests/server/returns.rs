//! Agents that come back by themselves: connections that break, servers that are started again.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use rustix::process::Signal;

use crate::driver::{Process, Server, manator, records, vacant};
use crate::guest::{Guest, random};

/// Passes bytes on between agents and a server, and hands out each connection, so that it can be cut.
fn between(port: u16, cuts: Sender<TcpStream>) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let own = listener.local_addr().expect("a port").port();
    thread::spawn(move || {
        for agent in listener.incoming().map_while(Result::ok) {
            let server = TcpStream::connect(("127.0.0.1", port)).expect("the server is there");
            let twin = |stream: &TcpStream| stream.try_clone().expect("a stream");
            for (mut from, mut to) in [(twin(&agent), twin(&server)), (twin(&server), twin(&agent))]
            {
                thread::spawn(move || {
                    let mut piece = [0; 4096];
                    while let Ok(count @ 1..) = from.read(&mut piece) {
                        if to.write_all(&piece[..count]).is_err() {
                            break;
                        }
                    }
                    let _ = to.shutdown(Shutdown::Both);
                });
            }
            let _ = cuts.send(agent);
        }
    });
    own
}

#[test]
fn a_game_goes_on_when_a_connection_breaks() {
    let path = vacant("broken.game");
    let mut server = Server::recording("jetan -a 2 -D 0 -d 0.1 -s 10 -t 1", &path);
    let (cuts, connections) = channel();
    let port = between(server.port, cuts).to_string();
    let mut agent = Process::start(manator().args(["agent", "-p", &port, "-a", "r"]));
    server.says("random has joined");
    Guest::joins(server.port, "Ann").plays(random(1));
    for mv in ["3. ", "7. "] {
        server.says(mv);
        connections.recv().expect("a connection").shutdown(Shutdown::Both).expect("it is cut");
        agent.says("coming back");
        agent.says("it is back");
        server.says("random has joined");
    }
    let out = server.ends();
    assert!(out.contains("each player has had 10 moves: a tie (20 moves)"), "{out}");
    let ended = agent.ends();
    assert_eq!(ended.status, Some(0), "{}", ended.talk);
    assert!(!ended.talk.contains("game 2"), "{}", ended.talk);
    assert_eq!(records(&path)[0].reason.as_deref(), Some("steps"));
}

#[test]
fn an_agent_finds_a_server_that_is_started_again() {
    let store = vacant("again.db");
    let arguments = "joust -a 2 -D 0 -T 1 -R 3 -d 0.1 -S 0.1 -s 2 -t 0";
    let start = |port: &str| {
        let mut command = manator();
        command.arg("server").args(arguments.split_whitespace());
        command.args(["-p", port, "--store"]).arg(&store);
        command
    };
    for signal in [Signal::KILL, Signal::TERM] {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("a port").port().to_string();
        drop(listener);
        let mut server = Process::start(&mut start(&port));
        server.says("waiting for ");
        let agent = |name: &str| {
            Process::start(manator().args(["agent", "-p", &port, "-a", "r", "--name", name]))
        };
        let mut agents = [agent("Ann"), agent("Bob")];
        server.says("game 3 of 6 begins");
        server.signal(signal);
        server.ends();
        agents.iter_mut().for_each(|agent| drop(agent.says("coming back")));
        let mut server = Process::start(&mut start(&port));
        server.says("goes on after ");
        let ended = server.ends();
        assert_eq!(ended.status, Some(0), "{}", ended.talk);
        assert!(!ended.out.contains("default"), "{}", ended.out);
        for agent in &mut agents {
            let ended = agent.ends();
            assert_eq!(ended.status, Some(0), "{}", ended.talk);
            assert!(ended.talk.contains("it is back\n"), "{}", ended.talk);
        }
    }
}

#[test]
fn a_game_goes_on_when_the_server_is_started_again() {
    for signal in [Signal::KILL, Signal::TERM] {
        let (store, path) = (vacant("middle.db"), vacant("middle.game"));
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("a port").port().to_string();
        drop(listener);
        let start = || {
            let mut command = manator();
            command.args("server jetan -a 2 -D 0 -d 0.1 -s 8 -t 1 -M 60 -p".split(' ')).arg(&port);
            command.arg("--store").arg(&store).arg("--records").arg(&path);
            Process::start(&mut command)
        };
        let mut server = start();
        server.says("waiting for ");
        let agent = |name: &str| {
            Process::start(manator().args(["agent", "-p", &port, "-a", "r", "--name", name]))
        };
        let mut agents = [agent("Ann"), agent("Bob")];
        let begun: Vec<String> = (1..=7).map(|ply| server.says(&format!("{ply}. "))).collect();
        server.signal(signal);
        server.ends();
        agents.iter_mut().for_each(|agent| drop(agent.says("coming back")));
        let mut server = start();
        server.says("tournament 1 goes on after 0 games with ");
        let line = server.says("game 1 of 1 goes on after ");
        let ended = server.ends();
        assert_eq!(ended.status, Some(0), "{}", ended.talk);
        assert!(
            ended.out.contains("each player has had 8 moves: a tie (16 moves)"),
            "{}",
            ended.out
        );
        assert!(
            !ended.talk.contains("\n1. ") && ended.talk.contains("\n16. "),
            "{line}: {}",
            ended.talk
        );
        // The moves from before stand, and so do the clocks.
        let record = records(&path).pop().expect("a record");
        for (mv, told) in record.moves.iter().zip(&begun) {
            assert!(told.contains(&format!(". {}  ", mv.text)), "{told}: {record}");
            assert!(mv.clock_ms.is_some_and(|left| left < 60_000), "{record}");
        }
        for agent in &mut agents {
            let ended = agent.ends();
            assert_eq!(ended.status, Some(0), "{}", ended.talk);
            assert!(ended.talk.contains("it is back\n"), "{}", ended.talk);
            assert_eq!(ended.talk.matches("\n1. ").count(), 1, "{}", ended.talk);
            assert_eq!(ended.talk.matches(" begins").count(), 1, "{}", ended.talk);
        }
    }
}

#[test]
fn an_agent_says_that_the_server_went_away() {
    for reconnect in [&["--reconnect", "0"][..], &["--wait", "0.5"]] {
        let mut server = Server::start("joust -a 2 -D 0");
        let port = server.port.to_string();
        let mut agent =
            Process::start(manator().args(["agent", "-p", &port, "-a", "r"]).args(reconnect));
        server.says("random has joined");
        server.process.signal(Signal::KILL);
        let ended = agent.ends();
        assert_eq!(ended.status, Some(2), "{}", ended.talk);
        assert!(ended.talk.contains("error: lost the server at localhost:"), "{}", ended.talk);
    }
}
