//! What a knight can still reach, and how many moves that can be at most.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_games::joust::{Joust, Squares};

/// Returns the squares of `free` that a knight on `from` can get to if nobody else moves.
#[inline]
pub fn region<const N: usize>(game: &Joust, from: u8, free: Squares<N>) -> Squares<N> {
    private_region(game, from, free, Squares::EMPTY).unwrap_or(Squares::EMPTY)
}

/// Returns the squares that a knight on `from` can get to, unless `shared` is among them.
///
/// A region that the other knight's next squares are not in never meets the other's region.
#[inline]
pub fn private_region<const N: usize>(
    game: &Joust,
    from: u8,
    free: Squares<N>,
    shared: Squares<N>,
) -> Option<Squares<N>> {
    let mut front = game.near(from) & free;
    let mut region = front;
    while !front.is_empty() {
        if front.meets(shared) {
            return None;
        }
        front = game.spread(front) & free & !region;
        region = region | front;
    }
    Some(region)
}

/// Returns a number of moves that a knight on `from` cannot exceed within `region`.
///
/// Its squares alternate in colour, so the scarcer colour ends the walk.
#[inline]
pub fn moves_at_most<const N: usize>(game: &Joust, from: u8, region: Squares<N>) -> u32 {
    let dark = game.dark_squares();
    let (dark_count, light_count) = ((region & dark).count(), (region & !dark).count());
    if dark.contains(from) {
        alternating(light_count, dark_count)
    } else {
        alternating(dark_count, light_count)
    }
}

/// Returns how long a sequence of alternating colours can be that begins with one of `first`.
#[inline]
pub fn alternating(first: u32, second: u32) -> u32 {
    (2 * first).min(2 * second + 1)
}
