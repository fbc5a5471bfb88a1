//! The solver of Joust against solved positions, and against itself played out.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::grid::{Grid, GridSquare};
use manator_core::random::SplitMix;
use manator_core::{Game, Notation, Player, legal_list};
use manator_engine::solve::joust::{Proof, Solution, Solver};
use manator_games::joust::{Joust, Position};
use manator_search::Limits;
use serde_json::Value;

/// A position that needs more than this takes too long for a test: 8x7, solved in 7.7 million.
const NODES_MAX: u64 = 3_000_000;

fn board(columns: u8, rows: u8, white: [u8; 2], black: [u8; 2]) -> Joust {
    let square = |[column, row]: [u8; 2]| GridSquare { column, row };
    Joust::on(Grid { columns, rows }, [square(white), square(black)])
}

fn middle(columns: u8, rows: u8) -> Joust {
    let column = columns.div_ceil(2) - 1;
    board(columns, rows, [column, 0], [column, rows - 1])
}

fn solved(game: &Joust, position: &Position) -> Option<Solution> {
    let solution = Solver::new(32).solve(game, position, |progress| {
        assert!(progress.decided <= progress.moves);
        if progress.nodes > NODES_MAX { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    check_line(game, position, &solution);
    Some(solution)
}

/// The line is a game that ends with the loser stuck.
fn check_line(game: &Joust, position: &Position, solution: &Solution) {
    let mut position = *position;
    for mv in &solution.line {
        assert!(game.is_legal(&position, *mv), "{mv:?}: {}", game.write_position(&position));
        game.play(&mut position, *mv);
    }
    let outcome = game.outcome(&position).expect("the line ends the game");
    assert_eq!(outcome.winner(), Some(solution.winner));
    if let Some(plies) = solution.plies {
        assert_eq!(solution.line.len(), plies as usize);
    }
}

#[test]
fn solved_vectors_hold() {
    let (mut held, mut too_long) = (0, Vec::new());
    for line in include_str!("../../games/tests/joust/vectors.jsonl").lines() {
        let vector: Value = serde_json::from_str(line).expect("JSON");
        if vector["kind"] != "solved" {
            continue;
        }
        let size = vector["options"]["size"].as_str().expect("size");
        let (columns, rows) = size.split_once('x').expect("XxY");
        let game = middle(columns.parse().expect("X"), rows.parse().expect("Y"));
        let mut position = game.start();
        for mv in vector["moves"].as_str().expect("moves").split_whitespace() {
            let mv = game.read_move(&position, mv).expect("legal");
            game.play(&mut position, mv);
        }
        let id = vector["id"].as_str().expect("id");
        let Some(solution) = solved(&game, &position) else {
            too_long.push(id.to_string());
            continue;
        };
        assert_eq!(vector["winner"], ["white", "black"][solution.winner.index()], "{id}");
        held += 1;
    }
    println!("{held} solved, too long: {too_long:?}");
    assert_eq!(too_long, ["joust-value-8x7"]);
}

#[test]
fn mirrors_need_no_search() {
    for game in [middle(8, 8), middle(10, 10), middle(7, 8), board(8, 8, [3, 3], [4, 4])] {
        let solution = solved(&game, &game.start()).expect("quick");
        assert_eq!((solution.winner, solution.proof), (Player(1), Proof::Mirror));
        let mut position = game.start();
        let first = legal_list(&game, &position)[0];
        game.play(&mut position, first);
        let solution = solved(&game, &position).expect("quick");
        assert_eq!((solution.winner, solution.proof), (Player(1), Proof::Mirror));
    }
}

/// Returns in how many plies the game ends with perfect play, negative if the player to move loses.
fn exact(game: &Joust, position: &Position) -> i32 {
    let values = legal_list(game, position).into_iter().map(|mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        let value = -exact(game, &next);
        // A loss on the spot is 0, and the move that forces it wins in 1.
        if value <= 0 && legal_list(game, &next).is_empty() { 1 } else { value + value.signum() }
    });
    // Quick wins first, then slow losses.
    values.max_by_key(|value| if *value > 0 { 1000 - value } else { -1000 - value }).unwrap_or(0)
}

#[test]
fn distances_are_exact_on_small_boards() {
    for (columns, rows) in [(3, 3), (3, 4), (4, 3), (4, 4), (3, 5), (5, 3), (5, 4)] {
        let game = middle(columns, rows);
        let solution = solved(&game, &game.start()).expect("quick");
        let value = exact(&game, &game.start());
        assert_eq!(solution.plies, Some(value.unsigned_abs()), "{columns}x{rows}");
        assert_eq!(solution.winner, if value > 0 { Player(0) } else { Player(1) });
    }
    let game = middle(5, 5);
    assert_eq!(solved(&game, &game.start()).expect("quick").plies, Some(15));
}

#[test]
fn distances_are_exact_where_squares_are_burned() {
    let mut longest = 0;
    burned(60, |game, position| {
        let solution = solved(game, position).expect("quick");
        let plies = exact(game, position).unsigned_abs();
        assert_eq!(solution.plies, Some(plies), "{}", game.write_position(position));
        longest = longest.max(plies);
    });
    assert!(longest > 10, "{longest}");
}

#[test]
fn who_wins_by_a_mirror_can_hurry() {
    let game = middle(4, 6);
    let solution = solved(&game, &game.start()).expect("quick");
    assert_eq!((solution.proof, solution.winner), (Proof::Mirror, Player(1)));
    assert_eq!(solution.plies, Some(16), "of 22 squares");
}

#[test]
fn a_search_can_be_broken_off() {
    let game = middle(9, 9);
    let mut calls = 0;
    let solution = Solver::new(1).solve(&game, &game.start(), |_| {
        calls += 1;
        ControlFlow::Break(())
    });
    assert_eq!((solution, calls), (None, 1));
}

#[test]
fn a_finished_game_is_solved() {
    let game = board(3, 3, [1, 1], [0, 0]);
    let solution = solved(&game, &game.start()).expect("quick");
    assert_eq!((solution.winner, solution.plies), (Player(1), Some(0)));
}

/// Returns whether the player to move wins, by trying everything.
fn wins(game: &Joust, position: &Position) -> bool {
    legal_list(game, position).into_iter().any(|mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        !wins(game, &next)
    })
}

/// Returns a position of a board of 36 squares or fewer whose free squares are among those of `free`, one bit
/// each, and whose knights stand elsewhere.
fn place(game: &Joust, free: u64, knights: [u8; 2]) -> Position {
    let Grid { columns, rows } = game.grid;
    let letter = |square: u8| match square {
        _ if square == knights[0] => 'w',
        _ if square == knights[1] => 'b',
        _ if free >> square & 1 == 1 => '.',
        _ => 'x',
    };
    let row = |row: u8| (0..columns).map(|column| letter(row * columns + column)).collect();
    let rows: Vec<String> = (0..rows).rev().map(row).collect();
    game.read_position(&format!("{} white", rows.join("/"))).expect("a position")
}

/// Visits positions with burned squares at random.
fn burned(games: usize, mut visit: impl FnMut(&Joust, &Position)) {
    let mut random = SplitMix::new(11);
    for (columns, rows) in [(3, 4), (4, 4), (5, 4), (5, 5), (6, 5), (6, 6)] {
        let game = middle(columns, rows);
        let squares = columns * rows;
        for _ in 0..games {
            let mut free = random.next_u64() | random.next_u64();
            // So few that everything can be tried.
            while (free & ((1 << squares) - 1)).count_ones() > 15 {
                free &= !(1 << random.below(u64::from(squares)));
            }
            let white = random.below(u64::from(squares)) as u8;
            let black = (white + 1 + random.below(u64::from(squares) - 1) as u8) % squares;
            visit(&game, &place(&game, free, [white, black]));
        }
    }
}

#[test]
fn solved_is_what_trying_everything_finds() {
    // A table that forgets nearly everything, and one that is kept from position to position.
    let (mut forgetful, mut mindful) = (Solver::new(0), Solver::new(4));
    let (mut counts, mut board) = ([0; 2], None);
    burned(400, |game, position| {
        if board.replace(game.grid) != Some(game.grid) {
            mindful.forget();
        }
        let expected = wins(game, position);
        for solver in [&mut forgetful, &mut mindful] {
            let found = solver.winning_move(game, position, &Limits::default()).expect("unlimited");
            assert_eq!(found.is_some(), expected, "{}", game.write_position(position));
            if let Some(mv) = found {
                let mut next = *position;
                game.play(&mut next, mv);
                assert!(!wins(game, &next), "{mv:?}: {}", game.write_position(position));
            }
        }
        counts[usize::from(expected)] += 1;
    });
    assert!(counts[0] > 300 && counts[1] > 300, "{counts:?}");
}

#[test]
fn mirrored_positions_are_lost() {
    type Image = fn(u8, u8, u8, u8) -> (u8, u8);
    let images: [Image; 5] = [
        |column, row, _, last_row| (column, last_row - row),
        |column, row, last_column, _| (last_column - column, row),
        |column, row, last_column, last_row| (last_column - column, last_row - row),
        |column, row, _, _| (row, column),
        |column, row, last_column, last_row| (last_row - row, last_column - column),
    ];
    let mut random = SplitMix::new(12);
    for (columns, rows) in [(4, 4), (5, 5), (6, 6), (4, 5), (5, 6)] {
        let game = middle(columns, rows);
        let flat = if columns == rows { 5 } else { 3 };
        for image in images.iter().take(flat).cycle().take(200) {
            let image = |square: u8| {
                let (column, row) =
                    image(square % columns, square / columns, columns - 1, rows - 1);
                row * columns + column
            };
            let mut pairs: Vec<u8> =
                (0..columns * rows).filter(|square| image(*square) > *square).collect();
            let knight = pairs.swap_remove(random.below(pairs.len() as u64) as usize);
            let mut free = 0u64;
            for _ in 0..6 {
                let square = pairs[random.below(pairs.len() as u64) as usize];
                free |= 1 << square | 1 << image(square);
            }
            let position = place(&game, free, [knight, image(knight)]);
            assert!(!wins(&game, &position), "{}", game.write_position(&position));
            let mut solver = Solver::new(0);
            assert_eq!(solver.wins(&game, &position, &Limits::default()), Some(false));
            assert_eq!(solver.nodes, 0, "no search is needed");
        }
    }
}

#[test]
fn an_attempt_ends_at_its_limits_and_the_next_goes_on() {
    let game = board(7, 7, [3, 0], [3, 6]);
    let mut solver = Solver::new(16);
    let (mut attempts, limits) = (1, Limits::nodes(50_000));
    while solver.wins(&game, &game.start(), &limits).is_none() {
        assert!(solver.nodes <= 50_000);
        attempts += 1;
    }
    assert!((2..50).contains(&attempts), "{attempts}");
    assert_eq!(solver.wins(&game, &game.start(), &Limits::nodes(1000)), Some(true));
}
