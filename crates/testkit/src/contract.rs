//! What every game promises, checked on random play.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashMap;

use manator_core::random::SplitMix;
use manator_core::view::Gesture;
use manator_core::{Rulebook, Settings, Table, Typed, legal_list};

const PLIES_MAX: usize = 400;

/// Plays random games under `options` until `positions` positions have been checked.
pub fn check<G: Rulebook>(options: &str, positions: usize, seed: u64) {
    let mut random = SplitMix::new(seed);
    let mut checked = 0;
    // Keys seen, with the position text they stand for: a collision shows a forgotten right.
    let mut keys: HashMap<u64, G::Position> = HashMap::new();
    while checked < positions {
        let settings = Settings::parse(G::CARD.options, options).expect("valid options");
        let mut table = Typed::<G>::new(settings).expect("valid options");
        for _ in 0..PLIES_MAX {
            check_position(&table, &mut random);
            check_key(&table, &mut keys);
            checked += 1;
            let legal = table.legal();
            if legal.is_empty() {
                break;
            }
            play_and_undo(&mut table, &legal, &mut random);
            let mv = &legal[random.below(legal.len() as u64) as usize];
            table.play(mv).expect("a listed move can be played");
        }
    }
}

fn check_position<G: Rulebook>(table: &Typed<G>, random: &mut SplitMix) {
    let (game, position) = (table.game(), table.current());
    let context = table.position();
    let moves = legal_list(game, position);
    assert_eq!(game.count_moves(position), moves.len(), "count_moves: {context}");
    assert_eq!(game.outcome(position).is_none(), !moves.is_empty(), "over means stuck: {context}");

    let read = game.read_position(&context).unwrap_or_else(|error| panic!("{error}: {context}"));
    assert_eq!(&read, position, "position text: {context}");
    assert_eq!(game.write_position(&read), context, "position text is canonical");
    assert_eq!(game.key(&read), game.key(position), "the key rebuilt differs: {context}");

    let mut scratch = position.clone();
    let mut reached: HashMap<String, String> = HashMap::new();
    for mv in &moves {
        assert!(game.is_legal(position, *mv), "is_legal denies {mv:?}: {context}");
        let text = game.move_text(position, *mv);
        assert_eq!(game.read_move(position, &text), Ok(*mv), "{text}: {context}");
        let lower = text.to_ascii_lowercase();
        assert_eq!(game.read_move(position, &lower), Ok(*mv), "{lower}: {context}");
        let mut next = position.clone();
        game.play(&mut next, *mv);
        game.with_move(&mut scratch, *mv, |child| {
            assert!(*child == next, "with_move differs from play, {text}: {context}");
            assert_eq!(game.key(child), game.key(&next), "key after {text}: {context}");
        });
        assert!(scratch == *position, "with_move leaves a trace, {text}: {context}");
        let other = reached.insert(game.write_position(&next), text.clone());
        assert!(other.is_none(), "{text} and {other:?} are one move: {context}");
    }
    check_view(table, &moves);
    check_nonsense(table, random);
}

fn check_view<G: Rulebook>(table: &Typed<G>, moves: &[G::Move]) {
    let (game, position) = (table.game(), table.current());
    let cells = game.board().cells.len();
    let pieces = game.pieces(position);
    assert!(pieces.iter().all(|placed| placed.cell.index() < cells), "{}", table.position());
    let mut taken: Vec<_> = pieces.iter().map(|placed| placed.cell).collect();
    taken.sort_unstable();
    taken.dedup();
    assert_eq!(taken.len(), pieces.len(), "two pieces on one cell: {}", table.position());
    let player = game.to_move(position);
    for mv in moves {
        let Gesture::Cells(path) = game.gesture(position, *mv) else { continue };
        assert!(path.len() >= 2 && path.iter().all(|cell| cell.index() < cells));
        let first = pieces.iter().find(|placed| placed.cell == path[0]);
        let owner = first.and_then(|placed| placed.piece.owner);
        assert_eq!(owner, Some(player), "a gesture starts on the mover's piece: {mv:?}");
    }
}

/// Text that is no legal move is refused with a code the card declares, and never accepted otherwise.
fn check_nonsense<G: Rulebook>(table: &Typed<G>, random: &mut SplitMix) {
    let legal = table.legal();
    let board = table.board();
    let name = |random: &mut SplitMix| {
        board.cells[random.below(board.cells.len() as u64) as usize].name.clone()
    };
    for _ in 0..8 {
        let text = name(random) + &name(random);
        match table.judge(&text) {
            Ok(canonical) => assert!(legal.contains(&canonical), "{text}: {}", table.position()),
            Err(illegal) => {
                assert!(!legal.contains(&text), "{illegal}: {}", table.position());
                let code = illegal.fault.code;
                assert!(G::CARD.declares(code), "code '{code}' is not on the card: {illegal}");
                assert!(!illegal.fault.why.is_empty(), "{text}: no reason");
            }
        }
    }
}

fn check_key<G: Rulebook>(table: &Typed<G>, keys: &mut HashMap<u64, G::Position>) {
    let (game, position) = (table.game(), table.current());
    let Some(other) = keys.insert(game.key(position), position.clone()) else { return };
    // Equal keys must mean equal play: the same player and the same moves with the same results.
    assert_eq!(game.to_move(&other), game.to_move(position), "key collision: {}", table.position());
    assert_eq!(game.outcome(&other), game.outcome(position), "key collision: {}", table.position());
    assert_eq!(legal_list(game, &other), legal_list(game, position), "{}", table.position());
}

fn play_and_undo<G: Rulebook>(table: &mut Typed<G>, legal: &[String], random: &mut SplitMix) {
    let before = table.position();
    let mv = &legal[random.below(legal.len() as u64) as usize];
    table.play(mv).expect("a listed move can be played");
    assert!(table.undo(), "undo");
    assert_eq!(table.position(), before, "undo of {mv}");
}
