//! What each piece reaches from each square, worked out from single steps at compile time.
//!
//! A file or diagonal has at most one square in each row of at most two sections: the *near* one, of the
//! square it is seen from, and the *far* one. Eight bits therefore hold what stands on it: bit `row` for
//! a near square, bit `4 + row` for a far one. A multiplication gathers the four bits of a section, and
//! another scatters them back.
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::square::Direction::{self, Backward, Forward, Left, Right};
use super::square::{COLUMNS, SEAM, SECTIONS, SQUARES, Square};

pub(super) static KING: [u128; SQUARES] =
    targets(targets([0; SQUARES], &STRAIGHTS, false), DIAGONALS.as_flattened(), false);
pub(super) static KNIGHT: [u128; SQUARES] = targets([0; SQUARES], &knight_jumps(), false);
const PAWN_DIAGONALS: [[Direction; 2]; 4] =
    [[Forward, Left], [Left, Forward], [Forward, Right], [Right, Forward]];
/// Where a pawn captures: at home, and in a section that is not its own.
pub(super) static PAWN_CAPTURES: [[u128; SQUARES]; 2] =
    [targets([0; SQUARES], &PAWN_DIAGONALS, false), targets([0; SQUARES], &PAWN_DIAGONALS, true)];
/// Where a pawn goes without capturing: at home, and in a section that is not its own.
pub(super) static PAWN_STEPS: [[u128; SQUARES]; 2] =
    [targets([0; SQUARES], &[[Forward]], false), targets([0; SQUARES], &[[Forward]], true)];
/// The lines other than rows through each square.
pub(super) static LINES: [Lines; SQUARES] = lines_table();
/// By the column of a piece and what stands on its row: how far it sees along the row.
pub(super) static ROW_REACH: [[u8; 256]; COLUMNS as usize] = reach_table(&[0, 1, 2, 3, 4, 5, 6, 7]);
/// By the row of a piece and what stands on its line: how far it sees along the line.
pub(super) static LINE_REACH: [[u8; 256]; 4] = reach_table(&LINE_ORDER);
/// How many bits of a byte are set: a lookup, because the plain target cannot count bits.
pub(super) static ONES: [u8; 256] = ones();

/// The order in which one walks along a line from the near back row to the far one.
const LINE_ORDER: [u8; 8] = [0, 1, 2, 3, 7, 6, 5, 4];

#[derive(Clone, Copy)]
pub(super) struct Lines {
    pub(super) file: Ray,
    pub(super) diagonals: [Ray; 2],
    /// Where a long diagonal forks at the centre, the squares of the second branch beyond it.
    pub(super) fork: Option<Ray>,
}

/// A file or diagonal, as seen from one of its squares.
#[derive(Clone, Copy)]
pub(super) struct Ray {
    near: Part,
    far: Part,
    far_section: u8,
    exists: u8,
}

#[derive(Clone, Copy)]
struct Part {
    squares: u32,
    gather: u32,
    scatter: u32,
}

pub(super) type Sections = [u32; SECTIONS as usize];

#[inline]
pub(super) const fn sections(set: u128) -> Sections {
    [set as u32, (set >> 32) as u32, (set >> 64) as u32]
}

impl Ray {
    /// Returns what of a set stands on the line, seen from a square of the section `near`.
    #[inline]
    pub(super) fn gather(&self, set: &Sections, near: u8) -> u8 {
        let near = self.near.gather(set[usize::from(near)]);
        let far = self.far.gather(set[usize::from(self.far_section)]);
        (near | far << 4) as u8
    }

    /// Returns how far a piece on a square sees along the line, up to the first pieces on it.
    #[inline]
    pub(super) fn seen(&self, occupied: &Sections, square: Square) -> u8 {
        let on_line = self.gather(occupied, square.section());
        LINE_REACH[usize::from(square.row())][usize::from(on_line)] & self.exists
    }

    /// Returns where a piece on a square of the near section can go along the line.
    #[inline]
    pub(super) fn reach(&self, sight: &Sight, square: Square) -> u8 {
        self.seen(&sight.occupied, square) & !self.gather(&sight.own, square.section())
    }

    #[inline]
    pub(super) fn scatter(&self, part: u8, near: u8) -> u128 {
        let near_set = self.near.scatter(part & 15);
        let far_set = self.far.scatter(part >> 4);
        u128::from(near_set) << (near * 32) | u128::from(far_set) << (self.far_section * 32)
    }
}

impl Part {
    const EMPTY: Part = Part { squares: 0, gather: 0, scatter: 0 };

    #[inline]
    const fn gather(&self, section: u32) -> u32 {
        (section & self.squares).wrapping_mul(self.gather) >> 28
    }

    #[inline]
    const fn scatter(&self, rows: u8) -> u32 {
        (rows as u32).wrapping_mul(self.scatter) & self.squares
    }

    const fn with(mut self, square: Square) -> Part {
        let (row, column) = (square.row() as u32, square.column() as u32);
        self.squares |= 1 << (8 * row + column);
        // The bit of a square in its section is 8 * row + column, and `row` among the four.
        self.gather |= 1 << (28 - 7 * row - column);
        self.scatter |= 1 << (7 * row + column);
        self
    }
}

pub(super) struct Sight {
    pub(super) occupied: Sections,
    pub(super) own: Sections,
}

impl Sight {
    #[inline]
    pub(super) fn row_reach(&self, square: Square) -> u8 {
        let own = self.own[usize::from(square.section())] >> (8 * square.row());
        row_seen(&self.occupied, square) & !(own as u8)
    }
}

/// Returns how far a piece sees along its row, up to the first pieces on it, as columns.
#[inline]
pub(super) fn row_seen(occupied: &Sections, square: Square) -> u8 {
    let row = (occupied[usize::from(square.section())] >> (8 * square.row())) as u8;
    ROW_REACH[usize::from(square.column())][usize::from(row)]
}

pub(super) const STRAIGHTS: [[Direction; 1]; 4] = [[Forward], [Backward], [Left], [Right]];

/// The diagonal steps, each in both orders: over the centre they lead to different squares.
pub(super) const DIAGONALS: [[[Direction; 2]; 2]; 4] = [
    [[Forward, Left], [Left, Forward]],
    [[Backward, Right], [Right, Backward]],
    [[Forward, Right], [Right, Forward]],
    [[Backward, Left], [Left, Backward]],
];

/// Adds to a table where `paths` lead from each square; `turned` is that of [`Square::steps`].
const fn targets<const N: usize>(
    mut table: [u128; SQUARES],
    paths: &[[Direction; N]],
    turned: bool,
) -> [u128; SQUARES] {
    let mut index = 0;
    while index < SQUARES * paths.len() {
        let square = Square((index / paths.len()) as u8);
        if let Some(target) = square.steps(&paths[index % paths.len()], turned) {
            table[square.index()] |= target.bit();
        }
        index += 1;
    }
    table
}

const fn knight_jumps() -> [[Direction; 3]; 16] {
    let mut jumps = [[Forward; 3]; 16];
    let mut index = 0;
    while index < jumps.len() {
        let [one, other] = DIAGONALS.as_flattened()[index / 2];
        jumps[index] = [one, one, other];
        jumps[index + 1] = [other, one, one];
        index += 2;
    }
    jumps
}

const fn lines_table() -> [Lines; SQUARES] {
    let empty = line(Square(0), &[], &[]);
    let blank = Lines { file: empty, diagonals: [empty; 2], fork: None };
    let mut table = [blank; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let square = Square(index as u8);
        table[index].file = line(square, &[Forward], &[Backward]);
        let mut way = 0;
        while way < 2 {
            let [ahead, behind] = [DIAGONALS[2 * way], DIAGONALS[2 * way + 1]];
            let first = line(square, &ahead[0], &behind[0]);
            let second = line(square, &ahead[1], &behind[1]);
            table[index].diagonals[way] = first;
            if first.far_section != second.far_section {
                let beyond = second.exists & 0xF0;
                table[index].fork = Some(Ray { exists: beyond, ..second });
            }
            way += 1;
        }
        index += 1;
    }
    table
}

/// Builds the line through a square that repeats one step `ahead` of it and one `behind` it.
const fn line(square: Square, ahead: &[Direction], behind: &[Direction]) -> Ray {
    let near = Part::EMPTY.with(square);
    let exists = 1 << square.row();
    let line = Ray { near, far: Part::EMPTY, far_section: square.section(), exists };
    if ahead.is_empty() {
        return line;
    }
    walk(walk(line, square, behind), square, ahead)
}

const fn walk(mut line: Ray, start: Square, step: &[Direction]) -> Ray {
    let mut square = start;
    while let Some(next) = square.steps(step, square.section() != start.section()) {
        square = next;
        if square.section() == start.section() {
            line.near = line.near.with(square);
            line.exists |= 1 << square.row();
        } else {
            line.far = line.far.with(square);
            line.far_section = square.section();
            line.exists |= 1 << (SEAM + 1 + square.row());
        }
    }
    line
}

/// Returns what is seen from each of the first `N` squares of a line, by what stands on it.
const fn reach_table<const N: usize>(order: &[u8; 8]) -> [[u8; 256]; N] {
    let mut table = [[0; 256]; N];
    let mut index = 0;
    while index < N {
        let mut occupied = 0;
        while occupied < 256 {
            table[index][occupied] = reach(order, index, occupied as u8);
            occupied += 1;
        }
        index += 1;
    }
    table
}

/// Returns what is seen from the square `index` of a line whose squares are the bits `order`, one by one.
const fn reach(order: &[u8; 8], index: usize, occupied: u8) -> u8 {
    let mut seen = 0;
    let mut next = index;
    while next > 0 {
        next -= 1;
        seen |= 1 << order[next];
        if occupied >> order[next] & 1 == 1 {
            break;
        }
    }
    next = index + 1;
    while next < 8 {
        seen |= 1 << order[next];
        if occupied >> order[next] & 1 == 1 {
            break;
        }
        next += 1;
    }
    seen
}

const fn ones() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).count_ones() as u8;
        byte += 1;
    }
    table
}
