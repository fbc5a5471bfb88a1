//! Leaves: positions are evaluated only once no noisy move changes much.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Player, TwoPlayer};

use crate::guide::Guide;
use crate::score::{Score, Window};

use super::Reach;
use super::deepen::Worker;
use super::order::{Ranked, pick};

/// How many noisy moves are tried after so many others: where half of all moves capture, following all
/// of them never ends.
const NOISY_MAX: [usize; 8] = [usize::MAX, 6, 4, 2, 1, 1, 1, 1];

impl<G: TwoPlayer, U: Guide<G> + ?Sized> Worker<'_, G, U> {
    /// Returns what a position that is not over is worth to its mover, who may follow noisy moves or leave
    /// it at that; `noisy` of them led here.
    pub(super) fn settle(
        &mut self,
        position: &mut G::Position,
        window: Window,
        ply: usize,
        noisy: usize,
    ) -> Score {
        let mover = self.game.to_move(position);
        if self.reach == Reach::Uniform {
            return self.evaluate(position, mover);
        }
        if let Some(score) = self.guide.solve(self.game, position) {
            return score.later(ply as u32);
        }
        let best = self.evaluate_unsolved(position, mover);
        if best >= window.beta || noisy >= NOISY_MAX.len() {
            return best;
        }
        self.try_noisy(position, mover, window, (ply, noisy, best))
    }

    fn try_noisy(
        &mut self,
        position: &mut G::Position,
        mover: Player,
        mut window: Window,
        (ply, noisy, mut best): (usize, usize, Score),
    ) -> Score {
        window.alpha = window.alpha.max(best);
        let base = self.moves.len();
        self.list_noisy(position);
        for index in 0..NOISY_MAX[noisy].min(self.moves.len() - base) {
            let picked = pick(&mut self.moves[base..], index);
            let game = self.game;
            let value = game.with_move(position, picked.mv, |next| {
                self.settle_child(next, mover, window, ply + 1, noisy + 1)
            });
            if self.watch.stopped {
                break;
            }
            best = best.max(value);
            window.alpha = window.alpha.max(value);
            if value >= window.beta {
                break;
            }
        }
        self.moves.truncate(base);
        best
    }

    fn settle_child(
        &mut self,
        position: &mut G::Position,
        viewer: Player,
        window: Window,
        ply: usize,
        noisy: usize,
    ) -> Score {
        if self.watch.tick() {
            return Score::TIE;
        }
        let same = self.game.to_move(position) == viewer;
        let window = if same { window } else { window.flipped() };
        let score = match self.end(position, ply) {
            Some(score) => score,
            None => self.settle(position, window, ply, noisy),
        };
        if same { score } else { -score }
    }

    fn list_noisy(&mut self, position: &G::Position) {
        let (game, guide, moves) = (self.game, self.guide, &mut self.moves);
        let _ = game.legal_moves(position, |mv| {
            if guide.is_noisy(game, position, mv) {
                let rank = guide.promise(game, position, mv);
                moves.push(Ranked { mv, index: 0, slot: 0, is_noisy: true, rank });
            }
            std::ops::ControlFlow::<()>::Continue(())
        });
    }
}
