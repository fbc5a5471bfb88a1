//! What is right passes: the agents that the program writes, and its own engine.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::Path;

use manator_games::catalog::GAMES;

use crate::check::{Card, check, run};
use crate::templates::build::write_and_build;

/// Nothing is measured here: whether an answer comes at all is what matters.
const PATIENT: [&str; 4] = ["--margin", "20s", "--seconds", "2"];

#[track_caller]
fn passed(card: &Card, who: &str) {
    assert_eq!(card.graded("fail"), [""; 0], "{who}: {:#}", card.json);
    assert_eq!(card.graded("warn"), [""; 0], "{who}: {:#}", card.json);
    assert_eq!(card.status, Some(0), "{who}");
    assert_eq!(card.json["passed"], true, "{who}");
}

#[track_caller]
fn template(language: &str) {
    let (folder, run) = write_and_build(language, &format!("check-{language}"));
    let card = check(&folder, &[&PATIENT[..], &["--game", "all"]].concat(), run);
    passed(&card, language);
    assert_eq!(card.json["name"], "my agent");
    assert_eq!(card.json["games"].as_array().map(Vec::len), Some(GAMES.len()));
    assert_eq!(card.graded("skip"), [""; 0], "{language}");
}

#[test]
fn python_passes() {
    template("python");
}

#[test]
fn rust_passes() {
    template("rust");
}

#[test]
fn java_passes() {
    template("java");
}

#[test]
fn c_passes() {
    template("c");
}

#[test]
fn javascript_passes() {
    template("javascript");
}

#[track_caller]
fn engine(card: &manator_core::Card) {
    let (game, manator) = (card.name, env!("CARGO_BIN_EXE_manator"));
    let clocks = if card.players.len() == 2 { "own clock" } else { "three clocks" };
    let special = match game {
        "refusal" => &["accept or refuse", "alternate"][..],
        _ => &[clocks],
    };
    let card = check(Path::new("."), &PATIENT, &[manator, "engine", game]);
    passed(&card, game);
    // It names its game.
    assert_eq!(card.json["games"][0], game);
    for name in special {
        assert_eq!(card.item(name)["grade"], "ok", "{game}");
    }
}

#[test]
fn our_engine_passes_in_every_game() {
    std::thread::scope(|scope| {
        for entry in GAMES {
            scope.spawn(|| engine(&entry.card()));
        }
    });
}

#[test]
fn the_game_is_the_one_that_the_agent_names() {
    let manator = env!("CARGO_BIN_EXE_manator");
    let agent = [manator, "engine", "joust", "-o", "size=5x5", "--agent", "random"];
    let games = |options: &[&str]| {
        let card = check(Path::new("."), &[&PATIENT[..], options].concat(), &agent);
        passed(&card, &format!("{options:?}"));
        card.json["games"].clone()
    };
    assert_eq!(games(&[])[0], "joust size=5x5");
    assert_eq!(games(&["-o", "size=6x6"])[0], "joust size=6x6");
    assert_eq!(games(&["--game", "refusal"])[0], "refusal");
}

#[test]
fn a_program_for_each_move_passes() {
    let code = "import sys\nfor line in sys.stdin:\n    if line.startswith('legal'): legal = line.split()[1:]\n\
                print(legal[-1])";
    let options = [&PATIENT[..], &["--once", "--game", "refusal"]].concat();
    let card = check(Path::new("."), &options, &["python3", "-c", code]);
    passed(&card, "once");
    for name in ["first move", "ends", "legal moves", "every position", "two games"] {
        assert_eq!(card.item(name)["grade"], "ok");
    }
}

#[test]
fn what_cannot_be_done_is_an_error() {
    let refused = |words: &[&str], why: &str| {
        let output = run(Path::new("."), words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains(why), "{words:?}: {said}");
    };
    refused(&[], "<AGENT>");
    refused(&["--game", "chess", "--", "cat"], "unknown game 'chess'");
    refused(&["--game", "joust", "-o", "size=1", "--", "cat"], "size");
    refused(&["--set", "Hash", "--", "cat"], "Hash");
    refused(&["--margin", "soon", "--", "cat"], "soon");
}
