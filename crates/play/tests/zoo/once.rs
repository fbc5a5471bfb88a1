//! The same vices in programs that are started for each move.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use manator_play::{Terms, TimeControl};

use crate::harness::{First, Game, Mark, ample, last_words};

#[track_caller]
fn play(sin: &str, terms: &Terms) -> Game {
    let mark = Mark::new();
    let mut once = mark.once(sin);
    let game = Game::play(&mut [&mut once, &mut First], terms);
    mark.check_gone();
    game.is_prompt();
    game
}

#[track_caller]
fn loses(sin: &str, words: &str) {
    play(sin, &ample()).ended(&format!("White {words} Black wins"), "0-1", "default");
}

#[test]
fn what_is_no_legal_move_loses() {
    loses(
        "illegal",
        "made an illegal move, C1C2: a knight does not move from C1 to C2; from C1 it can go to A2, B3, D3, \
         E2;",
    );
    let legal = "legal here: C1A2, C1B3, C1D3, C1E2;";
    loses("wrong-player", &format!("made an illegal move, C5D3: C5 holds Black's knight; {legal}"));
    loses(
        "nonsense",
        &format!(
            "answered 'I resign, I think': not a move; expected two squares such as D1E3; {legal}"
        ),
    );
    loses("null", "answered '0000', which is no move, though the game goes on:");
}

#[test]
fn ending_without_a_move_loses() {
    loses("nothing", "ended without a move:");
    let words = last_words("once.py", "line 51, in <module>");
    loses("crash", &format!("exited with status 1; {words}"));
    loses("exit-3", "exited with status 3:");
    loses("kill", "was killed by signal 9 (kill):");
    loses("close-output", "closed its output:");
    loses("leave-child", "exited with status 4:");
}

#[test]
fn saying_too_much_loses() {
    loses("endless", "sent a line of more than 65536 bytes:");
    loses("long-line", "sent a line of more than 65536 bytes:");
    loses("flood", "sent more than 10 MiB after one question:");
    loses("flood-aside", "sent more than 10 MiB after one question:");
}

#[test]
fn time_is_up_for_beginners_too() {
    let control = TimeControl::PerMove(Duration::from_millis(300));
    let game = play("stall", &Terms { allowance: control.into(), ..Terms::default() });
    game.ended("White ran out of time: Black wins", "0-1", "time");
}

#[test]
fn whatever_surrounds_a_legal_move_does_no_harm() {
    let good =
        ["binary", "noise", "crlf", "unfinished", "stays", "ponder", "leave-child-after-move"];
    for sin in good {
        play(sin, &ample()).is_clean();
    }
}

#[test]
fn a_program_need_not_read_the_question() {
    play("unread", &ample()).ended("White made an illegal move, C1D3: C1 is burned; legal here: D3B2, D3B4, D3E1, D3E5; Black wins", "0-1", "default");
}
