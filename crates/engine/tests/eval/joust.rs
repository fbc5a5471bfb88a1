//! The evaluations of Joust: what they promise, what they know exactly, and how they play.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::grid::{Grid, GridSquare};
use manator_core::random::SplitMix;
use manator_core::{Game, Notation, Player, legal_list};
use manator_engine::eval::Evaluations;
use manator_engine::eval::joust::JoustEval;
use manator_engine::eval::joust::path::Walker;
use manator_engine::eval::joust::reach::{moves_at_most, region};
use manator_games::joust::{Joust, Move, Position, Squares};
use manator_search::{Guide, Score};
use manator_testkit::symmetry;
use serde_json::Value;

fn board(columns: u8, rows: u8, starts: [u8; 2]) -> Joust {
    let [white, black] = starts.map(|column| column % columns);
    let home = |column, row| GridSquare { column, row };
    Joust::on(Grid { columns, rows }, [home(white, 0), home(black, rows - 1)])
}

/// Plays random games and visits their positions that are not over.
fn walk(game: &Joust, games: usize, seed: u64, mut visit: impl FnMut(&Position)) {
    let mut random = SplitMix::new(seed);
    for _ in 0..games {
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            visit(&position);
            let moves = legal_list(game, &position);
            game.play(&mut position, moves[random.below(moves.len() as u64) as usize]);
        }
    }
}

#[test]
fn one_players_gain_is_the_others_loss() {
    for (columns, rows) in [(8, 8), (5, 7), (10, 10), (16, 16)] {
        let game = board(columns, rows, [3, 2]);
        walk(&game, 20, 1, |position| {
            for evaluation in JoustEval::ALL {
                let [white, black] =
                    [0, 1].map(|seat| evaluation.eval.evaluate(&game, position, Player(seat)));
                assert_eq!(white, -black, "{}", evaluation.name);
                assert!(white.abs() <= Score::EVALUATION_MAX);
            }
        });
    }
}

/// Where the character on a column and row comes from.
type Image = fn(usize, usize) -> (usize, usize);

#[test]
fn mirrored_boards_are_worth_the_same() {
    let game = board(8, 8, [3, 3]);
    let mirror = |text: &str, image: Image| {
        let (field, turn) = text.split_once(' ').expect("two fields");
        format!("{} {turn}", symmetry::board(field, image, |letter| letter))
    };
    let images: [Image; 3] = [
        |column, row| (7 - column, row),
        |column, row| (column, 7 - row),
        |column, row| (row, column),
    ];
    walk(&game, 40, 2, |position| {
        let text = game.write_position(position);
        for image in images {
            let other = game.read_position(&mirror(&text, image)).expect("a position");
            check_alike(&game, position, &other, |player| player);
        }
        let swapped = symmetry::board(
            text.split_once(' ').expect("two fields").0,
            |column, row| (column, row),
            |letter| match letter {
                'w' => 'b',
                'b' => 'w',
                other => other,
            },
        );
        let turn = if text.ends_with("white") { "black" } else { "white" };
        let other = game.read_position(&format!("{swapped} {turn}")).expect("a position");
        check_alike(&game, position, &other, |player| player.next(2));
    });
}

fn check_alike(
    game: &Joust,
    position: &Position,
    other: &Position,
    player: impl Fn(Player) -> Player,
) {
    for evaluation in JoustEval::ALL {
        let eval = evaluation.eval;
        let value = eval.evaluate(game, position, Player(0));
        let place = format!("{}: {}", evaluation.name, game.write_position(position));
        assert_eq!(value, eval.evaluate(game, other, player(Player(0))), "{place}");
    }
}

/// Plain alpha-beta, from the side of the player to move.
fn alpha_beta(
    game: &Joust,
    eval: JoustEval,
    position: &Position,
    depth: u64,
    window: [i32; 2],
) -> i32 {
    let mut moves = legal_list(game, position);
    if moves.is_empty() || depth == 0 {
        return eval.evaluate(game, position, game.to_move(position));
    }
    moves.sort_by_key(|mv| -eval.promise(game, position, *mv));
    let [mut alpha, beta] = window;
    for mv in moves {
        let mut next = *position;
        game.play(&mut next, mv);
        alpha = alpha.max(-alpha_beta(game, eval, &next, depth - 1, [-beta, -alpha]));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

const OPEN: [i32; 2] = [-Score::INFINITE.0, Score::INFINITE.0];

#[test]
fn mobility_gives_the_course_programs_values() {
    let text = include_str!("../../../games/tests/joust/values.jsonl");
    let mut depths = [0; 7];
    for line in text.lines() {
        let vector: Value = serde_json::from_str(line).expect("JSON");
        let size = vector["options"]["size"].as_str().expect("size");
        let (columns, rows) = size.split_once('x').expect("XxY");
        let columns: u8 = columns.parse().expect("X");
        let column = columns.div_ceil(2) - 1;
        let game = board(columns, rows.parse().expect("Y"), [column, column]);
        let mut position = game.start();
        for mv in vector["moves"].as_str().expect("moves").split_whitespace() {
            let mv = game.read_move(&position, mv).expect("legal");
            game.play(&mut position, mv);
        }
        let depth = vector["depth"].as_u64().expect("depth");
        let value = alpha_beta(&game, JoustEval::Mobility, &position, depth, OPEN);
        // The file's values are Black's.
        let black = if game.to_move(&position) == Player(1) { value } else { -value };
        assert_eq!(vector["value"], black, "{line}");
        depths[depth as usize] += 1;
    }
    assert!(depths[1..].iter().all(|count| *count > 0), "{depths:?}");
}

/// Returns the exact value by trying everything.
fn exact(game: &Joust, position: &Position) -> Score {
    let moves = legal_list(game, position).into_iter().map(|mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        (-exact(game, &next)).later(1)
    });
    moves.max().unwrap_or(Score::loss_in(0))
}

#[test]
fn knights_that_cannot_meet_are_solved_exactly() {
    let mut solved = 0;
    for (columns, rows) in [(4, 5), (5, 5), (6, 6)] {
        let game = board(columns, rows, [1, 2]);
        walk(&game, 300, 3, |position| {
            let Some(score) = JoustEval::Territory.solve(&game, position) else { return };
            assert_eq!(score, exact(&game, position), "{}", game.write_position(position));
            solved += 1;
        });
    }
    println!("{solved} positions solved");
    assert!(solved > 500);
}

#[test]
fn knights_that_can_meet_are_left_to_the_search() {
    let game = board(16, 16, [7, 7]);
    assert_eq!(JoustEval::Territory.solve(&game, &game.start()), None);
}

fn choose(game: &Joust, eval: JoustEval, position: &Position) -> Move {
    let value = |mv: &Move| {
        let mut next = *position;
        game.play(&mut next, *mv);
        alpha_beta(game, eval, &next, 2, OPEN)
    };
    legal_list(game, position).into_iter().min_by_key(value).expect("a legal move")
}

/// Returns how many of the games `one` wins, each opening played from both seats.
fn matches(one: JoustEval, two: JoustEval, openings: u64) -> u64 {
    let mut random = SplitMix::new(6);
    let mut wins = 0;
    for _ in 0..openings {
        let game = board(8, 8, [0; 2].map(|_| random.below(8) as u8));
        let mut opening = game.start();
        for _ in 0..5 + random.below(2) {
            let moves = legal_list(&game, &opening);
            game.play(&mut opening, moves[random.below(moves.len() as u64) as usize]);
        }
        for seat in [Player(0), Player(1)] {
            let mut position = opening;
            while game.outcome(&position).is_none() {
                let eval = if game.to_move(&position) == seat { one } else { two };
                let mv = choose(&game, eval, &position);
                game.play(&mut position, mv);
            }
            wins += u64::from(game.to_move(&position) != seat);
        }
    }
    wins
}

#[test]
fn territory_outplays_the_others() {
    for other in [JoustEval::Mobility, JoustEval::Region] {
        let wins = matches(JoustEval::Territory, other, 50);
        println!("territory wins {wins} of 100 against {other:?}");
        assert!(wins >= 65, "{wins} of 100 against {other:?}");
    }
}

#[test]
fn the_strong_search_finds_what_minimax_finds() {
    crate::exact::check::<Joust, JoustEval>(6, 60);
}

fn longest_walk(game: &Joust, from: u8, free: Squares<1>) -> u32 {
    let walks = (game.near(from) & free).iter();
    walks.map(|to| 1 + longest_walk(game, to, free & !Squares::of(to))).max().unwrap_or(0)
}

#[test]
fn walks_are_as_long_as_trying_everything_finds() {
    let mut random = SplitMix::new(4);
    for (columns, rows) in [(3, 4), (4, 4), (5, 5), (6, 5), (8, 8)] {
        let game = board(columns, rows, [0, columns - 1]);
        for _ in 0..200 {
            let burned = random.next_u64() & random.next_u64();
            let more = if columns > 5 { random.next_u64() } else { 0 };
            let free = game.start().free::<1>() & !Squares([burned | more]);
            let from = random.below(u64::from(columns) * u64::from(rows)) as u8;
            let free = free & !Squares::of(from);
            let longest = longest_walk(&game, from, free);
            let mut walker = Walker::new(&game, u64::MAX);
            assert_eq!(walker.longest(from, free, u32::MAX), Some(longest));
            for enough in [1, longest, longest + 1] {
                let found = walker.longest(from, free, enough);
                assert_eq!(found, Some(longest.min(enough)), "{free:?} from {from}");
            }
            assert!(moves_at_most(&game, from, region(&game, from, free)) >= longest);
        }
    }
}

#[test]
fn a_walker_gives_up_when_told_to() {
    let game = board(8, 8, [0, 7]);
    let free = game.start().free::<1>();
    assert_eq!(Walker::new(&game, 10).longest(0, free, u32::MAX), None);
}
