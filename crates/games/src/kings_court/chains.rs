//! Chains of jumps: everything one piece can reach, without walking every path.
//!
//! A jump moves two squares, so a piece stays among the sixteen squares of its parity, and the pieces
//! jumped over stand elsewhere: no capture ever opens a square to land on. Between two captures a piece
//! may go wherever jumps over its own side lead, which is a flood; the null rule takes nothing from it,
//! because a way that meets a square twice has a shorter one. So the search is over sets of captured
//! pieces, smallest first, each with all squares on which a piece that captured them may stop.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;

use super::moves::each;
use super::position::{Position, ROWS_1_TO_6, ROWS_3_TO_8};

/// A board prepared for the search of chains.
pub(super) struct Chains {
    empty: u64,
    enemy: u64,
    own: Hurdles,
}

/// A set of captured pieces, and where the piece that captured them may stop.
#[derive(Clone, Copy)]
struct Catch {
    captured: u64,
    landings: u64,
}

impl Chains {
    #[inline]
    pub(super) fn new(position: &Position) -> Self {
        Chains { empty: position.empty(), enemy: position.enemy, own: Hurdles::new(position.own) }
    }

    /// Calls `visit` with the landing squares of `piece` for each set of pieces it can capture, until
    /// it breaks; `piece` itself is among them when it can capture the set and return.
    #[inline]
    pub(super) fn visit<B>(
        &self,
        piece: u64,
        mut visit: impl FnMut(u64, u64) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let free = self.empty | piece;
        let landings = self.own.flood(piece, free);
        visit(landings & !piece, 0)?;
        let mut level = vec![Catch { captured: 0, landings }];
        while !level.is_empty() {
            level = self.next_level(&level, free);
            for catch in &level {
                visit(catch.landings, catch.captured)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the catches with one capture more than those of `level`.
    fn next_level(&self, level: &[Catch], free: u64) -> Vec<Catch> {
        let mut next: Vec<Catch> = Vec::new();
        for catch in level {
            let hurdles = Hurdles::new(self.enemy & !catch.captured);
            hurdles.jumps(catch.landings, free, |landing, jumped| {
                let captured = catch.captured | jumped;
                let known = next.iter_mut().find(|known| known.captured == captured);
                match known {
                    Some(known) if known.landings & landing != 0 => {}
                    Some(known) => known.landings |= self.own.flood(landing, free),
                    None => {
                        next.push(Catch { captured, landings: self.own.flood(landing, free) });
                    }
                }
            });
        }
        next
    }
}

/// Pieces to jump over: the squares behind them, by the direction of the jump.
struct Hurdles {
    north: u64,
    south: u64,
    east: u64,
    west: u64,
}

impl Hurdles {
    #[inline]
    const fn new(pieces: u64) -> Self {
        Hurdles {
            north: (pieces << 1) & ROWS_3_TO_8,
            south: (pieces >> 1) & ROWS_1_TO_6,
            east: pieces << 8,
            west: pieces >> 8,
        }
    }

    /// Returns the squares of `free` that jumps reach from `landings`, which are among them.
    #[inline]
    const fn flood(&self, mut landings: u64, free: u64) -> u64 {
        loop {
            let reached = ((landings << 2) & self.north)
                | ((landings >> 2) & self.south)
                | ((landings << 16) & self.east)
                | ((landings >> 16) & self.west);
            let all = landings | reached & free;
            if all == landings {
                return all;
            }
            landings = all;
        }
    }

    /// Calls `visit` with the landing square and the piece jumped over of each jump from `landings`.
    #[inline]
    fn jumps(&self, landings: u64, free: u64, mut visit: impl FnMut(u64, u64)) {
        let mut all = |set: u64, jumped: fn(u64) -> u64| {
            let _ = each(set & free, |landing| {
                visit(landing, jumped(landing));
                ControlFlow::<()>::Continue(())
            });
        };
        all((landings << 2) & self.north, |landing| landing >> 1);
        all((landings >> 2) & self.south, |landing| landing << 1);
        all((landings << 16) & self.east, |landing| landing >> 8);
        all((landings >> 16) & self.west, |landing| landing << 8);
    }
}
