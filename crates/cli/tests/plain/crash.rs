//! Nonsense, ends of input, and signals at every prompt.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::process::Output;

use manator_testkit::process;
use manator_testkit::terminal::{Home, Signal};

use crate::plain::person::Person;
use crate::program::manator;

const KEPT: &str = "the game is kept; go on with: manator play --resume";

/// Runs the program with its input through a pipe.
fn feed(home: &Home, arguments: &str, input: &[u8]) -> Output {
    let mut command = manator();
    command.args(arguments.split_whitespace()).env("XDG_DATA_HOME", home.data());
    process::feed(&mut command, input)
}

/// Lines that no prompt expects.
fn nonsense() -> Vec<u8> {
    let mut lines = b"\n\t\n;;;\n%s%n\n-1\n99999999999999999999\n\x1b[A\n\xff\xfe\x00\n".to_vec();
    lines.extend("漢字 ♔ é\nsave /\nA1\nA1A1\nmoves moves\n".bytes());
    lines.extend(vec![b'x'; 200_000]);
    lines.push(b'\n');
    lines
}

#[test]
fn nonsense_at_every_prompt_is_answered() {
    let home = Home::new();
    for (arguments, answers) in [
        (
            "play refusal --plain --against champion:nodes=300",
            &["second", "reject", "resign", "no"][..],
        ),
        ("play jetan --against random", &["first"]),
        ("play threechess --against random", &["third"]),
        ("menu", &["kings-court", "quiet-limit=4", "first random"]),
    ] {
        let mut input = nonsense();
        for answer in answers {
            input.extend(format!("{answer}\n").bytes());
            input.extend(nonsense());
        }
        let output = feed(&home, arguments, &input);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let wrong = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && wrong.is_empty(), "{arguments}: {wrong}");
        assert!(said.contains(KEPT), "{arguments}: {said}");
        assert!(!said.contains('\x1b'), "what was typed is not written as it is");
    }
}

#[test]
fn the_end_of_the_input_is_a_way_to_leave() {
    let home = Home::new();
    let computer = "play refusal --plain --first computer --against champion:nodes=300";
    for (arguments, input, kept) in [
        ("play refusal --plain", "", false),
        ("play refusal --plain", "third", false),
        ("play joust --plain --first human", "", true),
        ("play joust --plain --first human", "D1E3", true),
        ("play joust --plain --first human", "hint\n", true),
        ("play joust --plain --first human", "resign\n", true),
        (computer, "", true),
        (computer, "reject\n", true),
        ("menu --plain", "", false),
        ("menu --plain", "joust\n", false),
        ("menu --plain", "joust\n\n", false),
        ("menu --plain", "joust\n\nwhite random\n", true),
    ] {
        let output = feed(&home, arguments, input.as_bytes());
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{arguments} {input:?}: {said}");
        assert_eq!(said.contains(KEPT), kept, "{arguments} {input:?}: {said}");
    }
    let alone = "play joust --plain --seat white=random --seat black=random";
    let output = feed(&home, alone, b"");
    assert!(String::from_utf8_lossy(&output.stdout).contains("Game over"), "nobody needs it");
}

#[test]
fn signals_keep_the_game_and_say_so() {
    let ends = [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)];
    for (signal, status) in ends {
        let mut person = Person::sits("play joust --plain --first human --against random");
        person.reads("White, your move: ");
        person.signals(signal);
        person.reads(KEPT);
        assert_eq!(person.leaves().code(), Some(status), "{signal:?} at the prompt");

        // It would think for an hour.
        let mut person =
            Person::sits("play joust --plain --first computer --against champion:time=3600000");
        person.reads("White (computer) is thinking");
        person.signals(signal);
        person.reads(KEPT);
        assert_eq!(person.leaves().code(), Some(status), "{signal:?} while it thinks");
    }
    let mut person = Person::sits("play joust --plain --against random");
    person.reads("first or second? ");
    person.presses_ctrl('c');
    assert_eq!(person.leaves().code(), Some(130));
    assert!(!person.output().contains(KEPT), "nothing was begun");
    let mut person = Person::sits("menu --plain");
    person.reads("game> ");
    person.presses_ctrl('c');
    assert_eq!(person.leaves().code(), Some(130));
    let mut person = Person::sits("play joust --plain --first human --against random");
    person.answers("White, your move: ", "resign");
    person.reads("resign? yes or no: ");
    person.presses_ctrl('c');
    person.reads(KEPT);
    assert_eq!(person.leaves().code(), Some(130));
}
