//! A person who plays at a server, line by line and on the full screen.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Stdio};

use manator_games::catalog::GAMES;
use manator_testkit::terminal::{Command, Home, Key, Size, Terminal};

use crate::plain::person::Person;
use crate::program::{MANATOR, manator};

struct Server {
    child: Child,
    port: String,
    /// Read to its end, so that the server can write.
    talk: BufReader<std::process::ChildStderr>,
    _home: Home,
}

impl Server {
    #[track_caller]
    fn start(arguments: &str) -> Server {
        let home = Home::new();
        let mut command = manator();
        command.arg("server").args(arguments.split_whitespace());
        command.args(["-a", "1", "-D", "0", "-d", "0", "-t", "0", "-p", "0"]);
        command.env("XDG_DATA_HOME", home.path()).stdin(Stdio::null());
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a server");
        let mut talk = BufReader::new(child.stderr.take().expect("standard error"));
        let mut line = String::new();
        talk.read_line(&mut line).expect("it says where it is");
        let port = line.trim().rsplit(':').next().expect("a port").to_string();
        Server { child, port, talk, _home: home }
    }

    #[track_caller]
    fn ends(mut self) -> String {
        let mut out = String::new();
        let mut talk = String::new();
        self.talk.read_to_string(&mut talk).expect("text");
        self.child.stdout.take().expect("output").read_to_string(&mut out).expect("text");
        assert!(self.child.wait().expect("it ends").success(), "{talk}");
        out
    }
}

#[test]
fn a_person_plays_every_game_at_a_server() {
    for entry in GAMES {
        let card = entry.card();
        // A turn of Refusal has several decisions: it is played to its end.
        let is_whole = card.name == "refusal";
        let steps = if is_whole { 1000 } else { 1 };
        let server = Server::start(&format!("{} -s {steps} -z 3", card.name));
        // Whoever sits second sees what was played before.
        let seat = if card.players.len() == 2 && !is_whole { 2 } else { 1 };
        let sits = format!("agent -a u --plain --name Ann --seat {seat} -p {}", server.port);
        let mut person = Person::sits(&sits);
        let ending = match is_whole {
            true => person.plays_on(7, 1000).expect("the game ends"),
            false => {
                person.waits();
                let legal = person.legal();
                person.waits();
                person.types(&legal[0]);
                person.ending()
            }
        };
        let out = server.ends();
        let first = out.lines().next().unwrap_or_default();
        assert!(first.starts_with("game 1: ") && first.contains("Ann"), "{out}");
        let said = if is_whole { "wins" } else { "ach player has had 1 move: a tie" };
        assert!(first.contains(said) && ending.contains(said), "{out}: {ending}");
    }
}

#[test]
fn nobody_wins_when_the_server_is_gone() {
    let mut server = Server::start("joust");
    let sits = format!("agent -a u --plain --wait 0.5 -p {}", server.port);
    let mut person = Person::sits(&sits);
    person.waits();
    server.child.kill().expect("it runs");
    server.child.wait().expect("it ends");
    assert_eq!(person.leaves().code(), Some(2));
    let output = person.output();
    assert!(output.contains("lost the server at localhost:"), "{output}");
    assert!(output.contains("The server is gone: nobody wins."), "{output}");
    assert!(output.contains("Nobody wins.") && !output.contains("You have won"), "{output}");
}

#[test]
fn a_person_gives_up_and_leaves() {
    let server = Server::start("joust");
    let mut person = Person::sits(&format!("agent -a u --plain -p {}", server.port));
    person.answers("White, your move: ", "resign");
    person.answers("resign? yes or no: ", "yes");
    assert!(person.ending().contains("White resigns: Black wins"));
    assert!(server.ends().contains("person - random 0-1, White gave the game up: Black wins"));

    let server = Server::start("joust");
    let home = Home::new();
    let words = ["agent", "-a", "u", "-p", &server.port];
    let size = Size { columns: 100, lines: 40 };
    let mut terminal = Terminal::open_in(&home, size, Command::new(MANATOR).args(words));
    terminal.wait_for("White to move");
    terminal.send("D1E3\r");
    terminal.wait_for("1. D1E3 D8");
    terminal.key(Key::F(10));
    terminal.wait_for("y");
    terminal.send("y");
    assert_eq!(terminal.wait_exit().code(), Some(1));
    let out = server.ends();
    assert!(out.contains("0-1, White left: "), "{out}");
}
