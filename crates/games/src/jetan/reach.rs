//! Where a piece can go from the centre of a window, given which squares around it are empty.
//!
//! What stands on the square reached does not matter here; the centre never counts as empty, so no path
//! returns to it. In `up`, a step north is a shift by 16 to the left, a step east by 1.
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::board::Window;

const STRAIGHT: Window = Window::symmetric(&[(0, 1)]).both();
const DIAGONAL: Window = Window::symmetric(&[(1, 1)]);
const WARRIOR: Window = Window::symmetric(&[(0, 2), (1, 1)]);
const PADWAR: Window = Window::symmetric(&[(0, 2), (2, 2)]);
const DWAR_FAR: Window = Window::symmetric(&[(0, 3), (1, 2)]);
/// The squares of the Thoat's diagram, which it reaches whatever lies between where it jumps.
pub(super) const THOAT: Window = Window::symmetric(&[(0, 1), (1, 2)]);
pub(super) const FLIER: Window = Window::symmetric(&[(1, 1), (1, 3), (3, 3)]);
const NEAR: u128 = Window::symmetric(&[(0, 1), (1, 1)]).wide();
/// All 48 squares within three columns and rows of the centre.
pub(super) const SEVEN: Window = Window { down: 0x0000_007F_007F_007F, up: 0x007F_007F_007F_0077 };

const NORTH: u64 = STRAIGHT.up & 0x7F_0000;
const SOUTH: u64 = STRAIGHT.down & 0x7F_0000_0000;
const EAST_WEST: u64 = STRAIGHT.up & 0x7F;

#[inline]
pub(super) fn warrior(empty: Window) -> Window {
    let (down, up) = (empty.down & STRAIGHT.down, empty.up & STRAIGHT.up);
    Window {
        down: (down << 1 | down >> 1 | down >> 16) & WARRIOR.down,
        up: (up << 1 | up >> 1 | up << 16) & WARRIOR.up,
    }
}

#[inline]
pub(super) fn padwar(empty: Window) -> Window {
    let (down, up) = (empty.down & DIAGONAL.down, empty.up & DIAGONAL.up);
    let level = up >> 17 | up >> 15 | (down << 15 | down << 17) >> 48;
    Window {
        down: (down >> 17 | down >> 15) & PADWAR.down,
        up: (up << 17 | up << 15 | level) & PADWAR.up,
    }
}

/// Returns the squares three straight steps away, none of them a step back.
#[inline]
pub(super) fn dwar(empty: Window) -> Window {
    const SECOND: Window = WARRIOR.both();
    let (down, up) = (empty.down & STRAIGHT.down, empty.up & STRAIGHT.up);
    let down = (down << 1 | down >> 1 | down >> 16) & empty.down & SECOND.down;
    let up = (up << 1 | up >> 1 | up << 16) & empty.up & SECOND.up;
    let far_down = (down << 1 | down >> 1 | down >> 16) & DWAR_FAR.down;
    let far_up = (up << 1 | up >> 1 | up << 16) & DWAR_FAR.up;
    // The four squares next to the Dwar are reached by turning twice the same way.
    let (north, south) = (empty.up & NORTH, empty.down & SOUTH);
    let by_north = (north << 1 | north >> 1) & empty.up;
    let by_south = (south << 1 | south >> 1) & empty.down;
    let sides = empty.up & EAST_WEST;
    let above = (sides << 16) & empty.up;
    let below = (sides << 32) & empty.down;
    Window {
        down: far_down | (below << 1 | below >> 1) & SOUTH,
        up: far_up | by_north >> 16 | by_south >> 32 | (above << 1 | above >> 1) & NORTH,
    }
}

/// Returns what the course's own program lets a Dwar reach: NNN NNS NNE NEN NES NEE NWN NWS NWW SEN
/// SES SEE SWN SWS SWW. Its other three paths return to the start, which counts as occupied.
#[inline]
pub(super) fn dwar_of_software(empty: Window) -> Window {
    let (north, south) = (empty.up & NORTH, empty.down & SOUTH);
    let north_north = (north << 16) & empty.up;
    let north_east = (north << 1) & empty.up;
    let north_west = (north >> 1) & empty.up;
    let south_east = (south << 1) & empty.down;
    let south_west = (south >> 1) & empty.down;
    let either = south_east | south_west;
    Window {
        down: either >> 16 | south_east << 1 | south_west >> 1,
        up: north_north << 16
            | north_north >> 16
            | north_north << 1
            | (north_east | north_west) << 16
            | (north_east | north_west) >> 16
            | north_east << 1
            | north_west >> 1
            | either >> 32,
    }
}

#[inline]
pub(super) fn thoat(empty: Window) -> Window {
    let (down, up) = (empty.down & STRAIGHT.down, empty.up & STRAIGHT.up);
    let (down_diagonal, up_diagonal) = (empty.down & DIAGONAL.down, empty.up & DIAGONAL.up);
    let level_up = up >> 17 | up >> 15 | up_diagonal >> 16;
    let level_down = (down << 17 | down << 15 | down_diagonal << 16) >> 48;
    let out_down = down >> 17 | down >> 15 | down_diagonal >> 16;
    let out_up = up << 17 | up << 15 | up_diagonal << 16;
    Window {
        down: (out_down | down_diagonal << 1 | down_diagonal >> 1) & THOAT.down,
        up: (out_up | up_diagonal << 1 | up_diagonal >> 1 | level_up | level_down) & THOAT.up,
    }
}

#[inline]
pub(super) fn chief(empty: Window) -> Window {
    let empty = empty.wide();
    let first = empty & NEAR;
    if first == 0 {
        return Window::EMPTY;
    }
    let second = spread(first) & empty;
    let mut third = spread(second) & SEVEN.wide();
    // An empty square next to the Chief must not be its own first step.
    let doubtful = third & first;
    if doubtful != 0 && !TURNS[ring_index(first)] {
        let mut rest = doubtful;
        while rest != 0 {
            let target = rest & rest.wrapping_neg();
            rest ^= target;
            let second = spread(first & !target) & empty;
            if spread(second & !target) & target == 0 {
                third &= !target;
            }
        }
    }
    Window::from_wide(third)
}

#[inline]
const fn spread(set: u128) -> u128 {
    let sides = set << 1 | set >> 1;
    let rows = set | sides;
    sides | rows << 16 | rows >> 16
}

/// Packs the eight squares next to the centre into an index below 512.
#[inline]
const fn ring_index(near: u128) -> usize {
    let near = (near >> 32) as u64;
    // Rows below, level and above are at bits 2, 18 and 34 from here.
    ((near >> 2 & 7) | (near >> 15 & 0x38) | (near >> 28 & 0x1C0)) as usize
}

/// Tells for which sets of empty squares next to the Chief each of them is reached by three steps
/// among them, whatever lies further out.
static TURNS: [bool; 512] = {
    let mut turns = [false; 512];
    let mut set = 0u128;
    loop {
        let mut all = true;
        let mut rest = set;
        while rest != 0 {
            let target = rest & rest.wrapping_neg();
            rest ^= target;
            let second = spread(set & !target) & set & !target;
            all &= spread(second) & target != 0;
        }
        turns[ring_index(set)] = all;
        // The next subset of the ring, in the order of binary numbers.
        set = set.wrapping_sub(NEAR) & NEAR;
        if set == 0 {
            break;
        }
    }
    turns
};
