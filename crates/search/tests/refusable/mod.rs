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
use manator_search::refusable::{Horizon, Searcher};
use manator_search::{Guide, Limits, Score};

use drawn::Drawn;
use material::Material;
use positions::{random_game, random_tree, refusal, standing};
use reference::{Reach, minimax, values};
use timed::{Timed, TimedGuide};

/// Checks one search of a turn: its worth, the moves it chose, their values, their lines, and the
/// answers it prepared.
#[track_caller]
fn check<G: Refusable>(
    searcher: &mut Searcher<G>,
    game: &G,
    guide: &impl Guide<G>,
    position: &G::Position,
    reach: Reach,
) {
    let depth = reach.turns;
    let player = game.to_move(position);
    let expected = minimax(game, guide, position, player, reach);
    let decision = searcher.think(game, guide, position, &Limits::depth(depth), |_| {});
    assert_eq!(decision.score, expected, "depth {depth}: {position:?}");
    let each = values(game, guide, position, reach);
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
        answers(searcher, game, guide, position, (mv, reach), decision.depth == depth);
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
    (mv, reach): (G::Standing, Reach),
    is_whole: bool,
) {
    let mut next = position.clone();
    game.stand(&mut next, mv);
    if reach.turns < 2 || game.count_standing_moves(&next) < 2 {
        return;
    }
    let each = values(game, guide, &next, Reach { turns: reach.turns - 1, ..reach });
    let mut sorted: Vec<Score> = each.iter().map(|(_, value)| *value).collect();
    sorted.sort_unstable();
    let second = sorted[sorted.len() - 2];
    for (proposed, value) in &each {
        let others = each.iter().filter(|(mv, _)| mv != proposed);
        let other = others.map(|(_, value)| *value).max().expect("two moves");
        let right = if *value > other { Answer::Refuse } else { Answer::Accept };
        let mut at = next.clone();
        game.play(&mut at, game.proposal(*proposed));
        assert_eq!(game.turn_phase(&at), TurnPhase::Answer(*proposed));
        let (answer, score) = searcher.answer(game, guide, &at);
        let is_right = answer == right || (!is_whole && *value == other);
        assert!(is_right, "{answer:?} {proposed:?} in {next:?}");
        // The turn is worth its second-best move to the one who proposes.
        assert!(score == -second || !is_whole, "{score:?} after {proposed:?} in {next:?}");
    }
}

#[test]
fn random_trees_are_worth_what_minimax_says() {
    for seed in 0..300 {
        let game = random_tree(seed);
        for depth in 1..=u32::from(game.tree.plies_max) + 1 {
            // The action tree grows with the square of the moves.
            if game.tree.moves_max.pow(2 * depth) < 4_000_000 {
                for horizon in [Horizon::Hard, Horizon::Quiet] {
                    let mut searcher = Searcher::new(seed as usize % 2, horizon);
                    let reach = Reach::ahead(depth, horizon);
                    check(&mut searcher, &game, &Drawn, &game.start(), reach);
                }
            }
        }
    }
}

#[test]
fn random_positions_are_worth_what_minimax_says() {
    let mut checked = 0;
    for seed in 0..60 {
        let game = Timed(refusal(seed));
        let searchers = [Horizon::Hard, Horizon::Quiet].map(|horizon| Searcher::new(1, horizon));
        let [mut hard, mut quiet] = searchers;
        for position in random_game(&game.0, seed) {
            let at = (position, 9);
            let depth = match standing(&game.0, &position).len() {
                0..=4 => 3,
                5..=8 => 2,
                _ => 1,
            };
            hard.forget();
            let reach = Reach::ahead(depth, Horizon::Hard);
            check(&mut hard, &game, &TimedGuide(Material), &at, reach);
            checked += 1;
            // Nothing cuts minimax short beyond the horizon, so crowded boards take too long.
            if depth > 1 {
                quiet.forget();
                let reach = Reach::ahead(depth - 1, Horizon::Quiet);
                check(&mut quiet, &game, &TimedGuide(Material), &at, reach);
                checked += 1;
            }
        }
    }
    assert!(checked > 1000);
}
