//! The strong searcher against plain minimax, with the evaluations the agents use.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_core::{Rulebook, Settings, TwoPlayer, legal_list};
use manator_engine::eval::Evaluations;
use manator_search::strong::Options;
use manator_search::{Limits, Reach, Strong, minimax};

/// Compares scores on the positions of a random game, for every evaluation.
pub(crate) fn check<G: Rulebook + TwoPlayer, E: Evaluations<G>>(depth: u32, positions: usize) {
    let game = G::new(&Settings::defaults(G::CARD.options)).expect("the defaults are valid");
    let options = Options { reach: Reach::Uniform, hash_mib: 1, ..Options::default() };
    for evaluation in E::ALL {
        // One searcher for all positions: what it remembers must not mislead it.
        let mut strong = Strong::new(options);
        let mut random = SplitMix::new(17);
        let mut position = game.start();
        for _ in 0..positions {
            let moves = legal_list(&game, &position);
            if moves.is_empty() {
                position = game.start();
                continue;
            }
            let (plain, _) = minimax(&game, &evaluation.eval, &position, depth);
            let limits = Limits::depth(depth);
            let report = strong.search(&game, &evaluation.eval, &position, &limits, |_| {});
            let place = game.write_position(&position);
            assert_eq!(report.lines[0].score, plain.score, "{}: {place}", evaluation.name);
            game.play(&mut position, moves[random.below(moves.len() as u64) as usize]);
        }
    }
}
