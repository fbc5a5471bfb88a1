//! How a game between rated players may end, with the chance of each end.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Ordering;
use std::collections::BTreeSet;

use manator_core::PerPlayer;

use super::choice::{Offer, Taken, Terms};
use super::evidence::Shape;
use super::joint::{Offers, Ratings};

#[derive(Clone, Debug)]
pub(crate) struct End {
    pub(crate) chance: f64,
    pub(crate) points: PerPlayer<f64>,
    pub(crate) slope: Terms,
}

/// Returns what each seat scores: of two 1, ½ or 0, of three the mean of that against both.
///
/// Only the order counts, as in the ratings; so players who both lost have tied.
pub(crate) fn points(payoffs: &PerPlayer<i8>) -> PerPlayer<f64> {
    let others = payoffs.players().saturating_sub(1).max(1) as f64;
    PerPlayer::from_fn(payoffs.players(), |player| {
        let against = payoffs.iter().filter(|(other, _)| *other != player);
        let marks = against.map(|(_, theirs)| match payoffs[player].cmp(theirs) {
            Ordering::Greater => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Less => 0.0,
        });
        marks.sum::<f64>() / others
    })
}

impl Ratings {
    pub(crate) fn forecast(&self, seats: PerPlayer<usize>) -> Vec<End> {
        let mut offers = Offers::new(self.by_entrant().len(), &self.tie_sizes);
        let ends = orders(seats.players()).into_iter().filter(|payoffs| self.is_possible(payoffs));
        let ends: Vec<(PerPlayer<i8>, Vec<Taken>)> =
            ends.map(|payoffs| (payoffs, offers.ranking(&Shape { seats, payoffs }))).collect();
        let chances_and_mean = |offer: &Offer| {
            let (mut chances, mut mean) = (Vec::new(), Vec::new());
            offer.chances(&self.at, &mut chances);
            offer.mean(&chances, &mut mean);
            (chances, mean)
        };
        let known: Vec<(Vec<f64>, Vec<f64>)> = offers.all.iter().map(chances_and_mean).collect();
        let end = |(payoffs, choices): &(PerPlayer<i8>, Vec<Taken>)| {
            let (mut chance, mut slope) = (1.0, Terms::new());
            for Taken { offer, alternative } in choices {
                let (chances, mean) = &known[*offer];
                chance *= chances[*alternative];
                offers.all[*offer].add_slope(*alternative, mean, &mut slope);
            }
            End { chance, points: points(payoffs), slope }
        };
        ends.iter().map(end).collect()
    }

    fn is_possible(&self, payoffs: &PerPlayer<i8>) -> bool {
        payoffs.as_slice().iter().all(|level| {
            let tied = payoffs.as_slice().iter().filter(|other| *other == level).count();
            tied == 1 || self.tie_sizes.contains(&tied)
        })
    }
}

/// Returns all orders in which so many players can finish, ties included: 3 of two, 13 of three.
fn orders(players: usize) -> Vec<PerPlayer<i8>> {
    let count = players.pow(players as u32);
    let level = |number: usize, seat: usize| (number / players.pow(seat as u32) % players) as i8;
    let all = (0..count)
        .map(|number| PerPlayer::from_fn(players, |player| level(number, player.index())));
    // Each order once: the levels that are used are the lowest.
    let is_dense = |payoffs: &PerPlayer<i8>| {
        let used: BTreeSet<i8> = payoffs.as_slice().iter().copied().collect();
        used.iter().copied().eq(0..used.len() as i8)
    };
    all.filter(is_dense).collect()
}

#[cfg(test)]
mod tests {
    use super::{orders, points};
    use crate::rating::joint::{precision, rate};
    use crate::results::{Entrant, GameId, Played, Results, UnitId};
    use manator_core::PerPlayer;

    #[test]
    fn orders_are_counted_once() {
        assert_eq!((orders(2).len(), orders(3).len()), (3, 13));
    }

    /// At the maximum of the likelihood of two seats, the points expected are the points scored.
    #[test]
    fn chances_sum_to_one_and_points_are_met() {
        for seats in [2, 3] {
            let mut results = Results::new(3, seats).expect("seats");
            let all = orders(seats);
            for number in 0..60 {
                let turn = number as usize % 3;
                let payoffs = all[(number as usize * number as usize + turn) % all.len()];
                let who = (0..seats).map(|seat| Entrant((turn + seat) % 3)).collect();
                let id = GameId { unit: UnitId { round: 1, number }, seating: 1 };
                let game = Played { id, seats: who, payoffs, reason: "end".to_string() };
                results.add(game).expect("a game");
            }
            let ratings = rate(&results);
            let (mut expected, mut scored) = ([0.0; 3], [0.0; 3]);
            for game in results.games() {
                let who = PerPlayer::from_fn(seats, |player| game.seats[player.index()].0);
                let ends = ratings.forecast(who);
                let sum: f64 = ends.iter().map(|end| end.chance).sum();
                assert!((sum - 1.0).abs() < 1e-12);
                for (player, at) in who.iter() {
                    let mean = ends.iter().map(|end| end.chance * end.points[player]);
                    expected[*at] += mean.sum::<f64>();
                    scored[*at] += points(&game.payoffs)[player];
                }
            }
            let gaps = expected.iter().zip(scored).zip(&ratings.at);
            // What the prior pulls each strength by is the whole difference.
            let gaps = gaps.map(|((expected, scored), at)| scored - expected - precision() * at);
            // Of three, other sums are met than these points.
            let most = if seats == 2 { 1e-6 } else { 2.0 };
            assert!(
                gaps.into_iter().all(|gap| gap.abs() < most),
                "{seats}: {expected:?} {scored:?}"
            );
        }
    }
}
