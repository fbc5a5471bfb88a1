//! The conversations in docs/protocol.md; `UPDATE=1` writes them anew.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fs;

use manator_protocol::FromAgent;

use crate::engine::driver::Engine;

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");
const MARK: &str = "```engine ";

/// Blots out what differs from run to run.
fn timeless(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for index in 1..words.len() {
        if words[0] == "info" && matches!(words[index - 1], "nps" | "time") {
            words[index] = "_";
        }
    }
    words.join(" ")
}

/// Talks with an engine: a line that begins with `> ` is sent, and all that it says before it has answered
/// comes below.
fn talk(arguments: &str, body: &str) -> String {
    let mut engine = Engine::start(arguments);
    let mut talk = String::new();
    for line in body.lines().filter_map(|line| line.strip_prefix("> ")) {
        talk += &format!("> {line}\n");
        let said = if line.starts_with("go") {
            engine.sends(line);
            engine.until(|message| matches!(message, FromAgent::BestMove { .. }))
        } else {
            let asks = line == "isready";
            if !asks {
                engine.sends(line);
            }
            let mut said = engine.is_ready();
            said.extend(asks.then_some(FromAgent::ReadyOk));
            said
        };
        for message in said {
            talk += &format!("{}\n", timeless(&message.to_string()));
        }
    }
    talk
}

#[test]
fn engines_say_what_is_printed() {
    let before = fs::read_to_string(DOCUMENT).expect("docs/protocol.md");
    let mut document = before.clone();
    let mut count = 0;
    for block in before.split(MARK).skip(1) {
        let (block, _) = block.split_once("```").expect("the end of the block");
        let (arguments, body) = block.split_once('\n').expect("a block of several lines");
        let actual = talk(arguments, body);
        if std::env::var_os("UPDATE").is_some() {
            document = document.replace(body, &actual);
            fs::write(DOCUMENT, &document).expect("write the document");
        } else {
            assert_eq!(body, actual, "manator engine {arguments}");
        }
        count += 1;
    }
    assert!(count > 0, "the document has conversations");
}
