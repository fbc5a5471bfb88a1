//! Units of games, and the openings they are played from.
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::{GAMES_MAX, draw, shuffle};
use crate::results::{Entrant, GameId, UnitId};

const OPENINGS_STREAM: u64 = u64::MAX - 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opening(pub usize);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    pub id: GameId,
    pub seats: Vec<Entrant>,
    pub opening: Option<Opening>,
}

pub(crate) struct Openings(Vec<Opening>);

impl Openings {
    pub(crate) fn new(count: usize, seed: u64) -> Openings {
        // No schedule is long enough to use more.
        let count = count.min(GAMES_MAX as usize);
        let mut openings: Vec<Opening> = (0..count).map(Opening).collect();
        shuffle(&mut openings, &mut draw(seed, OPENINGS_STREAM));
        Openings(openings)
    }

    /// Returns the opening with a number, beginning again after the last.
    pub(crate) fn take(&self, number: usize) -> Option<Opening> {
        self.0.get(number.checked_rem(self.0.len())?).copied()
    }
}

/// Returns all seatings of a group, beginning with its own.
///
/// They come so that after as many games as there are seats everybody has had every seat.
pub fn seatings<T: Clone>(group: &[T]) -> Vec<Vec<T>> {
    let turned = |group: &[T]| -> Vec<Vec<T>> {
        (0..group.len()).map(|by| [&group[by..], &group[..by]].concat()).collect()
    };
    let mut all = turned(group);
    if let [first, second, third] = group {
        all.extend(turned(&[first.clone(), third.clone(), second.clone()]));
    }
    all
}

pub(crate) fn unit(id: UnitId, group: &[Entrant], opening: Option<Opening>) -> Vec<Pairing> {
    let games = (1..).zip(seatings(group));
    let pairing = |(seating, seats)| Pairing { id: GameId { unit: id, seating }, seats, opening };
    games.map(pairing).collect()
}

/// Returns a group of ascending labels so that over all groups everybody has each seat about as often.
///
/// For pairs this is the rule of Berger's tables: the lower of two sits first when their sum is odd.
pub(crate) fn seated_fairly(group: &[usize]) -> impl Iterator<Item = usize> {
    let turn = (group.iter().sum::<usize>() + 1) % group.len().max(1);
    group.iter().cycle().skip(turn).take(group.len()).copied()
}
