//! What is searched less deep than the rest, or deeper.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::TwoPlayer;

use crate::guide::Guide;
use crate::score::{Score, Window};

use super::deepen::Worker;
use super::node::Site;
use super::order::Ranked;
use super::{Reach, Tuning};

/// 16 times the binary logarithm of small numbers.
const LOG: [i32; 64] = {
    let mut log = [0; 64];
    let mut number = 1;
    while number < 64 {
        log[number] = (number as u128).pow(16).ilog2() as i32;
        number += 1;
    }
    log
};

impl<G: TwoPlayer, U: Guide<G> + ?Sized> Worker<'_, G, U> {
    /// Returns whether the position deserves one ply more, which keeps lines below twice the depth asked.
    #[inline]
    pub(super) fn extends(&self, position: &G::Position, ply: usize) -> bool {
        self.reach == Reach::Selective
            && ply < 2 * self.depth_root as usize
            && self.guide.is_urgent(self.game, position)
    }

    /// Returns by how many plies less a node is searched because the table has no move for it.
    #[inline]
    pub(super) fn reduction_unknown(&self, site: &Site) -> i32 {
        let reduces = self.reach == Reach::Selective
            && site.from_table.is_none()
            && site.depth >= self.tuning.unknown_depth_min;
        i32::from(reduces)
    }

    /// Evaluates a node whose score need not be exact, if some rule wants it.
    #[inline]
    pub(super) fn estimate(&self, position: &G::Position, site: &mut Site) {
        let wanted = self.reach == Reach::Selective
            && !site.is_open
            && !site.is_urgent
            && !site.window.beta.is_proven()
            && (site.depth >= self.tuning.pass_depth_min || self.margin.is_some());
        if wanted {
            let known = site.evaluation;
            let estimate = known.unwrap_or_else(|| self.evaluate_unsolved(position, site.mover));
            (site.evaluation, site.estimate) = (Some(estimate), Some(estimate));
        }
    }

    /// Returns a bound that cuts the node off because it is good enough as it is, or even after a pass.
    pub(super) fn cut(&mut self, position: &G::Position, site: &Site) -> Option<Score> {
        let estimate = site.estimate?;
        if let Some(margin) = self.margin
            && site.depth <= self.tuning.trust_depth_max
            && estimate.0 - margin * self.tuning.trust_percent / 100 * site.depth
                >= site.window.beta.0
        {
            return Some(estimate);
        }
        let just_passed = self.passed_at.is_some_and(|ply| ply + 1 == site.ply);
        if site.depth < self.tuning.pass_depth_min || just_passed || estimate < site.window.beta {
            return None;
        }
        self.pass(position, site)
    }

    fn pass(&mut self, position: &G::Position, site: &Site) -> Option<Score> {
        let beta = site.window.beta;
        let mut next = self.guide.pass(self.game, position)?;
        let before = self.passed_at.replace(site.ply);
        let Tuning { pass_less, pass_less_per, .. } = self.tuning;
        let depth = site.depth - pass_less - site.depth / pass_less_per;
        let value = self.seen_by(site.mover, &mut next, Window::below(beta), depth, site.ply + 1);
        self.passed_at = before;
        if self.watch.stopped {
            return Some(Score::TIE);
        }
        // A win after a pass is not proven: the pass was never legal.
        (value >= beta).then(|| if value.is_proven() { beta } else { value })
    }

    /// Returns a bound on what quiet moves can reach, if that is not enough to try them.
    #[inline]
    pub(super) fn hopeless(&self, site: &Site) -> Option<Score> {
        let (estimate, margin) = (site.estimate?, self.margin?);
        let bound = Score::evaluation(
            estimate.0 + margin * self.tuning.skip_percent / 100 * (site.depth + 1),
        );
        (site.depth <= self.tuning.skip_depth_max && bound <= site.window.alpha).then_some(bound)
    }

    #[inline]
    pub(super) fn reduction(&self, site: &Site, index: usize, ranked: &Ranked<G::Move>) -> i32 {
        let after = self.tuning.reduce_after as usize + usize::from(site.is_open);
        if self.reach == Reach::Uniform
            || site.depth < self.tuning.reduce_depth_min
            || index < after
            || site.is_urgent
            || ranked.is_noisy
        {
            return 0;
        }
        // The usual product of logarithms.
        let product = LOG[site.depth.min(63) as usize] * LOG[(index + 1).min(63)];
        let mut plies = (self.tuning.reduce_base + product * self.tuning.reduce_slope / 64) / 256;
        plies -= i32::from(site.is_open) + i32::from(ranked.is_trusted());
        plies -= self.order.history.merit(ranked.slot) / self.tuning.merit_per_ply;
        plies.clamp(0, site.depth - 2)
    }
}
