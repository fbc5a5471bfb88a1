//! What docs/tournaments.md and docs/many-machines.md print works as it is printed.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use manator_testkit::nats::NatsServer;
use manator_testkit::process::Process;

use crate::program::{MANATOR, manator};
use crate::tournaments::program::Folder;

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the lines of all blocks of a document that are marked so.
fn commands(document: &str, mark: &str) -> Vec<String> {
    let mut lines = document.lines().map(str::trim);
    let mut commands = Vec::new();
    while let Some(line) = lines.next() {
        if line.strip_prefix("```") == Some(mark) {
            let block = lines.by_ref().take_while(|line| *line != "```");
            commands.extend(block.map(str::to_string));
        }
    }
    commands
}

/// Returns where programs are looked for, ours first.
fn path() -> OsString {
    let ours = PathBuf::from(MANATOR);
    let folder = ours.parent().expect("a folder").to_path_buf();
    let others = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths([folder].into_iter().chain(std::env::split_paths(&others)))
        .expect("folders")
}

/// Runs a line of a document as a person does, in a folder of its own.
fn shell(place: &Folder, line: &str) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", line])
        .current_dir(place.folder.path())
        .env("PATH", path())
        .env("XDG_CONFIG_HOME", place.folder.path())
        .env("XDG_DATA_HOME", place.folder.path());
    command
}

#[track_caller]
fn run(place: &Folder, line: &str) {
    let output = shell(place, line).output().expect("a shell");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {said}");
}

#[test]
fn a_person_who_reads_about_tournaments_gets_what_is_printed() {
    let text = document("tournaments.md");
    let file = document("examples/cup.toml");
    assert_eq!(commands(&text, "toml").join("\n").trim(), file.trim(), "the example is the file");
    let place = Folder::new();
    fs::create_dir(place.folder.path().join("examples")).expect("a folder");
    fs::write(place.folder.path().join("examples/cup.toml"), file).expect("a file");
    let lines = commands(&text, "sh");
    assert!(lines.len() > 8, "{lines:?}");
    lines.iter().for_each(|line| run(&place, line));
    let made = ["tournament-4.html", "cup.html", "grades.csv", "cross.csv", "games.csv"];
    for name in made.into_iter().chain(["cup.json", "cup.game"]) {
        let text = fs::read_to_string(place.folder.path().join(name)).expect(name);
        assert!(text.contains("ada") && text.contains("cy"), "{name}");
    }
}

#[test]
fn a_person_who_reads_about_many_machines_gets_what_is_printed() {
    let text = document("many-machines.md");
    let nats = NatsServer::start();
    let there = |line: &String| line.replace("nats://HOST:4222", &nats.url());
    let [worker] = &commands(&text, "sh worker")[..] else { panic!("one command for workers") };
    let [organiser] = &commands(&text, "sh organiser")[..] else { panic!("one for the organiser") };
    let place = Folder::new();
    for name in ["agent", "agent.py"] {
        fs::write(place.folder.path().join(name), "").expect("a file");
    }
    commands(&text, "sh secret").iter().for_each(|line| run(&place, line));
    commands(&text, "sh programs").iter().for_each(|line| run(&place, line));
    let listed = fs::read_to_string(place.folder.path().join("programs.txt")).expect("a list");
    assert_eq!(listed.lines().count(), 2, "{listed}");
    // Without a shell in between, so that the worker itself is ended.
    let words: Vec<String> = there(worker).split_whitespace().map(str::to_string).collect();
    let mut command = manator();
    let _worker = Process::start(command.args(&words[1..]).current_dir(place.folder.path()));
    run(&place, &there(organiser));
}

#[test]
fn the_query_of_the_store_is_answered() {
    let place = Folder::new();
    place.lines("match joust alphabeta:depth=2 random --games 4");
    let query = commands(&document("store.md"), "sql").join("\n");
    let store = rusqlite::Connection::open(place.store()).expect("a store");
    let mut query = store.prepare(&query).expect("a query");
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
    let rows: Vec<(String, i64)> = rows.collect::<Result<_, _>>().expect("rows");
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0].0, "alphabeta:depth=2");
}
