//! What ratings rest on: how often each unit occurred.
//!
//! Two units with the same players in the same seats and the same payoffs say the same, whichever round or
//! opening they are of. Counting them keeps a million games as small as the number of different ones.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;

use manator_core::PerPlayer;

use crate::results::{Played, Results};

/// A game without its name: who sat where, and who got what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Shape {
    pub(crate) seats: PerPlayer<usize>,
    pub(crate) payoffs: PerPlayer<i8>,
}

impl Shape {
    fn of(game: &Played) -> Shape {
        let seats = PerPlayer::from_fn(game.seats.len(), |player| game.seats[player.index()].0);
        Shape { seats, payoffs: game.payoffs }
    }

    pub(crate) fn shares(&self) -> impl Iterator<Item = (usize, i8)> {
        let payoffs = self.payoffs.as_slice().iter().copied();
        self.seats.as_slice().iter().copied().zip(payoffs)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Evidence {
    pub(crate) entrants: usize,
    pub(crate) seats: usize,
    units: BTreeMap<Vec<Shape>, u64>,
}

impl Evidence {
    pub(crate) fn new(entrants: usize, seats: usize) -> Evidence {
        Evidence { entrants, seats, units: BTreeMap::new() }
    }

    pub(crate) fn of(results: &Results) -> Evidence {
        let mut evidence = Evidence::new(results.entrants(), results.seats());
        for unit in results.units() {
            *evidence.units.entry(shapes(unit)).or_default() += 1;
        }
        evidence
    }

    pub(crate) fn replace<'a>(
        &mut self,
        before: impl IntoIterator<Item = &'a Played>,
        now: impl IntoIterator<Item = &'a Played>,
    ) {
        let before = shapes(before);
        if let Some(count) = self.units.get_mut(&before) {
            *count -= 1;
            if *count == 0 {
                self.units.remove(&before);
            }
        }
        *self.units.entry(shapes(now)).or_default() += 1;
    }

    pub(crate) fn units(&self) -> impl Iterator<Item = (&[Shape], u64)> {
        self.units.iter().map(|(unit, times)| (&unit[..], *times))
    }

    /// Returns the different games, and how often each occurred; some come several times.
    pub(crate) fn games(&self) -> impl Iterator<Item = (&Shape, u64)> {
        self.units().flat_map(|(unit, times)| unit.iter().map(move |game| (game, times)))
    }
}

fn shapes<'a>(unit: impl IntoIterator<Item = &'a Played>) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = unit.into_iter().map(Shape::of).collect();
    shapes.sort_unstable();
    shapes
}
