//! Moves: what they are, how they are listed, and how they are counted without being listed.
//!
//! A move is its outcome, the change of the board. The paths that lead to it are a matter of notation.
//! Jumps that cannot go on are counted as sets; only the pieces that can chain jumps are searched.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::ops::ControlFlow;

use super::chains::{Chains, Seen};
use super::position::{
    COURT, OPENING_MOVES, PARITIES, Position, ROWS_1_TO_6, ROWS_1_TO_7, ROWS_2_TO_8, ROWS_3_TO_8,
};

/// A move: the squares of the mover that change, and the squares of the pieces captured.
///
/// A piece that captures on a closed round ends where it began. Such a round is the same move whichever
/// piece goes it, and is equal to itself here because no square of the mover changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The squares the piece leaves and reaches; none on a closed round.
    pub(super) shifted: u64,
    pub captured: u64,
}

impl Move {
    /// Returns the square the piece leaves and the square it reaches, as sets of the mover's squares.
    ///
    /// Both are empty on a closed round.
    pub const fn ends(self, position: &Position) -> (u64, u64) {
        (self.shifted & position.own, self.shifted & !position.own)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    North,
    South,
    East,
    West,
}

impl Direction {
    pub(super) const ALL: [Direction; 4] =
        [Direction::North, Direction::South, Direction::East, Direction::West];
    pub(super) const ALPHABETICAL: [Direction; 4] =
        [Direction::West, Direction::South, Direction::North, Direction::East];

    #[inline]
    pub(super) const fn step(self, set: u64) -> u64 {
        match self {
            Direction::North => (set & ROWS_1_TO_7) << 1,
            Direction::South => (set & ROWS_2_TO_8) >> 1,
            Direction::East => set << 8,
            Direction::West => set >> 8,
        }
    }

    #[inline]
    pub(super) const fn leap(self, set: u64) -> u64 {
        match self {
            Direction::North => (set & ROWS_1_TO_6) << 2,
            Direction::South => (set & ROWS_3_TO_8) >> 2,
            Direction::East => set << 16,
            Direction::West => set >> 16,
        }
    }

    pub(super) const fn opposite(self) -> Direction {
        match self {
            Direction::North => Direction::South,
            Direction::South => Direction::North,
            Direction::East => Direction::West,
            Direction::West => Direction::East,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::North => "upwards",
            Direction::South => "downwards",
            Direction::East => "to the right",
            Direction::West => "to the left",
        })
    }
}

/// Calls `visit` for each legal move of a position that is not lost or forfeited.
#[inline]
pub(super) fn visit_moves<B>(
    position: &Position,
    mut visit: impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let sole = position.sole_in_court();
    visit_slides(position, sole, &mut visit)?;
    if position.played < OPENING_MOVES {
        return ControlFlow::Continue(());
    }
    let jumps = Jumps::new(position);
    let chaining = jumps.chaining() | sole;
    visit_single_jumps(&jumps, position.own & !chaining, &mut visit)?;
    let chains = Chains::new(position);
    let mut rounds = Rounds::default();
    let mut seen = Seen::new();
    each(chaining, |piece| {
        let allowed = if piece == sole { COURT } else { !0 };
        seen.clear();
        chains.visit(piece, &mut seen, |landings, captured| {
            if landings & piece != 0 && rounds.is_new(captured) {
                visit(Move { shifted: 0, captured })?;
            }
            each(landings & allowed & !piece, |landing| {
                visit(Move { shifted: piece | landing, captured })
            })
        })
    })
}

/// Counts the legal moves of a position that is not lost or forfeited.
#[inline]
pub(super) fn count_moves(position: &Position) -> usize {
    let sole = position.sole_in_court();
    if position.played < 2 {
        let mut count = 0;
        let _ = visit_slides(position, sole, &mut |_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        return count;
    }
    let empty = position.empty();
    let sliding = position.own & !sole;
    // One bit for two neighbours of which one is empty: a slide, whichever way it goes.
    let vertical = (sliding & (empty >> 1) | empty & (sliding >> 1)) & ROWS_1_TO_7;
    let horizontal = sliding & (empty >> 8) | empty & (sliding >> 8);
    let mut total = vertical.count_ones() + horizontal.count_ones();
    if sole != 0 {
        total += (around(sole) & empty & COURT).count_ones();
    }
    if position.played < OPENING_MOVES {
        return total as usize;
    }
    let jumps = Jumps::new(position);
    let chaining = jumps.chaining() | sole;
    // One bit for the piece jumped over, which cannot be jumped over the other way too.
    let single = position.own & !chaining;
    let vertical = ((single & jumps.north) << 1) | ((single & jumps.south) >> 1);
    let horizontal = ((single & jumps.east) << 8) | ((single & jumps.west) >> 8);
    total += vertical.count_ones() + horizontal.count_ones();
    if chaining != 0 {
        total += count_chains(position, chaining, sole);
    }
    total as usize
}

/// Counts the moves of the pieces that can chain jumps.
///
/// Pieces of different parity never meet, so one of each is searched at a time.
fn count_chains(position: &Position, mut chaining: u64, sole: u64) -> u32 {
    let chains = Chains::new(position);
    let mut rounds = Rounds::default();
    let mut seen = Seen::new();
    let mut total = 0;
    while chaining != 0 {
        let mut pieces = 0;
        for parity in PARITIES {
            let class = chaining & parity;
            pieces |= class & class.wrapping_neg();
        }
        chaining &= !pieces;
        let allowed = if pieces & sole == 0 { !0 } else { allowed_with(sole) };
        seen.clear();
        let _ = chains.visit(pieces, &mut seen, |landings, captured| {
            total += (landings & allowed & !pieces).count_ones();
            total += (landings & pieces != 0 && rounds.is_new(captured)) as u32;
            ControlFlow::<()>::Continue(())
        });
    }
    total
}

/// Returns where pieces may stop when the only piece in the Court is among them: it stays there.
fn allowed_with(sole: u64) -> u64 {
    PARITIES.iter().filter(|parity| *parity & sole == 0).fold(COURT, |all, parity| all | parity)
}

pub(super) fn visit_slides<B>(
    position: &Position,
    sole: u64,
    visit: &mut impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for direction in Direction::ALL {
        let free = position.empty() & slide_targets(position, direction);
        let kept = direction.step(position.own & !sole) | direction.step(sole) & COURT;
        each(kept & free, |target| {
            visit(Move { shifted: target | direction.opposite().step(target), captured: 0 })
        })?;
    }
    ControlFlow::Continue(())
}

/// Returns the squares the opening lets a slide in `direction` reach; all of them once it is over.
const fn slide_targets(position: &Position, direction: Direction) -> u64 {
    let entered = COURT & !direction.step(COURT);
    match position.played {
        0 => entered,
        1 if entry_direction(position) as u8 == direction.opposite() as u8 => entered,
        1 => 0,
        _ => !0,
    }
}

/// Returns the direction of the first move, after which one piece stands in the Court.
pub(super) const fn entry_direction(position: &Position) -> Direction {
    let hole = position.empty() & !COURT;
    let mut index = 0;
    while index < 3 {
        if Direction::ALL[index].step(hole) & position.enemy & COURT != 0 {
            break;
        }
        index += 1;
    }
    Direction::ALL[index]
}

fn visit_single_jumps<B>(
    jumps: &Jumps,
    pieces: u64,
    visit: &mut impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for direction in Direction::ALL {
        each(pieces & jumps.leaving(direction), |piece| {
            let captured = direction.step(piece) & jumps.enemy;
            visit(Move { shifted: piece | direction.leap(piece), captured })
        })?;
    }
    ControlFlow::Continue(())
}

/// The squares from which a jump is possible, by direction, whatever stands there.
struct Jumps {
    enemy: u64,
    own: u64,
    north: u64,
    south: u64,
    east: u64,
    west: u64,
}

impl Jumps {
    #[inline]
    fn new(position: &Position) -> Self {
        let Position { own, enemy, .. } = *position;
        let (empty, pieces) = (position.empty(), own | enemy);
        Jumps {
            enemy,
            own,
            north: (empty >> 2) & (pieces >> 1) & ROWS_1_TO_6,
            south: (empty << 2) & (pieces << 1) & ROWS_3_TO_8,
            east: (empty >> 16) & (pieces >> 8),
            west: (empty << 16) & (pieces << 8),
        }
    }

    const fn leaving(&self, direction: Direction) -> u64 {
        match direction {
            Direction::North => self.north,
            Direction::South => self.south,
            Direction::East => self.east,
            Direction::West => self.west,
        }
    }

    /// Returns the mover's pieces that have a jump after which they can jump on.
    ///
    /// The square left and the piece jumped over lie behind, so the board before the jump decides.
    #[inline]
    const fn chaining(&self) -> u64 {
        let (columns, rows) = (self.east | self.west, self.north | self.south);
        let north = self.north & ((self.north | columns) >> 2);
        let south = self.south & ((self.south | columns) << 2);
        let east = self.east & ((self.east | rows) >> 16);
        let west = self.west & ((self.west | rows) << 16);
        (north | south | east | west) & self.own
    }
}

/// The closed rounds seen, so that two pieces which can go the same one list it once.
#[derive(Default)]
struct Rounds(Vec<u64>);

impl Rounds {
    fn is_new(&mut self, captured: u64) -> bool {
        let new = !self.0.contains(&captured);
        if new {
            self.0.push(captured);
        }
        new
    }
}

#[inline]
pub(super) const fn around(square: u64) -> u64 {
    Direction::North.step(square)
        | Direction::South.step(square)
        | Direction::East.step(square)
        | Direction::West.step(square)
}

/// Calls `visit` with each member of `set`, as a set of one, until it breaks.
#[inline]
pub(super) fn each<B>(
    mut set: u64,
    mut visit: impl FnMut(u64) -> ControlFlow<B>,
) -> ControlFlow<B> {
    while set != 0 {
        visit(set & set.wrapping_neg())?;
        set &= set - 1;
    }
    ControlFlow::Continue(())
}
