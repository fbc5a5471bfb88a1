//! What is searched less deep than the rest, or deeper.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::TwoPlayer;

use crate::guide::Guide;
use crate::score::{Score, Window};

use super::deepen::Worker;
use super::history::Before;
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
    pub(super) fn estimate(&mut self, position: &G::Position, site: &mut Site) {
        let wanted = self.reach == Reach::Selective
            && !site.is_open
            && !site.is_urgent
            && !site.window.beta.is_proven()
            && (site.depth >= self.tuning.pass_depth_min || self.margin.is_some());
        if wanted {
            let known = site.evaluation;
            let estimate = known.unwrap_or_else(|| self.evaluate(position, site.mover));
            (site.evaluation, site.estimate) = (Some(estimate), Some(estimate));
            let last = self.frames[site.ply].estimate;
            site.is_worse = last.is_some_and(|last| estimate < last);
        }
        self.frames[site.ply + 2].estimate = site.estimate;
    }

    /// Returns the slots of the two moves before `ply`.
    #[inline]
    pub(super) fn before(&self, ply: usize) -> Before {
        [self.frames[ply + 1].slot, self.frames[ply].slot]
    }

    /// Returns after how many moves quiet ones are too late to be tried.
    #[inline]
    pub(super) fn late(&self, site: &Site) -> usize {
        let Tuning { late_depth_max, late_after, late_slope, .. } = self.tuning;
        if self.reach == Reach::Uniform
            || site.is_open
            || site.is_urgent
            || site.depth > late_depth_max
        {
            return usize::MAX;
        }
        let after = late_after + late_slope * site.depth * site.depth / 2;
        (after >> i32::from(site.is_worse)).max(1) as usize
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
        let tuning = self.tuning;
        let above = site.estimate.map_or(0, |estimate| estimate.0 - beta.0);
        let more = self.margin.map_or(0, |margin| above / (margin * tuning.pass_margins).max(1));
        let depth =
            site.depth - tuning.pass_less - site.depth / tuning.pass_less_per - more.clamp(0, 3);
        self.frames[site.ply + 2].slot = 0;
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
        let worse = if site.is_worse { self.tuning.worse_more } else { 0 };
        let base = self.tuning.reduce_base + worse;
        let mut plies = (base + product * self.tuning.reduce_slope / 64) / 256;
        plies -= i32::from(site.is_open) + i32::from(ranked.is_trusted());
        plies -= self.order.history.merit(&self.tuning, site.before, ranked.slot)
            / self.tuning.merit_per_ply;
        plies.clamp(0, site.depth - 2)
    }
}
