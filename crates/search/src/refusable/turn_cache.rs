//! What earlier visits found out about a turn.
//!
//! Moves that stand cannot be taken back by further ones, so a position never depends on how it came
//! about, and an entry is as good as a search. The whole key is kept: no two positions are mixed up in
//! practice.
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::score::Score;
use crate::transposition::{Bound, index};

pub(super) const NO_HINT: u8 = u8::MAX;

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    score: Score,
    depth: u8,
    /// The bound and, above it, when it was stored; 0 where nothing is.
    tag: u8,
    hints: [u8; 2],
}

const _: () = assert!(size_of::<Entry>() == 16);

const EMPTY: Entry = Entry { key: 0, score: Score(0), depth: 0, tag: 0, hints: [NO_HINT; 2] };

const AGES: u8 = 64;
/// How many turns of depth one search more of age outweighs.
const AGE_WEIGHT: i32 = 4;
const BUCKET: usize = 4;

/// A table of fixed size that forgets old and shallow searches first.
#[derive(Clone, Debug)]
pub(super) struct TurnCache {
    buckets: Vec<[Entry; BUCKET]>,
    age: u8,
}

impl TurnCache {
    pub(super) fn new(mebibytes: usize) -> TurnCache {
        let buckets = (mebibytes << 20) / size_of::<[Entry; BUCKET]>();
        TurnCache { buckets: vec![[EMPTY; BUCKET]; buckets], age: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill([EMPTY; BUCKET]);
        self.age = 0;
    }

    /// Begins another search: what earlier ones stored still counts, and is replaced first.
    pub(super) fn restart(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Found> {
        let bucket = self.buckets.get(index(key, self.buckets.len()))?;
        let entry = bucket.iter().find(|entry| entry.key == key && entry.tag != 0)?;
        let bound = match entry.tag & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        };
        let depth = u32::from(entry.depth);
        Some(Found { score: entry.score, depth, bound, hints: entry.hints })
    }

    #[inline]
    pub(super) fn store(&mut self, key: u64, found: Found) {
        let (index, age) = (index(key, self.buckets.len()), self.age);
        let Some(bucket) = self.buckets.get_mut(index) else { return };
        let tag = age << 2 | found.bound as u8;
        let depth = found.depth.min(255) as u8;
        let new = Entry { key, score: found.score, depth, tag, hints: found.hints };
        let worth = |old: &Entry| match old.tag {
            _ if old.key == key => i32::MIN,
            0 => i32::MIN + 1,
            tag => i32::from(old.depth) - AGE_WEIGHT * i32::from((age + AGES - (tag >> 2)) % AGES),
        };
        if let Some(old) = bucket.iter_mut().min_by_key(|old| worth(old)) {
            *old = new;
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
