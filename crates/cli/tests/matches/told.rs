//! What players and referee tell in a match: in its records, and in its log.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;
use std::process::{Command, Output};

use manator_core::Record;

use crate::program::{lines, run};

const AGENT: &str = r#"
import sys
print("I am up", file=sys.stderr, flush=True)
legal = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        print("id name teller\noption name UGI_SendLegal type check default true\nugiok", flush=True)
    elif words[0] == "isready": print("readyok", flush=True)
    elif words[0] == "legal": legal = words[1:]
    elif words[0] == "go":
        print("info depth 7 score cp -34 nodes 10 pv " + legal[0])
        print("bestmove " + legal[0], flush=True)
    elif words[0] == "quit": break
"#;

fn program(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_manator")).args(words).output().expect("it runs")
}

#[test]
fn records_and_logs_hold_what_was_thought_and_said() {
    let place = |name: &str| format!("{}/told{name}", env!("CARGO_TARGET_TMPDIR"));
    let (agent, records, log) = (place(".py"), place(".game"), place(".log"));
    let (store, page) = (place(".db"), place(".html"));
    for path in [&records, &log, &store, &page] {
        let _ = fs::remove_file(path);
    }
    fs::write(&agent, AGENT).expect("it can be written");
    let whole = format!("program:python3 {agent}");
    let words =
        ["match", "joust", &whole, "alphabeta:depth=3", "--games", "2", "--records", &records];
    let output = program(&[&words[..], &["--log", &log, "--store", &store]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let text = fs::read_to_string(&records).expect("records");
    assert!(text.contains(" {-0.34/7 "), "{text}");
    for (_, record) in Record::parse_all(&text).expect("records") {
        for mv in &record.moves[4..] {
            let judgement = mv.judgement.expect("everybody told what it thought");
            assert!(mv.spent_ms.is_some() && (1..=7).contains(&judgement.depth), "{mv}");
        }
    }
    let replay = program(&["replay", &records]);
    assert!(String::from_utf8_lossy(&replay.stdout).contains("{-0.34/7 "));
    let report = program(&["report", "1", "--store", &store, "--html", &page]);
    assert!(report.status.success(), "{}", String::from_utf8_lossy(&report.stderr));
    assert!(fs::read_to_string(&page).expect("a page").contains(",-0.34/7 0."));

    let said = fs::read_to_string(&log).expect("a log");
    for part in [
        " <--- ugi\n",
        " ---> readyok\n",
        " <--- position startpos moves ",
        " ---> info depth 7 score cp -34 nodes 10 pv ",
        "> <stderr> teller ---> I am up",
        "> alphabeta:depth=3 ---> info depth 3 ",
        "> alphabeta:depth=3 ---> bestmove ",
        "> game 1.1.1: alphabeta:depth=3 plays ",
        " has nowhere to go: ",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    for line in said.lines() {
        let (kind, rest) = line.split_at(9);
        assert!(["[Engine] ", "[INFO  ] "].contains(&kind), "{line}");
        assert!(rest.starts_with('[') && rest[16..].starts_with("] <  1> "), "{line}");
    }
}

#[test]
fn a_log_that_cannot_be_written_is_an_error_before_any_game() {
    let output = run("joust random random --games 2 --log /nowhere/x");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot open /nowhere/x"));
    assert!(output.stdout.is_empty());
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/concurrent.log");
    let _ = fs::remove_file(path);
    lines(&format!("joust random greedy --games 6 --concurrency 3 --log {path}"));
    let said = fs::read_to_string(path).expect("a log");
    assert!((1..=3).all(|number| said.contains(&format!("game {number}.1.1: "))), "{said}");
}

/// A program is called what it calls itself, two of the same name what was typed, and one that meets itself by numbers.
#[test]
fn programs_are_called_what_they_say_they_are() {
    let agent = format!("{}/named.py", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&agent, AGENT).expect("it can be written");
    let whole = format!("program:python3 {agent}");
    let store = format!("{}/named.db", env!("CARGO_TARGET_TMPDIR"));
    let score = |other: &str| {
        let output = program(&["match", "joust", &whole, other, "--games", "2", "--store", &store]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let one = score("alphabeta:depth=1");
    assert!(one.contains("teller vs alphabeta:depth=1"), "{one}");
    let two = score(&whole);
    assert!(two.contains("teller vs teller (2)"), "{two}");
    let other = score(&format!("{whole} again"));
    let words = format!("python3 {agent}");
    assert!(other.contains(&format!("{words} vs {words} again")), "{other}");
    let played = program(&[
        "play",
        "joust",
        "--seat",
        &format!("white={whole}"),
        "--seat",
        "black=random",
        "--plain",
    ]);
    let played = String::from_utf8_lossy(&played.stdout).into_owned();
    assert!(played.contains("teller"), "{played}");
}
