//! Which moves to try first.
//!
//! The table's move, then noisy moves that promise something, killers, the other quiet moves by history and
//! promise, and last the noisy moves whose promise is negative: exchanges that lose.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::hash::Hash;
use std::ops::ControlFlow;

use manator_core::{Game, Player};

use crate::guide::Guide;

use super::Tuning;
use super::history::{History, slot};

const FROM_TABLE: i32 = i32::MAX;
const NOISY: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const PROMISE_MAX: i32 = 1 << 19;

#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked<M> {
    pub(super) mv: M,
    pub(super) index: u16,
    pub(super) slot: u16,
    pub(super) is_noisy: bool,
    pub(super) rank: i32,
}

impl<M> Ranked<M> {
    /// Returns whether a search has found the move good here or nearby.
    pub(super) fn is_trusted(&self) -> bool {
        self.rank >= KILLER
    }
}

#[derive(Debug)]
pub(super) struct Order<M> {
    /// For each ply, the last two quiet moves that cut there.
    killers: Vec<[Option<M>; 2]>,
    pub(super) history: History,
    tuning: Tuning,
}

impl<M: Copy + Eq + Hash> Order<M> {
    pub(super) fn new(tuning: Tuning) -> Self {
        Order { killers: Vec::new(), history: History::new(), tuning }
    }

    #[inline]
    pub(super) fn list<G: Game<Move = M>>(
        game: &G,
        position: &G::Position,
        moves: &mut Vec<Ranked<M>>,
    ) {
        let mut index = 0u16;
        let _ = game.legal_moves(position, |mv| {
            moves.push(Ranked { mv, index, slot: 0, is_noisy: false, rank: 0 });
            index = index.saturating_add(1);
            ControlFlow::<()>::Continue(())
        });
    }

    #[inline]
    pub(super) fn rank<G: Game<Move = M>, U: Guide<G> + ?Sized>(
        &self,
        (game, guide): (&G, &U),
        position: &G::Position,
        context: Context,
        moves: &mut [Ranked<M>],
    ) {
        let killers = self.killers.get(context.ply).copied().unwrap_or([None; 2]);
        for ranked in moves {
            let mv = ranked.mv;
            ranked.slot = slot(context.mover.index(), mv);
            ranked.is_noisy = guide.is_noisy(game, position, mv);
            ranked.rank = if context.from_table == Some(ranked.index) {
                FROM_TABLE
            } else if ranked.is_noisy {
                let promise = guide.promise(game, position, mv).clamp(-PROMISE_MAX, PROMISE_MAX);
                if promise < 0 { promise - NOISY } else { promise + NOISY }
            } else if killers[0] == Some(mv) {
                KILLER + 1
            } else if killers[1] == Some(mv) {
                KILLER
            } else {
                let promise = guide.promise(game, position, mv).clamp(-PROMISE_MAX, PROMISE_MAX);
                promise + self.history.merit(ranked.slot)
            };
        }
    }

    /// Learns that the last of the moves tried, a quiet one, cut at `ply`, and the quiet ones before it did
    /// not.
    pub(super) fn learn(&mut self, tried: &[Ranked<M>], ply: usize, depth: i32) {
        let Some((cut, failed)) = tried.split_last() else { return };
        if cut.is_noisy {
            return;
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(cut.mv) {
            *killers = [Some(cut.mv), killers[0]];
        }
        let Tuning { history_bonus, history_bonus_max, .. } = self.tuning;
        let bonus = (history_bonus * depth * depth).min(history_bonus_max);
        self.history.learn(cut.slot, bonus);
        for ranked in failed.iter().filter(|ranked| !ranked.is_noisy) {
            self.history.learn(ranked.slot, -bonus);
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    pub(super) mover: Player,
    pub(super) ply: usize,
    /// The best move according to the table, by its index among the legal moves.
    pub(super) from_table: Option<u16>,
}

/// Moves the best of the moves from `index` on to `index`, and returns it.
#[inline]
pub(super) fn pick<M: Copy>(moves: &mut [Ranked<M>], index: usize) -> Ranked<M> {
    let (mut best, mut rank) = (index, moves[index].rank);
    for (other, ranked) in moves.iter().enumerate().skip(index + 1) {
        if ranked.rank > rank {
            (best, rank) = (other, ranked.rank);
        }
    }
    moves.swap(index, best);
    moves[index]
}
