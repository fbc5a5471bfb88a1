//! Bad agents: each fails by what is wrong with it, and by nothing else.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::{Path, PathBuf};

use crate::check::{Card, check, run};

/// Long enough for a busy machine to look at every position; a good agent is through in a second.
const THOROUGH: [&str; 4] = ["--margin", "2s", "--seconds", "120"];

fn agents() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check/agents")
}

/// Examines an agent of the zoo.
#[track_caller]
fn examined(name: &str, options: &[&str]) -> Card {
    // No cache is written beside the agents.
    check(&agents(), options, &["python3", "-B", &format!("{name}.py")])
}

/// Examines an agent that fails by one item; what was found and the advice have these words in them.
#[track_caller]
fn fails(name: &str, options: &[&str], item: &str, words: &[&str]) -> Card {
    let card = examined(name, options);
    assert_eq!(card.graded("fail"), [item], "{name}: {:#}", card.json);
    assert_eq!(card.status, Some(1), "{name}");
    said(&card, item, words);
    card
}

/// Examines an agent that passes with a warning.
#[track_caller]
fn warned(name: &str, items: &[&str], words: &[&str]) {
    let card = examined(name, &THOROUGH);
    assert_eq!(card.graded("fail"), [""; 0], "{name}: {:#}", card.json);
    assert_eq!(card.graded("warn"), items, "{name}: {:#}", card.json);
    assert_eq!(card.status, Some(0), "{name}");
    said(&card, items[0], words);
}

#[track_caller]
fn said(card: &Card, item: &str, words: &[&str]) {
    let item = card.item(item).to_string();
    for word in words {
        assert!(item.contains(word), "no '{word}' in {item}");
    }
}

#[test]
fn illegal_moves_are_explained() {
    let card = fails("illegal", &THOROUGH, "legal moves", &["F7F7: a knight does not move"]);
    assert_eq!(card.graded("skip"), ["two games"]);
}

#[test]
fn who_is_never_ready_cannot_play() {
    let card = fails("unready", &THOROUGH, "isready", &["readyok"]);
    assert_eq!(card.graded("skip"), ["playing"]);
}

#[test]
fn stop_is_obeyed() {
    fails("unstoppable", &THOROUGH, "infinite", &["after 'stop'", "second thread"]);
}

#[test]
fn a_question_has_one_answer() {
    fails("twice", &THOROUGH, "infinite", &["two moves", "exactly one"]);
}

#[test]
fn movetime_is_kept() {
    // It sleeps for longer than the margin, each time.
    let options = ["--margin", "2s", "--seconds", "1"];
    fails("late", &options, "keeps movetime", &["late each time", "count the time"]);
}

#[test]
fn every_position_is_survived() {
    fails("mortal", &THOROUGH, "every position", &["exited with status 1", "not enough values"]);
}

#[test]
fn noise_is_only_mentioned() {
    warned("chatty", &["noise"], &["let me think", "info string"]);
}

#[test]
fn output_is_flushed() {
    let card = fails("silent", &THOROUGH, "handshake", &["when its input ended", "flush"]);
    assert_eq!(card.graded("skip"), ["playing"]);
}

#[test]
fn memory_is_given_back() {
    fails("leaking", &THOROUGH, "memory", &["MiB", "largest size"]);
}

#[test]
fn quit_ends_it() {
    fails("staying", &THOROUGH, "quit", &["still runs"]);
}

#[test]
fn words_have_small_letters() {
    let card = fails("loud", &THOROUGH, "first move", &["BestMove", "small letters"]);
    assert_eq!(card.graded("skip"), ["the rest"]);
}

#[test]
fn unknown_words_are_survived() {
    let said =
        ["after 'hello' it exited with status 1; its last words were 'I do not know this word'"];
    fails("shy", &THOROUGH, "unknown commands", &said);
}

#[test]
fn line_ends_of_others_are_understood() {
    fails("strict", &THOROUGH, "CRLF and blanks", &["line.split()"]);
}

#[test]
fn a_flood_ends() {
    fails("flooding", &THOROUGH, "first move", &["more than 10 MiB"]);
}

#[test]
fn options_that_cannot_be_read_are_quoted() {
    let quoted = ["option name Depth type number default 3", "'bad' is none of its values"];
    warned("fumbling", &["options"], &quoted);
}

#[test]
fn children_left_behind_are_noticed() {
    warned("parent", &["quit", "end of input"], &["1 of its processes run on"]);
}

#[test]
fn options_that_it_does_not_declare_cannot_be_set() {
    let options = [&THOROUGH[..], &["--set", "Hash=16"]].concat();
    fails("polite", &options, "game", &["no option 'Hash'", "that it declares"]);
}

#[test]
fn programs_that_are_no_agents_are_survived() {
    let survives = |agent: &[&str]| {
        let card = check(Path::new("."), &[], agent);
        let failed = card.graded("fail");
        let first = if agent[0].starts_with('/') { "starts" } else { "handshake" };
        assert_eq!(failed.first(), Some(&first), "{agent:?}: {:#}", card.json);
        assert_eq!(card.status, Some(1), "{agent:?}");
    };
    // Most of the time is spent waiting for an answer.
    std::thread::scope(|scope| {
        for agent in [&["true"][..], &["cat"], &["yes"], &["sleep", "600"], &["/nowhere/agent"]] {
            scope.spawn(move || survives(agent));
        }
    });
}

#[test]
fn the_card_is_printed_for_people() {
    let options = [&THOROUGH[..], &["--", "python3", "-B", "loud.py"]].concat();
    let output = run(&agents(), &options);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("text");
    let place = text.find("  fail  first move: ").unwrap_or_else(|| panic!("{text}"));
    let advice = text[place..].lines().nth(1).expect("a line below");
    assert!(advice.starts_with("        fix: it wrote 'BestMove"), "{advice}");
    assert!(text.lines().last().expect("a line").contains("mend what is marked fail"), "{text}");
}
