//! What players are told before it is too late, what they are asked, and where the rules open.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::Table;
use manator_core::notice::Level;
use manator_games::catalog::{GAMES, find};

use crate::catalog::open;

/// Opens a game at a position; without one, at its start.
#[track_caller]
fn at(game: &str, options: &str, position: &str) -> Box<dyn Table> {
    let mut table = open(find(game).expect("a game"), options);
    if !position.is_empty() {
        table.set_position(position).unwrap_or_else(|error| panic!("{error}"));
    }
    table
}

/// Checks what is said beside the remarks: to those whom it concerns, and where.
#[track_caller]
fn warns(table: &dyn Table, expected: &[&str]) {
    let board = table.board();
    let said = table.notices().into_iter().filter(|notice| notice.level != Level::Remark);
    let said = said.map(|notice| {
        let cells =
            notice.cells.iter().map(|cell| format!(" {}", board.cells[cell.0 as usize].name));
        format!("{:?}: {}{}", notice.level, notice.yours, cells.collect::<String>())
    });
    assert_eq!(said.collect::<Vec<_>>(), expected);
}

const ATTACKED: &str = ".........r/........../........../..t......./........../..p......./........../w........./........../RC........ black Rr 0 0 -";
const EMPTY_COURT: &str =
    "22....../.......2/......../...1..../......../..2...../..1...1./........ first 4 0";

#[test]
fn jetan_warns_of_what_decides_it() {
    warns(&*at("jetan", "", ""), &[]);
    warns(
        &*at("jetan", "", ATTACKED),
        &[
            "Danger: Your Princess is attacked A1",
            "Warning: Your Chief is gone: you win only by capturing the Princess",
        ],
    );
    let chiefs = ".........r/......t.../........../........../........../..c......./........../..C......./........../R......... black Rr 0 0 -";
    warns(
        &*at("jetan", "", chiefs),
        &[
            "Danger: Your Chief is attacked by the other Chief C3",
            "Danger: Your Chief is attacked by the other Chief C5",
            "Warning: The game is a tie after 10 more moves without a capture",
        ],
    );
    let chief = ".........r/......t.../........../........../........../....c...../....A...../........../........../R.......C. orange Rr 0 1 -";
    warns(
        &*at("jetan", "", chief),
        &[
            "Warning: Your Chief is attacked E5",
            "Warning: The game is a tie after 10 more moves without a capture",
        ],
    );
    warns(
        &*at("jetan", "chief-taken=draw", chief),
        &[
            "Danger: Your Chief is attacked: the game is a tie if it falls E5",
            "Warning: The game is a tie after 10 more moves without a capture",
        ],
    );
    warns(&*at("jetan", "max-moves=10", ""), &["Warning: The game is a tie after 20 more moves"]);
    let weak = ".........r/......t.../........../........../........../....c...../........../........../........../R.......C. orange Rr 7 31 -";
    warns(
        &*at("jetan", "", weak),
        &["Warning: The game is a tie after 3 more moves without a capture"],
    );
}

#[test]
fn threechess_tells_of_attacked_kings_and_repetition() {
    let attacked = "................K.............../................k..R............/................6............... blue 112,0,0 -";
    warns(&*at("threechess", "", attacked), &["Danger: Your King is attacked GE1"]);
    let mut table = at("threechess", "", "");
    let there = ["BG1BF3", "GG1GF3", "RG1RF3"];
    let back = ["BF3BG1", "GF3GG1", "RF3RG1"];
    for mv in there.iter().chain(&back) {
        warns(&*table, &[]);
        table.play(mv).expect("legal");
    }
    warns(&*table, &["Warning: This position has come up twice: the third time is a draw"]);
}

#[test]
fn joust_counts_the_ways_that_are_left() {
    let mut table = at("joust", "size=3x3", "");
    table.play("B1A3").expect("legal");
    warns(&*table, &["Warning: Your knight has only one move left A3"]);
}

#[test]
fn kings_court_warns_of_the_empty_court_and_of_the_counter() {
    warns(
        &*at("kings-court", "", EMPTY_COURT),
        &[
            "Warning: You have 1 piece left in the Court D5",
            "Warning: You have 1 piece left in the Court C3",
        ],
    );
    warns(
        &*at("kings-court", "", &EMPTY_COURT.replace("first", "second")),
        &[
            "Danger: Your Court can be emptied with the next move C3",
            "Warning: You have 1 piece left in the Court D5",
        ],
    );
    warns(
        &*at("kings-court", "quiet-limit=8", ""),
        &["Warning: Both players lose after 9 more moves without a capture"],
    );
}

#[test]
fn refusal_tells_of_attacked_kings() {
    let once = "-K---/-----/---PN/-----/-l---/---p-/-----/----k south propose -";
    warns(&*at("refusal", "", once), &["Danger: Your king is attacked B8"]);
    let twice = "-K---/--p--/---P-/-----/-l---/---p-/-----/----k south propose -";
    warns(
        &*at("refusal", "", twice),
        &["Danger: Your king is attacked in more than one way, and one refusal is not enough B8"],
    );
}

#[test]
fn only_the_escape_is_asked_about() {
    let table = at("jetan", "", ATTACKED);
    let question = |mv: &str| table.questions().into_iter().find(|(asked, _)| asked == mv);
    let (_, words) = question("A1J1").expect("far away");
    assert_eq!(words, "The Princess has one escape in the whole game. Use it now?");
    assert_eq!(question("A1D1"), None);
    assert!(table.legal().contains(&"A1D1".to_string()));
    for entry in GAMES {
        assert_eq!(open(*entry, "").questions(), [], "{}", entry.card().name);
    }
}

#[test]
fn rules_open_where_they_matter() {
    let headings = |game: &str| find(game).expect("a game").card().rules;
    for (game, position, rule) in [
        ("jetan", "", "How to move"),
        ("threechess", "", "How the pieces move"),
        ("joust", "", "How to move"),
        ("kings-court", "", "How it begins"),
        ("kings-court", EMPTY_COURT, "How it ends"),
        ("refusal", "", "How the pieces move"),
        ("refusal", "-K---/-----/---PN/-----/-l---/---p-/-----/----k south respond B4B8", "A turn"),
    ] {
        assert_eq!(at(game, "", position).rule(), rule, "{game}");
        assert!(headings(game).contains(&format!("## {rule}\n")), "{game}: no heading '{rule}'");
    }
}
