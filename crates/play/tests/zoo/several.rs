//! Several faults: of both players, in one game after the other, or again and again.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use manator_play::referee::{Event, OnIllegal};
use manator_play::{Contender, Terms, referee};

use crate::harness::{First, Game, Mark, ample, joust, table};

#[test]
fn nobody_wins_when_both_are_at_fault() {
    let mark = Mark::new();
    let (mut white, mut black) = (mark.bad("exit-0"), mark.bad("leave-child-early"));
    let game = Game::play(&mut [&mut white, &mut black], &ample());
    drop((white, black));
    let words = "White exited with status 0; Black exited with status 4: nobody wins";
    game.ended(words, "0-0", "default").is_prompt();
    assert_eq!(game.report.faults.len(), 2);
    mark.check_gone();
}

#[test]
fn of_three_players_somebody_wins() {
    let mark = Mark::new();
    let play = |blue: &str, red: &str, words: &str, result: &str| {
        let (mut blue, mut red) = (mark.bad(blue), mark.bad(red));
        let contenders: &mut [&mut dyn Contender] = &mut [&mut blue, &mut First, &mut red];
        let game = Game::on(table("threechess", ""), contenders, &ample());
        game.ended(words, result, "default").is_prompt();
    };
    play("exit-3 1", "polite", "Blue exited with status 3: Green wins", "0-1-1/2");
    let words = "Blue exited with status 0; Red exited with status 0: Green wins";
    play("exit-0", "exit-0", words, "0-1-0");
    mark.check_gone();
}

#[test]
fn a_program_begins_anew_after_a_fault() {
    let mark = Mark::new();
    let mut bad = mark.bad("exit-3 1");
    let mut names = Vec::new();
    for _ in 0..3 {
        let game = Game::play(&mut [&mut bad, &mut First], &ample());
        game.ended("White exited with status 3: Black wins", "0-1", "default").is_prompt();
        assert_eq!(game.report.record.moves.len(), 2, "it has made its good move");
        names.push(bad.name());
    }
    names.dedup();
    assert_eq!(names.len(), 3, "each time another process: {names:?}");
    drop(bad);
    mark.check_gone();
}

#[test]
fn a_program_that_lost_by_an_illegal_move_plays_the_next_game() {
    let mark = Mark::new();
    let mut bad = mark.bad("illegal 2");
    let game = Game::play(&mut [&mut bad, &mut First], &ample());
    assert_eq!((game.report.faults.len(), game.report.record.moves.len()), (1, 4));
    // The same process goes on counting: it is bad from its first move on.
    let game = Game::play(&mut [&mut bad, &mut First], &ample());
    assert_eq!((game.report.faults.len(), game.report.record.moves.len()), (1, 0));
    drop(bad);
    mark.check_gone();
}

fn lenient(steps: Option<u32>) -> Terms {
    Terms { on_illegal: OnIllegal::AskAgain, steps, ..ample() }
}

#[test]
fn ignored_moves_use_up_the_steps() {
    for sin in ["illegal", "nonsense", "null", "none", "nothing", "more"] {
        let mark = Mark::new();
        let mut bad = mark.bad(sin);
        let cancel = Arc::new(AtomicBool::new(false));
        let mut ignored = 0;
        let mut watch = |_: &_, event: Event<'_>| {
            ignored += u32::from(matches!(event, Event::Ignored { .. }));
        };
        let contenders: &mut [&mut dyn Contender] = &mut [&mut bad, &mut First];
        let report = referee(joust("size=5x5"), contenders, &lenient(Some(3)), &cancel, &mut watch);
        let verdict = report.verdict.expect("a verdict");
        let words = "White has used up its 3 moves, illegal ones included: a tie";
        assert_eq!((&verdict.words[..], verdict.outcome.reason.0), (words, "steps"), "{sin}");
        assert_eq!((ignored, report.faults.len()), (3, 0), "{sin}");
        drop(bad);
        mark.check_gone();
    }
}

#[test]
fn whoever_is_asked_again_may_do_better() {
    let mark = Mark::new();
    let mut bad = mark.bad("illegal-first");
    let game = Game::play(&mut [&mut bad, &mut First], &lenient(None));
    game.is_clean().is_prompt().has("made an illegal move, C1C2: a knight does not move");
    drop(bad);
    mark.check_gone();
}

#[test]
fn nobody_is_asked_again_for_ever() {
    let mark = Mark::new();
    let mut bad = mark.bad("null");
    let game = Game::play(&mut [&mut bad, &mut First], &lenient(None));
    let words = "White answered '0000', which is no move, though the game goes on: Black wins";
    game.ended(words, "0-1", "default").is_prompt();
    drop(bad);
    mark.check_gone();
}

#[test]
fn a_crash_is_not_forgiven() {
    let mark = Mark::new();
    let mut bad = mark.bad("exit-3");
    let game = Game::play(&mut [&mut bad, &mut First], &lenient(Some(10)));
    game.ended("White exited with status 3: Black wins", "0-1", "default").is_prompt();
    drop(bad);
    mark.check_gone();
}
