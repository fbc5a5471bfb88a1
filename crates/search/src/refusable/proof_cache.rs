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

impl Entry {
    #[inline]
    fn numbers(&self) -> Numbers {
        let number = |shift: u32| (self.packed >> shift) as u32 & SOLVED;
        Numbers { proof: number(8), disproof: number(8 + NUMBER_BITS) }
    }
}

const BUCKET: usize = 4;
/// The bits that hold the logarithm of the work.
const WORK: u64 = 0x3F;

/// What a prover knows about one turn, as two words to keep somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory(pub [u64; 2]);

/// A table of fixed size that forgets first what cost the least work.
#[derive(Clone, Debug)]
pub(super) struct ProofCache {
    buckets: Vec<Bucket>,
}

/// As many entries as one access to memory brings.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET]);

impl ProofCache {
    pub(super) fn new(mebibytes: usize) -> ProofCache {
        ProofCache::with_entries((mebibytes << 20) / size_of::<Entry>())
    }

    pub(super) fn with_entries(entries: usize) -> ProofCache {
        ProofCache { buckets: vec![Bucket([EMPTY; BUCKET]); entries / BUCKET] }
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill(Bucket([EMPTY; BUCKET]));
    }

    pub(super) fn memories(&self, work: u64) -> impl Iterator<Item = Memory> {
        let least = u64::from(work.max(1).ilog2());
        let entries = self.buckets.iter().flat_map(|bucket| &bucket.0);
        let kept = entries.filter(move |entry| entry.packed != 0 && entry.packed & WORK >= least);
        kept.map(|entry| Memory([entry.key, entry.packed]))
    }

    pub(super) fn remember(&mut self, Memory([key, packed]): Memory) {
        self.store(key, Entry { key, packed }.numbers(), 1 << (packed & WORK));
    }

    /// Reads where the keys are kept, all at once: in a large table an access takes as long as
    /// everything else a turn needs, and many at a time hardly longer than one.
    #[inline]
    pub(super) fn touch(&self, keys: impl Iterator<Item = u64>) {
        let first = |key| self.buckets.get(index(key, self.buckets.len())).map(|it| it.0[0].key);
        std::hint::black_box(keys.fold(0, |all, key| all ^ first(key).unwrap_or(0)));
    }

    #[inline]
    pub(super) fn find(&self, key: u64) -> Option<Numbers> {
        self.entry(key).map(Entry::numbers)
    }

    /// Returns about how many nodes it took to find out what is kept; 0 if nothing is.
    pub(super) fn work(&self, key: u64) -> u64 {
        self.entry(key).map_or(0, |entry| 1 << (entry.packed & WORK))
    }

    #[inline]
    fn entry(&self, key: u64) -> Option<&Entry> {
        let Bucket(bucket) = self.buckets.get(index(key, self.buckets.len()))?;
        bucket.iter().find(|entry| entry.key == key && entry.packed != 0)
    }

    #[inline]
    pub(super) fn store(&mut self, key: u64, numbers: Numbers, work: u64) {
        let index = index(key, self.buckets.len());
        let Some(Bucket(bucket)) = self.buckets.get_mut(index) else { return };
        let numbered = u64::from(numbers.proof) | u64::from(numbers.disproof) << NUMBER_BITS;
        let new = Entry { key, packed: numbered << 8 | u64::from(work.max(1).ilog2()) };
        let worth = |old: &Entry| match old.packed {
            _ if old.key == key => 0,
            0 => 1,
            packed => 2 + (packed & WORK),
        };
        if let Some(old) = bucket.iter_mut().min_by_key(|old| worth(old)) {
            *old = new;
        }
    }
}
