//! A tiny generator of reproducible random numbers, also usable in constants.
//!
//! Start positions drawn from a seed and hash tables must never change with a library, so the few lines
//! of SplitMix64 stand here.
// SPDX-License-Identifier: MIT OR Apache-2.0

/// The SplitMix64 generator of Steele, Lea and Flood.
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    pub const fn new(seed: u64) -> Self {
        SplitMix(seed)
    }

    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// Returns a number below `bound`, which must not be 0.
    pub const fn below(&mut self, bound: u64) -> u64 {
        // The high half of a 128-bit product: unbiased enough, and the same on every machine.
        ((self.next_u64() as u128 * bound as u128) >> 64) as u64
    }
}

/// Scrambles 64 bits so that every input bit affects every output bit.
#[inline]
pub const fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// Returns `N` random words drawn from `seed`, for hash tables made at compile time.
pub const fn words<const N: usize>(seed: u64) -> [u64; N] {
    let mut random = SplitMix::new(seed);
    let mut words = [0; N];
    let mut index = 0;
    while index < N {
        words[index] = random.next_u64();
        index += 1;
    }
    words
}
