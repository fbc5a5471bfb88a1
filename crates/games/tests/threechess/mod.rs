//! ThreeChess against its vectors and its promises.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::random::SplitMix;
use manator_core::{Game, Notation, Of, Player, Table, Typed, legal_list};
use manator_games::threechess::{Position, ThreeChess};
use manator_testkit::arbiter::{after, ended, refuses};
use manator_testkit::symmetry::Symmetry;
use manator_testkit::{contract, symmetry, vectors};

const START: &str = "RP..NP..BP..QP..KP..BP..NP..RP../rp..np..bp..qp..kp..bp..np..rp../\
                     41..21..31..51..61..31..21..41..";
/// Everybody's knight goes out and comes back.
const ROUND: &str = "BG1BF3 GG1GF3 RG1RF3 BF3BG1 GF3GG1 RF3RG1 ";
/// Blue's King, Bishop, Rook and Pawns block one another.
const BLOCKED: &str = "KPPnBPRP.PPn..................../................k..........2..../\
                     ................6............... blue 30,32,32 -";

/// Blue's Rook sees Green's King along the file.
const ROOKS: &str = "............R...K.............../................k.............../\
                     ................6............... blue 40,36,36 -";

#[test]
fn vectors_hold() {
    let text = include_str!("vectors.jsonl");
    let tally = vectors::check_all(&Of::<ThreeChess>::ENTRY, text, 4_000_000);
    println!("{tally:?}");
    assert_eq!((tally.vectors, tally.positions), (336, 2641));
}

#[test]
fn promises_hold() {
    contract::check::<ThreeChess>("", 4000, 7);
}

#[test]
fn no_colour_is_special() {
    let next = |letters: &str, by: usize, letter: char| {
        let place = letters.chars().position(|other| other == letter);
        place.and_then(|place| letters.chars().nth((place + by) % letters.len())).unwrap_or(letter)
    };
    // The first letter of each square's name; a comma follows every second square.
    let turn = |moves: &str| -> String {
        let section = |at: usize| matches!(at % 7, 0 | 3);
        let letters = moves.chars().enumerate();
        letters.map(|(at, c)| if section(at) { next("BGR", 1, c) } else { c }).collect()
    };
    let rotation = Symmetry {
        options: ["", ""],
        position: &|text| {
            let fields: Vec<&str> = text.split(' ').collect();
            let mut sections: Vec<String> = fields[0]
                .split('/')
                .map(|part| part.chars().map(|c| next("PNBRQKpnbrqk123456", 6, c)).collect())
                .collect();
            sections.rotate_right(1);
            let player = match fields[1] {
                "blue" => "green",
                "green" => "red",
                _ => "blue",
            };
            let mut captured: Vec<&str> = fields[2].split(',').collect();
            captured.rotate_right(1);
            let moves = turn(fields[3]);
            format!("{} {player} {} {moves}", sections.join("/"), captured.join(","))
        },
        mv: &turn,
        player: &|player| player.next(3),
    };
    symmetry::check::<ThreeChess>(&rotation, 3000, 4);
}

#[test]
fn endings() {
    let twice = after::<ThreeChess>("", ROUND);
    assert_eq!(twice.outcome(), None);
    assert_eq!(twice.facts()[1].value, "2");
    let moves = ROUND.trim().replace(' ', ",");
    assert_eq!(twice.position(), format!("{START} blue 0,0,0 {moves}"));
    let thrice = after::<ThreeChess>("", &ROUND.repeat(2));
    ended(&thrice, "repetition", "the same position with Blue to move for the third time: a draw");
    assert!(thrice.legal().is_empty());
    assert_ne!(thrice.key(), twice.key());

    ended(&set_up(BLOCKED), "no-legal-move", "Blue has no legal move: a draw");
    let mut taken = set_up(ROOKS);
    taken.play("BD1GE1").expect("the file leads to Green's King");
    ended(&taken, "king-captured", "Blue has captured Green's King: Blue wins, Green loses");
    assert_eq!(set_up(&taken.position()).outcome(), taken.outcome());
}

#[test]
fn a_pawn_move_forgets_the_past() {
    let table = after::<ThreeChess>("", &(ROUND.to_string() + "BA2BA3"));
    assert!(table.position().ends_with(" green 0,0,0 -"), "{}", table.position());
    // The two rounds before the pawn's move no longer count.
    let table = after::<ThreeChess>(
        "",
        &(ROUND.to_string() + "BA2BA3 GG1GF3 RG1RF3 BG1BF3 GF3GG1 RF3RG1 BF3BG1"),
    );
    assert_eq!((table.outcome(), table.facts()[1].value.as_str()), (None, "2"));
}

#[test]
fn copies_share_a_long_past() {
    const PLIES: usize = 3000;
    let kings = "................K.............../................k.............../\
                 ................6............... blue 39,39,39 -";
    let (mut random, mut position) =
        (SplitMix::new(1), ThreeChess.read_position(kings).expect("Kings"));
    // A table has a copy for every ply, and goes on with it.
    let mut copies = vec![position.clone()];
    while copies.len() <= PLIES {
        let mut next = copies[copies.len() - 1].clone();
        let mut moves = legal_list(&ThreeChess, &next);
        moves.retain(|mv| {
            ThreeChess.with_move(&mut next, *mv, |after| ThreeChess.outcome(after).is_none())
        });
        let mv = moves[random.below(moves.len() as u64) as usize];
        ThreeChess.play(&mut next, mv);
        ThreeChess.play(&mut position, mv);
        // However it is split, the past is the same.
        assert_eq!(next, position);
        copies.push(next);
    }
    let text = ThreeChess.write_position(&position);
    assert_eq!(text.matches(',').count(), PLIES - 1 + 2);
    assert_eq!(ThreeChess.read_position(&text).expect("what was written"), position);
    let largest = copies.iter().map(|copy| ThreeChess.size(copy)).max();
    assert!(largest < Some(2000), "{largest:?} bytes");
    assert!(ThreeChess.size(&position) > 16 * PLIES);
    // A move that cannot be taken back ends it.
    let size = |moves: &str| ThreeChess.size(&after::<ThreeChess>("", moves).current().clone());
    assert_eq!(size(&(ROUND.to_string() + "BA2BA3")), size(""));
}

#[test]
fn the_clock_decides_by_score() {
    let verdict = |table: &Typed<ThreeChess>, seat| {
        let outcome = table.out_of_time(Player(seat));
        (outcome.winner(), table.describe_outcome(&outcome))
    };
    let start = after::<ThreeChess>("", "");
    assert_eq!(start.facts()[0].value, "79,79,79");
    let level = "Red ran out of time: Blue wins, level with Green at 79 but earlier in the order of \
                 play";
    assert_eq!(verdict(&start, 2), (Some(Player(0)), level.into()));
    let table = after::<ThreeChess>("", "BE2BE4 GE2GE4 RA2RA3 BE4GE4");
    assert_eq!(table.facts()[0].value, "80,78,79");
    let higher = "Green ran out of time: Blue wins with 80 against Red's 79";
    assert_eq!(verdict(&table, 1), (Some(Player(0)), higher.into()));
    let higher = "Blue ran out of time: Red wins with 79 against Green's 78";
    assert_eq!(verdict(&table, 0), (Some(Player(2)), higher.into()));
}

#[test]
fn search_leaves_the_position_as_it_was() {
    // Irreversible and reversible moves nested in one another, with a past to lose.
    let table = after::<ThreeChess>("", &(ROUND.to_string() + "BA2BA4 GG1GF3 RG1RF3"));
    let mut position = table.current().clone();
    descend(&mut position, 3);
}

fn descend(position: &mut Position, depth: u32) {
    if depth == 0 {
        return;
    }
    let before = position.clone();
    let mut at = position.clone();
    let _ = ThreeChess.legal_moves(&before, |mv| {
        ThreeChess.with_move(&mut at, mv, |next| {
            descend(next, depth - 1);
            let mut played = before.clone();
            ThreeChess.play(&mut played, mv);
            assert!(played == *next);
        });
        assert!(at == before);
        ControlFlow::<()>::Continue(())
    });
}

#[test]
fn impossible_positions_are_refused() {
    let refuses = |text: &str, error: &str| {
        let found = ThreeChess.read_position(text).expect_err(text).to_string();
        assert_eq!(found, error);
    };
    let board = |blue: &str| format!("{blue}/{}", START.split_once('/').expect("sections").1);
    refuses(
        "x",
        "'x': expected 4 fields (board, whose turn, captured values, moves that may repeat), not 1",
    );
    refuses("x blue 0,0,0 -", "'x': expected 3 sections with '/' between them, not 1");
    let row = "RP..NP..BP..QP..KP..BP..NP..RP.";
    refuses(
        &format!("{} blue 0,0,0 -", board(row)),
        &format!("'{row}': expected 32 squares in Blue's section"),
    );
    refuses(
        &format!("{} blue 0,0,0 -", board("RP..NP..BP..QP..KP..BP..NP..RP.x")),
        "'x': expected '.' or one of PNBRQK pnbrqk 123456 on BH4",
    );
    refuses(
        &format!("{} blue 0,0,0 -", board("RP..NP..BP..QP..KP..BP..NP..RP.N")),
        "'NNN': expected no more than 2 for Blue's Knight",
    );
    refuses(
        &format!("{} blue 0,0,0 -", board("RP..NP..BP..QP..KP..BP..NP..RP.P")),
        "'PPPPPPPPPQ': expected Blue's Pawns and promoted Queens to be 8 at most",
    );
    refuses(
        &format!("{} blue 0,0,0 -", board("RP..NP..BP..QP..KP..BP..NP..P...")),
        "'P': expected no Pawn on BH1: it would be a Queen, or could not have come there",
    );
    refuses(
        &format!("{START} purple 0,0,0 -"),
        "'purple': expected whose turn it is: blue, green, red",
    );
    refuses(
        &format!("{START} blue 0,0 -"),
        "'0,0': expected captured values of Blue, Green and Red, such as 0,3,9",
    );
    refuses(
        &format!("{START} blue 0,0,+1 -"),
        "'+1': expected a captured value, a whole number up to 400",
    );
    refuses(
        &format!("{START} blue 0,1,0 -"),
        "'0,1,0': expected captured values that add up to 0, or to 8 more for each Pawn captured as a Queen",
    );
    refuses(
        &format!("{START} blue 0,0,0 BG1"),
        "'BG1': expected '-' or moves such as BG1BF3 with commas between them",
    );
    refuses(
        &format!("{START} blue 0,0,0 RG1RF3"),
        "'RG1RF3': expected a move that brought Red's piece, not a Pawn, to RF3",
    );
    refuses(
        &format!("{START} blue 0,0,0 RE1RG1"),
        "'RE1RG1': expected a move from a square that is empty now; RE1 holds Red's King",
    );
    refuses(&format!("{START} blue 0,0,0 RF3RH1"), "'RF3RH1': expected a legal move of Red");
    let castled = ROOKS.replace("40,36,36 -", "40,36,36 RE1RG1");
    refuses(&castled, "'RE1RG1': expected a move that brought Red's piece, not a Pawn, to RG1");
    let moved = ROOKS.replace("6............... blue", "........6....... blue");
    let castled = moved.replace("40,36,36 -", "40,36,36 RE1RG1");
    refuses(&castled, "'RE1RG1': expected the Rook on RF1 and nothing on RH1 after castling");
    let two = ROOKS.replace(['k', '6'], ".");
    refuses(&two, "'k6': expected at most one King missing from the board");
    let taken =
        |rest: &str| format!("{}{rest}", ROOKS.replace('k', "R").replace("blue 40,36,36 -", ""));
    refuses(
        &taken("blue 75,36,36 -"),
        "'75,36,36': expected at least 40 for Red, who captured a King",
    );
    refuses(
        &taken("red 75,36,36 -"),
        "'red': expected another player's turn: nobody can have captured Green's King",
    );
    refuses(&taken("green 75,36,36 BD2BD1"), "'BD2BD1': expected '-', as a King was captured last");
    assert!(ThreeChess.read_position(&taken("green 75,36,36 -")).is_ok());
}

#[test]
fn the_arbiter_explains() {
    let start = after::<ThreeChess>("", "");
    refuses(
        &start,
        "be2-be9",
        "off-board",
        "be2-be9: BE9 is not on the board; from BE2 it can go to BE3, BE4",
    );
    refuses(
        &start,
        "BE2BF3",
        "pawn-diagonal",
        "BE2BF3: a Pawn moves diagonally only to capture, and BF3 is empty; from BE2 it can go to \
         BE3, BE4",
    );
    for text in ["hello", "", "BE2", "e2e4", "BE2BE4BE5", "BE2 BE", "€"] {
        says(&start, text, "syntax", "not a move; expected two squares such as BE2BE4");
    }
    says(&start, "XE2BE4", "off-board", "XE2 is not on the board");
    says(&start, "BE3BE4", "empty-square", "BE3 is empty");
    says(&start, "GE2GE4", "not-your-piece", "GE2 holds Green's Pawn");
    says(&start, "BE2BE2", "no-move", "the Pawn already stands on BE2");
    says(
        &start,
        "BB1BB3",
        "cannot-reach",
        "a Knight jumps two squares one way and one square sideways, never from BB1 to BB3",
    );
    says(&start, "BB1BD2", "own-piece", "BD2 holds your own Pawn");
    says(&start, "BA1BA3", "blocked", "blocked at BA2");
    says(&start, "BA1GH1", "blocked", "blocked at BA2");
    says(&start, "BC1GF1", "cannot-reach", NO_DIAGONAL);
    says(&start, "BC1RA3", "blocked", "blocked at BD2");
    says(&start, "BD1BD2", "own-piece", "BD2 holds your own Pawn");
    let over = after::<ThreeChess>("", &ROUND.repeat(2));
    let how = "the same position with Blue to move for the third time: a draw";
    says(&over, "BE2BE4", "game-over", &format!("the game is over: {how}"));
}

const NO_DIAGONAL: &str = "a Bishop moves only along diagonals, and none leads from BC1 to GF1";

#[test]
fn the_arbiter_explains_pawns() {
    let start = after::<ThreeChess>("", "");
    let retreat = "a Pawn never moves backward or sideways";
    says(&start, "BE2BE1", "pawn-backward", retreat);
    says(&start, "BE2BD2", "pawn-backward", retreat);
    says(
        &start,
        "BE2RD4",
        "cannot-reach",
        "a Pawn goes one square straight forward, never from BE2 to RD4",
    );
    says(
        &start,
        "BE2RE2",
        "pawn-capture",
        "a Pawn captures only diagonally forward, never from BE2 to RE2",
    );
    let facing = after::<ThreeChess>("", "BD2BD4 GE2GE4 RA2RA3");
    let step = "a Pawn moves straight forward onto empty squares only, and GE4 holds Green's Pawn";
    says(&facing, "BD4GE4", "pawn-step", step);
    let empty = "a Pawn moves diagonally only to capture, and RD4 is empty";
    says(&facing, "BD4RD4", "pawn-diagonal", empty);
    let double = "a Pawn goes two squares only from its own second row, BA2 to BH2";
    says(&facing, "BD4GE3", "pawn-double", double);
    let behind = after::<ThreeChess>("", "BB1BC3 GE2GE4 RA2RA3");
    says(&behind, "BC2BC4", "blocked", "blocked at BC3");
    let step =
        "a Pawn moves straight forward onto empty squares only, and BC3 holds your own Knight";
    says(&behind, "BC2BC3", "pawn-step", step);
    says(&behind, "BB2BC3", "own-piece", "BC3 holds your own Knight");
}

#[test]
fn the_arbiter_explains_castling() {
    let start = after::<ThreeChess>("", "");
    let between = "your own Bishop on BF1 stands between King and Rook";
    says(&start, "BE1BG1", "castling-blocked", between);
    let between = "your own Knight on BB1 stands between King and Rook";
    says(&start, "BE1BC1", "castling-blocked", between);
    let far = "a King moves one square in any direction, never from BE1 to BE3";
    says(&start, "BE1BE3", "cannot-reach", far);
    says(&start, "BE1BE2", "own-piece", "BE2 holds your own Pawn");
    let rooks = set_up(ROOKS);
    says(&rooks, "BE1BG1", "castling-rook", "castling needs your Rook on BH1");
    let moved = set_up(&ROOKS.replace("R...K.......", "R.......K..."));
    let place = "a King moves one square; to castle it must stand on BE1";
    says(&moved, "BF1BH1", "castling-king", place);
}

#[track_caller]
fn says(table: &Typed<ThreeChess>, mv: &str, code: &str, why: &str) {
    let illegal = table.judge(mv).expect_err("the move should be refused");
    assert_eq!((illegal.fault.code, illegal.fault.why.as_str()), (code, why));
}

#[test]
fn reading_nonsense_never_panics() {
    let mut random = SplitMix::new(3);
    let texts = [BLOCKED.to_string(), after::<ThreeChess>("", ROUND).position()];
    let letters: Vec<char> = "PNBRQKpnbrqk123456.,-/ 0BGRAHblue€".chars().collect();
    for _ in 0..20_000 {
        let mut text: Vec<char> = texts[random.below(2) as usize].chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len() as u64) as usize;
            text[at] = letters[random.below(letters.len() as u64) as usize];
        }
        let text: String = text.into_iter().collect();
        if let Ok(position) = ThreeChess.read_position(&text) {
            let written = ThreeChess.write_position(&position);
            assert_eq!(ThreeChess.read_position(&written), Ok(position), "{text}");
        }
        let _ = ThreeChess.read_move(&ThreeChess.start(), &text);
    }
}

fn set_up(text: &str) -> Typed<ThreeChess> {
    let mut table = after::<ThreeChess>("", "");
    table.set_position(text).unwrap_or_else(|error| panic!("{error}"));
    table
}

#[test]
fn lessons_that_promise_a_win_keep_it() {
    crate::lessons::wins("threechess", "win");
}
