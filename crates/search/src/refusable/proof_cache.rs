//! What a proof-number search remembers: how hard each turn still is to prove and to disprove.
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::transposition::index;

/// The number of what is impossible.
pub(super) const SOLVED: u32 = (1 << NUMBER_BITS) - 1;
const NUMBER_BITS: u32 = 28;

/// How much a turn still costs to decide, from the side of its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// To prove that the mover wins; 0 once that is proven.
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    pub(super) const PROVEN: Numbers = Numbers { proof: 0, disproof: SOLVED };
    pub(super) const DISPROVEN: Numbers = Numbers { proof: SOLVED, disproof: 0 };
    /// As limits: only a decided turn reaches them.
    pub(super) const UNLIMITED: Numbers = Numbers { proof: SOLVED, disproof: SOLVED };

    pub(super) fn is_proven(self) -> bool {
        self.proof == 0
    }

    pub(super) fn is_disproven(self) -> bool {
        self.disproof == 0
    }
}

/// One turn: 16 bytes. All zero where nothing is stored, since no turn is proven and disproven.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    /// The two numbers and, lowest, the binary logarithm of the work done.
    packed: u64,
}

const EMPTY: Entry = Entry { key: 0, packed: 0 };
const _: () = assert!(size_of::<Entry>() == 16);

const BUCKET: usize = 4;

/// A table of fixed size that forgets first what cost the least work.
#[derive(Clone, Debug)]
pub(super) struct ProofCache {
    buckets: Vec<[Entry; BUCKET]>,
}

impl ProofCache {
    pub(super) fn new(mebibytes: usize) -> ProofCache {
        let buckets = (mebibytes << 20) / size_of::<[Entry; BUCKET]>();
        ProofCache { buckets: vec![[EMPTY; BUCKET]; buckets] }
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill([EMPTY; BUCKET]);
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Numbers> {
        let bucket = self.buckets.get(index(key, self.buckets.len()))?;
        let entry = bucket.iter().find(|entry| entry.key == key && entry.packed != 0)?;
        let number = |shift: u32| (entry.packed >> shift) as u32 & SOLVED;
        Some(Numbers { proof: number(8), disproof: number(8 + NUMBER_BITS) })
    }

    #[inline]
    pub(super) fn store(&mut self, key: u64, numbers: Numbers, work: u64) {
        let index = index(key, self.buckets.len());
        let Some(bucket) = self.buckets.get_mut(index) else { return };
        let numbered = u64::from(numbers.proof) | u64::from(numbers.disproof) << NUMBER_BITS;
        let new = Entry { key, packed: numbered << 8 | u64::from(work.max(1).ilog2()) };
        let worth = |old: &Entry| match old.packed {
            _ if old.key == key => 0,
            0 => 1,
            packed => 2 + (packed & 0xFF),
        };
        if let Some(old) = bucket.iter_mut().min_by_key(|old| worth(old)) {
            *old = new;
        }
    }
}
