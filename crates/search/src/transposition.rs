//! A transposition table that threads share without locks.
//!
//! An entry is two words: its data, and the position's key xor the data. Two threads that write at once
//! can mix their words, but then the key no longer fits, and the entry counts as absent.
//!
//! Only as much of the memory is taken and used as a search fills: a short one then stays within the
//! processor's cache, where looking up an entry costs a tenth, and a new table costs nothing.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::score::Score;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Upper = 1,
    Lower = 2,
    Exact = 3,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The score for its mover, with proven ends counted in plies from it.
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// Plies.
    pub(crate) depth: i32,
    /// The best move, by its index in the order of `legal_moves`: moves of games yet unknown need not
    /// fit into a word, and an index does.
    pub(crate) best: Option<u16>,
    /// The guide's evaluation for the mover, where it was asked for and is not too large.
    pub(crate) evaluation: Option<Score>,
}

const SLOTS: usize = 4;
const AGES: u64 = 16;
/// How many plies of depth an entry loses to a newer one for every search it is old.
const AGE_WEIGHT: i32 = 4;

/// How many buckets are used at first, at most: 64 KiB of them.
const OPEN_FIRST: usize = 1024;
/// The table grows once it has lost an entry for every so many buckets: it is a quarter full then.
const BUCKETS_PER_LOSS: usize = 128;
/// How many buckets are allocated at a time: 256 KiB.
const CHUNK: usize = 4096;

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; SLOTS]);

#[derive(Debug)]
pub(crate) struct TranspositionTable {
    /// Pieces of one size, made when the table grows into them: a large table costs a short game nothing, and
    /// what one game gave back fits the next.
    chunks: Box<[OnceLock<Box<[Bucket]>>]>,
    count: usize,
    open: AtomicUsize,
    /// How many entries have had to go for others since it last grew.
    lost: AtomicUsize,
    grows: AtomicBool,
    age: u64,
}

impl TranspositionTable {
    pub(crate) fn new(mib: usize) -> TranspositionTable {
        let count = (mib.max(1) << 20) / size_of::<Bucket>();
        let table = TranspositionTable {
            chunks: (0..count.div_ceil(CHUNK)).map(|_| OnceLock::new()).collect(),
            count,
            open: AtomicUsize::new(open_first(count)),
            lost: AtomicUsize::new(0),
            grows: AtomicBool::new(false),
            age: 0,
        };
        table.make(open_first(count));
        table
    }

    pub(crate) fn clear(&mut self) {
        (0..*self.open.get_mut()).for_each(|at| self.at(at).clear());
        *self.open.get_mut() = open_first(self.count);
        *self.lost.get_mut() = 0;
        self.age = 0;
    }

    /// Lets entries of former searches be overwritten first.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ data == key { unpack(data) } else { None }
        })
    }

    /// Stores what is known of the position with this key.
    ///
    /// A former best move stays where there is no new one.
    #[inline]
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let bucket = self.bucket(key);
        let mut chosen = &bucket.0[0];
        let mut worth_min = i32::MAX;
        for slot in &bucket.0 {
            let data = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ data == key {
                let former = unpack(data);
                entry.best = entry.best.or_else(|| former?.best);
                entry.evaluation = entry.evaluation.or_else(|| former?.evaluation);
                chosen = slot;
                worth_min = i32::MIN;
                break;
            }
            let worth = self.worth(data);
            if worth < worth_min {
                (chosen, worth_min) = (slot, worth);
            }
        }
        let data = pack(entry, self.age);
        chosen[0].store(key ^ data, Ordering::Relaxed);
        chosen[1].store(data, Ordering::Relaxed);
        if worth_min > i32::MIN {
            self.lose();
        }
    }

    #[inline]
    fn lose(&self) {
        let open = self.open.load(Ordering::Relaxed);
        if open < self.count
            && self.lost.fetch_add(1, Ordering::Relaxed) >= open / BUCKETS_PER_LOSS
            && !self.grows.swap(true, Ordering::Acquire)
        {
            self.grow();
            self.grows.store(false, Ordering::Release);
        }
    }

    /// Uses twice as many buckets. What other threads store meanwhile may be lost.
    #[cold]
    fn grow(&self) {
        let open = self.open.load(Ordering::Relaxed);
        // From the last on: the entries of a bucket go to two that have been emptied before.
        self.make(2 * open);
        for bucket in (0..open).rev().map(|at| self.at(at)) {
            let slots = bucket.0.each_ref();
            let slots = slots.map(|slot| slot.each_ref().map(|word| word.load(Ordering::Relaxed)));
            bucket.clear();
            for words in slots.into_iter().filter(|words| words[1] != 0) {
                let target = self.at(index(words[0] ^ words[1], 2 * open));
                let is_free = |slot: &&[AtomicU64; 2]| slot[1].load(Ordering::Relaxed) == 0;
                if let Some(slot) = target.0.iter().find(is_free) {
                    slot[0].store(words[0], Ordering::Relaxed);
                    slot[1].store(words[1], Ordering::Relaxed);
                }
            }
        }
        self.open.store(2 * open, Ordering::Release);
        self.lost.store(0, Ordering::Relaxed);
    }

    #[inline]
    fn worth(&self, data: u64) -> i32 {
        if data == 0 {
            return i32::MIN;
        }
        let age = (AGES + self.age - (data >> AGE_AT)) % AGES;
        (data >> DEPTH_AT & 0xFF) as i32 - AGE_WEIGHT * age as i32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // Whoever sees that the table has grown must see the new chunks too.
        self.at(index(key, self.open.load(Ordering::Acquire)))
    }

    #[inline]
    fn at(&self, bucket: usize) -> &Bucket {
        let chunk = self.chunks[bucket / CHUNK].get().expect("a chunk that is open has been made");
        &chunk[bucket % CHUNK]
    }

    /// Makes the chunks of the first `count` buckets.
    fn make(&self, count: usize) {
        for chunk in &self.chunks[..count.div_ceil(CHUNK)] {
            chunk.get_or_init(|| (0..CHUNK).map(|_| Bucket::default()).collect());
        }
    }
}

impl Bucket {
    fn clear(&self) {
        self.0.as_flattened().iter().for_each(|word| word.store(0, Ordering::Relaxed));
    }
}

/// Returns how many of `count` buckets are used at first, so that doubling leads to all of them.
fn open_first(count: usize) -> usize {
    let mut open = count;
    while open > OPEN_FIRST && open.is_multiple_of(2) {
        open /= 2;
    }
    open
}

/// Returns where an entry of a table with `count` buckets belongs.
#[inline]
pub(crate) fn index(key: u64, count: usize) -> usize {
    // The high half of the product spreads keys over any number of buckets.
    ((u128::from(key) * count as u128) >> 64) as usize
}

const AGE_AT: u32 = 60;
const BOUND_AT: u32 = 58;
const DEPTH_AT: u32 = 50;
const BEST_AT: u32 = 38;
const SCORE_AT: u32 = 17;
const BEST_MAX: u16 = 0xFFE;
const SCORE_BITS: u32 = 21;
const EVALUATION_MAX: i32 = 0xFFFF;

/// Lays an entry out in 64 bits: 4 of age, 2 of bound, 8 of depth, 12 of the move's index plus one, 21 of
/// score and 17 of evaluation, of which 0 is none.
#[inline]
fn pack(entry: Entry, age: u64) -> u64 {
    let best = entry.best.filter(|index| *index <= BEST_MAX).map_or(0, |index| index + 1);
    let evaluation = entry.evaluation.filter(|evaluation| evaluation.0.abs() <= EVALUATION_MAX);
    let evaluation = evaluation.map_or(0, |evaluation| evaluation.0 + EVALUATION_MAX + 1);
    age << AGE_AT
        | (entry.bound as u64) << BOUND_AT
        | (entry.depth.clamp(0, 255) as u64) << DEPTH_AT
        | u64::from(best) << BEST_AT
        | (entry.score.0 as u64 & ((1 << SCORE_BITS) - 1)) << SCORE_AT
        | evaluation as u64
}

#[inline]
fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> BOUND_AT & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let score = (data >> SCORE_AT << (64 - SCORE_BITS)) as i64 >> (64 - SCORE_BITS);
    let evaluation = data as i32 & ((1 << SCORE_AT) - 1);
    Some(Entry {
        score: Score(score as i32),
        bound,
        depth: (data >> DEPTH_AT & 0xFF) as i32,
        best: ((data >> BEST_AT & 0xFFF) as u16).checked_sub(1),
        evaluation: (evaluation > 0).then(|| Score(evaluation - EVALUATION_MAX - 1)),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::{Bound, Entry, OPEN_FIRST, TranspositionTable};
    use crate::score::Score;
    use manator_core::random::SplitMix;

    fn entry(random: &mut SplitMix) -> Entry {
        Entry {
            score: Score(random.below(2_000_003) as i32 - 1_000_001),
            bound: [Bound::Upper, Bound::Lower, Bound::Exact][random.below(3) as usize],
            depth: random.below(256) as i32,
            best: random.below(0x1000).checked_sub(1).map(|index| index as u16),
            evaluation: random
                .below(0x2_0000)
                .checked_sub(0x1_0000)
                .map(|value| Score(value as i32)),
        }
    }

    #[test]
    fn entries_come_back_as_they_were() {
        let table = TranspositionTable::new(1);
        let mut random = SplitMix::new(1);
        for _ in 0..10_000 {
            let (key, entry) = (random.next_u64(), entry(&mut random));
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
            assert_eq!(table.probe(key ^ 1), None);
        }
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let mut table = TranspositionTable::new(1);
        let of = |depth| Entry {
            score: Score(1),
            bound: Bound::Exact,
            depth,
            best: None,
            evaluation: None,
        };
        (0..4).for_each(|key| table.store(key, of(10 + key as i32)));
        table.store(4, of(1));
        assert_eq!(table.probe(0), None, "the shallowest goes");
        (0..10).for_each(|_| table.grow_older());
        table.store(5, of(1));
        assert_eq!(table.probe(4), None);
        table.store(6, of(1));
        assert_eq!(table.probe(1), None, "an old one goes before a shallow new one");
        assert!(table.probe(5).is_some() && table.probe(3).is_some());
        table.clear();
        assert_eq!(table.probe(3), None);
    }

    #[test]
    fn a_growing_table_keeps_its_entries() {
        let mut table = TranspositionTable::new(1);
        let first = table.open.load(Ordering::Relaxed);
        let mut random = SplitMix::new(2);
        let entries: Vec<_> =
            (0..20_000).map(|_| (random.next_u64(), entry(&mut random))).collect();
        entries.iter().for_each(|(key, entry)| table.store(*key, *entry));
        let kept = entries.iter().filter(|(key, entry)| table.probe(*key) == Some(*entry)).count();
        assert!(table.open.load(Ordering::Relaxed) >= 8 * first);
        assert!(kept > 18_000, "{kept} of 20000");
        table.clear();
        assert!(entries.iter().all(|(key, _)| table.probe(*key).is_none()));
    }

    #[test]
    fn a_large_table_costs_nothing_until_it_is_filled() {
        let made = |table: &TranspositionTable| {
            table.chunks.iter().filter(|chunk| chunk.get().is_some()).count()
        };
        let mut table = TranspositionTable::new(4096);
        assert_eq!(made(&table), 1);
        let mut random = SplitMix::new(3);
        (0..100_000).for_each(|_| table.store(random.next_u64(), entry(&mut random)));
        assert!((2..64).contains(&made(&table)), "{}", made(&table));
        table.clear();
        assert_eq!(*table.open.get_mut(), OPEN_FIRST);
    }

    #[test]
    fn a_known_best_move_stays() {
        let table = TranspositionTable::new(1);
        let of = |best| Entry {
            score: Score(-5),
            bound: Bound::Lower,
            depth: 3,
            best,
            evaluation: None,
        };
        table.store(9, of(Some(7)));
        table.store(9, of(None));
        assert_eq!(table.probe(9), Some(of(Some(7))));
    }
}
