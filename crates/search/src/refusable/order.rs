//! Which moves to try first.
//!
//! A turn is decided by two moves, so two hints come from the table and each ply remembers the last
//! moves that decided a turn there.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::hash::{Hash, Hasher};

use manator_core::random::mix;

use super::turn_cache::NO_HINT;

const KILLERS: usize = 4;
/// How many bits of a move's hash find its history.
const SLOT_BITS: u32 = 12;
const HISTORY_MAX: i32 = 1 << 14;
/// What a remembered move ranks above the others, history included.
const KILLER: i32 = 1 << 15;
/// What one point of a guide's promise weighs; less than that never outranks a promise.
const PROMISE: i32 = 1 << 16;
const PROMISE_MAX: i32 = 1 << 12;
const HINT: i32 = 1 << 30;

#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<S> {
    pub(super) mv: S,
    /// Its number as the game lists them, or [`NO_HINT`].
    pub(super) number: u8,
    pub(super) rank: i32,
    slot: u16,
}

#[derive(Clone, Debug)]
pub(super) struct Order<S> {
    killers: Vec<[Option<S>; KILLERS]>,
    history: [Vec<i32>; 2],
}

impl<S: Copy + Eq + Hash> Order<S> {
    pub(super) fn new() -> Self {
        let history = vec![0; 1 << SLOT_BITS];
        Order { killers: Vec::new(), history: [history.clone(), history] }
    }

    /// Prepares for a search from another position: what mattered at a ply does so no longer.
    pub(super) fn restart(&mut self) {
        self.killers.clear();
        for value in self.history.iter_mut().flatten() {
            *value /= 4;
        }
    }

    #[inline]
    pub(super) fn candidate(&self, mv: S, number: usize, at: Site, promise: i32) -> Candidate<S> {
        let slot = slot(&mv);
        let number = number.min(usize::from(NO_HINT)) as u8;
        let mut rank = promise.clamp(-PROMISE_MAX, PROMISE_MAX) * PROMISE
            + self.history[at.player][usize::from(slot)];
        if let Some(killers) = self.killers.get(at.ply as usize) {
            rank += if killers.contains(&Some(mv)) { KILLER } else { 0 };
        }
        if number != NO_HINT && at.hints.contains(&number) {
            rank = HINT + i32::from(at.hints[0] == number);
        }
        Candidate { mv, number, rank, slot }
    }

    /// Learns that two moves decided a turn after others had failed to.
    pub(super) fn learn(&mut self, at: Site, depth: u32, two: [&Candidate<S>; 2]) {
        let ply = at.ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; KILLERS]);
        }
        for candidate in two {
            let killers = &mut self.killers[ply];
            if !killers.contains(&Some(candidate.mv)) {
                killers.rotate_right(1);
                killers[0] = Some(candidate.mv);
            }
            self.shift(at.player, candidate, (depth * depth) as i32);
        }
    }

    pub(super) fn unlearn(&mut self, at: Site, depth: u32, failed: &Candidate<S>) {
        self.shift(at.player, failed, -((depth * depth) as i32));
    }

    fn shift(&mut self, player: usize, candidate: &Candidate<S>, by: i32) {
        let by = by.clamp(-HISTORY_MAX / 4, HISTORY_MAX / 4);
        let value = &mut self.history[player][usize::from(candidate.slot)];
        *value += by - *value * by.abs() / HISTORY_MAX;
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub(super) ply: u32,
    pub(super) player: usize,
    pub(super) hints: [u8; 2],
}

#[inline]
pub(super) fn pick<S: Copy>(candidates: &mut [Candidate<S>]) {
    let mut best = 0;
    for (index, candidate) in candidates.iter().enumerate().skip(1) {
        if candidate.rank > candidates[best].rank {
            best = index;
        }
    }
    // Not a swap: the others stay in the order the game lists them, which is often a good one.
    candidates[..=best].rotate_right(1);
}

fn slot(mv: &impl Hash) -> u16 {
    let mut hasher = Bytes(0);
    mv.hash(&mut hasher);
    (hasher.finish() >> (64 - SLOT_BITS)) as u16
}

/// A hash of a few bytes, the same on every machine and in every run.
struct Bytes(u64);

impl Hasher for Bytes {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u8(*byte);
        }
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.0 = self.0.rotate_left(8) ^ u64::from(byte);
    }

    #[inline]
    fn finish(&self) -> u64 {
        mix(self.0)
    }
}
