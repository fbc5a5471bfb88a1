//! The question a search asks most: is this turn worth at least so much to its mover?
//!
//! It is when two moves are. So the move that looks best is held back: as long as no other is good
//! enough it need not be looked at, because the opponent would refuse it; and once another is, it is
//! most likely the second one needed. That visits no move that the plain order would not visit.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use manator_core::{Player, Refusable};

use crate::guide::Guide;
use crate::score::{Score, Window};
use crate::strong::threads::Watch;
use crate::transposition::Bound;

use super::order::{Candidate, Order, Site, pick};
use super::turn_cache::{Found, NO_HINT, TurnCache};
use super::{Horizon, Reply};

pub(super) struct Search<'a, G: Refusable, E> {
    pub(super) game: &'a G,
    pub(super) guide: &'a E,
    pub(super) horizon: Horizon,
    pub(super) table: &'a TurnCache,
    pub(super) order: &'a mut Order<G::Standing>,
    pub(super) clock: Watch<'a>,
    /// The lists of all turns from the root to the current one, one after the other.
    pub(super) moves: Vec<Candidate<G::Standing>>,
    /// What the last turn right after the root showed about refusing.
    pub(super) reply: Option<Reply<G::Standing>>,
}

pub(super) const NOTHING: Score = Score(-Score::INFINITE.0);

impl<G: Refusable, E: Guide<G>> Search<'_, G, E> {
    /// Returns a value that is at least `beta` exactly if the turn is worth at least `beta`, and then
    /// a lower bound of its worth, and else an upper one.
    pub(super) fn test(&mut self, at: &G::Position, depth: u32, ply: u32, beta: Score) -> Score {
        if self.clock.tick() {
            return Score::TIE;
        }
        let window = Window::below(beta);
        if let Some(score) = self.leaf(at, depth, ply, window).or(window.decides(ply)) {
            return score;
        }
        let key = self.game.key(at);
        let known = self.table.find(key);
        if let Some(score) = known.and_then(|known| decides(&known, depth, ply, beta)) {
            return score;
        }
        let hints = known.map_or([NO_HINT; 2], |known| known.hints);
        let base = self.moves.len();
        let site = self.list(at, ply, hints);
        let (score, hints) = self.two_of(at, depth, site, beta, base);
        self.moves.truncate(base);
        if !self.clock.stopped {
            let bound = if score >= beta { Bound::Lower } else { Bound::Upper };
            let score = score.sooner(ply);
            self.table.store(key, Found { score, depth, bound, hints });
        }
        score
    }

    /// Looks for two moves worth `beta` among those listed from `base` on; returns a bound as `test`
    /// does, and the hints to keep.
    fn two_of(
        &mut self,
        at: &G::Position,
        depth: u32,
        site: Site,
        beta: Score,
        base: usize,
    ) -> (Score, [u8; 2]) {
        let end = self.moves.len();
        pick(&mut self.moves[base..end]);
        let mut held_back = true;
        let mut reached: Option<(usize, Score)> = None;
        let mut failed = NOTHING;
        let mut next = base + 1;
        loop {
            let index = if reached.is_some() && held_back {
                held_back = false;
                base
            } else if next < end {
                pick(&mut self.moves[next..end]);
                next += 1;
                next - 1
            } else {
                break;
            };
            let value = self.after(at, self.moves[index].mv, depth, site.ply, beta);
            if self.clock.stopped {
                return (Score::TIE, site.hints);
            }
            if value < beta {
                failed = failed.max(value);
                continue;
            }
            let Some((first, least)) = reached else {
                reached = Some((index, value));
                continue;
            };
            self.learn(depth, site, base..next, [first, index]);
            let hints = [first.min(index), first.max(index)].map(|index| self.moves[index].number);
            return (least.min(value), hints);
        }
        let hints = match reached {
            Some((index, _)) if self.moves[index].number != site.hints[0] => {
                [self.moves[index].number, site.hints[0]]
            }
            _ => site.hints,
        };
        (failed, hints)
    }

    /// Asks whether a move of a turn searched to `depth` is worth `beta`.
    #[inline]
    pub(super) fn after(
        &mut self,
        at: &G::Position,
        mv: G::Standing,
        depth: u32,
        ply: u32,
        beta: Score,
    ) -> Score {
        let mut next = at.clone();
        self.game.stand(&mut next, mv);
        -self.test(&next, depth - 1, ply + 1, Score(1 - beta.0))
    }

    /// Returns what a turn is worth that needs no search: decided already, or at the horizon.
    #[inline]
    pub(super) fn leaf(
        &mut self,
        at: &G::Position,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Option<Score> {
        match (self.decided(at, ply), self.horizon) {
            (None, _) if depth > 0 => None,
            (None, Horizon::Hard) => Some(self.estimate(at)),
            (None, Horizon::Quiet) => Some(self.quiet(at, ply, window)),
            (decided, _) => decided,
        }
    }

    #[inline]
    pub(super) fn decided(&self, at: &G::Position, ply: u32) -> Option<Score> {
        match self.game.count_standing_moves(at) {
            0 => {
                let outcome = self.game.outcome(at).expect("over where nothing can be proposed");
                Some(Score::of(&outcome, self.game.to_move(at), ply))
            }
            1 => Some(Score::loss_in(ply + 1)),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn estimate(&self, at: &G::Position) -> Score {
        Score::evaluation(self.guide.evaluate(self.game, at, self.game.to_move(at)))
    }

    pub(super) fn list(&mut self, at: &G::Position, ply: u32, hints: [u8; 2]) -> Site {
        let Player(player) = self.game.to_move(at);
        let site = Site { ply, player: usize::from(player), hints };
        let mut number = 0;
        let _ = self.game.standing_moves(at, |mv| {
            let promise = self.guide.promise(self.game, at, self.game.proposal(mv));
            self.moves.push(self.order.candidate(mv, number, site, promise));
            number += 1;
            ControlFlow::<()>::Continue(())
        });
        site
    }

    fn learn(&mut self, depth: u32, at: Site, tried: std::ops::Range<usize>, two: [usize; 2]) {
        for index in tried {
            if !two.contains(&index) {
                self.order.unlearn(at, depth, &self.moves[index]);
            }
        }
        self.order.learn(at, depth, two.map(|index| &self.moves[index]));
    }
}

fn decides(known: &Found, depth: u32, ply: u32, beta: Score) -> Option<Score> {
    let score = known.score.later(ply);
    // A proven end does not change with more depth.
    let deep = known.depth >= depth;
    match known.bound {
        Bound::Lower | Bound::Exact if score >= beta => {
            (deep || score.wins_in().is_some()).then_some(score)
        }
        Bound::Upper | Bound::Exact if score < beta => {
            (deep || score.loses_in().is_some()).then_some(score)
        }
        _ => None,
    }
}
