//! One node: entering it, looking it up, trying its moves, storing what came out.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Player, TwoPlayer};

use crate::guide::Guide;
use crate::score::{Score, Window};
use crate::transposition::{Bound, Entry};

use super::Reach;
use super::deepen::Worker;
use super::order::{Context, Order, Ranked, pick};

pub(super) const PLY_MAX: usize = 250;

#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub(super) mover: Player,
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) window: Window,
    pub(super) is_open: bool,
    pub(super) is_urgent: bool,
    pub(super) key: u64,
    pub(super) from_table: Option<u16>,
    /// Whether the table has anything about the position.
    pub(super) is_known: bool,
    /// The evaluation, if it is known.
    pub(super) evaluation: Option<Score>,
    /// The same where a pruning rule wants it.
    pub(super) estimate: Option<Score>,
}

impl<G: TwoPlayer, U: Guide<G> + ?Sized> Worker<'_, G, U> {
    /// Returns what a position is worth to `viewer`: exactly inside the window, a bound outside.
    #[inline]
    pub(super) fn seen_by(
        &mut self,
        viewer: Player,
        position: &mut G::Position,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Score {
        if self.game.to_move(position) == viewer {
            self.node(position, window, depth, ply)
        } else {
            -self.node(position, window.flipped(), depth, ply)
        }
    }

    /// Returns what a position is worth to its mover: exactly inside the window, a bound outside.
    #[inline]
    fn node(
        &mut self,
        position: &mut G::Position,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Score {
        if window.is_open() {
            self.lines.clear(ply);
        }
        if self.watch.tick() {
            return Score::TIE;
        }
        if depth > 0 && ply < PLY_MAX {
            return self.look_up(position, window, depth, ply);
        }
        if let Some(score) = self.end(position, ply) {
            return score;
        }
        if ply < PLY_MAX && self.extends(position, ply) {
            return self.look_up(position, window, 0, ply);
        }
        self.settle(position, window, ply, 0)
    }

    /// Returns the same for a position with plies left to search, from the table if that knows.
    fn look_up(
        &mut self,
        position: &mut G::Position,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Score {
        // No end can be nearer than here.
        let (worst, best) = (Score::loss_in(ply as u32), Score::win_in(ply as u32));
        if worst >= window.beta {
            return worst;
        }
        if best <= window.alpha {
            return best;
        }
        let key = self.key(position);
        if self.is_past(key) {
            return Score::TIE;
        }
        let entry = self.table.probe(key);
        if let Some(score) = entry.and_then(|entry| self.answers(entry, window, depth, ply)) {
            return score;
        }
        let site = Site {
            mover: self.game.to_move(position),
            ply,
            depth,
            window,
            is_open: window.is_open(),
            is_urgent: false,
            key,
            from_table: entry.and_then(|entry| entry.best),
            is_known: entry.is_some(),
            evaluation: entry.and_then(|entry| entry.evaluation),
            estimate: None,
        };
        let base = self.moves.len();
        let score = self.inner(position, site, base);
        self.moves.truncate(base);
        score
    }

    #[inline]
    fn answers(&self, entry: Entry, window: Window, depth: i32, ply: usize) -> Option<Score> {
        // Open nodes are few, and cutting them would cut the line to be reported.
        if window.is_open() {
            return None;
        }
        let score = entry.score.later(ply as u32);
        let deep = match self.reach {
            // A proven end is one at any depth.
            Reach::Selective => entry.depth >= depth || score.is_proven(),
            Reach::Uniform => entry.depth == depth,
        };
        let answers = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        (deep && answers).then_some(score)
    }

    /// Searches a node that the table does not answer for. Its moves are listed from `base` on.
    fn inner(&mut self, position: &mut G::Position, mut site: Site, base: usize) -> Score {
        let (game, guide) = (self.game, self.guide);
        // What is over, or could be solved, is not in the table.
        if !site.is_known {
            if let Some(score) = self.end(position, site.ply) {
                return score;
            }
            if self.reach == Reach::Selective
                && let Some(score) = guide.solve(game, position)
            {
                return score.later(site.ply as u32);
            }
        }
        site.is_urgent = self.extends(position, site.ply);
        let more = i32::from(site.is_urgent);
        site.depth += more;
        self.estimate(position, &mut site);
        if let Some(score) = self.cut(position, &site) {
            return score;
        }
        site.depth -= self.reduction_unknown(&site);
        Order::list(game, position, &mut self.moves);
        let (best, best_index) = self.try_moves(position, &site, base);
        if !self.watch.stopped {
            self.store(&site, site.depth - more, best, best_index);
        }
        best
    }

    /// Tries the moves from `base` on; returns the best score, and the index of the move that has it if it
    /// is better than `alpha`.
    fn try_moves(
        &mut self,
        position: &mut G::Position,
        site: &Site,
        base: usize,
    ) -> (Score, Option<u16>) {
        let mut window = site.window;
        let (mut best, mut best_index) = (-Score::INFINITE, None);
        let hopeless = self.hopeless(site);
        let context = Context { mover: site.mover, ply: site.ply, from_table: site.from_table };
        let (mut skipped, mut shunned) = (false, None);
        // The table's move is often enough, and the others need no ranking then.
        let known = site.from_table.map(usize::from).filter(|best| base + best < self.moves.len());
        if let Some(best) = known {
            self.moves.swap(base, base + best);
        }
        for index in 0..self.moves.len() - base {
            let unranked = match (index, known) {
                (0, Some(_)) => base..base + 1,
                (0, None) => base..self.moves.len(),
                (1, Some(_)) => base + 1..self.moves.len(),
                _ => 0..0,
            };
            let (game, guide) = (self.game, self.guide);
            self.order.rank((game, guide), position, context, &mut self.moves[unranked]);
            let picked = match (index, known) {
                (0, Some(_)) => self.moves[base],
                // Those left are quiet, or captures that lose: their order matters little.
                _ if skipped => self.moves[base + index],
                _ => pick(&mut self.moves[base..], index),
            };
            // A loss is only proven when every move has been tried.
            if let Some(bound) = hopeless
                && index > 0
                && shunned.is_none()
                && !picked.is_noisy
                && !best.is_proven()
            {
                best = best.max(bound);
                skipped = true;
                continue;
            }
            let value = game.with_move(position, picked.mv, |next| {
                self.try_move(next, site, window, (index, picked))
            });
            if self.watch.stopped {
                break;
            }
            if value == -Score::ALL_LOST && self.shuns(site) {
                shunned = Some(picked.index);
                continue;
            }
            best = best.max(value);
            if value <= window.alpha {
                continue;
            }
            best_index = Some(picked.index);
            if value >= window.beta {
                let tried = &self.moves[base..=base + index];
                self.order.learn(tried, site.ply, site.depth);
                break;
            }
            window.alpha = value;
            self.lines.put(site.ply, picked.mv);
        }
        match shunned {
            Some(_) if best <= Score::ALL_LOST => (-Score::ALL_LOST, shunned),
            _ => (best, best_index),
        }
    }

    /// Returns whether the mover takes an end in which both lose only to escape a loss.
    ///
    /// To the root player such an end is worth no more than that, so the score of it says that the opponent would
    /// be glad: but the opponent loses, too, and takes a piece that is offered instead.
    #[inline]
    fn shuns(&self, site: &Site) -> bool {
        self.reach == Reach::Selective && site.mover != self.root
    }

    /// Returns what a move is worth to the one who makes it. All but the first are only asked whether
    /// they are better, late ones less deeply at first.
    #[inline]
    pub(super) fn try_move(
        &mut self,
        next: &mut G::Position,
        site: &Site,
        window: Window,
        (index, picked): (usize, Ranked<G::Move>),
    ) -> Score {
        let (mover, depth, ply) = (site.mover, site.depth - 1, site.ply + 1);
        if index == 0 {
            return self.seen_by(mover, next, window, depth, ply);
        }
        let narrow = Window::above(window.alpha);
        let less = self.reduction(site, index, &picked);
        let mut value = self.seen_by(mover, next, narrow, depth - less, ply);
        if less > 0 && value > window.alpha && !self.watch.stopped {
            value = self.seen_by(mover, next, narrow, depth, ply);
        }
        if value > window.alpha && value < window.beta && !self.watch.stopped {
            value = self.seen_by(mover, next, window, depth, ply);
        }
        value
    }

    #[inline]
    pub(super) fn store(&self, site: &Site, depth: i32, score: Score, best: Option<u16>) {
        let bound = match best {
            None => Bound::Upper,
            Some(_) if score >= site.window.beta => Bound::Lower,
            Some(_) => Bound::Exact,
        };
        let score = score.sooner(site.ply as u32);
        let evaluation = site.evaluation;
        self.table.store(site.key, Entry { score, bound, depth, best, evaluation });
    }

    #[inline]
    pub(super) fn end(&self, position: &G::Position, ply: usize) -> Option<Score> {
        let score = Score::of(&self.game.outcome(position)?, self.root, ply as u32);
        Some(if self.game.to_move(position) == self.root { score } else { -score })
    }

    #[inline]
    pub(super) fn evaluate(&self, position: &G::Position, mover: Player) -> Score {
        Score::evaluation(self.guide.evaluate(self.game, position, mover))
    }

    #[inline]
    pub(super) fn evaluate_unsolved(&self, position: &G::Position, mover: Player) -> Score {
        Score::evaluation(self.guide.evaluate_unsolved(self.game, position, mover))
    }

    /// Returns the key under which the table knows a position.
    ///
    /// An end in which both lose looks different to the two players, so each has entries of its own.
    #[inline]
    pub(super) fn key(&self, position: &G::Position) -> u64 {
        self.game.key(position) ^ self.salt
    }
}
