//! A transposition table that threads share without locks.
//!
//! An entry is two words: its data, and the position's key xor the data. Two threads that write at once
//! can mix their words, but then the key no longer fits, and the entry counts as absent.
//!
//! Only as much of the memory is used as a search fills: a short one then stays within the processor's
//! cache, where looking up an entry costs a tenth.
// SPDX-License-Identifier: MIT OR Apache-2.0

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
    pub(crate) depth: u8,
    /// The best move, by its index in the order of `legal_moves`: moves of games yet unknown need not
    /// fit into a word, and an index does.
    pub(crate) best: Option<u16>,
}

const SLOTS: usize = 4;
const AGES: u64 = 64;
/// How many plies of depth an entry loses to a newer one for every search it is old.
const AGE_WEIGHT: i32 = 4;

/// How many buckets are used at first, at most: 64 KiB of them.
const OPEN_FIRST: usize = 1024;
/// The table grows once it has lost an entry for every so many buckets: it is a quarter full then.
const BUCKETS_PER_LOSS: usize = 128;

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; SLOTS]);

#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Box<[Bucket]>,
    open: AtomicUsize,
    /// How many entries have had to go for others since it last grew.
    lost: AtomicUsize,
    grows: AtomicBool,
    age: u64,
}

impl TranspositionTable {
    pub(crate) fn new(mib: usize) -> TranspositionTable {
        let count = (mib.max(1) << 20) / size_of::<Bucket>();
        let buckets: Box<[Bucket]> = (0..count).map(|_| Bucket::default()).collect();
        // Writing to every page now keeps page faults out of the search.
        buckets.iter().for_each(Bucket::clear);
        let (open, lost) = (AtomicUsize::new(open_first(count)), AtomicUsize::new(0));
        TranspositionTable { buckets, open, lost, grows: AtomicBool::new(false), age: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.buckets[..*self.open.get_mut()].iter().for_each(Bucket::clear);
        *self.open.get_mut() = open_first(self.buckets.len());
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
                entry.best = entry.best.or_else(|| unpack(data)?.best);
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
        if open < self.buckets.len()
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
        for bucket in self.buckets[..open].iter().rev() {
            let slots = bucket.0.each_ref();
            let slots = slots.map(|slot| slot.each_ref().map(|word| word.load(Ordering::Relaxed)));
            bucket.clear();
            for words in slots.into_iter().filter(|words| words[1] != 0) {
                let target = &self.buckets[index(words[0] ^ words[1], 2 * open)];
                let is_free = |slot: &&[AtomicU64; 2]| slot[1].load(Ordering::Relaxed) == 0;
                if let Some(slot) = target.0.iter().find(is_free) {
                    slot[0].store(words[0], Ordering::Relaxed);
                    slot[1].store(words[1], Ordering::Relaxed);
                }
            }
        }
        self.open.store(2 * open, Ordering::Relaxed);
        self.lost.store(0, Ordering::Relaxed);
    }

    #[inline]
    fn worth(&self, data: u64) -> i32 {
        if data == 0 {
            return i32::MIN;
        }
        let age = (AGES + self.age - (data >> 58)) % AGES;
        (data >> 48 & 0xFF) as i32 - AGE_WEIGHT * age as i32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[index(key, self.open.load(Ordering::Relaxed))]
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

/// Lays an entry out in 64 bits: 6 of age, 2 of bound, 8 of depth, 16 of the move's index plus one, 32 of
/// score.
#[inline]
fn pack(entry: Entry, age: u64) -> u64 {
    let best = entry.best.map_or(0, |index| u64::from(index.saturating_add(1)));
    age << 58
        | (entry.bound as u64) << 56
        | u64::from(entry.depth) << 48
        | best << 32
        | u64::from(entry.score.0 as u32)
}

#[inline]
fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 56 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Entry {
        score: Score(data as u32 as i32),
        bound,
        depth: (data >> 48) as u8,
        best: ((data >> 32) as u16).checked_sub(1),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::{Bound, Entry, TranspositionTable};
    use crate::score::Score;
    use manator_core::random::SplitMix;

    fn entry(random: &mut SplitMix) -> Entry {
        Entry {
            score: Score(random.below(2_000_003) as i32 - 1_000_001),
            bound: [Bound::Upper, Bound::Lower, Bound::Exact][random.below(3) as usize],
            depth: random.below(256) as u8,
            best: random.below(65_536).checked_sub(1).map(|index| index as u16),
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
        let of = |depth| Entry { score: Score(1), bound: Bound::Exact, depth, best: None };
        (0..4).for_each(|key| table.store(key, of(10 + key as u8)));
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
    fn a_known_best_move_stays() {
        let table = TranspositionTable::new(1);
        let of = |best| Entry { score: Score(-5), bound: Bound::Lower, depth: 3, best };
        table.store(9, of(Some(7)));
        table.store(9, of(None));
        assert_eq!(table.probe(9), Some(of(Some(7))));
    }
}
