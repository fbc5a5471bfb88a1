//! Sets of squares.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_games::bits::count_few;

#[test]
fn few_are_counted_like_many() {
    let mut random = SplitMix::new(1);
    for _ in 0..10_000 {
        let set = random.next_u64() & random.next_u64() & random.next_u64();
        if set.count_ones() <= 15 {
            assert_eq!(count_few(set), set.count_ones() as usize);
        }
    }
}
