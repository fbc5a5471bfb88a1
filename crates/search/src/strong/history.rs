//! What a search learns about moves, kept from move to move of a game.
//!
//! Moves are known by a hash of a few bits, their slot: two that share one share what is learnt.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::hash::{Hash, Hasher};

use super::Tuning;

/// The greatest merit history can give a quiet move; a guide's promise of one is on the same scale.
pub(crate) const HISTORY_MAX: i32 = 1 << 14;

pub(crate) const SLOT_BITS: u32 = 11;
/// A bit more says who moves.
const SLOTS: usize = 2 << SLOT_BITS;
const PAIR_BITS: u32 = 16;

/// The slots of the moves that led to a position, the last first; 0 where there was none, or a pass.
pub(super) type Before = [u16; 2];

#[derive(Debug)]
pub(super) struct History {
    alone: Vec<i16>,
    /// How a move did as an answer to the one before, and after the one before that.
    pairs: [Vec<i16>; 2],
}

impl History {
    pub(super) fn new() -> History {
        History { alone: vec![0; SLOTS], pairs: [(); 2].map(|()| vec![0; 1 << PAIR_BITS]) }
    }

    pub(super) fn clear(&mut self) {
        self.alone.fill(0);
        self.pairs.iter_mut().for_each(|pairs| pairs.fill(0));
    }

    /// Forgets a part of what was learnt about moves alone: another search begins. The pairs are too many.
    pub(super) fn fade(&mut self, kept_percent: i32) {
        for merit in &mut self.alone {
            *merit = (i32::from(*merit) * kept_percent / 100) as i16;
        }
    }

    /// Returns how well a move did lately, as far as `tuning` heeds what came before it.
    #[inline]
    pub(super) fn merit(&self, tuning: &Tuning, before: Before, slot: u16) -> i32 {
        let Tuning { answer_percent, follow_percent, .. } = *tuning;
        let mut merit = i32::from(self.alone[usize::from(slot)]);
        for (ago, percent) in [answer_percent, follow_percent].into_iter().enumerate() {
            if percent > 0 {
                merit += i32::from(self.pairs[ago][pair(before[ago], slot)]) * percent / 100;
            }
        }
        merit
    }

    #[inline]
    pub(super) fn learn(&mut self, tuning: &Tuning, before: Before, slot: u16, bonus: i32) {
        let Tuning { answer_percent, follow_percent, .. } = *tuning;
        adjust(&mut self.alone[usize::from(slot)], bonus);
        for (ago, percent) in [answer_percent, follow_percent].into_iter().enumerate() {
            if percent > 0 {
                adjust(&mut self.pairs[ago][pair(before[ago], slot)], bonus);
            }
        }
    }
}

/// Adds to a move's history; the nearer to the end of the scale, the less.
#[inline]
pub(crate) fn adjust(merit: &mut i16, bonus: i32) {
    let old = i32::from(*merit);
    *merit = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

#[inline]
fn pair(before: u16, slot: u16) -> usize {
    let both = u32::from(before) << 16 | u32::from(slot);
    (both.wrapping_mul(0x9E37_79B1) >> (u32::BITS - PAIR_BITS)) as usize
}

#[inline]
pub(crate) fn slot(mover: usize, mv: impl Hash) -> u16 {
    ((move_hash(mv) >> (u64::BITS - SLOT_BITS)) as usize | mover << SLOT_BITS) as u16
}

/// Returns a hash of a move that is the same on every machine.
#[inline]
pub fn move_hash(mv: impl Hash) -> u64 {
    let mut hasher = Fold(0);
    mv.hash(&mut hasher);
    hasher.0
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
