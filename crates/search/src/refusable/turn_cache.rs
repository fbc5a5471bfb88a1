//! What earlier visits found out about a turn.
//!
//! Moves that stand cannot be taken back by further ones, so a position never depends on how it came
//! about, and an entry is as good as a search. The whole key is kept: no two positions are mixed up in
//! practice.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::score::Score;
use crate::transposition::{Bound, index};

pub(super) const NO_HINT: u8 = u8::MAX;

const AGES: u8 = 64;
/// How many turns of depth one search more of age outweighs.
const AGE_WEIGHT: i32 = 4;
const BUCKET: usize = 4;

/// A table of fixed size that forgets old and shallow searches first, and that threads share without locks.
///
/// An entry is two words: its data, and the key xor the data, so that what two threads wrote at once and mixed
/// fits no key. Of the data, 32 bits are the score, 8 the depth, 8 the bound with, above it, when it was
/// stored, and 16 the hints; 0 is nothing.
#[derive(Debug)]
pub(super) struct TurnCache {
    buckets: Vec<[[AtomicU64; 2]; BUCKET]>,
    age: u8,
}

const DEPTH_AT: u32 = 32;
const TAG_AT: u32 = 40;
const HINTS_AT: u32 = 48;

impl TurnCache {
    pub(super) fn new(mebibytes: usize) -> TurnCache {
        let buckets = (mebibytes << 20) / size_of::<[[AtomicU64; 2]; BUCKET]>();
        TurnCache { buckets: (0..buckets).map(|_| Default::default()).collect(), age: 0 }
    }

    pub(super) fn clear(&mut self) {
        let words = self.buckets.as_flattened_mut().as_flattened_mut();
        words.iter_mut().for_each(|word| *word.get_mut() = 0);
        self.age = 0;
    }

    /// Begins another search: what earlier ones stored still counts, and is replaced first.
    pub(super) fn restart(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Found> {
        let bucket = self.buckets.get(index(key, self.buckets.len()))?;
        let data = bucket.iter().map(|slot| slot.each_ref().map(|word| word.load(Relaxed)));
        let [_, data] = data.into_iter().find(|[mixed, data]| mixed ^ data == key && *data != 0)?;
        let bound = match data >> TAG_AT & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        };
        Some(Found {
            score: Score(data as u32 as i32),
            depth: (data >> DEPTH_AT) as u32 & 0xFF,
            bound,
            hints: ((data >> HINTS_AT) as u16).to_le_bytes(),
        })
    }

    #[inline]
    pub(super) fn store(&self, key: u64, found: Found) {
        let Some(bucket) = self.buckets.get(index(key, self.buckets.len())) else { return };
        let tag = self.age << 2 | found.bound as u8;
        let data = u64::from(found.score.0 as u32)
            | u64::from(found.depth.min(255)) << DEPTH_AT
            | u64::from(tag) << TAG_AT
            | u64::from(u16::from_le_bytes(found.hints)) << HINTS_AT;
        let worth = |slot: &&[AtomicU64; 2]| {
            let [mixed, old] = slot.each_ref().map(|word| word.load(Relaxed));
            let depth = (old >> DEPTH_AT) as i32 & 0xFF;
            let age = (self.age + AGES - ((old >> TAG_AT) as u8 >> 2)) % AGES;
            match old {
                _ if mixed ^ old == key => i32::MIN,
                0 => i32::MIN + 1,
                _ => depth - AGE_WEIGHT * i32::from(age),
            }
        };
        if let Some([mixed, old]) = bucket.iter().min_by_key(worth) {
            mixed.store(key ^ data, Relaxed);
            old.store(data, Relaxed);
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// Proven ends are counted from this turn.
    pub(super) score: Score,
    pub(super) depth: u32,
    pub(super) bound: Bound,
    pub(super) hints: [u8; 2],
}
