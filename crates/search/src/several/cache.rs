//! Values of positions already searched, for one thread.
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::transposition::index;

/// A table of a fixed size in which a new entry replaces whatever stood in its place.
///
/// Positions met last are the ones met again: in a search that deepens step by step, always replacing
/// keeps the entries of the iteration that is running.
#[derive(Debug)]
pub(super) struct PositionCache<T> {
    slots: Vec<Option<(u64, T)>>,
    bytes: usize,
}

impl<T: Copy> PositionCache<T> {
    /// Makes a table of at most `bytes`, for which it asks when it is first written to.
    pub(super) fn new(bytes: usize) -> Self {
        PositionCache { slots: Vec::new(), bytes }
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<T> {
        match self.slots.get(index(key, self.slots.len())) {
            Some(Some((stored, entry))) if *stored == key => Some(*entry),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn store(&mut self, key: u64, entry: T) {
        if self.slots.is_empty() {
            self.slots = vec![None; (self.bytes / size_of::<Option<(u64, T)>>()).max(1)];
        }
        let slot = index(key, self.slots.len());
        self.slots[slot] = Some((key, entry));
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill(None);
    }
}
