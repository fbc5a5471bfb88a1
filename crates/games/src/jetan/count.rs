//! Counting moves without listing them.
//!
//! The plain x86-64 target counts bits in a dozen operations, which would be most of the work. So the
//! targets of several pieces share a word, and words are added bit by bit before anything is counted.
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::board::{WORDS, Window};
use super::game::Jetan;
use super::moves::panthan_steps;
use super::piece::Piece;
use super::position::{CHIEF, PRINCESS, Position};

impl Jetan {
    /// Returns how many moves there are, whether or not the game is over by a counter.
    #[inline]
    pub(super) fn tally_moves(&self, position: &Position) -> usize {
        let side = position.turn;
        let warriors = self.pair(position, Piece::Warrior);
        let padwars = self.pair(position, Piece::Padwar);
        let thoats = self.pair(position, Piece::Thoat);
        let dwars = self.pair(position, Piece::Dwar);
        let fliers = self.pair(position, Piece::Flier);
        let chief = match position.officer(side, CHIEF) {
            Some(from) => side_by_side(self.targets(position, side, Piece::Chief, from)),
            None => 0,
        };
        let mut escapes = 0;
        let princess = match position.officer(side, PRINCESS) {
            Some(from) => {
                let princess = self.princess(position, from);
                if princess.may_escape {
                    escapes = self.escapes(position, from).into_iter().map(u64::count_ones).sum();
                }
                side_by_side(princess.ordinary)
            }
            None => 0,
        };
        let (one, carry_one) = add(warriors, padwars, thoats);
        let (two, carry_two) = add(dwars, fliers, chief);
        let (ones, carry_three) = add(one, two, princess);
        let (twos, fours) = add(carry_one, carry_two, carry_three);
        weigh(ones, twos, fours) as usize + tally_panthans(position) + escapes as usize
    }

    /// Returns the targets of both pieces of a kind in one word.
    ///
    /// Seven bits of each sixteen hold a row of a window, so the second piece's go into the eighth and
    /// following. Of these kinds none reaches both a square and the one that falls on the same bit of
    /// the other half of the window.
    #[inline(always)]
    fn pair(&self, position: &Position, piece: Piece) -> u64 {
        let index = 2 * piece as usize;
        self.single(position, piece, index) | self.single(position, piece, index + 1) << 8
    }

    #[inline(always)]
    fn single(&self, position: &Position, piece: Piece, index: usize) -> u64 {
        let Some(from) = position.officer(position.turn, index) else { return 0 };
        let targets = self.targets(position, position.turn, piece, from);
        targets.up | targets.down
    }
}

#[inline]
const fn side_by_side(targets: Window) -> u64 {
    targets.up | targets.down << 8
}

#[inline]
fn tally_panthans(position: &Position) -> usize {
    let mut count = 0;
    for byte in WORDS {
        if position.panthans[position.turn as usize].word(byte) != 0 {
            let [ahead, ahead_west, ahead_east, west, east] = panthan_steps(position, byte);
            let (ones, carry) = add(ahead, ahead_west, ahead_east);
            let (ones, carry_sides) = add(ones, west, east);
            count += weigh(ones, carry ^ carry_sides, carry & carry_sides) as usize;
        }
    }
    count
}

/// Adds three words bit by bit; returns the sums and the carries.
#[inline]
const fn add(one: u64, two: u64, three: u64) -> (u64, u64) {
    let differ = one ^ two;
    (differ ^ three, one & two | differ & three)
}

/// Counts the bits of three words, those of the second twice and those of the third four times.
#[inline]
const fn weigh(ones: u64, twos: u64, fours: u64) -> u64 {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const NIBBLES: u64 = 0x3333_3333_3333_3333;
    const BYTES: u64 = 0x0F0F_0F0F_0F0F_0F0F;
    const SUM: u64 = 0x0101_0101_0101_0101;
    const fn nibbles(word: u64) -> u64 {
        let pairs = word - (word >> 1 & PAIRS);
        (pairs & NIBBLES) + (pairs >> 2 & NIBBLES)
    }
    let low = nibbles(ones) + 2 * nibbles(twos);
    let high = nibbles(fours);
    let bytes = (low & BYTES) + (low >> 4 & BYTES) + 4 * ((high + (high >> 4)) & BYTES);
    bytes.wrapping_mul(SUM) >> 56
}
