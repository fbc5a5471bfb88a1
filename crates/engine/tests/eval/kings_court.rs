//! The evaluations of King's Court.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_core::{Game, Notation, Table, Typed, legal_list};
use manator_engine::eval::Evaluations;
use manator_engine::eval::kings_court::KingsCourtEval;
use manator_games::kings_court::{FIRST, KingsCourt, Position, SECOND};
use manator_search::strong::Options;
use manator_search::{Guide, Limits, Score, Strong};
use manator_testkit::arbiter::after;
use manator_testkit::symmetry;

/// Where the square in a column and row of the new board comes from.
type Carry = fn(usize, usize) -> (usize, usize);

/// Calls `check` with every position of some random games.
fn on_random_play(games: usize, check: impl Fn(&KingsCourt, &Position)) {
    let table = after::<KingsCourt>("", "");
    let game = table.game();
    let mut random = SplitMix::new(9);
    for _ in 0..games {
        let mut position = game.start();
        while game.outcome(&position).is_none() {
            check(game, &position);
            let legal = legal_list(game, &position);
            game.play(&mut position, legal[random.below(legal.len() as u64) as usize]);
        }
    }
}

#[test]
fn one_sides_gain_is_the_others_loss() {
    on_random_play(100, |game, position| {
        for evaluation in KingsCourtEval::ALL {
            let [first, second] =
                [FIRST, SECOND].map(|player| evaluation.eval.evaluate(game, position, player));
            assert_eq!(first, -second, "{}: {position:?}", evaluation.name);
            assert!(first.abs() < Score::EVALUATION_MAX);
            if evaluation.eval.solve(game, position).is_none() {
                let unsolved = evaluation.eval.evaluate_unsolved(game, position, FIRST);
                assert_eq!(first, unsolved, "{}: {position:?}", evaluation.name);
            }
        }
    });
}

#[test]
fn boards_that_look_alike_are_worth_the_same() {
    let carries: [Carry; 3] = [
        |column, row| (7 - column, 7 - row),
        |column, row| (7 - row, 7 - column),
        // This one changes the colour of the squares, and so the sides.
        |column, row| (7 - column, row),
    ];
    on_random_play(40, |game, position| {
        let text = game.write_position(position);
        let (board, rest) = text.split_once(' ').expect("four fields");
        for (index, carry) in carries.into_iter().enumerate() {
            let swap = index == 2;
            let carried = symmetry::board(board, carry, |letter| match letter {
                '1' if swap => '2',
                '2' if swap => '1',
                other => other,
            });
            let other = if swap { position.to_move.next(2) } else { position.to_move };
            let name = ["first", "second"][other.index()];
            let numbers = rest.split_once(' ').expect("three fields").1;
            // Before the first capture whose turn it is tells how many moves were made.
            let Ok(image) = game.read_position(&format!("{carried} {name} {numbers}")) else {
                assert!(swap, "{text}");
                continue;
            };
            // The net of the learned one has seen every board in all eight ways, and learned nearly the same.
            let exact = KingsCourtEval::ALL.iter().map(|evaluation| evaluation.eval);
            for eval in exact.filter(|eval| *eval != KingsCourtEval::Learned) {
                let value = |position, player| eval.evaluate(game, position, player);
                assert_eq!(value(position, position.to_move), value(&image, other), "{text}");
            }
        }
    });
}

#[test]
fn wins_are_seen() {
    let eval = KingsCourtEval::ALL[0].eval;
    // Second's piece on D4 can be jumped over; on the second board one on D5, of the other colour, stays.
    let board = "......../......../......../......../...21.../......../......../2.......";
    let table = at(&format!("{board} first 4 0"));
    assert_eq!(eval.solve(table.game(), table.current()), Some(Score::win_in(1)));
    let board = "......../......../......../...2..../...21.../......../......../2.......";
    let table = at(&format!("{board} first 4 0"));
    assert_eq!(eval.solve(table.game(), table.current()), Some(Score::loss_in(20)));
    // One piece more than the table of endings knows.
    let board = "1......./......../......../...2..../...21.../......../......../2.......";
    let table = at(&format!("{board} first 4 0"));
    assert_eq!(eval.solve(table.game(), table.current()), None);
}

#[test]
fn moves_that_take_more_come_first() {
    let eval = KingsCourtEval::ALL[0].eval;
    on_random_play(10, |game, position| {
        let legal = legal_list(game, position);
        let promise = |mv| eval.promise(game, position, mv);
        for mv in &legal {
            let fewer = legal.iter().filter(|other| {
                other.captured & !mv.captured == 0 && mv.captured & !other.captured != 0
            });
            for other in fewer {
                let same_end = mv.ends(position) == other.ends(position);
                assert!(!same_end || promise(*mv) > promise(*other), "{position:?}");
            }
        }
    });
}

#[test]
fn the_best_beats_counting_pieces() {
    let table = after::<KingsCourt>("", "");
    let evals: [&dyn Guide<KingsCourt>; 2] =
        [&KingsCourtEval::ALL[0].eval, &KingsCourtEval::Material];
    let [best, material] = crate::duel::play(table.game(), evals, 10, 1);
    assert!(best >= 3 * material, "{best} to {material}");
}

#[test]
fn a_piece_is_offered_before_both_lose() {
    let eval = KingsCourtEval::ALL[0].eval;
    // Nothing can be captured, and the move after this one has to capture something.
    let board = ".......2/......../.....2../...1.2../......../..1...../......../1.......";
    let table = at(&format!("{board} first 4 49"));
    let (game, position) = (table.game(), *table.current());
    for depth in 2..6 {
        let mut strong = Strong::new(Options { hash_mib: 1, ..Options::default() });
        let report = strong.search(game, &eval, &position, &Limits::depth(depth), |_| {});
        let (best, score) = (report.lines[0].line[0], report.lines[0].score);
        assert!(score.0 > -1000, "{depth}: {score}");
        let mut next = position;
        game.play(&mut next, best);
        assert!(legal_list(game, &next).iter().any(|mv| mv.captured != 0), "{depth}");
    }
}

#[track_caller]
fn at(position: &str) -> Typed<KingsCourt> {
    let mut table = after::<KingsCourt>("", "");
    table.set_position(position).unwrap_or_else(|error| panic!("{error}"));
    table
}

#[test]
fn the_strong_search_finds_what_minimax_finds() {
    crate::exact::check::<KingsCourt, KingsCourtEval>(3, 40);
}
