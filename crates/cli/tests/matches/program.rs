//! The real program, with places of its own.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeSet;
use std::process::{Command, Output};

/// Runs `manator match` with these words.
pub(crate) fn run_words(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_manator"))
        .arg("match")
        .args(words)
        .env("XDG_CONFIG_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/no-config"))
        // Tournaments are kept here rather than among the developer's.
        .env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .expect("it runs")
}

/// Runs `manator match` with the words of a line.
pub(crate) fn run(arguments: &str) -> Output {
    run_words(&arguments.split_whitespace().collect::<Vec<_>>())
}

/// Returns what is said on standard output by a match that can be played.
#[track_caller]
pub(crate) fn lines_of(words: &[&str]) -> Vec<String> {
    let output = run_words(words);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {said}");
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_string).collect()
}

/// Returns what is said about a line that can be played.
#[track_caller]
pub(crate) fn lines(arguments: &str) -> Vec<String> {
    lines_of(&arguments.split_whitespace().collect::<Vec<_>>())
}

/// Returns how the games ended, whichever ended first.
pub(crate) fn finished(lines: &[String]) -> BTreeSet<String> {
    lines.iter().filter(|line| line.starts_with("Finished game")).cloned().collect()
}
