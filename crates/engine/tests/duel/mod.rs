//! Short matches between two evaluations, with a small alpha-beta search that follows their hints.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::random::SplitMix;
use manator_core::{Player, TwoPlayer, legal_list};
use manator_search::{Guide, Score};

/// How far from the root noisy moves are followed.
const PLIES_MAX: u32 = 4;
/// How long a game may become before it counts for nobody.
const MOVES_MAX: usize = 300;

/// Plays `pairs` random openings from both seats, each side looking `depth` plies ahead.
///
/// Returns how many games the first and the second evaluation won.
pub(crate) fn play<G: TwoPlayer>(
    game: &G,
    evals: [&dyn Guide<G>; 2],
    pairs: usize,
    depth: u32,
) -> [usize; 2] {
    let mut random = SplitMix::new(1);
    let mut wins = [0; 2];
    for _ in 0..pairs {
        let start = opening(game, evals[0], &mut random);
        for seats in [[0, 1], [1, 0]] {
            let mut position = start.clone();
            for _ in 0..MOVES_MAX {
                if game.outcome(&position).is_some() {
                    break;
                }
                let root = game.to_move(&position);
                let guide = evals[seats[root.index()]];
                let mv = Search { game, guide, root }.best(&position, depth, &mut random);
                game.play(&mut position, mv);
            }
            if let Some(winner) = game.outcome(&position).and_then(|end| end.winner()) {
                wins[seats[winner.index()]] += 1;
            }
        }
    }
    wins
}

/// Returns a position some random moves from the start in which nobody wins at once.
fn opening<G: TwoPlayer>(game: &G, guide: &dyn Guide<G>, random: &mut SplitMix) -> G::Position {
    loop {
        let mut position = game.start();
        for _ in 0..8 {
            let legal = legal_list(game, &position);
            if !legal.is_empty() {
                game.play(&mut position, legal[random.below(legal.len() as u64) as usize]);
            }
        }
        if game.outcome(&position).is_none() && guide.solve(game, &position).is_none() {
            return position;
        }
    }
}

struct Search<'a, G: TwoPlayer> {
    game: &'a G,
    guide: &'a dyn Guide<G>,
    root: Player,
}

impl<G: TwoPlayer> Search<'_, G> {
    fn best(&self, position: &G::Position, depth: u32, random: &mut SplitMix) -> G::Move {
        let moves = self.moves(position, false);
        let (mut best, mut mv) = (-Score::INFINITE, moves[0]);
        for child in moves {
            // A little noise makes games from the same opening differ.
            let noise = random.below(8) as i32;
            let value = self.child(position, child, [-Score::INFINITE, Score::INFINITE], depth, 0);
            if Score(value.0 + noise) > best {
                (best, mv) = (Score(value.0 + noise), child);
            }
        }
        mv
    }

    /// Returns what a move is worth to whoever makes it.
    fn child(
        &self,
        position: &G::Position,
        mv: G::Move,
        [alpha, beta]: [Score; 2],
        depth: u32,
        ply: u32,
    ) -> Score {
        let mut next = position.clone();
        self.game.play(&mut next, mv);
        -self.value(&next, [-beta, -alpha], depth.saturating_sub(1), ply + 1)
    }

    fn value(
        &self,
        position: &G::Position,
        [mut alpha, beta]: [Score; 2],
        depth: u32,
        ply: u32,
    ) -> Score {
        let mover = self.game.to_move(position);
        if let Some(outcome) = self.game.outcome(position) {
            let score = Score::of(&outcome, self.root, ply);
            return if mover == self.root { score } else { -score };
        }
        if let Some(score) = self.guide.solve(self.game, position) {
            return score.later(ply);
        }
        let mut best = -Score::INFINITE;
        if depth == 0 {
            best = Score::evaluation(self.guide.evaluate(self.game, position, mover));
            if best >= beta || ply >= PLIES_MAX {
                return best;
            }
            alpha = alpha.max(best);
        }
        for mv in self.moves(position, depth == 0) {
            best = best.max(self.child(position, mv, [alpha, beta], depth, ply));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn moves(&self, position: &G::Position, noisy: bool) -> Vec<G::Move> {
        let mut moves = Vec::new();
        let _ = self.game.legal_moves(position, |mv| {
            let is_noisy = self.guide.is_noisy(self.game, position, mv);
            if is_noisy || !noisy {
                moves.push((!is_noisy, -self.guide.promise(self.game, position, mv), mv));
            }
            ControlFlow::<()>::Continue(())
        });
        moves.sort_by_key(|(quiet, promise, _)| (*quiet, *promise));
        moves.into_iter().map(|(_, _, mv)| mv).collect()
    }
}
