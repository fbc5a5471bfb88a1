//! Jetan against its vectors and its promises.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_core::{Game, Of, Player, Table, Typed, legal_list};
use manator_games::jetan::{Jetan, Move, Options, Piece, Square, Squares};
use manator_testkit::arbiter::{after, ended, refuses};
use manator_testkit::symmetry::{self, Symmetry};
use manator_testkit::{contract, vectors};

/// Sets up a position under options and plays moves.
#[track_caller]
fn at(options: &str, position: &str, moves: &str) -> Typed<Jetan> {
    let mut table = after::<Jetan>(options, "");
    table.set_position(position).unwrap_or_else(|error| panic!("{error}"));
    for mv in moves.split_whitespace() {
        table.play(mv).unwrap_or_else(|illegal| panic!("{illegal}"));
    }
    table
}

/// Checks code and sentence of a refusal, without the alternatives that follow the sentence.
#[track_caller]
fn says(table: &Typed<Jetan>, mv: &str, code: &str, why: &str) {
    let fault = table.judge(mv).expect_err("the move should be refused").fault;
    assert_eq!((fault.code, fault.why.as_str()), (code, why));
}

#[test]
fn vectors_hold() {
    let text = include_str!("vectors.jsonl");
    let tally = vectors::check_all(&Of::<Jetan>::ENTRY, text, 3_000_000);
    println!("{tally:?}");
    assert_eq!(tally.vectors, 431);
}

#[test]
fn promises_hold() {
    for options in [
        "",
        "variant=book",
        "variant=software",
        "variant=software escape=any-time thoat=walks",
        "array=facing thoat=jumps chief-taken=draw max-moves=60",
    ] {
        contract::check::<Jetan>(options, 1500, 7);
    }
}

#[test]
fn one_move_is_tested_as_all_are_listed() {
    let mut random = SplitMix::new(5);
    for options in [Options::STANDARD, Options::BOOK, Options::SOFTWARE] {
        let game = Jetan::with(options);
        let mut position = game.start();
        for _ in 0..150 {
            let legal = legal_list(&game, &position);
            let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
            let any = pairs.flat_map(|(from, to)| {
                Piece::ALL.into_iter().map(move |piece| Move { from, to, piece })
            });
            let tested = any.filter(|mv| game.is_legal(&position, *mv)).count();
            assert_eq!(tested, legal.len(), "{position:?}");
            assert!(legal.iter().all(|mv| game.is_legal(&position, *mv)), "{position:?}");
            match legal.len() {
                0 => position = game.start(),
                count => game.play(&mut position, legal[random.below(count as u64) as usize]),
            }
        }
    }
}

/// Compares the sets of squares attacked with the moves listed.
#[test]
fn attacks_are_where_the_moves_go() {
    let mut random = SplitMix::new(6);
    for options in [Options::STANDARD, Options::BOOK, Options::SOFTWARE] {
        let game = Jetan::with(options);
        let mut position = game.start();
        for _ in 0..300 {
            let legal = legal_list(&game, &position);
            if legal.is_empty() {
                position = game.start();
                continue;
            }
            let (side, own) = (position.turn, position.pieces(position.turn));
            assert_eq!(own.squares().count() as u32, own.count());
            assert!(own.squares().all(|square| position.has_piece(side, square)));
            let mut attacked = game.panthan_attacks(&position, side);
            let (mut twice, mut moves_of_kind) = (Squares::EMPTY, [0; 6]);
            for (piece, from) in position.officers(side).filter(|(p, _)| *p != Piece::Princess) {
                let attack = game.officer_attacks(&position, (side, piece), from);
                let moves = legal.iter().filter(|mv| mv.from == from);
                assert_eq!(moves.count() as u32, attack.moves, "{piece:?}: {position:?}");
                twice = twice | attacked & attack.squares;
                attacked = attacked | attack.squares;
                moves_of_kind[piece as usize] += attack.moves;
            }
            let attacks = game.all_attacks(&position, side);
            let by_rank = attacks.by_rank.into_iter().fold(Squares::EMPTY, |all, set| all | set);
            assert_eq!([attacks.all, by_rank, attacks.twice], [attacked, attacked, twice]);
            assert_eq!(attacks.moves, moves_of_kind);
            assert_eq!(
                1 + attacks.officers.iter().sum::<u32>(),
                position.officers(side).count() as u32
            );
            for square in Square::all() {
                let goes = legal.iter().any(|mv| mv.to == square && mv.piece != Piece::Princess);
                assert_eq!((attacked & !own).contains(square), goes, "{square}: {position:?}");
                let is_attacked = game.is_attacked(&position, side, square);
                assert_eq!(attacked.contains(square), is_attacked, "{square}: {position:?}");
                let near = |other: Square| {
                    let columns = square.column().abs_diff(other.column());
                    columns.max(square.row().abs_diff(other.row())) <= 2
                };
                let around = attacked.around(square);
                let [near_count, count] =
                    [1, 3].map(|distance| (attacked & Squares::within(square, distance)).count());
                assert_eq!((around & Squares::NEAR).count_ones(), near_count);
                assert_eq!(around.count_ones(), count);
                let within = Squares::within(square, 2);
                assert!(Square::all().all(|other| within.contains(other) == near(other)));
            }
            game.play(&mut position, legal[random.below(legal.len() as u64) as usize]);
        }
    }
}

/// Carries every square name of a move over.
fn carry(mv: &str, square: impl Fn(u8, u8) -> (u8, u8)) -> String {
    let mut names = Vec::new();
    for letter in mv.chars() {
        match letter.to_digit(10) {
            None => names.push((letter as u8 - b'A', 0)),
            Some(digit) => {
                let (_, row) = names.last_mut().expect("a letter comes first");
                *row = *row * 10 + digit as u8;
            }
        }
    }
    let name = |(column, row): (u8, u8)| format!("{}{}", (b'A' + column) as char, row + 1);
    names.into_iter().map(|(column, row)| name(square(column, row - 1))).collect()
}

#[test]
fn left_and_right_are_alike() {
    for options in ["", "variant=book", "thoat=jumps"] {
        let position = |text: &str| {
            let (field, rest) = text.split_once(' ').expect("fields");
            let field = symmetry::board(field, |column, row| (9 - column, row), |letter| letter);
            format!("{field} {rest}")
        };
        let mirror = Symmetry {
            options: [options; 2],
            position: &position,
            mv: &|mv| carry(mv, |column, row| (9 - column, row)),
            player: &|player| player,
        };
        symmetry::check::<Jetan>(&mirror, 1000, 3);
    }
}

#[test]
fn the_sides_are_alike() {
    let swap = |letter: char| match letter {
        _ if letter.is_ascii_uppercase() => letter.to_ascii_lowercase(),
        _ => letter.to_ascii_uppercase(),
    };
    let position = |text: &str| {
        let fields: Vec<&str> = text.split(' ').collect();
        let field = symmetry::board(fields[0], |column, row| (9 - column, 9 - row), swap);
        let turn = if fields[1] == "black" { "orange" } else { "black" };
        let escapes = match fields[2] {
            "R" => "r",
            "r" => "R",
            same => same,
        };
        // The other side moves at odd plies, so the board turned round is one ply further on.
        let plies = fields[4].parse::<u32>().expect("plies") + 1;
        format!("{field} {turn} {escapes} {} {plies} {}", fields[3], fields[5])
    };
    for options in ["", "variant=book", "thoat=jumps"] {
        let turned = Symmetry {
            options: [options; 2],
            position: &position,
            mv: &|mv| carry(mv, |column, row| (9 - column, 9 - row)),
            player: &|player| player.next(2),
        };
        symmetry::check::<Jetan>(&turned, 1000, 4);
    }
}

#[test]
fn the_arbiter_explains() {
    let start = after::<Jetan>("", "E2D3 G9H8");
    refuses(
        &start,
        "d3-d2",
        "backward",
        "d3-d2: a Panthan never moves backward; from D3 it can go to C3, C4, D4, E3, E4",
    );
    says(&start, "C1C4", "blocked", "blocked at C2");
    says(&start, "B1B3", "blocked", "blocked at A2");
    says(&start, "E1C3", "blocked", "blocked at D2");
    says(&start, "A1E5", "cannot-reach", "a Warrior makes 2 straight steps; E5 is not among them");
    says(&start, "D1D4", "cannot-reach", "a Flier jumps 3 diagonal steps; D4 is not among them");
    says(&start, "A2A2", "cannot-reach", "the Thoat must leave A2");
    says(
        &start,
        "D3D5",
        "cannot-reach",
        "a Panthan makes 1 step forward, diagonally forward or sideways; D5 is not among them",
    );
    says(&start, "C1F1", "own-piece", "F1 holds your own Princess");
    says(&start, "E5E6", "empty-square", "E5 is empty");
    says(&start, "A9A8", "not-your-piece", "A9 holds Orange's Thoat");
    says(&start, "K1A1", "off-board", "K1 is not on the board");
    says(&start, "A2", "syntax", "not a move; expected two squares such as D2D3");
    let software = after::<Jetan>("variant=software", "");
    says(
        &software,
        "H1E1",
        "cannot-reach",
        "this Dwar knows only some paths of 3 straight steps; E1 is not among them",
    );
}

const FLIER_AHEAD: &str = "wpdfrc.dpw/taaaaaaaat/........../......f.../........../........../\
                           ........../........../TAAAAAAAAT/WPDFCRFDPW black";

#[test]
fn the_arbiter_guards_the_princess() {
    let fresh = at("", &format!("{FLIER_AHEAD} Rr 2 2 -"), "");
    says(&fresh, "F1F4", "attacked", "the Princess may not enter F4, attacked by the Flier on G7");
    says(&fresh, "F1E1", "own-piece", "E1 holds your own Chief");
    says(&fresh, "F1F5", "not-attacked", "the escape is only for a Princess under attack");
    says(&fresh, "F1G7", "never-captures", "the Princess never captures");
    let used = at("", &format!("{FLIER_AHEAD} r 2 2 -"), "");
    says(&used, "F1F5", "escape-used", "the escape is used up");
    let book = at("variant=book", &format!("{FLIER_AHEAD} Rr 2 2 -"), "");
    says(&book, "F1F6", "attacked", "the Princess may not enter F6, attacked by the Flier on G7");
    assert_eq!(book.judge("F1F5").as_deref(), Ok("F1F5"));
}

/// A board with few pieces: both Princesses and both Chiefs next to enemies.
const FEW: &str = "....r...../....T...../...C....../...c....../........../........../........../\
                   ........../R........./t.........";

#[test]
fn endings_are_told() {
    let play = |options: &str, mv: &str| at(options, &format!("{FEW} black Rr 0 40 -"), mv);
    ended(
        &play("", "E9E10"),
        "princess-captured",
        "Black's Thoat captured Orange's Princess on E10: Black wins",
    );
    let chiefs = play("", "D8D7");
    ended(&chiefs, "chief-x-chief", "Black's Chief captured Orange's Chief on D7: Black wins");
    says(
        &chiefs,
        "A1A2",
        "game-over",
        "the game is over: Black's Chief captured Orange's Chief on D7: Black wins",
    );
    let read = at("", &chiefs.position(), "");
    ended(&read, "chief-x-chief", "Black's Chief captured Orange's Chief: Black wins");
    ended(
        &play("variant=book", "E9D7"),
        "chief-captured",
        "Black's Thoat captured Orange's Chief on D7: a tie",
    );
    ended(
        &at("", &format!("{FEW} black Rr 9 40 -"), "A2A3"),
        "weakened-forces",
        "both sides have three or fewer pieces that are not Panthans, and the last 10 moves had no \
         capture: a tie",
    );
    ended(&play("max-moves=20", ""), "ply-limit", "both players have made 20 moves: a tie");
    let hunted = ".........r/........../........../........../........../........../...c....../\
                  ........../........../R.........";
    let stuck = at("", &format!("{hunted} black r 0 40 -"), "");
    ended(&stuck, "no-legal-move", "Black has no legal move: a tie");
    let verdict = after::<Jetan>("", "").out_of_time(Player(0));
    assert_eq!(stuck.describe_outcome(&verdict), "Black ran out of time: Orange wins");
}

#[test]
fn impossible_positions_are_refused() {
    let start = "wpdfrcfdpw/taaaaaaaat/........../........../........../........../........../\
                 ........../TAAAAAAAAT/WPDFCRFDPW";
    let no_princess = start.replace('R', ".");
    let no_chief = start.replace('c', ".");
    let refuse = |options: &str, text: &str, words: &str| {
        let error = after::<Jetan>(options, "").set_position(text).expect_err(text).to_string();
        assert!(error.contains(words), "{error}");
    };
    refuse("", start, "expected 6 fields");
    refuse("", &format!("{start} red Rr 0 0 -"), "'red': expected whose turn it is: black, orange");
    refuse(
        "",
        &format!("{start} black rR 0 0 -"),
        "'rR': expected the escapes left: Rr, R, r or -",
    );
    refuse("", &format!("{start} black Rr 1 0 -"), "'1': expected plies since the last capture");
    refuse("", &format!("{start} black Rr 0 1 -"), "'1': expected plies played, an even number");
    refuse("", &format!("{start} black Rr 0 4000 -"), "a whole number up to 2000");
    refuse(
        "",
        &format!("{start} black Rr 0 0 won"),
        "'won': expected how a capture ended the game",
    );
    refuse(
        "",
        &format!("{} black Rr 0 0 -", &start[1..]),
        "'pdfrcfdpw': expected 10 squares in row 10",
    );
    refuse(
        "",
        &format!("{} black Rr 0 0 -", start.replace("W", "X")),
        "'X': expected '.' or one of",
    );
    refuse("", &format!("{} black Rr 0 0 -", start.replace("TA", "AA")), "expected at most 8 'A'");
    let behind = start.replace("TA", "T.").replace("WP", "WA");
    refuse("", &format!("{behind} black Rr 0 0 -"), "'A': expected another piece or '.' on B1");
    refuse(
        "",
        &format!("{no_princess} black Rr 0 2 -"),
        "expected Black's Princess 'R' on the board",
    );
    let captured = format!("{start} black Rr 0 2 princess-captured");
    refuse("", &captured, "expected -, as Black's Princess is on the board");
    let late = format!("{no_princess} black Rr 1 2 princess-captured");
    refuse("", &late, "expected -, as the last ply was no capture");
    let chief = format!("{no_chief} orange Rr 0 1 chief-captured");
    refuse("", &chief, "does not end the game with chief-taken=play-on");
    at("chief-taken=draw", &chief, "");
    refuse(
        "chief-taken=draw",
        &format!("{no_chief} orange Rr 0 1 -"),
        "expected Orange's Chief 'c'",
    );
    at("", &format!("{no_chief} orange Rr 0 1 -"), "");
    let nobody = no_chief.replace('C', ".");
    refuse("", &format!("{nobody} orange Rr 0 1 chief-x-chief"), "expected a Chief of Black");
}

#[test]
fn options_override_the_variant() {
    let start = |options: &str| after::<Jetan>(options, "").position();
    assert!(start("variant=software").starts_with("wpdfcrfdpw/"));
    assert_eq!(start("variant=software array=opposed"), start(""));
    let count = |options: &str| after::<Jetan>(options, "").legal().len();
    assert_eq!(count("variant=book"), 78);
    assert_eq!(count("variant=book escape=attacked"), 52);
    assert_eq!(count("escape=any-time"), 78);
}

#[test]
fn the_rules_are_complete() {
    let rules = manator_games::catalog::find("jetan").expect("Jetan is listed").rules();
    assert!(!rules.contains("{{"), "{rules}");
    assert!(rules.contains("\n       x . x D x . x\n"), "{rules}");
}

#[test]
fn lessons_that_promise_a_win_keep_it() {
    crate::lessons::wins("jetan", "chief");
    crate::lessons::wins("jetan", "win");
}
