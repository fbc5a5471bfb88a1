//! Chains of jumps: everything one piece can reach, without walking every path.
//!
//! A jump moves two squares, so a piece stays among the sixteen squares of its parity, and the pieces
//! jumped over stand elsewhere: no capture ever opens a square to land on. Between two captures a piece
//! may go wherever jumps over its own side lead, which is a flood; the null rule takes nothing from it,
//! because a way that meets a square twice has a shorter one. So the search is over sets of captured
//! pieces, each with all squares on which a piece that captured them may stop.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use super::moves::each;
use super::position::{Position, ROWS_1_TO_6, ROWS_3_TO_8};

pub(super) struct Chains {
    empty: u64,
    own: Hurdles,
    enemies: Hurdles,
}

/// A set of captured pieces, and where the piece that captured them may stop.
#[derive(Clone, Copy)]
pub(super) struct Catch {
    captured: u64,
    landings: u64,
}

impl Chains {
    #[inline]
    pub(super) fn new(position: &Position) -> Self {
        Chains {
            empty: position.empty(),
            own: Hurdles::new(position.own),
            enemies: Hurdles::new(position.enemy),
        }
    }

    /// Calls `visit` with the landing squares of `pieces`, of different parity, for each set of pieces
    /// one of them can capture, until it breaks; the piece itself is among them when it can capture the
    /// set and return.
    ///
    /// A set may come more than once, but then with other squares.
    #[inline]
    pub(super) fn visit<B>(
        &self,
        pieces: u64,
        seen: &mut Seen,
        mut visit: impl FnMut(u64, u64) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let free = self.empty | pieces;
        let landings = self.own.flood(pieces, free);
        visit(landings & !pieces, 0)?;
        self.enemies.jumps(landings, free, 0, |seeds, captured| {
            let landings = self.own.flood(seeds, free);
            visit(landings, captured)?;
            // Most chains end here: the piece just captured was the only one within reach.
            if self.enemies.between(landings, free) == captured {
                return ControlFlow::Continue(());
            }
            self.extend(Catch { captured, landings }, free, seen, &mut visit)
        })
    }

    /// Visits what one capture more than `catch` leads to, and so on, except what was seen.
    fn extend<B>(
        &self,
        catch: Catch,
        free: u64,
        seen: &mut Seen,
        visit: &mut impl FnMut(u64, u64) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.enemies.jumps(catch.landings, free, catch.captured, |seeds, jumped| {
            let captured = catch.captured | jumped;
            if seen.holds(captured, seeds) {
                return ControlFlow::Continue(());
            }
            let landings = self.own.flood(seeds, free);
            seen.push(Catch { captured, landings });
            visit(landings, captured)?;
            self.extend(Catch { captured, landings }, free, seen, visit)
        })
    }
}

/// The catches met on the way, so that none is followed twice.
///
/// Most searches meet a handful, for which no memory has to be asked for.
pub(super) struct Seen {
    few: [Catch; FEW],
    few_count: usize,
    more: Vec<Catch>,
}

const FEW: usize = 8;

impl Seen {
    pub(super) const fn new() -> Self {
        Seen { few: [Catch { captured: 0, landings: 0 }; FEW], few_count: 0, more: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.few_count = 0;
        self.more.clear();
    }

    #[inline]
    fn holds(&self, captured: u64, landings: u64) -> bool {
        let met = |catch: &Catch| catch.captured == captured && catch.landings & landings != 0;
        self.few[..self.few_count].iter().any(met) || self.more.iter().any(met)
    }

    #[inline]
    fn push(&mut self, catch: Catch) {
        match self.few.get_mut(self.few_count) {
            Some(slot) => {
                *slot = catch;
                self.few_count += 1;
            }
            None => self.more.push(catch),
        }
    }
}

/// Pieces to jump over: the squares behind them, by the direction of the jump.
pub(super) struct Hurdles {
    north: u64,
    south: u64,
    east: u64,
    west: u64,
}

impl Hurdles {
    #[inline]
    pub(super) const fn new(pieces: u64) -> Self {
        Hurdles {
            north: (pieces << 1) & ROWS_3_TO_8,
            south: (pieces >> 1) & ROWS_1_TO_6,
            east: pieces << 8,
            west: pieces >> 8,
        }
    }

    /// Returns the squares behind the pieces that can be jumped over from `landings`.
    #[inline]
    const fn reach(&self, landings: u64) -> u64 {
        ((landings << 2) & self.north)
            | ((landings >> 2) & self.south)
            | ((landings << 16) & self.east)
            | ((landings >> 16) & self.west)
    }

    /// Returns the squares of `free` that jumps lead to from `landings`, which are among them.
    #[inline]
    pub(super) const fn flood(&self, mut landings: u64, free: u64) -> u64 {
        loop {
            let all = landings | self.reach(landings) & free;
            if all == landings {
                return all;
            }
            landings = all;
        }
    }

    /// Returns the pieces that can be jumped over from `landings`.
    #[inline]
    pub(super) const fn between(&self, landings: u64, free: u64) -> u64 {
        (((landings << 2) & self.north & free) >> 1)
            | (((landings >> 2) & self.south & free) << 1)
            | (((landings << 16) & self.east & free) >> 8)
            | (((landings >> 16) & self.west & free) << 8)
    }

    /// Calls `visit` for each piece, but those `gone`, that can be jumped over from `landings`, with the
    /// squares behind it and the piece, until it breaks.
    ///
    /// When it can be jumped over from both sides, both squares are among the landings, and so one flood
    /// holds them.
    #[inline]
    fn jumps<B>(
        &self,
        landings: u64,
        free: u64,
        gone: u64,
        mut visit: impl FnMut(u64, u64) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let north = (landings << 2) & self.north & free;
        let south = (landings >> 2) & self.south & free;
        each(((north >> 1) | (south << 1)) & !gone, |jumped| {
            visit((jumped << 1) & north | (jumped >> 1) & south, jumped)
        })?;
        let east = (landings << 16) & self.east & free;
        let west = (landings >> 16) & self.west & free;
        each(((east >> 8) | (west << 8)) & !gone, |jumped| {
            visit((jumped << 8) & east | (jumped >> 8) & west, jumped)
        })
    }
}
