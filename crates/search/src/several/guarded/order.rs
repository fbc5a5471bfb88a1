//! Which moves to try first: the table's, captures that promise something, killers, the other quiet ones
//! by history and promise, and captures that lose.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::hash::Hash;
use std::ops::ControlFlow;

use manator_core::{Game, Player};

use crate::guide::Guide;
use crate::strong::history::{HISTORY_MAX, SLOT_BITS, adjust, slot};

const FROM_TABLE: i32 = i32::MAX;
const NOISY: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const PROMISE_MAX: i32 = 1 << 19;

#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<M> {
    pub(super) mv: M,
    pub(super) index: u16,
    slot: u16,
    pub(super) is_noisy: bool,
    pub(super) promise: i32,
    pub(super) rank: i32,
}

#[derive(Debug)]
pub(super) struct Order<M> {
    /// For each ply, the last two quiet moves that cut there.
    killers: Vec<[Option<M>; 2]>,
    /// For each player, what its moves were good for.
    history: Vec<Vec<i16>>,
}

impl<M: Copy + Eq + Hash> Order<M> {
    pub(super) fn new(players: usize) -> Self {
        Order { killers: Vec::new(), history: vec![vec![0; 1 << SLOT_BITS]; players] }
    }

    /// Lists the moves of a node behind those of others.
    #[inline]
    pub(super) fn list<G: Game<Move = M>, E: Guide<G> + ?Sized>(
        (game, guide): (&G, &E),
        position: &G::Position,
        moves: &mut Vec<Choice<M>>,
    ) {
        let mut index = 0u16;
        let _ = game.legal_moves(position, |mv| {
            let promise = guide.promise(game, position, mv);
            let is_noisy = guide.is_noisy(game, position, mv);
            let slot = slot(0, mv);
            moves.push(Choice { mv, index, slot, is_noisy, promise, rank: 0 });
            index = index.saturating_add(1);
            ControlFlow::<()>::Continue(())
        });
    }

    #[inline]
    pub(super) fn rank(
        &self,
        moves: &mut [Choice<M>],
        mover: Player,
        ply: usize,
        from_table: Option<u16>,
    ) {
        let killers = self.killers.get(ply).copied().unwrap_or([None; 2]);
        let history = &self.history[mover.index()];
        for choice in moves {
            let promise = choice.promise.clamp(-PROMISE_MAX, PROMISE_MAX);
            choice.rank = if from_table == Some(choice.index) {
                FROM_TABLE
            } else if choice.is_noisy {
                if promise < 0 { promise - NOISY } else { promise + NOISY }
            } else if killers[0] == Some(choice.mv) {
                KILLER + 1
            } else if killers[1] == Some(choice.mv) {
                KILLER
            } else {
                promise + i32::from(history[usize::from(choice.slot)])
            };
        }
    }

    /// Learns that the last of the moves tried, a quiet one, cut at `ply`, and the quiet ones before it did
    /// not.
    pub(super) fn learn(&mut self, tried: &[Choice<M>], mover: Player, ply: usize, depth: i32) {
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
        let bonus = (32 * (depth + 1) * (depth + 1)).min(HISTORY_MAX / 8);
        let history = &mut self.history[mover.index()];
        adjust(&mut history[usize::from(cut.slot)], bonus);
        for choice in failed.iter().filter(|choice| !choice.is_noisy) {
            adjust(&mut history[usize::from(choice.slot)], -bonus);
        }
    }
}

/// Moves the best of the moves from `index` on to `index`, and returns it.
#[inline]
pub(super) fn pick<M: Copy>(moves: &mut [Choice<M>], index: usize) -> Choice<M> {
    let mut best = index;
    for other in index + 1..moves.len() {
        if moves[other].rank > moves[best].rank {
            best = other;
        }
    }
    moves.swap(index, best);
    moves[index]
}
