//! The evaluations of Refusal: what they promise, what they know, and how they play.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::random::SplitMix;
use manator_core::{Game, Notation, Player, Refusable, Settings, legal_list};
use manator_engine::catalog;
use manator_engine::eval::Evaluations;
use manator_engine::eval::learned::{Seen, Sight};
use manator_engine::eval::refusal::RefusalEval;
use manator_games::catalog::find;
use manator_games::refusal::{Action, Move, NORTH, Position, Refusal, Refusals, SOUTH};
use manator_search::{Guide, Score};
use manator_testkit::symmetry;

const ONCE: Refusal = Refusal::with(SOUTH, Refusals::Once);

/// Plays random games and visits their positions that are not over.
fn walk(game: &Refusal, games: usize, mut visit: impl FnMut(&Position)) {
    let mut random = SplitMix::new(1);
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
    for refusals in [Refusals::Once, Refusals::Never] {
        let game = Refusal::with(NORTH, refusals);
        walk(&game, 100, |position| {
            for evaluation in RefusalEval::ALL {
                let [south, north] =
                    [SOUTH, NORTH].map(|player| evaluation.eval.evaluate(&game, position, player));
                assert_eq!(south, -north, "{}", evaluation.name);
                assert!(south.abs() <= Score::EVALUATION_MAX);
            }
        });
    }
}

#[test]
fn a_board_turned_over_is_worth_the_same() {
    let turn_over = |text: &str| {
        let flip = |c: char| if c.is_ascii_digit() { (b'9' - (c as u8 - b'0')) as char } else { c };
        text.chars().map(flip).collect::<String>()
    };
    let swap = |letter: char| match letter {
        _ if letter.is_ascii_lowercase() => letter.to_ascii_uppercase(),
        _ => letter.to_ascii_lowercase(),
    };
    walk(&ONCE, 100, |position| {
        let text = ONCE.write_position(position);
        let fields: Vec<&str> = text.split(' ').collect();
        let board = symmetry::board(fields[0], |column, row| (column, 7 - row), swap);
        let side = if fields[1] == "south" { "north" } else { "south" };
        let other = format!("{board} {side} {} {}", fields[2], turn_over(fields[3]));
        let other = ONCE.read_position(&other).expect("a position");
        for evaluation in RefusalEval::ALL {
            let eval = evaluation.eval;
            let value = eval.evaluate(&ONCE, position, SOUTH);
            let place = format!("{}: {text}", evaluation.name);
            assert_eq!(value, eval.evaluate(&ONCE, &other, NORTH), "{place}");
            assert_eq!(eval.is_urgent(&ONCE, position), eval.is_urgent(&ONCE, &other), "{place}");
        }
    });
}

#[test]
fn without_refusals_nothing_was_learned() {
    let game = Refusal::with(SOUTH, Refusals::Never);
    walk(&game, 20, |position| {
        let value = |eval: RefusalEval| eval.evaluate(&game, position, SOUTH);
        assert_eq!(value(RefusalEval::Learned), value(RefusalEval::Tempo));
    });
}

/// Returns what the learned evaluation sees of a turn, its inputs in order.
fn seen(sight: &dyn Sight, position: &str) -> Option<Seen> {
    let entry = find("refusal").expect("a game");
    let mut table = entry.open(Settings::defaults(entry.card().options)).expect("the defaults");
    table.set_position(position).expect("a position");
    let mut seen = sight.see(&*table)?;
    seen.inputs.sort_unstable();
    Some(seen)
}

#[test]
fn the_other_side_and_a_mirror_see_what_they_should() {
    let sight = catalog::find("refusal").and_then(|stable| stable.sight()).expect("it learns");
    let sorted = |seen: &Seen, carry: &dyn Fn(u16) -> u16| {
        let mut inputs: Vec<u16> = seen.inputs.iter().map(|input| carry(*input)).collect();
        inputs.sort_unstable();
        inputs
    };
    let left_is_right = |letter: char| match letter {
        'l' => 'r',
        'r' => 'l',
        'L' => 'R',
        'R' => 'L',
        other => other,
    };
    let mut compared = 0;
    walk(&ONCE, 30, |position| {
        let text = ONCE.write_position(position);
        let (board, rest) = text.split_once(' ').expect("four fields");
        let Some(found) = seen(sight, &text) else { return };
        let swapped = if rest.starts_with("south") {
            rest.replacen("south", "north", 1)
        } else {
            rest.replacen("north", "south", 1)
        };
        if let Some(other) = seen(sight, &format!("{board} {swapped}")) {
            assert_eq!(other.inputs, sorted(&found, &|input| sight.turned(input)), "{text}");
            assert_eq!(other.phase, found.phase);
        }
        let mirrored = symmetry::board(board, |column, row| (4 - column, row), left_is_right);
        let mirror = seen(sight, &format!("{mirrored} {rest}")).expect("no less open");
        assert_eq!(mirror.inputs, sorted(&found, &|input| sight.mirrored(input, 1)), "{text}");
        // The pieces that go left and those that go right have changed places.
        let [left, right] = [2, 3];
        let mut terms = found.terms.clone();
        terms.swap(left, right);
        assert_eq!(mirror.terms, terms, "{text}");
        compared += 1;
    });
    assert!(compared > 100, "{compared}");
}

fn at(game: &Refusal, text: &str) -> Position {
    game.read_position(text).expect("a position")
}

#[test]
fn two_ways_to_take_the_king_decide() {
    let one = "---K-/-----/--n--/-----/-----/-pp--/-----/-k---";
    let two = "---K-/-n---/--n--/-----/-----/-pp--/-----/-k---";
    let never = Refusal::with(SOUTH, Refusals::Never);
    for eval in [RefusalEval::Learned, RefusalEval::Tempo] {
        let value = |game: &Refusal, text: &str| eval.evaluate(game, &at(game, text), SOUTH);
        assert!(value(&ONCE, &format!("{one} south propose -")) < 1000);
        assert!(value(&ONCE, &format!("{two} south propose -")) > 1000);
        assert!(value(&ONCE, &format!("{two} north propose -")) < 1000);
        assert!(value(&ONCE, &format!("{two} south alternate C3C4")) > 1000);
        assert!(value(&ONCE, &format!("{two} south respond C6D8")) > 1000);
        assert!(value(&ONCE, &format!("{two} south respond C3C4")) < 1000);
        assert!(value(&never, &format!("{one} south propose -")) > 1000);
    }
    let urgent = |game: &Refusal, board: &str| {
        RefusalEval::Tempo.is_urgent(game, &at(game, &format!("{board} north propose -")))
    };
    assert!(urgent(&ONCE, two) && urgent(&never, one));
}

#[test]
fn captures_are_noisy_and_promise_most() {
    let eval = RefusalEval::Tempo;
    walk(&ONCE, 100, |position| {
        for action in legal_list(&ONCE, position) {
            let Action::Move(mv) = action else { continue };
            let captures = position.at(mv.to).is_some();
            assert_eq!(eval.is_noisy(&ONCE, position, action), captures);
            assert_eq!(eval.promise(&ONCE, position, action) > 0, captures);
        }
    });
}

fn standing(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = ONCE.standing_moves(position, |mv| {
        moves.push(mv);
        ControlFlow::<()>::Continue(())
    });
    moves
}

/// Returns what a turn is worth to its mover: its second-best move.
fn turn(eval: RefusalEval, position: &Position, depth: u32, alpha: i32, beta: i32) -> i32 {
    if ONCE.count_standing_moves(position) < 2 {
        return Score::loss_in(100 - depth).0;
    }
    if depth == 0 {
        return eval.evaluate(&ONCE, position, position.mover);
    }
    let mut moves = standing(position);
    moves.sort_by_key(|mv| -eval.promise(&ONCE, position, Action::Move(*mv)));
    let [mut best, mut second] = [-Score::INFINITE.0; 2];
    for mv in moves {
        let value = after(eval, position, mv, depth, alpha.max(second), beta);
        second = second.max(value.min(best));
        best = best.max(value);
        if second >= beta {
            break;
        }
    }
    second
}

fn after(
    eval: RefusalEval,
    position: &Position,
    mv: Move,
    depth: u32,
    alpha: i32,
    beta: i32,
) -> i32 {
    let mut next = *position;
    ONCE.stand(&mut next, mv);
    -turn(eval, &next, depth - 1, -beta, -alpha)
}

/// Returns the moves with their values, best first.
fn ranked(eval: RefusalEval, position: &Position, depth: u32) -> Vec<(i32, Move)> {
    let infinite = Score::INFINITE.0;
    let value = |mv| (after(eval, position, mv, depth, -infinite, infinite), mv);
    let mut moves: Vec<(i32, Move)> = standing(position).into_iter().map(value).collect();
    moves.sort_by_key(|(value, _)| -value);
    moves
}

/// Plays a game on from `opening`; returns whether the evaluation of `seat` wins.
fn wins(evals: [RefusalEval; 2], seat: Player, opening: &Position) -> bool {
    let mut position = *opening;
    while ONCE.count_standing_moves(&position) >= 2 {
        let mover = usize::from(position.mover != seat);
        let proposed = ranked(evals[mover], &position, 3);
        let feared = ranked(evals[1 - mover], &position, 2);
        // Refused is what the opponent thinks better than everything else.
        let refused = feared[0].1 == proposed[0].1 && feared[0].0 > feared[1].0;
        ONCE.stand(&mut position, proposed[usize::from(refused)].1);
    }
    position.mover != seat
}

#[test]
fn each_evaluation_outplays_those_below_it() {
    let mut random = SplitMix::new(2);
    let mut openings = Vec::new();
    while openings.len() < 20 {
        let mut position = ONCE.start();
        for _ in 0..5 {
            let moves = standing(&position);
            ONCE.stand(&mut position, moves[random.below(moves.len() as u64) as usize]);
        }
        let infinite = Score::INFINITE.0;
        // An opening that is decided already says nothing.
        if turn(RefusalEval::Mobility, &position, 4, -infinite, infinite).abs() < 30 {
            openings.push(position);
        }
    }
    for (better, other) in [
        (RefusalEval::Learned, RefusalEval::Tempo),
        (RefusalEval::Tempo, RefusalEval::Mobility),
        (RefusalEval::Tempo, RefusalEval::Material),
    ] {
        let games = openings.iter().flat_map(|opening| [(opening, SOUTH), (opening, NORTH)]);
        let won = games.filter(|(opening, seat)| wins([better, other], *seat, opening)).count();
        println!("{better:?} wins {won} of 40 against {other:?}");
        assert!(won >= 26, "{better:?} won {won} of 40 against {other:?}");
    }
}

#[test]
fn the_strong_search_finds_what_minimax_finds() {
    crate::exact::check::<Refusal, RefusalEval>(5, 60);
}
