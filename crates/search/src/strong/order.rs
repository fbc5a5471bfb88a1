//! Which moves to try first.
//!
//! The table's move, then noisy moves that promise something, killers, the other quiet moves by history and
//! promise, and last the noisy moves whose promise is negative: exchanges that lose.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use manator_core::{Game, Player};

use crate::guide::Guide;

/// The greatest merit history can give a quiet move; a guide's promise of one is on the same scale.
pub(crate) const HISTORY_MAX: i32 = 1 << 14;
const FROM_TABLE: i32 = i32::MAX;
const NOISY: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const PROMISE_MAX: i32 = 1 << 19;

const SLOT_BITS: u32 = 11;

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
    history: Vec<i16>,
}

impl<M: Copy + Eq + Hash> Order<M> {
    pub(super) fn new() -> Self {
        Order { killers: Vec::new(), history: vec![0; 2 << SLOT_BITS] }
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
        let side = context.mover.index() << SLOT_BITS;
        for ranked in moves {
            let mv = ranked.mv;
            ranked.slot = (slot(mv) | side) as u16;
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
                promise + i32::from(self.history[usize::from(ranked.slot)])
            };
        }
    }

    #[inline]
    pub(super) fn merit(&self, ranked: &Ranked<M>) -> i32 {
        i32::from(self.history[usize::from(ranked.slot)])
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
        let bonus = (16 * depth * depth).min(HISTORY_MAX / 8);
        self.adjust(cut.slot, bonus);
        for ranked in failed.iter().filter(|ranked| !ranked.is_noisy) {
            self.adjust(ranked.slot, -bonus);
        }
    }

    /// Adds to a move's history; the nearer to the end of the scale, the less.
    #[inline]
    fn adjust(&mut self, slot: u16, bonus: i32) {
        let entry = &mut self.history[usize::from(slot)];
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
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
    let mut best = index;
    for other in index + 1..moves.len() {
        if moves[other].rank > moves[best].rank {
            best = other;
        }
    }
    moves.swap(index, best);
    moves[index]
}

#[inline]
fn slot(mv: impl Hash) -> usize {
    let mut hasher = Fold(0);
    mv.hash(&mut hasher);
    (hasher.0 >> (u64::BITS - SLOT_BITS)) as usize
}

/// A hasher for a few numbers: the two halves of a product, added up without carry, depend on all bits.
struct Fold(u64);

impl Fold {
    #[inline]
    fn add(&mut self, word: u64) {
        let product = u128::from(self.0.rotate_left(5) ^ word) * 0x9E37_79B9_7F4A_7C15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

macro_rules! add_whole {
    ($($write:ident: $number:ty),*) => {$(
        #[inline]
        fn $write(&mut self, value: $number) {
            self.add(value as u64);
        }
    )*};
}

impl Hasher for Fold {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.add(u64::from(*byte)));
    }

    add_whole! { write_u8: u8, write_u16: u16, write_u32: u32, write_u64: u64, write_usize: usize }
}
