//! Answers that are no legal moves.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_play::contender::Ugi;

use crate::harness::{First, Game, Mark, ample, loses, plays_on};

#[test]
fn an_illegal_move_is_explained_with_what_the_piece_could_do() {
    loses(
        "illegal",
        "White made an illegal move, C1C2: a knight does not move from C1 to C2; from C1 it can go to A2, \
         B3, D3, E2; Black wins",
    )
    .has("in the position ..b../...../...../...../..w.. white");
}

#[test]
fn nobody_moves_for_another() {
    loses(
        "wrong-player",
        "White made an illegal move, C5D3: C5 holds Black's knight; legal here: C1A2, C1B3, C1D3, C1E2; \
         Black wins",
    );
}

#[test]
fn nonsense_is_no_move() {
    let why = "not a move; expected two squares such as D1E3; legal here: C1A2, C1B3, C1D3, C1E2";
    loses("nonsense", &format!("White answered ',;:-)': {why}; Black wins"));
    let long = "z".repeat(80) + "…";
    let game = loses("long-nonsense", &format!("White answered '{long}': {why}; Black wins"));
    assert!(game.report.record.to_string().len() < 2000);
}

#[test]
fn an_answer_without_a_move_is_malformed() {
    loses("nothing", "White sent a malformed answer, 'bestmove' (expected a move): Black wins");
    loses(
        "more 1",
        "White sent a malformed answer, 'bestmove A2B4 quickly' ('quickly': expected ponder or alternate); Black wins",
    );
}

#[test]
fn no_move_is_no_answer_while_the_game_goes_on() {
    loses("null 1", "White answered '0000', which is no move, though the game goes on: Black wins");
    loses(
        "none 1",
        "White answered '(none)', which is no move, though the game goes on: Black wins",
    );
}

#[test]
fn what_may_stand_beside_a_move_does_no_harm() {
    plays_on("ponder");
    plays_on("crlf");
    plays_on("numbers").has("info depth 99999999999999999999 score cp 1");
}

#[test]
fn it_is_all_the_same_for_black() {
    let mark = Mark::new();
    let mut bad: Ugi = mark.bad("illegal 1");
    let game = Game::play(&mut [&mut First, &mut bad], &ample());
    drop(bad);
    let words =
        "Black made an illegal move, C1C2: C1 is burned; legal here: A4B2, A4C3; White wins";
    game.ended(words, "1-0", "default").is_prompt();
    mark.check_gone();
}
