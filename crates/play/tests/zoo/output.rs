//! Far too much output, and output that is no text.
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::harness::{loses, plays_on};

#[test]
fn a_line_has_its_limit() {
    let words = "White sent a line of more than 65536 bytes: Black wins";
    loses("endless", words);
    loses("long-line 1", words);
}

#[test]
fn so_has_all_that_is_said() {
    let words = "White sent more than 10 MiB after one question: Black wins";
    loses("flood 1", words);
    loses("flood-aside", words);
}

#[test]
fn bytes_that_are_no_text_are_kept_as_they_can_be_shown() {
    plays_on("binary").has("\u{fffd}\u{fffd}\u{fffd}[2J\u{fffd} / \u{fffd}( bestmove A1A1");
}

#[test]
fn noise_is_kept_beside_the_move() {
    plays_on("noise")
        .has("thinking (hard); [ %clk 0:00:01] ( / best move is near / \"all\" is well");
}
