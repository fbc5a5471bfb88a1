//! ThreeChess against its vectors and its promises.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Game, Notation, Of, Player, Table, Typed, WON, legal_list};
use manator_games::threechess::{Position, ThreeChess};
use manator_testkit::arbiter::{after, ended, refuses};
use manator_testkit::{contract, vectors};

const START: &str = "RP..NP..BP..QP..KP..BP..NP..RP../rp..np..bp..qp..kp..bp..np..rp../\
                     41..21..31..51..61..31..21..41..";

#[test]
fn vectors_hold() {
    let text = include_str!("vectors/threechess.jsonl");
    let tally = vectors::check_all(&Of::<ThreeChess>::ENTRY, text, 4_000_000);
    println!("{tally:?}");
    assert_eq!((tally.vectors, tally.positions), (336, 2641));
}

#[test]
fn promises_hold() {
    contract::check::<ThreeChess>("", 6000, 7);
}
