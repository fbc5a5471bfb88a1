//! The solver of Joust against solved positions, and against itself played out.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::grid::{Grid, GridSquare};
use manator_core::{Game, Notation, Player, legal_list};
use manator_engine::solve::joust::{Proof, Solution, solve};
use manator_games::joust::{Joust, Position};
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
    let solution = solve(game, position, |progress| {
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
fn a_search_can_be_broken_off() {
    let game = middle(9, 9);
    let mut calls = 0;
    let solution = solve(&game, &game.start(), |_| {
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
