//! The agents that `manator new-agent` writes, built and run as a beginner would, playing whole games.
//!
//! The test is the referee: it sends the position and the legal moves, and the rules judge the answer.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod agent;
pub(crate) mod build;
mod guide;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use manator_core::{Entry, Settings};
use manator_games::catalog;

use agent::Agent;
use build::{new_agent, vacant, write_and_build};

/// Random games of Jetan may take a thousand moves; these say enough.
const PLIES_MAX: usize = 300;

const LANGUAGES: [&str; 5] = ["python", "rust", "java", "c", "javascript"];
const INTRODUCTION: [&str; 5] = [
    "id name my agent",
    "id author me",
    "option name UGI_SendLegal type check default true",
    "option name UGI_Game type string default <empty>",
    "ugiok",
];

/// Plays a game in which the agent has every seat; returns the moves.
fn play(agent: &mut Agent, entry: &dyn Entry) -> Vec<String> {
    let card = entry.card();
    let settings = Settings::defaults(card.options);
    let mut table = entry.open(settings).expect("the defaults are valid");
    agent.send(format!("setoption name UGI_Game value {}\nuginewgame\nisready\n", card.name));
    agent.expect("readyok");
    let clocks: String = (1..=card.players.len()).map(|n| format!(" p{n}time 60000")).collect();
    while table.outcome().is_none() && table.moves().len() < PLIES_MAX {
        let moves = table.moves().join(" ");
        let legal = table.legal();
        agent.send(format!(
            "position startpos moves {moves}\nlegal {}\ngo{clocks}\n",
            legal.join(" ")
        ));
        let answer = agent.answer();
        let mv = answer.strip_prefix("bestmove ");
        let mv = mv.unwrap_or_else(|| panic!("{}: {answer}", agent.name));
        assert!(legal.iter().any(|text| text == mv), "{}: {mv} is not in {legal:?}", agent.name);
        table.play(mv).unwrap_or_else(|error| panic!("{}: {error}", agent.name));
    }
    table.moves().to_vec()
}

/// Says what a referee never would, and what only some do.
fn confuse(agent: &mut Agent) {
    agent.send("\n   \nhello there\nstop\nGO\ngone\nlegally\nbestmove D1E3\n");
    agent.send(b"\xff\xfe\x80 nonsense \xc3\nsetoption\nsetoption name\nsetoption name UGI_Game\n");
    agent.send("setoption name UGI_SendLegal value true\nsetoption value\n");
    agent.send("position\nposition fen\nposition moves\nlegal\nisready\n");
    agent.expect("readyok");
    agent.send("position startpos\r\nlegal D1E3\r\ngo movetime 100\r\nstop\r\n");
    agent.expect("bestmove D1E3");
    agent.send("  position   fen ...b/...w white  moves  D1E3 \n\tlegal\tD8C6  \n go infinite\n");
    agent.expect("bestmove D8C6");
    // Legal moves belong to one position.
    agent.send("position startpos\ngo\nlegal\ngo\n");
    agent.expect("bestmove 0000");
    agent.expect("bestmove 0000");
    agent.send(format!("position startpos moves{}\n", " E2E3".repeat(12_000)));
    agent.send(format!("legal{}\ngo\n", " E10E7".repeat(10_000)));
    agent.expect("bestmove E10E7");
}

#[track_caller]
fn check(language: &str) {
    let (folder, run) = write_and_build(language, language);
    let mut agent = Agent::start(&folder, run);
    agent.send("ugi\n");
    for line in INTRODUCTION {
        agent.expect(line);
    }
    confuse(&mut agent);
    for entry in catalog::GAMES {
        let name = entry.card().name;
        let moves = play(&mut agent, *entry);
        // How long a random game takes is chance; that a proposal is answered is a rule.
        assert!(!moves.is_empty(), "{language}: {name}");
        let answers = moves.iter().filter(|mv| ["accept", "refuse"].contains(&mv.as_str()));
        assert_eq!(answers.count() > 0, name == "refusal", "{language}: {moves:?}");
    }
    let choices: Vec<String> = (0..64)
        .map(|_| {
            agent.send("position startpos\nlegal A B C\ngo\n");
            agent.answer()
        })
        .collect();
    for mv in ["A", "B", "C"] {
        assert!(choices.contains(&format!("bestmove {mv}")), "{language}: never {mv} in 64 times");
    }
    // Its input is still open: `quit` alone ends it, and what comes after is not read.
    agent.send("quit\nisready\n");
    assert_eq!(agent.end().code(), Some(0), "{language}: after quit");

    let mut agent = Agent::start(&folder, run);
    agent.send("isready");
    agent.close();
    agent.expect("readyok");
    assert_eq!(agent.end().code(), Some(0), "{language}: at the end of its input");
}

#[test]
fn python_plays() {
    check("python");
}

#[test]
fn rust_plays() {
    check("rust");
}

#[test]
fn java_plays() {
    check("java");
}

#[test]
fn c_plays() {
    check("c");
}

#[test]
fn javascript_plays() {
    check("javascript");
}

#[track_caller]
fn refused(language: &str, folder: &Path, words: &[&str]) {
    let output = new_agent(language, folder);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(output.stdout.is_empty(), "it claims to have written something");
    for word in words {
        assert!(said.contains(word), "no '{word}' in: {said}");
    }
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn an_unknown_language_is_refused() {
    let folder = vacant("cobol");
    refused("cobol", &folder, &[&["'cobol'"], &LANGUAGES[..]].concat());
    assert!(!folder.exists());
}

#[test]
fn files_are_never_overwritten() {
    let folder = vacant("taken");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("notes.txt"), "mine").expect("a file");
    refused("python", &folder, &["taken'", "empty folder"]);
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);

    fs::remove_file(folder.join("notes.txt")).expect("the file");
    assert!(new_agent("rust", &folder).status.success(), "an empty folder will do");
    refused("rust", &folder, &["taken'", "empty folder"]);
}

#[test]
fn a_path_that_cannot_be_made_leaves_nothing_behind() {
    let folder = vacant("blocked");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("file");
    fs::write(&file, "mine").expect("a file");
    refused("c", &file, &["file'"]);
    refused("c", &file.join("agent"), &["agent"]);
    // The first folders can be made, the last cannot: no file system takes such a name.
    let long = folder.join("new").join("x".repeat(300));
    refused("rust", &long, &["xxx"]);
    let left: Vec<_> = fs::read_dir(&folder).expect("the folder").collect();
    assert_eq!(left.len(), 1, "{left:?}");
    assert_eq!(fs::read_to_string(&file).expect("the file"), "mine");
}

#[test]
fn the_path_is_quoted_for_a_shell() {
    let folder = vacant("Ann's agents").join("first one");
    let output = new_agent("python", &folder);
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(said.contains(r"/Ann'\''s agents/first one'"), "{said}");
    let (commands, _) = said.split_once("\n\nit then waits").expect("what comes after");
    let (_, commands) = commands.split_once("to run it:\n").expect("the commands");
    let output = Command::new("sh").args(["-c", commands]).stdin(Stdio::null()).output();
    let output = output.expect("a shell runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
