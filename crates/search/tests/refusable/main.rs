//! Search of refusable turns against plain minimax over proposals, answers and alternates.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod drawn;
mod material;
mod play;
mod positions;
mod proofs;
mod reference;
mod timed;

use manator_core::{Answer, Game, Refusable, TurnPhase};
use manator_search::refusable::{Effort, Searcher};
use manator_search::{Guide, Limits, Score};

use drawn::Drawn;
use material::Material;
use positions::{random_game, random_tree, refusal, standing};
use reference::{minimax, values};
use timed::{Timed, TimedGuide};

/// Checks one search of a turn: its worth, the moves it chose, their values, their lines, and the
/// answers it prepared.
#[track_caller]
fn check<G: Refusable>(
    searcher: &mut Searcher<G>,
    game: &G,
    guide: &impl Guide<G>,
    position: &G::Position,
    depth: u32,
) {
    let player = game.to_move(position);
    let expected = minimax(game, guide, position, player, (depth, 0));
    let decision = searcher.think(game, guide, position, &Limits::depth(depth), |_| {});
    assert_eq!(decision.score, expected, "depth {depth}: {position:?}");
    let each = values(game, guide, position, depth);
    assert_eq!(decision.lines.len(), each.len().min(2));
    let mut sorted: Vec<Score> = each.iter().map(|(_, value)| *value).collect();
    sorted.sort_by_key(|value| std::cmp::Reverse(*value));
    for (place, found) in decision.lines.iter().enumerate() {
        assert_eq!(found.score, sorted[place], "move {place}, depth {depth}: {position:?}");
        let mv = found.best().expect("a move");
        assert!(each.contains(&(mv, found.score)), "{mv:?}, depth {depth}: {position:?}");
        let mut at = position.clone();
        for mv in &found.line {
            assert!(standing(game, &at).contains(mv));
            game.stand(&mut at, *mv);
        }
        answers(searcher, game, guide, position, (mv, depth), decision.depth == depth);
    }
}

/// Checks the answers to everything the opponent may propose after a move.
///
/// A search that ended early, with everything proven, may refuse a move without knowing that another
/// is just as good; the answer is right all the same.
#[track_caller]
fn answers<G: Refusable>(
    searcher: &mut Searcher<G>,
    game: &G,
    guide: &impl Guide<G>,
    position: &G::Position,
    (mv, depth): (G::Standing, u32),
    is_whole: bool,
) {
    let mut next = position.clone();
    game.stand(&mut next, mv);
    if depth < 2 || game.count_standing_moves(&next) < 2 {
        return;
    }
    let each = values(game, guide, &next, depth - 1);
    for (proposed, value) in &each {
        let others = each.iter().filter(|(mv, _)| mv != proposed);
        let other = others.map(|(_, value)| *value).max().expect("two moves");
        let right = if *value > other { Answer::Refuse } else { Answer::Accept };
        let mut at = next.clone();
        game.play(&mut at, game.proposal(*proposed));
        assert_eq!(game.turn_phase(&at), TurnPhase::Answer(*proposed));
        let answer = searcher.answer(game, guide, &at);
        let is_right = answer == right || (!is_whole && *value == other);
        assert!(is_right, "{answer:?} {proposed:?} in {next:?}");
    }
}

#[test]
fn random_trees_are_worth_what_minimax_says() {
    for seed in 0..600 {
        let game = random_tree(seed);
        for depth in 1..=u32::from(game.tree.plies_max) + 1 {
            // The action tree grows with the square of the moves.
            if game.tree.moves_max.pow(2 * depth) < 4_000_000 {
                let mut searcher = Searcher::new(seed as usize % 2, Effort::Full);
                check(&mut searcher, &game, &Drawn, &game.start(), depth);
            }
        }
    }
}

#[test]
fn random_positions_are_worth_what_minimax_says() {
    let mut checked = 0;
    for seed in 0..60 {
        let game = Timed(refusal(seed));
        let mut searcher = Searcher::new(1, Effort::Full);
        for position in random_game(&game.0, seed) {
            let moves = standing(&game.0, &position).len();
            let depth = if moves > 8 {
                1
            } else if moves > 4 {
                2
            } else {
                3
            };
            searcher.forget();
            check(&mut searcher, &game, &TimedGuide(Material), &(position, 9), depth);
            checked += 1;
        }
    }
    println!("{checked} positions");
    assert!(checked > 1000);
}
