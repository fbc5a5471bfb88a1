//! Texts of others in a terminal: whatever a record, a server, a program, a player or a worker says, nothing of it
//! steers the terminal or turns the direction of writing.
//!
//! Colours are forced, so that the program believes in a terminal and nothing is taken out for a pipe.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Command, Output};
use std::thread::{self, JoinHandle};

use manator_core::text::is_deceptive;
use manator_testkit::nats::NatsServer;
use manator_testkit::process;

use crate::program::manator;
use crate::tournaments::program::{Folder, Running};

/// Blinks, clears, sets the title, moves by a C1 control, and turns the direction of writing in three ways.
const HOSTILE: &str =
    "\u{1b}[5mX\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}5m\u{202e}Y\u{2066}\u{200f}\u{61c}\u{200b}Z";

/// Runs a program as if in a terminal.
fn shown(command: &mut Command) -> Output {
    process::feed(command.env("CLICOLOR_FORCE", "1"), b"")
}

/// Makes sure that a text has nothing deceptive besides our own colours, and that it quotes the hostile one.
#[track_caller]
fn is_clean(bytes: &[u8], quoted: bool) {
    let text = String::from_utf8(bytes.to_vec()).expect("UTF-8");
    assert!(!text.contains("\u{1b}[5m"), "{text:?}");
    let mut plain = String::new();
    for (number, part) in text.split("\u{1b}[").enumerate() {
        let style = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        plain += match number {
            0 => part,
            _ => style.strip_prefix('m').unwrap_or_else(|| panic!("no colour: {text:?}")),
        };
    }
    let deceives = |letter: char| is_deceptive(letter) && !matches!(letter, '\n' | '\t');
    assert!(!plain.chars().any(deceives), "{text:?}");
    assert!(!quoted || (plain.contains('X') && plain.contains('Z')), "{text:?}");
}

#[track_caller]
fn both_clean(output: &Output) {
    is_clean(&[&output.stdout[..], &output.stderr[..]].concat(), true);
}

/// Listens for one client, answers its first line with these, and takes what it says until it leaves.
fn serve(lines: Vec<String>) -> (u16, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let served = thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a client");
        writeln!(stream, "manator 1").expect("it listens");
        let mut read = BufReader::new(stream.try_clone().expect("a stream")).lines();
        read.next().expect("a line").expect("text");
        for line in lines {
            let _ = writeln!(stream, "{line}");
        }
        let _ = stream.shutdown(Shutdown::Write);
        read.for_each(drop);
    });
    (port, served)
}

#[test]
fn records_cannot_steer_the_terminal() {
    let folder = Folder::new();
    let file = folder.folder.path().join("hostile.game");
    let comment = HOSTILE.replace(['\u{1b}', '\u{7}'], "");
    for record in [
        format!("[Game \"joust\"]\n[Reason \"{HOSTILE}\"]\n\n1. D1E3 {{ {HOSTILE} }} *\n"),
        format!("[Game \"{HOSTILE}\"]\n\n*\n"),
        format!("[Game \"joust\"]\n\n1. {HOSTILE} *\n"),
        format!("[Game \"joust\"]\n[Position \"{HOSTILE}\"]\n\n*\n"),
        format!("[Game \"joust\"]\n\n{{ {comment}\n"),
        format!("[{HOSTILE}\n"),
    ] {
        fs::write(&file, &record).expect("a file");
        let output = shown(manator().arg("replay").arg(&file));
        is_clean(&output.stdout, false);
        is_clean(&output.stderr, false);
        let output = shown(manator().args(["play", "--plain", "--load"]).arg(&file));
        is_clean(&output.stdout, false);
        is_clean(&output.stderr, false);
    }
}

#[test]
fn what_never_ends_is_no_record() {
    let output = process::feed(manator().args(["replay", "/dev/zero"]), b"");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("/dev/zero: expected at most 64 MiB of records"), "{said}");
}

#[test]
fn a_server_and_a_program_cannot_steer_the_terminal_of_an_agent() {
    let agent = |lines: Vec<String>, rest: &[&str]| {
        let (port, served) = serve(lines);
        let port = port.to_string();
        let mut command = manator();
        command.args(["agent", "-a", "r", "--reconnect", "0", "-h", "127.0.0.1", "-p", &port]);
        let output = shown(command.args(rest));
        // Whose program breaks down never comes.
        if let Ok(mut stream) = TcpStream::connect(format!("127.0.0.1:{port}")) {
            let _ = writeln!(stream, "nobody");
        }
        served.join().expect("it was served");
        output
    };
    let welcome = format!("welcome join joust as {HOSTILE}");
    both_clean(&agent(vec![welcome.clone()], &[]));
    both_clean(&agent(vec![format!("error name {HOSTILE}")], &[]));
    both_clean(&agent(vec![format!("welcome join {HOSTILE} as me")], &[]));
    both_clean(&agent(vec![HOSTILE.into()], &[]));
    let script = format!("printf '%s' '{HOSTILE}' >&2; printf '\\233\\377\\n' >&2; read line");
    both_clean(&agent(vec!["welcome join joust as me".into()], &["--", "sh", "-c", &script]));
}

#[test]
fn a_server_cannot_turn_the_lines_of_a_display() {
    let lines = [
        "welcome watch joust".into(),
        format!("game 1 joust size={HOSTILE}"),
        "game 2 joust".into(),
        format!("player 1 {HOSTILE}"),
        "position startpos".into(),
        format!("move {HOSTILE} spent 1"),
        format!("note 1 {HOSTILE}"),
        format!("over 1-0 won {HOSTILE}"),
        format!("standing {HOSTILE} played 1 points 1"),
        format!("bye {HOSTILE}"),
    ];
    let (port, served) = serve(lines.to_vec());
    let port = port.to_string();
    both_clean(&shown(manator().args(["display", "--plain", "-h", "127.0.0.1", "-p", &port])));
    served.join().expect("it was served");
}

#[test]
fn names_titles_and_words_cannot_steer_the_terminal_of_a_tournament() {
    let folder = Folder::new();
    let program = folder.folder.path().join("agent.sh");
    fs::write(&program, format!("printf '%s\\n' '{HOSTILE}' >&2\necho '{HOSTILE}'\nexit 3\n"))
        .expect("a file");
    let quoted = serde_json::to_string(HOSTILE).expect("a text");
    let event = format!(
        "title = {quoted}\ngame = \"joust\"\ngames = 2\n\
         [[player]]\nname = {quoted}\nagent = \"random\"\n\
         [[player]]\nname = \"b\"\nagent = \"program:sh agent.sh\"\n"
    );
    fs::write(folder.folder.path().join("cup.toml"), event).expect("a file");
    both_clean(&shown(&mut folder.command(&["tournament", "cup.toml"])));
    both_clean(&shown(&mut folder.command(&["tournaments"])));
    both_clean(&shown(&mut folder.command(&["report", "1"])));
}

#[test]
fn workers_cannot_steer_the_terminal_of_an_organiser() {
    let nats = NatsServer::start();
    let (place, elsewhere) = (Folder::new(), Folder::new());
    fs::write(place.folder.path().join("agent"), "#!/bin/sh\nexit 1\n").expect("a file");
    let _other = Running::worker(&elsewhere, &nats, "X\u{202e}\u{2066}\u{200f}Z");
    let url = nats.url();
    let line =
        ["match", "joust", "random", "./agent", "--games", "2", "--recover", "--queue", &url];
    let mut organiser = process::Process::start(place.command(&line).env("CLICOLOR_FORCE", "1"));
    let refused = organiser.says("does not play");
    is_clean(refused.as_bytes(), true);
}
