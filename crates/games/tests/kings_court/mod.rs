//! King's Court against its vectors and its promises.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;

use manator_core::random::SplitMix;
use manator_core::{
    Entry, Game, LOST, Notation, Of, Rulebook, Table, TextError, Typed, legal_list,
};
use manator_games::kings_court::{COURT, FIRST, KingsCourt, Move, OPENING_MOVES, Position, SECOND};
use manator_testkit::arbiter::{after, ended, refuses};
use manator_testkit::symmetry::Symmetry;
use manator_testkit::{contract, symmetry, vectors};

/// Two pieces of First's, on A3 and G3, can both go round the Court's centre.
const ROUNDS: &str = "2.....2./......../......../...2..../..212.../11.2.11./......../........";

const LAST_IN_COURT: &str = "the Court would hold none of your pieces: D4 holds the last";

#[test]
fn vectors_hold() {
    let text = include_str!("vectors.jsonl");
    let tally = vectors::check_all(&Of::<KingsCourt>::ENTRY, text, 3_000_000);
    println!("{tally:?}");
    assert_eq!(tally.vectors, 446);
}

#[test]
fn promises_hold() {
    for options in ["", "quiet-limit=1", "quiet-limit=3", "quiet-limit=8", "quiet-limit=1000"] {
        contract::check::<KingsCourt>(options, 1500, 5);
    }
}

#[test]
fn the_board_looks_the_same_turned_and_across_its_diagonal() {
    let carry = |text: &str, from: &dyn Fn(usize, usize) -> (usize, usize)| {
        let (board, rest) = text.split_once(' ').expect("four fields");
        format!("{} {rest}", symmetry::board(board, from, |letter| letter))
    };
    let turned = Symmetry {
        options: ["", ""],
        position: &|text| carry(text, &|column, row| (7 - column, 7 - row)),
        mv: &|mv| each_square(mv, |column, row| (7 - column, 7 - row)),
        player: &|player| player,
    };
    symmetry::check::<KingsCourt>(&turned, 1500, 1);
    // From the top left, A1 is in the last row, and the diagonal through it changes both counts.
    let across = Symmetry {
        options: ["", ""],
        position: &|text| carry(text, &|column, row| (7 - row, 7 - column)),
        mv: &|mv| each_square(mv, |column, row| (row, column)),
        player: &|player| player,
    };
    symmetry::check::<KingsCourt>(&across, 1500, 2);
}

/// Carries every square of a path over.
fn each_square(path: &str, to: impl Fn(u8, u8) -> (u8, u8)) -> String {
    let squares = path.as_bytes().chunks(2).flat_map(|square| {
        let (column, row) = to(square[0] - b'A', square[1] - b'1');
        [char::from(b'A' + column), char::from(b'1' + row)]
    });
    squares.collect()
}

/// Walks all paths step by step, and compares with what the generator lists, writes and counts.
#[test]
fn the_arbiter_agrees_with_the_generator() {
    let table = after::<KingsCourt>("", "");
    let game = table.game();
    let mut random = SplitMix::new(3);
    for _ in 0..40 {
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            compare_with_walks(game, &position);
            let legal = legal_list(game, &position);
            game.play(&mut position, legal[random.below(legal.len() as u64) as usize]);
        }
    }
    let rounds = game.read_position(&format!("{ROUNDS} first 4 0")).expect("a position");
    compare_with_walks(game, &rounds);
}

fn compare_with_walks(game: &KingsCourt, position: &Position) {
    let place = game.write_position(position);
    let mut paths = Vec::new();
    for square in 0..64 {
        walk(game, position, &mut name(square % 8, square / 8), &mut paths);
    }
    let count = game.facts(position).into_iter().find(|fact| fact.name == "paths");
    assert_eq!(count.expect("a fact").value, paths.len().to_string(), "{place}");
    paths.sort_by(|(one, _), (other, _)| (one.len(), one).cmp(&(other.len(), other)));
    let mut shortest: HashMap<Move, String> = HashMap::new();
    for (path, mv) in paths {
        shortest.entry(mv).or_insert(path);
    }
    let mut walked: Vec<String> = shortest.values().cloned().collect();
    let mut listed: Vec<String> =
        legal_list(game, position).iter().map(|mv| game.move_text(position, *mv)).collect();
    walked.sort_unstable();
    listed.sort_unstable();
    assert_eq!(walked, listed, "{place}");
}

/// Collects the legal paths that begin with `path`.
fn walk(
    game: &KingsCourt,
    position: &Position,
    path: &mut String,
    paths: &mut Vec<(String, Move)>,
) {
    let last = &path.as_bytes()[path.len() - 2..];
    let (column, row) = (i32::from(last[0] - b'A'), i32::from(last[1] - b'1'));
    let distances: &[i32] = if path.len() == 2 { &[1, 2] } else { &[2] };
    for distance in distances {
        for (columns, rows) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let (column, row) = (column + columns * distance, row + rows * distance);
            if !(0..8).contains(&column) || !(0..8).contains(&row) {
                continue;
            }
            path.push_str(&name(column, row));
            match game.read_move(position, path) {
                Ok(mv) => paths.push((path.clone(), mv)),
                // The only piece in the Court may leave it and come back.
                Err(fault) if fault.code == "leaves-court-empty" => {}
                Err(_) => {
                    path.truncate(path.len() - 2);
                    continue;
                }
            }
            if *distance == 2 {
                walk(game, position, path, paths);
            }
            path.truncate(path.len() - 2);
        }
    }
}

fn name(column: i32, row: i32) -> String {
    format!("{}{}", char::from(b'A' + column as u8), row + 1)
}

/// Compares the sets of what a player can do with the moves listed.
#[test]
fn threats_are_told_from_the_board() {
    let table = after::<KingsCourt>("", "");
    let game = table.game();
    let mut random = SplitMix::new(4);
    let mut won = 0;
    for _ in 0..300 {
        let mut position = game.start();
        for played in 0usize.. {
            let legal = legal_list(game, &position);
            if legal.is_empty() {
                break;
            }
            let (mover, other) = (position.to_move, position.to_move.next(2));
            let (mut squares, mut captures, mut wins) = (0, 0, false);
            for mv in &legal {
                let mut next = position;
                game.play(&mut next, *mv);
                squares |= mv.ends(&position).1;
                captures |= mv.captured;
                wins |= game.outcome(&next).is_some_and(|end| end.winner() == Some(mover));
            }
            let place = game.write_position(&position);
            assert_eq!(position.can_win(mover), wins, "{place}");
            won += u32::from(wins);
            let reach = position.reach(mover);
            let bound = (position.pieces(mover) & COURT).count_ones() == 1;
            if played < usize::from(OPENING_MOVES) || bound {
                assert_eq!(
                    (squares & !reach.squares, captures & !reach.captures),
                    (0, 0),
                    "{place}"
                );
            } else {
                assert_eq!((squares, captures), (reach.squares, reach.captures), "{place}");
            }
            assert_eq!(captures & position.guarded(other), 0, "{place}");
            game.play(&mut position, legal[random.below(legal.len() as u64) as usize]);
        }
    }
    assert!(won > 1000);
}

/// Second's only piece, on C3, is hemmed in: C5 is the last square it can reach.
#[test]
fn a_player_can_be_left_without_a_move() {
    let board = "......../......../......../.1....../..1...../.1211.../..1...../........";
    let table = at("", &format!("{board} first 4 0"));
    assert!(table.current().can_win(FIRST));
    assert!(!table.current().can_win(SECOND));
    let far = at("", &format!("{} first 4 0", board.replace(".1....../..1", "1......./..1")));
    assert!(!far.current().can_win(FIRST));
}

#[test]
fn a_round_is_one_move_whichever_piece_goes_it() {
    let table = at("", &format!("{ROUNDS} first 4 0"));
    let round = "A3C3C5E5E3C3A3";
    for path in [round, "A3C3E3E5C5C3A3", "G3E3C3C5E5E3G3", "G3E3E5C5C3E3G3"] {
        assert_eq!(table.judge(path).as_deref(), Ok(round));
    }
    let rounds = table.legal().into_iter().filter(|path| path[..2] == path[path.len() - 2..]);
    assert_eq!(rounds.collect::<Vec<_>>(), [round]);
}

#[test]
fn the_arbiter_knows_the_opening() {
    let start = after::<KingsCourt>("", "");
    refuses(
        &start,
        "g5-e5",
        "nothing-to-jump",
        "g5-e5: nothing to jump between G5 and E5; from G5 it can go to F5",
    );
    faults(&start, "A2A3", "not-your-piece", "A2 holds Second's piece");
    faults(&start, "C3C4", "empty-square", "C3 is empty");
    faults(&start, "A1A9", "off-board", "A9 is not on the board");
    let syntax = "not a move; expected the start and every landing square, such as G5F5 or B6B4D4";
    faults(&start, "G5", "syntax", syntax);
    faults(&start, "", "syntax", syntax);
    let early = "each player's first two moves must be slides, and this is a jump";
    faults(&start, "C1C3", "jump-too-early", early);
    let answer = after::<KingsCourt>("", "G5F5");
    let enter = "the first move of each player must enter the Court, and G5 is outside";
    faults(&answer, "H5G5", "first-move-must-enter-court", enter);
    let opposite = "First entered the Court to the left, so Second must enter it to the right";
    faults(&answer, "G6F6", "not-opposite-direction", opposite);
    let opposite = "First entered the Court upwards, so Second must enter it downwards";
    let answer = after::<KingsCourt>("", "D2D3");
    faults(&answer, "E2E3", "not-opposite-direction", opposite);
    let third = after::<KingsCourt>("", "G5F5 B5C5");
    let empty = LAST_IN_COURT.replace("D4", "F5");
    faults(&third, "F5G5", "leaves-court-empty", &empty);
    assert_eq!(third.judge("f5 e5").as_deref(), Ok("F5E5"));
}

#[test]
fn the_arbiter_knows_jumps() {
    let table = at("", &format!("{ROUNDS} first 4 0"));
    faults(&table, "A3B3", "occupied", "B3 is occupied");
    faults(&table, "D4D6D8", "nothing-to-jump", "nothing to jump between D6 and D8");
    let captured = "nothing to jump between E3 and C3: the piece there is already captured";
    faults(&table, "A3C3E3C3", "nothing-to-jump", captured);
    faults(&table, "A3C3A3", "null-rule", "returns to A3 without a capture");
    faults(&table, "A3C3C5C7", "nothing-to-jump", "nothing to jump between C5 and C7");
    faults(&table, "A3C4", "not-a-slide-or-jump", "A3 to C4 is neither a slide nor a jump");
    faults(&table, "A3A3", "not-a-slide-or-jump", "A3 to A3 is neither a slide nor a jump");
    let slide = "C3 to C2 is a slide, which cannot be part of a longer move";
    faults(&table, "A3C3C2", "not-a-slide-or-jump", slide);
    faults(&table, "G3G4G5", "not-a-slide-or-jump", &slide.replace("C3 to C2", "G3 to G4"));
    let board = "......../......../......../...2..../..21..../...2..../......../2.......";
    let table = at("", &format!("{board} first 4 0"));
    faults(&table, "D4D2", "leaves-court-empty", LAST_IN_COURT);
    faults(&table, "d4 - b4", "leaves-court-empty", LAST_IN_COURT);
}

#[test]
fn endings_are_told() {
    let mut table =
        at("", "......../......../......../......../...21.../......../......../2....... first 4 7");
    table.play("E4C4").expect("legal");
    ended(&table, "court-empty", "Second has no piece left in the Court: First wins");
    let over = "the game is over: Second has no piece left in the Court: First wins";
    faults(&table, "A1A2", "game-over", over);
    let table = after::<KingsCourt>("quiet-limit=2", "G5F5 B5C5 B4C4");
    ended(&table, "double-forfeit", "3 moves in a row without a capture: both players lose");
    let outcome = table.outcome().expect("over");
    assert_eq!(outcome.payoffs.as_slice(), [LOST, LOST]);
}

#[test]
fn impossible_positions_are_rejected() {
    let start = after::<KingsCourt>("", "").position();
    let board = start.split(' ').next().expect("a board");
    let rest = |rest: &str| format!("{board} {rest}");
    rejects(
        board,
        board,
        "4 fields (board, whose turn, moves played up to 4, moves since the last capture), not 1",
    );
    rejects(&rest("third 0 0"), "third", "whose turn it is: first, second");
    rejects(&rest("first 5 0"), "5", "the moves played, a whole number up to 4");
    rejects(&rest("first 4 52"), "52", "the moves since the last capture, a whole number up to 51");
    rejects(&rest("second 0 0"), "second", "'first', whose turn it is after 0 moves");
    rejects(&rest("first 0 1"), "1", "0, as no capture is possible in the opening");
    rejects(&rest("first 2 2"), board, "a board that 2 moves of the opening lead to");
    rejects(&rest("first 4 4"), board, "a piece of Second, who has just moved, in the Court");
    rejects(&start.replacen('2', "x", 1), "x", "'1', '2' or '.' on A8");
    let crowded = board.replacen('2', "1", 1);
    let expected = "at most 24 pieces of First, not 25";
    rejects(&format!("{crowded} first 4 4"), &crowded, expected);
    let entered = "21212121/12121212/21....21/1.2..1.2/21....21/12....12/21212121/12121212";
    let with = |rest: &str| format!("{entered} {rest}");
    rejects(&with("first 4 0"), "0", "at least 1, as First has all 24 pieces");
    let parity = "an even number from 4 on, as nothing was captured and First is to move";
    rejects(&with("first 4 2"), "2", parity);
    rejects(&with("first 4 5"), "5", parity);
    let lost = "......../......../......../...2..../......../......../......../1.......";
    let expected = "0, as First can only have lost the Court by a capture";
    rejects(&format!("{lost} first 4 3"), "3", expected);
}

#[track_caller]
fn rejects(text: &str, found: &str, expected: &str) {
    let table = after::<KingsCourt>("", "");
    let error = table.game().read_position(text).expect_err("the position should be refused");
    assert_eq!(error, TextError::new(found, expected));
}

#[test]
fn the_court_is_framed() {
    let table = after::<KingsCourt>("", "G5F5");
    let expected = "\
8  x o x o x o x o
7  o x o x o x o x
      +-------+
6  x o|. . . .|x o
5  o x|. . .[o|.]x
4  x o|. . . .|x o
3  o x|. . . .|o x
      +-------+
2  x o x o x o x o
1  o x o x o x o x
   ---------------
   A B C D E F G H
";
    assert_eq!(table.canvas(None).to_string(), expected);
}

#[test]
fn the_rules_can_be_printed() {
    let rules = Of::<KingsCourt>::ENTRY.rules();
    for line in ["4  . .|. * x *|. .\n", "2  . o x * . . . .\n"] {
        assert!(rules.contains(line), "{line}{rules}");
    }
}

/// As many outcomes as one piece can have: every way between its sixteen squares is a capture.
#[test]
fn the_widest_choice_is_listed() {
    let board = "......../.2.2.2../2.2.2.2./.2.2.2../2.212.2./.2.2.2../2.2.2.2./12.2.2..";
    let table = at("", &format!("{board} first 4 1"));
    assert_eq!(table.perft(1), table.legal().len() as u64);
}

/// Returns a table with a position set up.
#[track_caller]
fn at(options: &str, position: &str) -> Typed<KingsCourt> {
    let mut table = after::<KingsCourt>(options, "");
    if let Err(error) = table.set_position(position) {
        panic!("{error}");
    }
    table
}

/// Checks the arbiter's code and words about a move, without the legal moves it adds.
#[track_caller]
fn faults(table: &Typed<KingsCourt>, mv: &str, code: &str, why: &str) {
    let fault = table.judge(mv).expect_err("the move should be refused").fault;
    assert_eq!((fault.code, fault.why.as_str()), (code, why));
    assert!(KingsCourt::CARD.declares(code), "{code}");
}

#[test]
fn lessons_that_promise_a_win_keep_it() {
    crate::lessons::wins("kings-court", "court");
}
