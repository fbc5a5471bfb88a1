//! Ordinary agents play inside the sandbox as they do outside.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::Path;
use std::process::Command;

use manator_core::Settings;
use manator_games::catalog;
use manator_sandbox::{Program, exit_words};

use crate::sandbox::guest::{Guest, open_folder, sandbox};

/// Random games may be long; this says enough.
const PLIES_MAX: usize = 100;

#[track_caller]
fn build(folder: &Path, words: &[&str]) {
    let output = Command::new(words[0]).args(&words[1..]).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("{}: {error}: ./test installs it", words[0]));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {said}");
}

#[track_caller]
fn check(language: &str, compile: &[&str], run: &str) {
    let parent = open_folder();
    let folder = parent.path().join(language);
    let path = folder.display().to_string();
    build(parent.path(), &[env!("CARGO_BIN_EXE_manator"), "new-agent", language, &path]);
    if !compile.is_empty() {
        build(&folder, compile);
    }
    let mut program: Program = run.parse().expect("words");
    program.directory = Some(folder);
    program.sandbox = Some(sandbox());
    let mut agent = Guest::start(program);
    agent.send("ugi\n");
    agent.line("ugiok");
    for entry in catalog::GAMES {
        let card = entry.card();
        let mut table = entry.open(Settings::defaults(card.options)).expect("a game");
        let name = card.name;
        agent.send(&format!("setoption name UGI_Game value {name}\nuginewgame\nisready\n"));
        agent.line("readyok");
        while table.outcome().is_none() && table.moves().len() < PLIES_MAX {
            let (moves, legal) = (table.moves().join(" "), table.legal().join(" "));
            agent.send(&format!("position startpos moves {moves}\nlegal {legal}\ngo\n"));
            let mv = agent.line("bestmove ");
            table.play(&mv).unwrap_or_else(|error| panic!("{language}: {error}"));
        }
        assert!(!table.moves().is_empty(), "{language}: {name}");
    }
    assert!(agent.running.group.memory_max().is_some_and(|bytes| bytes > 100_000), "{language}");
    agent.send("quit\n");
    let end = agent.end();
    assert_eq!(exit_words(end.status), "exited with status 0", "{language}: {}", end.complained);
    // Java says which options it was given, on the pipe for errors.
    let complained = end.complained.lines().filter(|line| !line.starts_with("Picked up JAVA"));
    assert_eq!(complained.collect::<Vec<_>>(), Vec::<&str>::new(), "{language}");
}

#[test]
fn python_plays() {
    check("python", &[], "python3 agent.py");
}

#[test]
fn java_plays() {
    check("java", &["javac", "Agent.java"], "java Agent");
}

#[test]
fn c_plays() {
    check("c", &["cc", "-O2", "-o", "agent", "agent.c"], "./agent");
}

#[test]
fn javascript_plays() {
    check("javascript", &[], "node agent.mjs");
}
