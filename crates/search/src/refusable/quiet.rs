//! What a turn at the horizon is worth once the captures are over.
//!
//! A single good capture would be refused, so it takes two to gain anything. Quiet moves are taken to
//! keep what the evaluation sees, and the mover is taken to have two of them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::Refusable;

use crate::guide::Guide;
use crate::score::{Score, Window};

use super::order::{Site, pick};
use super::turn::Search;
use super::turn_cache::NO_HINT;

impl<G: Refusable, E: Guide<G>> Search<'_, G, E> {
    /// Returns the worth of a turn that is not over if it lies inside the window, else a bound on its
    /// side of it.
    pub(super) fn quiet(&mut self, at: &G::Position, ply: u32, window: Window) -> Score {
        let estimate = self.estimate(at);
        if estimate >= window.beta {
            return estimate;
        }
        let base = self.moves.len();
        self.list_noisy(at, ply);
        let end = self.moves.len();
        let (mut best, mut second) = (estimate, estimate);
        for index in base..end {
            // The last noisy move alone would be refused: the turn is worth no more than the best of
            // the others.
            if index + 1 == end && best <= window.alpha.max(second) {
                second = best;
                break;
            }
            pick(&mut self.moves[index..end]);
            let mut next = at.clone();
            self.game.stand(&mut next, self.moves[index].mv);
            let turned = Window { alpha: -window.beta, beta: -window.alpha.max(second) };
            let value = -self.quiet_turn(&next, ply + 1, turned);
            if self.clock.stopped {
                break;
            }
            (best, second) = (best.max(value), second.max(value.min(best)));
            if second >= window.beta {
                break;
            }
        }
        self.moves.truncate(base);
        second
    }

    fn quiet_turn(&mut self, at: &G::Position, ply: u32, window: Window) -> Score {
        if self.clock.tick() {
            return Score::TIE;
        }
        match self.decided(at, ply) {
            Some(score) => score,
            None => self.quiet(at, ply, window),
        }
    }

    fn list_noisy(&mut self, at: &G::Position, ply: u32) {
        let player = usize::from(self.game.to_move(at).0);
        let site = Site { ply, player, hints: [NO_HINT; 2] };
        let _ = self.game.standing_moves(at, |mv| {
            let proposal = self.game.proposal(mv);
            if self.guide.is_noisy(self.game, at, proposal) {
                let promise = self.guide.promise(self.game, at, proposal);
                self.moves.push(self.order.candidate(mv, 0, site, promise));
            }
            ControlFlow::<()>::Continue(())
        });
    }
}
