//! Refusal against its vectors and its promises.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::random::SplitMix;
use manator_core::{Entry, Game, Notation, Of, Refusable, Rulebook, Table, Typed, legal_list};
use manator_games::refusal::{Action, Move, NORTH, Refusal, Refusals, SOUTH, Square};
use manator_testkit::arbiter::{after, ended, refuses};
use manator_testkit::symmetry::Symmetry;
use manator_testkit::{contract, symmetry, vectors};

/// The document's example position.
const EXAMPLE: &str = "E3C4 accept D6D5 accept";

#[test]
fn vectors_hold() {
    let text = include_str!("vectors.jsonl");
    let tally = vectors::check_all(&Of::<Refusal>::ENTRY, text, 3_000_000);
    println!("{tally:?}");
    assert_eq!(tally.vectors, 469);
}

#[test]
fn promises_hold() {
    for options in ["", "first=north", "refusals=never", "first=north refusals=never"] {
        contract::check::<Refusal>(options, 3000, 11);
    }
}

#[test]
fn the_arbiter_agrees_with_the_generator() {
    let game = Refusal::with(SOUTH, Refusals::Once);
    let squares: Vec<Square> =
        (0..8).flat_map(|row| (0..5).map(move |column| Square::new(column, row))).collect();
    let mut random = SplitMix::new(3);
    for _ in 0..40 {
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            let legal = legal_list(&game, &position);
            for from in &squares {
                for to in &squares {
                    let mv = Action::Move(Move { from: *from, to: *to });
                    let text = format!("{from}{to}");
                    let judged = game.read_move(&position, &text);
                    let place = || game.write_position(&position);
                    assert_eq!(judged.is_ok(), legal.contains(&mv), "{text}: {}", place());
                }
            }
            let mv = legal[random.below(legal.len() as u64) as usize];
            game.play(&mut position, mv);
        }
    }
}

#[test]
fn standing_moves_skip_the_phases() {
    let game = Refusal::with(NORTH, Refusals::Once);
    let start = game.start();
    let mut standing = Vec::new();
    let _ = game.standing_moves(&start, |mv| {
        standing.push(mv);
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(standing.len(), game.count_standing_moves(&start));
    let [first, second, ..] = standing[..] else { panic!("two moves are legal") };
    let mut stood = start;
    game.stand(&mut stood, second);
    let mut played = start;
    for action in [Action::Move(first), Action::Refuse, Action::Move(second)] {
        assert!(game.is_legal(&played, action));
        game.play(&mut played, action);
    }
    assert_eq!(played, stood);
}

#[test]
fn forces_agree_with_the_generator() {
    let game = Refusal::with(SOUTH, Refusals::Never);
    let mut random = SplitMix::new(8);
    for _ in 0..300 {
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            let forces = position.forces();
            let enemy = position.turned().forces();
            assert_eq!(position.turned().turned(), position);
            let pieces = enemy.pawns | enemy.knights | enemy.rooks | enemy.king;
            assert_eq!(position.enemy, pieces.swap_bytes());
            let (mut attacks, mut king_attackers) = (0, 0);
            let _ = game.standing_moves(&position, |mv| {
                let [from, to] = position.step(mv);
                if to & position.enemy != 0 && from != forces.king {
                    attacks |= to;
                    king_attackers += u32::from(to == enemy.king.swap_bytes());
                }
                ControlFlow::<()>::Continue(())
            });
            let place = game.write_position(&position);
            assert_eq!(forces.attacks & position.enemy, attacks, "{place}");
            assert_eq!(forces.king_attackers, king_attackers, "{place}");
            let legal = legal_list(&game, &position);
            game.play(&mut position, legal[random.below(legal.len() as u64) as usize]);
        }
    }
}

#[test]
fn the_arbiter_names_what_would_be_legal() {
    let table = after::<Refusal>("", EXAMPLE);
    refuses(&table, "A1B1", "own-piece", "A1B1: B1 holds your own king; from A1 it can go to A2");
    refuses(&table, "c4 - d2", "backward", &with_targets("c4 - d2: a knight never moves backward"));
    let table = after::<Refusal>("", "C3C4");
    let sentence = "yes: not a move; expected accept or reject; legal here: accept, refuse";
    refuses(&table, "yes", "syntax", sentence);
}

fn with_targets(sentence: &str) -> String {
    format!("{sentence}; from C4 it can go to A5, B6, D6, E5")
}

#[test]
fn the_arbiter_knows_how_pieces_move() {
    let table = after::<Refusal>("", EXAMPLE);
    faults(&table, "C5C6", "empty-square", "C5 is empty");
    faults(&table, "E8E7", "not-your-piece", "E8 holds North's left rook");
    faults(&table, "A1A9", "off-board", "A9 is not on the board");
    faults(&table, "A1", "syntax", "not a move; expected two squares such as C3C4");
    faults(&table, "a1-c1", "blocked", "blocked at B1");
    faults(&table, "A1B2", "cannot-reach", "a right rook moves forward or to the right");
    faults(&table, "A1A1", "cannot-reach", "a right rook moves forward or to the right");
    faults(&table, "E1E7", "blocked", "blocked at E6");
    faults(&table, "B3C4", "own-piece", "C4 holds your own knight");
    faults(&table, "C3C4", "own-piece", "C4 holds your own knight");
    faults(&table, "C3C2", "backward", "a pawn never moves backward");
    let pawn = "a pawn moves one square forward, or captures one diagonally forward";
    faults(&table, "B3B5", "cannot-reach", pawn);
    let knight = "a knight moves 2 forward and 1 to a side, or 1 forward and 2 to a side";
    faults(&table, "C4C5", "cannot-reach", knight);
    let diagonal = "a pawn moves diagonally only to capture, and A4 is empty";
    faults(&table, "B3A4", "nothing-to-capture", diagonal);
    let king = "a king moves only to capture, and C1 is empty";
    faults(&table, "B1C1", "nothing-to-capture", king);
    faults(&table, "B1E1", "own-piece", "E1 holds your own left rook");
    faults(&table, "B1B2", "cannot-reach", "a king moves only along its row");
}

#[test]
fn the_arbiter_knows_the_far_row_and_both_sides() {
    let board = "Rp-K-/-----/---PL/---p-/-----/----n/l----/rk---";
    let south = at("", &format!("{board} south propose -"));
    faults(&south, "B8A8", "stuck", "a pawn on the far row never moves again");
    faults(&south, "A2B2", "wrong-side", "a left rook moves forward or to the left");
    let straight = "a pawn captures only diagonally forward, and D6 holds a pawn";
    faults(&south, "D5D6", "pawn-capture", straight);
    let north = at("", &format!("{board} north propose -"));
    faults(&north, "E6E7", "backward", "a left rook never moves backward");
    faults(&north, "D8E8", "nothing-to-capture", "a king moves only to capture, and E8 is empty");
    faults(&north, "D8A8", "blocked", "blocked at B8");
    assert_eq!(north.judge("d8b8").as_deref(), Ok("D8B8"));
}

#[test]
fn the_arbiter_knows_the_phases() {
    let propose = after::<Refusal>("", "");
    let nothing = "no move is proposed that could be accepted or rejected";
    faults(&propose, "accept", "nothing-proposed", nothing);
    let respond = after::<Refusal>("", "C3C4");
    faults(&respond, "E6D4", "answer-first", "C3C4 is proposed: answer accept or reject");
    faults(&respond, "perhaps", "syntax", "not a move; expected accept or reject");
    assert_eq!(respond.judge(" Accept ").as_deref(), Ok("accept"));
    assert_eq!(respond.judge("REJECT").as_deref(), Ok("refuse"));
    let alternate = after::<Refusal>("", "C3C4 refuse");
    faults(&alternate, "c3 c4", "refused", "C3C4 was refused: play a different move");
    let again = "C3C4 was refused already: the move played now stands";
    faults(&alternate, "refuse", "nothing-proposed", again);
    let never = after::<Refusal>("refusals=never", "C3C4");
    let stands = "nothing is accepted or rejected in this game: every move stands at once";
    faults(&never, "refuse", "nothing-proposed", stands);
}

#[test]
fn endings_are_told() {
    let mut table = at("", "---K-/-----/-----/-----/-----/-p---/-----/-k--- south propose -");
    table.play("B3B4").expect("legal");
    table.play("refuse").expect("legal");
    ended(
        &table,
        "refused-without-alternative",
        "B3B4 was refused and South has no other move: North wins",
    );
    let table = at("", "---K-/-----/-----/-----/-----/-----/-----/-k--- north propose -");
    ended(&table, "no-legal-move", "North has no legal move: South wins");
    let mut table = at("", "---K-/-----/-----/-----/-----/---l-/-----/-k--- south propose -");
    table.play("D3D8").expect("legal");
    table.play("accept").expect("legal");
    ended(&table, "king-captured", "North's king is captured: South wins");
    faults(&table, "D8E8", "game-over", "the game is over: North's king is captured: South wins");
}

#[test]
fn impossible_positions_are_rejected() {
    let game = Refusal::with(SOUTH, Refusals::Once);
    let never = Refusal::with(SOUTH, Refusals::Never);
    let rejects = |game: &Refusal, text: &str, error: &str| {
        let found = game.read_position(text).expect_err(text).to_string();
        assert_eq!(found, error, "{text}");
    };
    let start = game.write_position(&game.start());
    assert_eq!(start, "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l south propose -");
    let board = start.split(' ').next().expect("a board");
    let with = |old: &str, new: &str| start.replacen(old, new, 1);
    rejects(
        &game,
        board,
        &format!(
            "'{board}': expected 4 fields (board, whose turn, phase, move proposed or refused), \
                  not 1"
        ),
    );
    rejects(&game, &with("south", "east"), "'east': expected whose turn it is: south, north");
    rejects(&game, &with("NPPPN", "NPPQN"), "'Q': expected '-' or one of KNPLR and knplr on D6");
    rejects(&game, &with("NPPPN", "NPPP"), "'NPPP': expected 5 squares in row 6");
    let moved = with("rk--l", "r---l").replacen("-----", "-k---", 1);
    let expected = "'k': expected something else on B7: South's king never gets there";
    rejects(&game, &moved, expected);
    let knight = with("npppn", "-pppn").replacen("NPPPN/-----", "NPPPN/--n--", 1);
    let expected = "'n': expected something else on C5: South's knight never gets there";
    rejects(&game, &knight, expected);
    let three = "R--KL/-----/NPPPN/-----/--n--/npppn/-----/rk--l";
    rejects(
        &game,
        &format!("{three} south propose -"),
        &format!("'{three}': expected at most 2 knights of South's, not 3"),
    );
    let rooks = "R--KR/-----/NPPPN/-----/-----/npppn/-----/rk--l";
    rejects(
        &game,
        &format!("{rooks} south propose -"),
        &format!(
            "'{rooks}': expected at most 1 rook that began as a right rook (on the far row it is a \
             left rook) of North's, not 2"
        ),
    );
    let kingless = board.replace('K', "-");
    rejects(
        &game,
        &format!("{kingless} south propose -"),
        &format!(
            "'{kingless}': expected a king of North's: only the side whose turn it is can have lost it"
        ),
    );
    rejects(
        &game,
        &format!("{kingless} north respond E8E7"),
        "'respond': expected propose, because North has no king",
    );
    rejects(
        &game,
        &with("propose", "think"),
        "'think': expected the phase: propose, respond, alternate",
    );
    rejects(&game, &with("-", "x"), "'x': expected '-' or one of KNPLR and knplr on B8");
    rejects(
        &game,
        &with("propose -", "propose C3C4"),
        "'C3C4': expected '-', because nothing is proposed yet",
    );
    rejects(
        &game,
        &with("propose -", "alternate B1C1"),
        "'B1C1': expected the move refused, a legal move (a king moves only to capture, and C1 is \
         empty)",
    );
    rejects(
        &never,
        &with("propose -", "respond C3C4"),
        "'respond': expected propose, because no move is ever refused in this game",
    );
}

#[test]
fn the_board_is_the_documents() {
    let table = after::<Refusal>("", EXAMPLE);
    let names = ["human".to_string(), "computer".to_string()];
    let drawn = table.canvas(Some(&names)).to_string();
    let expected = "\
8  R - - K L   computer
7  - - - - -
6  N P P - N
5  - - - P -
4  - - n - -
3  n p p p -
2  - - - - -
1  r k - - l   human
   ---------
   A B C D E
";
    assert_eq!(drawn, expected);
}

#[test]
fn the_last_move_is_one_that_stands_or_waits() {
    let marked = |moves: &str| {
        let table = after::<Refusal>("", moves);
        let board = table.board();
        let names = table.last_move();
        names.iter().map(|cell| board.cells[cell.index()].name.clone()).collect::<String>()
    };
    assert_eq!(marked(""), "");
    assert_eq!(marked("C3C4"), "C3C4");
    assert_eq!(marked("C3C4 refuse"), "");
    assert_eq!(marked("C3C4 refuse B3B4"), "B3B4");
    assert_eq!(marked("C3C4 accept"), "C3C4");
    assert_eq!(marked("C3C4 accept C6C5 refuse"), "C3C4");
    assert_eq!(marked("C3C4 refuse B3B4 C6C5 refuse"), "B3B4");
    let mut table = at("", "R--KL/-----/NPPPN/-----/-----/npppn/-----/rk--l south respond C3C4");
    table.play("accept").expect("legal");
    assert_eq!(table.last_move(), []);
}

#[test]
fn the_rules_can_be_printed() {
    let rules = Of::<Refusal>::ENTRY.rules();
    for diagram in ["- x o x -\n", "x - k p R\n", "o o o l -\n", "- r o n -\n", "- o - o -\n"] {
        assert!(rules.contains(diagram), "{diagram}{rules}");
    }
}

/// Returns a table with a position set up.
#[track_caller]
fn at(options: &str, position: &str) -> Typed<Refusal> {
    let mut table = after::<Refusal>(options, "");
    if let Err(error) = table.set_position(position) {
        panic!("{error}");
    }
    table
}

/// Checks the arbiter's code and words about a move, without the legal moves it adds.
#[track_caller]
fn faults(table: &Typed<Refusal>, mv: &str, code: &str, why: &str) {
    let fault = table.judge(mv).expect_err("the move should be refused").fault;
    assert_eq!((fault.code, fault.why.as_str()), (code, why));
    assert!(Refusal::CARD.declares(code), "{code}");
}

/// "Left" is toward column A for both sides, so the board turned upside down is the other side's game.
#[test]
fn the_board_upside_down_is_the_other_sides_game() {
    let swap = |letter: char| match letter {
        letter if letter.is_ascii_uppercase() => letter.to_ascii_lowercase(),
        letter => letter.to_ascii_uppercase(),
    };
    let turn_over = |mv: &str| -> String {
        let row = |c: char| if c.is_ascii_digit() { (b'9' - (c as u8 - b'0')) as char } else { c };
        mv.chars().map(row).collect()
    };
    let upside_down = Symmetry {
        options: ["first=south", "first=north"],
        position: &|text| {
            let fields: Vec<&str> = text.split(' ').collect();
            let board = symmetry::board(fields[0], |c, r| (c, 7 - r), swap);
            let side = if fields[1] == "south" { "north" } else { "south" };
            format!("{board} {side} {} {}", fields[2], turn_over(fields[3]))
        },
        mv: &turn_over,
        player: &|player| player.next(2),
    };
    symmetry::check::<Refusal>(&upside_down, 5000, 4);
}

/// Half a turn exchanges the rooks, too, and leaves the start as it is.
#[test]
fn half_a_turn_makes_norths_game_of_souths() {
    let game = Refusal::with(SOUTH, Refusals::Once);
    let rotated = |text: &str| {
        let position = game.read_position(text).expect("a position");
        game.write_position(&position.rotated())
    };
    let half_a_turn = Symmetry {
        options: ["first=south", "first=north"],
        position: &rotated,
        mv: &|mv| {
            let turned = |c: char| match c {
                'A'..='E' => (b'A' + b'E' - c as u8) as char,
                '1'..='8' => (b'1' + b'8' - c as u8) as char,
                other => other,
            };
            mv.chars().map(turned).collect()
        },
        player: &|player| player.next(2),
    };
    symmetry::check::<Refusal>(&half_a_turn, 5000, 4);
    let north = Refusal::with(NORTH, Refusals::Once);
    assert_eq!(game.start().rotated(), north.start());
}
