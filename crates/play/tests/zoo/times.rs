//! Agents that do not answer in time, or just so.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::time::Duration;

use manator_core::Player;
use manator_play::contender::Timeouts;
use manator_play::referee::OnIllegal;
use manator_play::{Fault, Terms, TimeControl, Verdict};

use crate::harness::{AMPLE, First, Game, Mark, joust};

const SHORT: Duration = Duration::from_millis(300);

fn each(time: Duration, margin: Duration) -> Terms {
    Terms { allowance: TimeControl::PerMove(time).into(), margin, ..Terms::default() }
}

/// Lets White with a vice run out of time; a whole clock lets it start in peace.
#[track_caller]
fn runs_out(sin: &str) {
    let mark = Mark::new();
    let mut bad = mark.bad(sin);
    let game = Game::play(&mut [&mut bad, &mut First], &each(SHORT, Duration::from_millis(20)));
    drop(bad);
    game.ended("White ran out of time: Black wins", "0-1", "time").is_prompt();
    assert!(game.took > SHORT);
    mark.check_gone();
}

#[test]
fn whoever_does_not_answer_runs_out_of_time() {
    runs_out("stall");
    runs_out("drip");
}

#[test]
fn whoever_answers_after_its_time_has_run_out_of_it() {
    runs_out("slow-500");
}

/// Whether the first of its answers comes before the question or after, it never hears one.
#[test]
fn whoever_answers_without_listening_runs_out_of_time() {
    let mark = Mark::new();
    let mut blind = mark.bad("blind");
    let terms = Terms { on_illegal: OnIllegal::AskAgain, ..each(10 * SHORT, Duration::ZERO) };
    let game = Game::play(&mut [&mut blind, &mut First], &terms);
    drop(blind);
    // On a busy machine its time may end between an answer and the next question, which is then the last.
    let words = &game.report.verdict.as_ref().expect("a verdict").words;
    let is_late = words == "White ran out of time: Black wins";
    let is_no_move = words.starts_with("White answered '0000', which is no move");
    assert!(is_late || is_no_move, "{words}");
    game.is_prompt();
    if is_late {
        game.has("(unasked) bestmove 0000");
    }
    mark.check_gone();
}

#[test]
fn an_answer_within_the_margin_counts() {
    let mark = Mark::new();
    let mut bad = mark.bad("slow-500");
    let game = Game::play(&mut [&mut bad, &mut First], &each(SHORT, AMPLE));
    drop(bad);
    game.is_clean();
    let late = game.report.record.moves[0].spent_ms.expect("it was measured");
    assert!(late >= 500, "{late} ms");
    assert_eq!(game.report.record.moves[0].clock_ms, Some(0));
    mark.check_gone();
}

#[test]
fn patience_before_a_game_has_an_end() {
    let check = |sin: &str, words: &str| {
        let mark = Mark::new();
        let start = if sin.ends_with("ugi") { SHORT } else { AMPLE };
        let mut bad = mark.bad(sin);
        bad.timeouts = Timeouts { start, ready: SHORT };
        let game = Game::play(&mut [&mut bad, &mut First], &Terms::default());
        drop(bad);
        game.ended(words, "0-1", "default").is_prompt();
        mark.check_gone();
    };
    check("stall-ugi", "White did not answer 'ugi' or 'uci' in time: Black wins");
    check("drip-ugi", "White did not answer 'ugi' or 'uci' in time: Black wins");
    check("stall-ready", "White did not answer 'isready' in time: Black wins");
    check("drip-ready", "White did not answer 'isready' in time: Black wins");
}

#[test]
fn without_a_clock_nobody_runs_out_of_time() {
    let verdict = Verdict::of_faults(&*joust(""), &[(Player(0), Fault::Stuck)]);
    assert_eq!(verdict.words, "White did not answer for 60 seconds: Black wins");
    assert_eq!(verdict.outcome.reason.0, "default");
}
