//! Every command and every example in the documents does what is printed there.
//!
//! `TRYCMD=overwrite` writes the output of commands anew, `UPDATE=1` the answers of `inspect`, `mcp` and the arena, and
//! the list of fault codes. The conversations with an engine are in the tests of `engine`.
// SPDX-License-Identifier: MIT OR Apache-2.0

#[path = "documents/seeds.rs"]
mod seeds;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use manator_core::{Record, Settings};
use manator_games::catalog;
use manator_testkit::process::{Process, feed};
use serde_json::Value;
use tempfile::TempDir;

/// A folder without a configuration file: whoever runs the tests may have one.
const NO_CONFIG: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/no-config");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the fenced blocks of a document that are marked with `mark`: the rest of the mark's line, the
/// line number, and the text.
fn blocks<'a>(document: &'a str, mark: &str) -> Vec<(&'a str, usize, String)> {
    let mut blocks = Vec::new();
    let mut lines = (1..).zip(document.lines());
    while let Some((number, line)) = lines.next() {
        let Some(rest) = line.strip_prefix("```").and_then(|line| line.strip_prefix(mark)) else {
            continue;
        };
        let body: Vec<&str> =
            lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
        blocks.push((rest.trim(), number, body.join("\n") + "\n"));
    }
    blocks
}

#[test]
fn commands_print_what_is_printed() {
    std::env::set_current_dir(root()).expect("the root of the repository");
    let cases = trycmd::TestCases::new();
    cases.env("XDG_CONFIG_HOME", NO_CONFIG);
    // Games are kept here rather than among the developer's.
    cases.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    cases.case("README.md").case("docs/*.md");
    cases.run();
}

#[test]
fn positions_are_read_and_printed() {
    let document = fs::read_to_string(root().join("docs/notation.md")).expect("docs/notation.md");
    let mut games = Vec::new();
    for (game, line, body) in blocks(&document, "position ") {
        let entry = catalog::find(game).unwrap_or_else(|| panic!("line {line}: no game '{game}'"));
        let settings = Settings::defaults(entry.card().options);
        let mut table = entry.open(settings).expect("the defaults are valid");
        for text in body.lines() {
            table.set_position(text).unwrap_or_else(|error| panic!("line {line}: {error}"));
            assert_eq!(table.position(), text, "line {line}");
        }
        games.push(game.to_string());
    }
    for card in catalog::GAMES.iter().map(|entry| entry.card()) {
        let shown = games.iter().any(|game| game == card.name);
        assert!(shown, "docs/notation.md: add a block ```position {}", card.name);
        let row = format!("\n| {} | ", card.title);
        assert!(document.contains(&row), "docs/notation.md: add the moves of {}", card.title);
    }
}

#[test]
fn the_readme_names_every_game() {
    let readme = fs::read_to_string(root().join("README.md")).expect("README.md");
    let listed = readme.lines().filter_map(|line| line.strip_prefix("- **")?.split("**").next());
    let titles = catalog::GAMES.iter().map(|entry| entry.card().title);
    let expected: Vec<&str> = titles.collect();
    assert_eq!(
        listed.collect::<Vec<_>>(),
        expected,
        "README.md: a line \"- **Title**, …\" for each game"
    );
}

#[test]
fn records_are_read_and_printed() {
    let document = fs::read_to_string(root().join("docs/notation.md")).expect("docs/notation.md");
    let blocks = blocks(&document, "record");
    assert!(!blocks.is_empty());
    for (_, line, body) in blocks {
        let record = Record::parse(&body).unwrap_or_else(|error| panic!("block {line}: {error}"));
        assert_eq!(record.to_string(), body, "block {line}");
        let entry = catalog::find(&record.game).expect("a game");
        if let Err(error) = record.replay(entry, |_, _| {}) {
            panic!("block {line}: {error}");
        }
    }
}

fn inspect(requests: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_manator"));
    let output =
        feed(command.arg("inspect").env("XDG_CONFIG_HOME", NO_CONFIG), requests.as_bytes());
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn inspect_answers_what_is_printed() {
    let path = root().join("docs/inspect.md");
    let mut document = fs::read_to_string(&path).expect("docs/inspect.md");
    for (_, line, body) in blocks(&document.clone(), "inspect") {
        let requests: Vec<&str> = body.lines().step_by(2).collect();
        let answers = inspect(&(requests.join("\n") + "\n"));
        let pairs = requests.iter().zip(answers.lines());
        let actual: String =
            pairs.map(|(request, answer)| format!("{request}\n{answer}\n")).collect();
        if std::env::var_os("UPDATE").is_some() {
            document = document.replace(&body, &actual);
            fs::write(&path, &document).expect("write the document");
        } else {
            assert_eq!(body, actual, "block in line {line}");
        }
    }
}

#[test]
fn every_fault_code_is_documented() {
    let path = root().join("docs/notation.md");
    let document = fs::read_to_string(&path).expect("docs/notation.md");
    let common = "and each game has its own:\n\n";
    let (head, _) = document.split_once(common).expect("the list of codes");
    let mut table = String::from("| game | code | meaning |\n|---|---|---|\n");
    for entry in catalog::GAMES {
        let card = entry.card();
        for (code, meaning) in card.faults {
            table += &format!("| {} | `{code}` | {meaning} |\n", card.title);
        }
    }
    let expected = format!("{head}{common}{table}");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, expected).expect("write the document");
    } else {
        assert_eq!(document, expected, "UPDATE=1 writes the list anew");
    }
}

/// Starts the program with a store of its own.
fn start(folder: &TempDir, arguments: &str) -> Process {
    let mut command = Command::new(env!("CARGO_BIN_EXE_manator"));
    command.args(arguments.split(' ')).arg("--store").arg(folder.path().join("store.db"));
    Process::start(command.env("XDG_CONFIG_HOME", NO_CONFIG))
}

/// Returns the address in a line.
fn address(said: &str) -> &str {
    said.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address")
}

/// Compares a block with what it should be, or writes it.
#[track_caller]
fn check(path: &Path, line: usize, printed: &str, actual: &str) {
    if std::env::var_os("UPDATE").is_some() {
        let document = fs::read_to_string(path).expect("a document").replacen(printed, actual, 1);
        fs::write(path, document).expect("write the document");
    } else {
        assert_eq!(printed, actual, "block in line {line}");
    }
}

#[test]
fn requests_are_answered_as_is_printed() {
    let folder = TempDir::new().expect("a folder");
    let mut arena = start(&folder, "arena --port 0");
    let said = arena.says("remarkable board games at");
    let path = root().join("docs/language-models.md");
    let document = fs::read_to_string(&path).expect("docs/language-models.md");
    // What the document calls the game and its key, and what they are.
    let mut named = vec![("127.0.0.1:7777".to_string(), address(&said).to_string())];
    for (_, line, body) in blocks(&document, "curl") {
        let mut actual = String::new();
        for command in body.lines().filter_map(|line| line.strip_prefix("$ ")) {
            let typed =
                named.iter().fold(command.to_string(), |text, (word, it)| text.replace(word, it));
            let typed = typed.replacen("curl", "curl --silent --show-error", 1);
            let output = Command::new("sh").arg("-c").arg(&typed).output().expect("curl runs");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let mut answer = String::from_utf8(output.stdout).expect("text");
            if let Ok(begun) = serde_json::from_str::<Value>(&answer)
                && let (Some(id), Some(key)) = (begun["id"].as_str(), begun["key"].as_str())
            {
                named.extend([("GAME".into(), id.into()), ("KEY".into(), key.into())]);
            }
            for (word, it) in &named {
                answer = answer.replace(it, word);
            }
            actual += &format!("$ {command}\n{answer}\n");
        }
        check(&path, line, &body, &actual);
    }
    assert_eq!(named.len(), 3, "a game was begun");
    arena.kill();
}

#[test]
fn tools_answer_what_is_printed() {
    let path = root().join("docs/language-models.md");
    let document = fs::read_to_string(&path).expect("docs/language-models.md");
    let blocks = blocks(&document, "mcp");
    assert!(!blocks.is_empty());
    for (_, line, body) in blocks {
        let asked: Vec<&str> = body.lines().filter(|line| line.contains("\"method\"")).collect();
        let mut command = Command::new(env!("CARGO_BIN_EXE_manator"));
        let command = command.arg("mcp").env("XDG_CONFIG_HOME", NO_CONFIG);
        let output = feed(command, (asked.join("\n") + "\n").as_bytes());
        let answers = String::from_utf8(output.stdout).expect("text");
        let pairs = asked.iter().zip(answers.lines());
        let actual: String = pairs.map(|(asked, answer)| format!("{asked}\n{answer}\n")).collect();
        check(&path, line, &body, &actual);
    }
}

#[test]
fn the_example_of_a_model_plays_a_match() {
    let folder = TempDir::new().expect("a folder");
    let mut play = start(&folder, "match joust api:gpt random --games 2 --opening 0 -o size=4x5");
    let said = play.says("gpt begins with: curl --json '{\"player\":\"gpt\"}' http://");
    let model = Command::new("python3")
        .arg(root().join("docs/examples/model.py"))
        .args([&format!("http://{}", address(&said)), r#"{"player": "gpt"}"#])
        .output()
        .expect("python3 runs");
    let told = String::from_utf8_lossy(&model.stdout);
    assert!(model.status.success(), "{told}{}", String::from_utf8_lossy(&model.stderr));
    assert_eq!(told.lines().count(), 2, "a line for each game: {told}");
    assert_eq!(play.exit().code(), Some(0));
}
