//! The squares that the pieces of one side may stand on, and the eight ways to look at a board.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_games::kings_court::COURT;

const SQUARES: u32 = 64;
const SIDE: u32 = 8;
const WAYS: u8 = 8;

/// Sets of so many squares, one of them in the Court at least.
pub(super) struct Sets {
    /// In ascending order.
    pub(super) all: Vec<u64>,
    /// For each of them, which class it belongs to, and which way leads from it to the first of the class.
    class_of: Vec<(u16, u8)>,
    /// The first set of each class: all that are the same board, turned or mirrored, are one.
    pub(super) classes: Vec<u64>,
}

impl Sets {
    pub(super) fn new(size: u32) -> Sets {
        let mut all = Vec::new();
        add(0, size, 0, &mut all);
        all.sort_unstable();
        let (mut class_of, mut classes) = (Vec::with_capacity(all.len()), Vec::new());
        for set in &all {
            let images = (0..WAYS).map(|way| (seen(*set, way), way));
            let (first, way) = images.min().unwrap_or((*set, 0));
            // Sets come in order, so the first of a class comes before the others.
            if first == *set {
                classes.push(first);
            }
            let class = classes.binary_search(&first).unwrap_or_default();
            class_of.push((class as u16, way));
        }
        Sets { all, class_of, classes }
    }

    pub(super) fn find(&self, set: u64) -> Option<usize> {
        self.all.binary_search(&set).ok()
    }

    /// Returns the class of a set, and the way in which it is seen as the first of that class.
    pub(super) fn class(&self, set: u64) -> Option<(usize, u8)> {
        let (class, way) = self.class_of[self.find(set)?];
        Some((class.into(), way))
    }
}

/// Adds all sets of `more` further squares from a square on.
fn add(set: u64, more: u32, from: u32, all: &mut Vec<u64>) {
    if more == 0 {
        all.extend((set & COURT != 0).then_some(set));
        return;
    }
    (from..SQUARES).for_each(|square| add(set | 1 << square, more - 1, square + 1, all));
}

/// Returns a set of few squares as it is seen one of the eight ways; way 0 changes nothing.
pub(super) fn seen(mut set: u64, way: u8) -> u64 {
    let mut image = 0;
    while set != 0 {
        let square = set.trailing_zeros();
        set &= set - 1;
        let [mut column, mut row] = [square / SIDE, square % SIDE];
        if way & 1 != 0 {
            column = SIDE - 1 - column;
        }
        if way & 2 != 0 {
            row = SIDE - 1 - row;
        }
        if way & 4 != 0 {
            (column, row) = (row, column);
        }
        image |= 1 << (column * SIDE + row);
    }
    image
}
