//! What is searched less deep than the rest, or deeper.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::TwoPlayer;

use crate::guide::Guide;
use crate::score::{Score, Window};

use super::Reach;
use super::deepen::Worker;
use super::node::Site;
use super::order::Ranked;

const PASS_DEPTH_MIN: i32 = 3;
const REDUCE_DEPTH_MIN: i32 = 3;
const REDUCE_AFTER: usize = 2;
/// The least depth at which a node unknown to the table is searched one ply less: what it costs is better
/// spent when the next iteration comes back with a move to try first.
const UNKNOWN_DEPTH_MIN: i32 = 4;
/// The greatest depth at which a node is cut off because its evaluation is far too good.
const TRUST_DEPTH_MAX: i32 = 6;
/// The greatest depth at which quiet moves are skipped because the evaluation is far too bad.
const SKIP_DEPTH_MAX: i32 = 3;
/// How much history is worth a ply.
const MERIT_PER_PLY: i32 = 8192;

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
            && site.depth >= UNKNOWN_DEPTH_MIN;
        i32::from(reduces)
    }

    /// Returns the evaluation of a node whose score need not be exact, if some rule wants it.
    #[inline]
    pub(super) fn estimate(&self, position: &G::Position, site: &Site) -> Option<Score> {
        let wanted = self.reach == Reach::Selective
            && !site.is_open
            && !site.is_urgent
            && !site.window.beta.is_proven()
            && (site.depth >= PASS_DEPTH_MIN || self.margin.is_some());
        wanted.then(|| self.evaluate(position, site.mover))
    }

    /// Returns a bound that cuts the node off because it is good enough as it is, or even after a pass.
    pub(super) fn cut(&mut self, position: &G::Position, site: &Site) -> Option<Score> {
        let estimate = site.estimate?;
        if let Some(margin) = self.margin
            && site.depth <= TRUST_DEPTH_MAX
            && estimate.0 - margin * site.depth >= site.window.beta.0
        {
            return Some(estimate);
        }
        let just_passed = self.passed_at.is_some_and(|ply| ply + 1 == site.ply);
        if site.depth < PASS_DEPTH_MIN || just_passed || estimate < site.window.beta {
            return None;
        }
        self.pass(position, site)
    }

    fn pass(&mut self, position: &G::Position, site: &Site) -> Option<Score> {
        let beta = site.window.beta;
        let mut next = self.guide.pass(self.game, position)?;
        let before = self.passed_at.replace(site.ply);
        let depth = site.depth - 3 - site.depth / 4;
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
        let bound = Score::evaluation(estimate.0 + margin * (site.depth + 1));
        (site.depth <= SKIP_DEPTH_MAX && bound <= site.window.alpha).then_some(bound)
    }

    #[inline]
    pub(super) fn reduction(&self, site: &Site, index: usize, ranked: &Ranked<G::Move>) -> i32 {
        let after = REDUCE_AFTER + usize::from(site.is_open);
        if self.reach == Reach::Uniform
            || site.depth < REDUCE_DEPTH_MIN
            || index < after
            || site.is_urgent
            || ranked.is_noisy
        {
            return 0;
        }
        // The usual product of logarithms, 0.75 + ln(depth) ln(index) / 2.25.
        let product = LOG[site.depth.min(63) as usize] * LOG[(index + 1).min(63)];
        let mut plies = (192 + product * 14 / 64) / 256;
        plies -= i32::from(site.is_open) + i32::from(ranked.is_trusted());
        plies -= self.order.merit(ranked) / MERIT_PER_PLY;
        plies.clamp(0, site.depth - 2)
    }
}
