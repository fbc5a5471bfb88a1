//! What a search learns about moves.
//!
//! Moves are known by a hash of a few bits, their slot: two that share one share what is learnt.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::hash::{Hash, Hasher};

/// The greatest merit history can give a quiet move; a guide's promise of one is on the same scale.
pub(crate) const HISTORY_MAX: i32 = 1 << 14;

pub(crate) const SLOT_BITS: u32 = 11;
/// A bit more says who moves.
const SLOTS: usize = 2 << SLOT_BITS;

#[derive(Debug)]
pub(super) struct History(Vec<i16>);

impl History {
    pub(super) fn new() -> History {
        History(vec![0; SLOTS])
    }

    /// Returns how well a move did lately.
    #[inline]
    pub(super) fn merit(&self, slot: u16) -> i32 {
        i32::from(self.0[usize::from(slot)])
    }

    #[inline]
    pub(super) fn learn(&mut self, slot: u16, bonus: i32) {
        adjust(&mut self.0[usize::from(slot)], bonus);
    }
}

/// Adds to a move's history; the nearer to the end of the scale, the less.
#[inline]
pub(crate) fn adjust(merit: &mut i16, bonus: i32) {
    let old = i32::from(*merit);
    *merit = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
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
