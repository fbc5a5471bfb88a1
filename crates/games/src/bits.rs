//! Sets of squares as the bits of an integer.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

#[inline]
pub fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(square)
    })
}

/// Calls `visit` for each member of a set of up to 128 squares, lowest first, until it breaks.
///
/// Two loops over 64-bit halves take half the time of one over 128 bits.
#[inline]
pub fn visit_wide<B>(set: u128, mut visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
    let mut low = set as u64;
    while low != 0 {
        visit(low.trailing_zeros() as u8)?;
        low &= low - 1;
    }
    let mut high = (set >> 64) as u64;
    while high != 0 {
        visit(64 + high.trailing_zeros() as u8)?;
        high &= high - 1;
    }
    ControlFlow::Continue(())
}

/// Counts a set of at most 15 of 64 squares, in two steps fewer than counting any set.
///
/// Without the POPCNT instruction, which the plain target lacks, this is what counting costs.
#[inline]
pub fn count_few(set: u64) -> usize {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const NIBBLES: u64 = 0x3333_3333_3333_3333;
    const SUM: u64 = 0x1111_1111_1111_1111;
    let pairs = set - ((set >> 1) & PAIRS);
    let nibbles = (pairs & NIBBLES) + ((pairs >> 2) & NIBBLES);
    (nibbles.wrapping_mul(SUM) >> 60) as usize
}
