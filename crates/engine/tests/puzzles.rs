//! The puzzles that are built in: every one is proven anew, by a search that leaves nothing out.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;

use manator_core::{Rulebook, Settings, Table, Typed};
use manator_engine::catalog;
use manator_engine::puzzle::{Finder, Judged, Puzzle, Solver, Unproven, kept, own_moves};

/// How many puzzles a set has at least.
const SET_MIN: usize = 100;

fn table<G: Rulebook>() -> Typed<G> {
    Typed::new(Settings::defaults(G::CARD.options)).expect("the default options")
}

#[track_caller]
fn check<G: Rulebook>() {
    let table = table::<G>();
    let name = G::CARD.name;
    if catalog::find(name).is_none_or(|stable| stable.puzzles().is_none()) {
        return;
    }
    let set = kept(name);
    assert!(set.len() >= SET_MIN, "{name} has {} puzzles", set.len());
    let mut seen = HashSet::new();
    for puzzle in &set {
        assert!(seen.insert(&puzzle.position), "{name}: {puzzle} is there twice");
        assert!(puzzle.alone >= puzzle.plies, "{name}: {puzzle}");
        if let Err(why) = Finder::prove(&table, puzzle) {
            panic!("{name}: {puzzle}: {why}");
        }
        assert_eq!(puzzle.to_string().parse::<Puzzle>().as_ref(), Ok(puzzle));
    }
    let is_deep = |puzzle: &&Puzzle| {
        let mut table = table.copy();
        table.set_position(&puzzle.position).expect("a position");
        own_moves(&*table, puzzle.plies) > 1
    };
    let deep = set.iter().filter(is_deep).count();
    assert!(deep * 10 >= set.len(), "{name}: only {deep} take more than one move");
}

macro_rules! sets {
    ($($module:ident::$rulebook:ident,)*) => {
        $(#[test]
        fn $module() {
            check::<manator_games::$module::$rulebook>();
        })*
    };
}
manator_games::every_game!(sets);

/// A puzzle of Joust in which one move wins within three plies, as it is kept.
fn two_mover() -> (Typed<manator_games::joust::Joust>, Puzzle) {
    let set = kept("joust");
    let puzzle = set.into_iter().find(|puzzle| puzzle.plies == 3).expect("one of two moves");
    (table(), puzzle)
}

#[test]
fn false_claims_are_found() {
    let (table, puzzle) = two_mover();
    let found = Finder { plies_max: 9, nodes: 100_000 };
    let mut set_up = table.copy();
    set_up.set_position(&puzzle.position).expect("a position");
    assert_eq!(found.look(&*set_up), Ok(Some(puzzle.clone())));
    let other = set_up.legal().into_iter().find(|mv| *mv != puzzle.solution).expect("another move");
    let wrong = Puzzle { solution: other, ..puzzle.clone() };
    assert!(matches!(Finder::prove(&table, &wrong), Err(Unproven::Moves { .. })));
    let early = Puzzle { plies: 1, ..puzzle.clone() };
    assert_eq!(Finder::prove(&table, &early), Err(Unproven::Depth { plies: 1, found: None }));
    let nowhere = Puzzle { position: "nowhere".into(), ..puzzle };
    assert!(matches!(Finder::prove(&table, &nowhere), Err(Unproven::Position(_))));
    assert!("3 5 C2E1".parse::<Puzzle>().is_err());
}

#[test]
fn a_solver_answers_until_the_game_is_won() {
    let (mut table, puzzle) = two_mover();
    table.set_position(&puzzle.position).expect("a position");
    let player = table.to_move();
    let other = table.legal().into_iter().find(|mv| *mv != puzzle.solution).expect("another move");
    let mut solver = Solver::new(&table, puzzle.plies, 100_000).expect("a solver");
    let judged = solver.judge(&table, &other).expect("judged");
    assert!(!matches!(judged, Judged::Won | Judged::Wins { is_slower: false, .. }), "{judged:?}");
    loop {
        let hint = solver.hint(&table).expect("a hint").expect("a win");
        assert!(hint.piece.is_some_and(|(_, kind)| kind == "knight"), "{hint:?}");
        let judged = solver.judge(&table, &hint.mv).expect("judged");
        table.play(&hint.mv).expect("legal");
        match judged {
            Judged::Won => break,
            Judged::Wins { is_slower: false, replies, .. } => {
                for reply in replies {
                    table.play(&reply).expect("legal");
                }
                assert_eq!(table.to_move(), player);
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(table.moves().len() <= puzzle.plies as usize);
}
