//! Programs that end, or seem to, before the game does.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::process::Command;

use manator_play::contender::Ugi;

use crate::harness::{First, Game, Mark, ample, last_words, loses, plays_on};

#[test]
fn a_crash_is_told_with_the_last_words() {
    let words = last_words("bad.py", "line 41, in crash");
    loses("crash 1", &format!("White exited with status 1; {words} Black wins"))
        .has("Traceback (most recent call last):")
        .has("in crash");
}

#[test]
fn last_words_are_found_behind_a_line_of_any_length() {
    loses(
        "long-last-words",
        "White exited with status 5; its last words were 'the very last': Black wins",
    );
}

#[test]
fn leaving_is_a_fault_at_any_time() {
    loses("exit-0", "White exited with status 0: Black wins");
    loses("exit-3 1", "White exited with status 3: Black wins");
    loses("abort 1", "White was killed by signal 6 (abort): Black wins");
    loses("kill", "White was killed by signal 9 (kill): Black wins");
}

#[test]
fn closing_the_output_is_leaving() {
    loses("close-output 1", "White closed its output: Black wins");
    loses("close-output-and-flood", "White closed its output; its last words were '!': Black wins");
}

#[test]
fn closing_the_input_is_leaving_too() {
    loses("close-input", "White has closed its input and cannot be asked: Black wins");
}

#[test]
fn a_child_that_holds_the_pipe_hides_nothing() {
    loses("leave-child 1", "White exited with status 4: Black wins");
    loses("leave-child-early", "White exited with status 4: Black wins");
}

/// Only a sandbox can find such a child; but the referee does not wait for it.
#[test]
fn a_child_in_a_session_of_its_own_hides_nothing_either() {
    let mark = Mark::new();
    let mut bad = mark.bad("leave-session 1");
    let game = Game::play(&mut [&mut bad, &mut First], &ample());
    for process in mark.left() {
        let killed = Command::new("kill").arg(&process).status();
        assert!(killed.is_ok_and(|status| status.success()), "{process}");
    }
    game.ended("White exited with status 4: Black wins", "0-1", "default").is_prompt();
}

#[test]
fn children_and_whoever_ignores_signals_end_with_the_game() {
    plays_on("fork");
    plays_on("ignore-term");
}

#[test]
fn what_cannot_be_started_loses() {
    let mut bad = Ugi::program("/no/such/agent --strong".parse().expect("a program"));
    let game = Game::play(&mut [&mut bad, &mut First], &ample());
    let words = "White could not be started, '/no/such/agent': No such file or directory (os error 2); Black wins";
    game.ended(words, "0-1", "default").is_prompt();
}
