//! Joust against its vectors and its promises.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod search;
mod squares;

use manator_core::{Of, Table};
use manator_games::joust::Joust;
use manator_testkit::arbiter::{after, ended, refuses};
use manator_testkit::symmetry::Symmetry;
use manator_testkit::{contract, symmetry, vectors};

#[test]
fn vectors_hold() {
    let text = include_str!("vectors.jsonl");
    let tally = vectors::check_all(&Of::<Joust>::ENTRY, text, 3_000_000);
    println!("{tally:?}");
    assert_eq!(tally.vectors, 511);
}

#[test]
fn promises_hold() {
    for options in ["", "size=3x3", "size=10x10 start=centre", "size=26x9 start=random seed=5"] {
        contract::check::<Joust>(options, 3000, 7);
    }
}

/// The document's own example has 7 moves for Black and 4 for White; whoever cannot move has lost.
#[test]
fn the_static_value_is_the_documents() {
    let check = |options, position: &str, value: &str| {
        let mut table = after::<Joust>(options, "");
        table.set_position(position).expect(position);
        assert_eq!(table.estimate().expect("a value").value, value, "{position}");
    };
    let example = "...x..../......../....b.../......../w......./......../......../........";
    for turn in ["white", "black"] {
        check("", &format!("{example} {turn}"), "3");
        check("size=3x4", &format!("b../.../.../..w {turn}"), "0");
        check("size=3x4", &format!("bxx/xxx/.x./..w {turn}"), "-1000");
        check("size=3x4", &format!("b../.x./..x/w.. {turn}"), "1000");
    }
    check("size=3x4", "bxx/xxx/xxx/xxw white", "1000");
    check("size=3x4", "bxx/xxx/xxx/xxw black", "-1000");
}

#[test]
fn the_arbiter_explains() {
    let start = after::<Joust>("", "");
    refuses(
        &start,
        "d1-d3",
        "cannot-reach",
        "d1-d3: a knight does not move from D1 to D3; from D1 it can go to B2, C3, E3, F2",
    );
    refuses(
        &start,
        "D8E6",
        "not-your-piece",
        "D8E6: D8 holds Black's knight; legal here: D1B2, D1C3, D1E3, D1F2",
    );
    refuses(
        &start,
        "D1Z9",
        "off-board",
        "D1Z9: Z9 is not on the board; from D1 it can go to B2, C3, E3, F2",
    );
    refuses(
        &start,
        "hello",
        "syntax",
        "hello: not a move; expected two squares such as D1E3; legal here: D1B2, D1C3, D1E3, D1F2",
    );
    refuses(
        &after::<Joust>("", "D1E3 D8E6"),
        "E3D1",
        "burned",
        "E3D1: D1 is burned; from E3 it can go to C2, C4, D5, F1, F5, G2, G4",
    );
    refuses(
        &after::<Joust>("start=A1B3", ""),
        "A1B3",
        "occupied",
        "A1B3: B3 holds Black's knight, and knights never capture; from A1 it can go to C2",
    );
    ended(
        &after::<Joust>("size=3x3", "B1A3 B3C1 A3C2 C1A2 C2A1 A2C3"),
        "no-legal-move",
        "White's knight on A1 has nowhere to go: Black wins",
    );
}

#[test]
fn mirrored_boards_behave_alike() {
    let column = |name: char| (b'H' - (name as u8 - b'A')) as char;
    let row = |name: char| (b'9' - (name as u8 - b'0')) as char;
    let carry = |text: &str, columns: bool| -> String {
        let (board, turn) = text.split_once(' ').expect("two fields");
        let from = |c, r| if columns { (7 - c, r) } else { (c, 7 - r) };
        format!("{} {turn}", symmetry::board(board, from, |letter| letter))
    };
    let flip_columns = Symmetry {
        options: ["", ""],
        position: &|text| carry(text, true),
        mv: &|mv| mv.chars().map(|c| if c.is_ascii_digit() { c } else { column(c) }).collect(),
        player: &|player| player,
    };
    symmetry::check::<Joust>(&flip_columns, 3000, 1);
    let flip_rows = Symmetry {
        options: ["", ""],
        position: &|text| carry(text, false),
        mv: &|mv| mv.chars().map(|c| if c.is_ascii_digit() { row(c) } else { c }).collect(),
        player: &|player| player,
    };
    symmetry::check::<Joust>(&flip_rows, 3000, 2);
    let swap_colours = Symmetry {
        options: ["", ""],
        position: &|text| {
            let swapped = symmetry::board(
                text,
                |c, r| (c, r),
                |letter| match letter {
                    'w' => 'b',
                    'b' => 'w',
                    other => other,
                },
            );
            let (board, _) = swapped.split_once(' ').expect("two fields");
            format!("{board} {}", if text.ends_with("white") { "black" } else { "white" })
        },
        mv: &|mv| mv.to_string(),
        player: &|player| player.next(2),
    };
    symmetry::check::<Joust>(&swap_colours, 3000, 3);
}

#[test]
fn lessons_that_promise_a_win_keep_it() {
    crate::lessons::wins("joust", "trap");
}
