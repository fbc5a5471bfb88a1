//! What `docs/write-an-agent.md` shows is what happens.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;

use manator_core::Settings;
use manator_games::catalog;

use crate::program::manator;
use crate::templates::LANGUAGES;
use crate::templates::agent::Agent;
use crate::templates::build::{new_agent, vacant, write_and_build};

const GUIDE: &str = include_str!("../../../../docs/write-an-agent.md");

/// Returns the blocks of the guide that begin with `mark`, without it.
fn guide(mark: &str) -> Vec<String> {
    let blocks = GUIDE.split("```").skip(1).step_by(2);
    let blocks: Vec<String> =
        blocks.filter_map(|block| block.strip_prefix(mark)).map(String::from).collect();
    assert!(!blocks.is_empty(), "no block {mark:?}");
    blocks
}

#[test]
fn the_guide_shows_what_is_written() {
    let folder = vacant("guide/my-agent");
    let said = String::from_utf8(new_agent("python", &folder).stdout).expect("text");
    let said = said.replace(&folder.display().to_string(), "my-agent");
    assert_eq!(guide("text\n$ manator new-agent python my-agent\n"), [said]);
    for language in LANGUAGES {
        let said = new_agent(language, &vacant(&format!("guide/{language}"))).stdout;
        let said = String::from_utf8(said).expect("text");
        let (_, commands) = said.split_once("\n  cd ").expect("the commands");
        let commands = commands.lines().skip(1).map_while(|line| line.strip_prefix("  "));
        let commands: Vec<String> = commands.map(|command| format!("`{command}`")).collect();
        let file = said.lines().last().and_then(|line| line.rsplit(' ').next());
        let build = if commands.len() == 2 { commands[0].as_str() } else { "–" };
        let run = commands.last().expect("a command");
        let row = format!("| `{language}` | `{}` | {build} | {run} |", file.expect("a file"));
        assert!(GUIDE.lines().any(|line| line == row), "no row {row}");
    }
}

/// Lines to the agent begin with `>`. It plays at random, so a move shown need only be a legal one.
#[test]
fn the_guide_shows_what_is_said() {
    let (folder, run) = write_and_build("python", "guide/talk");
    for talk in guide("talk\n") {
        let mut agent = Agent::start(&folder, run);
        let mut table = None;
        let mut legal = Vec::new();
        for line in talk.lines() {
            let Some(line) = line.strip_prefix("> ") else {
                let Some(shown) = line.strip_prefix("bestmove ") else {
                    agent.expect(line);
                    continue;
                };
                let answer = agent.answer();
                let mv = answer.strip_prefix("bestmove ").expect("a move");
                assert!([mv, shown].iter().all(|mv| legal.iter().any(|text| text == mv)), "{mv}");
                continue;
            };
            agent.send(format!("{line}\n"));
            if let Some(game) = line.strip_prefix("setoption name UGI_Game value ") {
                table = catalog::find(game);
            } else if let Some(moves) = line.strip_prefix("position startpos") {
                let entry = table.expect("the game is named first");
                let settings = Settings::defaults(entry.card().options);
                let mut table = entry.open(settings).expect("the defaults are valid");
                for mv in moves.split_whitespace().skip(1) {
                    table.play(mv).unwrap_or_else(|error| panic!("{line}: {error}"));
                }
                legal = table.legal();
            } else if let Some(moves) = line.strip_prefix("legal ") {
                assert_eq!(moves, legal.join(" "));
            }
        }
        assert_eq!(agent.end().code(), Some(0), "the conversation ends with quit");
    }
}

#[test]
fn the_guide_makes_the_agent_think() {
    let (folder, run) = write_and_build("python", "guide/thinks");
    let [thought, _] = &guide("python\n")[..] else { panic!("two blocks of Python") };
    let path = folder.join("agent.py");
    let agent = fs::read_to_string(&path).expect("the agent");
    let agent = agent.replace("    return random.choice(legal)\n", thought);
    let agent = agent.replace("import random\n", "import json\nimport subprocess\n");
    fs::write(&path, agent).expect("write the agent that thinks");
    let mut agent = Agent::start(&folder, run);
    agent.send("setoption name UGI_Game value joust size=5x6\n");
    // C6D4 alone takes a square from the other knight.
    agent.send("position startpos moves C1E2\nlegal C6A5 C6B4 C6D4 C6E5\ngo\n");
    agent.expect("bestmove C6D4");
}

#[test]
fn the_least_of_the_guide_is_an_agent() {
    let [_, least] = &guide("python\n")[..] else { panic!("two blocks of Python") };
    let (folder, _) = write_and_build("python", "guide/least");
    fs::write(folder.join("simple.py"), least).expect("write the least agent");
    let checked = manator()
        .args("check --once --margin 20s --seconds 1 -- python3 simple.py".split(' '))
        .current_dir(folder)
        .output()
        .expect("it runs");
    let card = String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success(), "{card}");
    assert!(card.contains("ready for a tournament"), "{card}");
}
