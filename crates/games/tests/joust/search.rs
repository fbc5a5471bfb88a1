//! Joust against what search has found out: solved positions, and the course program's values.
//!
//! The searches here are as plain as can be: they test the rules, not themselves.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;

use manator_core::grid::{Grid, GridSquare};
use manator_core::random::SplitMix;
use manator_core::{Game, Notation, Player, legal_list};
use manator_games::joust::{Joust, Move, Position};
use serde_json::Value;

/// A position that needs more nodes than this is left to a real solver.
const NODES_MAX: usize = 1_000_000;

/// Returns the game of a vector and the position after its moves.
///
/// The vectors also hold boards narrower than the option allows, so the rules are built directly.
fn after(vector: &Value) -> (Joust, Position) {
    let size = vector["options"]["size"].as_str().expect("size");
    let (columns, rows) = size.split_once('x').expect("XxY");
    let grid = Grid { columns: columns.parse().expect("X"), rows: rows.parse().expect("Y") };
    let column = grid.columns.div_ceil(2) - 1;
    let home = [0, grid.rows - 1].map(|row| GridSquare { column, row });
    let game = Joust::on(grid, home);
    let mut position = game.start();
    for mv in vector["moves"].as_str().expect("moves").split_whitespace() {
        let mv = game.read_move(&position, mv).expect("legal");
        game.play(&mut position, mv);
    }
    (game, position)
}

struct Solver<'a> {
    game: &'a Joust,
    known: HashMap<u64, bool>,
}

impl Solver<'_> {
    /// Returns whether the player to move wins, or `None` when that takes too long.
    fn wins(&mut self, position: &Position) -> Option<bool> {
        let key = self.game.key(position);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        if self.known.len() > NODES_MAX {
            return None;
        }
        let mut children: Vec<Position> = legal_list(self.game, position)
            .into_iter()
            .map(|mv| {
                let mut next = *position;
                self.game.play(&mut next, mv);
                next
            })
            .collect();
        children.sort_by_key(|next| self.game.count_moves(next));
        let mut wins = false;
        for next in &children {
            if !self.wins(next)? {
                wins = true;
                break;
            }
        }
        self.known.insert(key, wins);
        Some(wins)
    }
}

#[test]
fn solved_positions_hold() {
    let mut solved = 0;
    for line in include_str!("vectors.jsonl").lines() {
        let vector: Value = serde_json::from_str(line).expect("JSON");
        if vector["kind"] != "solved" {
            continue;
        }
        let (game, position) = after(&vector);
        let mut solver = Solver { game: &game, known: HashMap::new() };
        let Some(wins) = solver.wins(&position) else { continue };
        let mover = game.to_move(&position);
        let winner = if wins { mover } else { mover.next(2) };
        assert_eq!(vector["winner"], ["white", "black"][winner.index()], "{}", vector["id"]);
        solved += 1;
    }
    println!("{solved} positions solved");
    assert!(solved >= 86, "only {solved} positions were solved");
}

/// On a board with an even number of rows Black wins by mirroring White in the middle line: the mirrored
/// move is always legal, so Black is never the one who is stuck.
#[test]
fn the_mirror_strategy_is_always_legal() {
    let mut random = SplitMix::new(3);
    for (columns, rows) in [(8, 8), (10, 10), (7, 8), (5, 6)] {
        let grid = Grid { columns, rows };
        let column = columns.div_ceil(2) - 1;
        let game = Joust::on(grid, [0, rows - 1].map(|row| GridSquare { column, row }));
        for _ in 0..200 {
            let mut position = game.start();
            loop {
                let moves = legal_list(&game, &position);
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.below(moves.len() as u64) as usize];
                game.play(&mut position, mv);
                let mirror =
                    |square: u8| columns * (rows - 1 - square / columns) + square % columns;
                let answer = Move { from: mirror(mv.from), to: mirror(mv.to) };
                assert!(game.is_legal(&position, answer), "{}", game.write_position(&position));
                game.play(&mut position, answer);
            }
        }
    }
}

/// The course document's `staticval`, from Black's side.
fn static_value(game: &Joust, position: &Position) -> i32 {
    let [white, black] = [0, 1].map(|seat| game.mobility(position, Player(seat)) as i32);
    match (game.to_move(position), white, black) {
        (Player(0), 0, _) => 1000,
        (Player(0), _, 0) => -1000,
        (Player(0), ..) => black - white,
        (_, _, 0) => -1000,
        (_, 0, _) => 1000,
        _ => black - white,
    }
}

fn minimax(game: &Joust, position: &Position, depth: u64) -> i32 {
    let moves = legal_list(game, position);
    if depth == 0 || moves.is_empty() {
        return static_value(game, position);
    }
    let values = moves.into_iter().map(|mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        minimax(game, &next, depth - 1)
    });
    let best = if game.to_move(position) == Player(0) { values.min() } else { values.max() };
    best.expect("a legal move")
}

#[test]
fn the_course_programs_values_hold() {
    for line in include_str!("values.jsonl").lines() {
        let vector: Value = serde_json::from_str(line).expect("JSON");
        let (game, position) = after(&vector);
        let depth = vector["depth"].as_u64().expect("depth");
        assert_eq!(vector["value"], minimax(&game, &position, depth), "{line}");
        let Some(best) = vector["best"].as_str() else { continue };
        let mut next = position;
        game.play(&mut next, game.read_move(&position, best).expect("legal"));
        assert_eq!(vector["value"], minimax(&game, &next, depth - 1), "{line}");
    }
}
