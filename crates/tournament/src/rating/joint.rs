//! The computation behind joint ratings, for any number of seats.
//!
//! Ratings are in Elo: a small difference means the same change of the expected score as in Elo's own curve,
//! also where many games are tied (the scale of Coulom's BayesElo). They are relative to the mean of those who
//! can be compared; whoever has met nobody of a group, even through others, is in a group of its own.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::{BTreeMap, BTreeSet};

use manator_core::{PerPlayer, Player};

pub use super::choice::Bars;
use super::choice::{Offer, Problem, Taken, Terms};
use super::elo::ELO_PER_LOGIT;
use super::evidence::{Evidence, Shape};
use super::matrix::Matrix;
use super::normal::Z95;
use super::plackett_luce::{Stage, candidates, stages};
use crate::results::{Entrant, Results};

/// The prior, named: every strength and seat is normal around the average with this standard deviation.
///
/// It weighs about a fifth of a game. It matters only where the games alone would say infinity: for those
/// who have won, or lost, everything.
pub const PRIOR_ELO: f64 = 800.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub elo: f64,
    /// Half the width of the interval; infinite when nothing is known.
    pub error: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    pub entrant: Entrant,
    pub strength: Interval,
    pub games: usize,
    /// Which group it is in, by number from 0. Ratings of different groups cannot be compared.
    pub group: usize,
    /// Whether only the prior keeps the rating, or its distance to others, from being infinite.
    pub held_by_prior: bool,
}

#[derive(Clone, Debug)]
pub struct Ratings {
    ratings: Vec<Rating>,
    seats: usize,
    pub(super) tie_sizes: BTreeSet<usize>,
    pub(super) at: Vec<f64>,
    covariance: Matrix,
    pub bars: Bars,
}

impl Ratings {
    pub fn by_entrant(&self) -> &[Rating] {
        &self.ratings
    }

    pub fn ranking(&self) -> Vec<Rating> {
        let mut ranking = self.ratings.clone();
        let strength = |rating: &Rating| rating.strength.elo;
        ranking.sort_by(|one, other| {
            one.group.cmp(&other.group).then(strength(other).total_cmp(&strength(one)))
        });
        ranking
    }

    pub fn groups(&self) -> usize {
        self.ratings.iter().map(|rating| rating.group + 1).max().unwrap_or(0)
    }

    /// Returns how much stronger `one` is than `other`, or `None` when they cannot be compared.
    pub fn difference(&self, one: Entrant, other: Entrant) -> Option<Interval> {
        let groups = [self.ratings.get(one.0)?.group, self.ratings.get(other.0)?.group];
        (groups[0] == groups[1]).then(|| self.interval(&vec![(one.0, 1.0), (other.0, -1.0)]))
    }

    /// Returns how much more one seat is worth than another.
    ///
    /// # Panics
    /// Panics when there is no such seat.
    pub fn seat_difference(&self, one: Player, other: Player) -> Interval {
        assert!(one.index().max(other.index()) < self.seats, "there is no such seat");
        let first = self.ratings.len();
        self.interval(&vec![(first + one.index(), 1.0), (first + other.index(), -1.0)])
    }

    pub fn seat_advantages(&self) -> Vec<Interval> {
        let seats: Vec<usize> = (self.ratings.len()..self.ratings.len() + self.seats).collect();
        seats.iter().map(|seat| self.interval(&from_mean(*seat, &seats))).collect()
    }

    /// Returns how likely it is that so many equal players tie, in comparison with a win of one of them.
    pub fn tie_strength(&self, size: usize) -> f64 {
        if !self.tie_sizes.contains(&size) {
            return 0.0;
        }
        self.at[tie_parameter(self.ratings.len() + self.seats, size)].exp()
    }

    pub fn in_words(&self) -> String {
        let model = match self.seats {
            2 => "Bradley-Terry with Davidson's ties",
            _ => "Plackett-Luce with Davidson-Luce ties",
        };
        let bars = match self.bars {
            Bars::Fisher => "the Fisher information",
            Bars::Sandwich => "a sandwich over units of games",
        };
        format!(
            "{model} and seat advantages, joint maximum with a normal prior of {PRIOR_ELO} Elo; \
             95 % error bars from {bars}"
        )
    }

    fn interval(&self, terms: &Terms) -> Interval {
        // Davidson's curve is flatter than Elo's by this factor where ties are possible.
        let ties = self.tie_strength(2);
        let scale = ELO_PER_LOGIT * 2.0 / (2.0 + ties);
        let value: f64 = terms.iter().map(|(parameter, weight)| self.at[*parameter] * weight).sum();
        // The factor is an estimate too, and hangs together with the strengths (the delta method).
        let factor = tie_parameter(self.ratings.len() + self.seats, 2);
        let terms = [&terms[..], &[(factor, -value * ties / (2.0 + ties))]].concat();
        let error = Z95 * self.covariance.between(&terms).max(0.0).sqrt();
        Interval { elo: scale * value, error: scale * error }
    }
}

/// Rates everybody from games of two or three players.
///
/// The parameters are the strengths of the entrants, then those of the seats, then those of ties.
pub fn rate(results: &Results) -> Ratings {
    rate_evidence(&Evidence::of(results))
}

pub(crate) fn rate_evidence(evidence: &Evidence) -> Ratings {
    let (entrants, seats) = (evidence.entrants, evidence.seats);
    let tie_sizes = tie_sizes(evidence);
    let paired = evidence.units().any(|(unit, _)| unit.len() > 1);
    let mut offers = Offers::new(entrants, &tie_sizes);
    let units = evidence.units().map(|(unit, times)| {
        (unit.iter().flat_map(|game| offers.ranking(game)).collect(), times as f64)
    });
    let units = units.collect();
    let problem = Problem {
        parameters: entrants + seats + seats - 1,
        offers: offers.all,
        units,
        precision: precision(),
        bars: if paired { Bars::Sandwich } else { Bars::Fisher },
    };
    let fit = problem.fit();
    let mut all = Ratings {
        ratings: unrated(evidence),
        seats,
        tie_sizes,
        at: fit.at,
        covariance: fit.covariance,
        bars: fit.bars,
    };
    for at in 0..entrants {
        let in_group = |other: &usize| all.ratings[*other].group == all.ratings[at].group;
        let members: Vec<usize> = (0..entrants).filter(in_group).collect();
        if members.len() > 1 {
            all.ratings[at].strength = all.interval(&from_mean(at, &members));
        }
    }
    all
}

fn tie_parameter(first: usize, size: usize) -> usize {
    first + size - 2
}

fn from_mean(parameter: usize, all: &[usize]) -> Terms {
    let share = 1.0 / all.len() as f64;
    all.iter().map(|&at| (at, f64::from(u8::from(at == parameter)) - share)).collect()
}

fn tie_sizes(evidence: &Evidence) -> BTreeSet<usize> {
    let mut sizes = BTreeSet::new();
    for (game, _) in evidence.games() {
        for (_, mine) in game.shares() {
            sizes.insert(game.shares().filter(|(_, theirs)| *theirs == mine).count());
        }
    }
    sizes.remove(&1);
    sizes
}

pub(crate) fn precision() -> f64 {
    let logits = PRIOR_ELO / ELO_PER_LOGIT;
    1.0 / (logits * logits)
}

/// The offers of a tournament: which sets of seats can come next, for those who are left.
pub(crate) struct Offers<'a> {
    entrants: usize,
    tie_sizes: &'a BTreeSet<usize>,
    /// By who sits where, of those who are left.
    places: BTreeMap<PerPlayer<Option<usize>>, usize>,
    /// The sets that can come next, by the seats that are left.
    sets: BTreeMap<Vec<usize>, Vec<Vec<usize>>>,
    pub(crate) all: Vec<Offer>,
}

impl<'a> Offers<'a> {
    pub(crate) fn new(entrants: usize, tie_sizes: &'a BTreeSet<usize>) -> Offers<'a> {
        let (places, sets) = (BTreeMap::new(), BTreeMap::new());
        Offers { entrants, tie_sizes, places, sets, all: Vec::new() }
    }

    pub(crate) fn ranking(&mut self, game: &Shape) -> Vec<Taken> {
        let stages = stages(game.payoffs.as_slice());
        stages.iter().map(|stage| self.choice(&game.seats, stage)).collect()
    }

    fn choice(&mut self, seated: &PerPlayer<usize>, stage: &Stage) -> Taken {
        let left = PerPlayer::from_fn(seated.players(), |player| {
            stage.left.contains(&player.index()).then(|| seated[player])
        });
        if !self.sets.contains_key(&stage.left) {
            self.sets.insert(stage.left.clone(), candidates(&stage.left, self.tie_sizes));
        }
        let sets = &self.sets[&stage.left];
        let offer = *self.places.entry(left).or_insert_with(|| {
            let terms = sets.iter().map(|set| terms(self.entrants, seated.as_slice(), set));
            self.all.push(Offer::new(&terms.collect::<Vec<_>>()));
            self.all.len() - 1
        });
        let alternative = sets.iter().position(|set| *set == stage.next).unwrap_or(0);
        Taken { offer, alternative }
    }
}

/// Returns the strength of a set of seats: the mean of its members', and what a tie is worth.
fn terms(entrants: usize, seated: &[usize], set: &[usize]) -> Terms {
    let share = 1.0 / set.len() as f64;
    let seats = set.iter().flat_map(|seat| [seated[*seat], entrants + seat]);
    let mut terms: Terms = seats.map(|parameter| (parameter, share)).collect();
    if set.len() > 1 {
        terms.push((tie_parameter(entrants + seated.len(), set.len()), 1.0));
    }
    terms
}

fn unrated(evidence: &Evidence) -> Vec<Rating> {
    let [all_met, all_beaten] = reached(evidence);
    let mut played = vec![0; evidence.entrants];
    for (game, times) in evidence.games() {
        game.shares().for_each(|(entrant, _)| played[entrant] += times as usize);
    }
    let mut ratings: Vec<Rating> = Vec::new();
    let mut groups = 0;
    for (at, games) in played.into_iter().enumerate() {
        let met = |other: usize| all_met[at][other];
        let group = (0..at).find(|other| met(*other)).map(|other| ratings[other].group);
        let group = group.unwrap_or_else(|| {
            groups += 1;
            groups - 1
        });
        let one_way = |other: usize| !all_beaten[at][other] || !all_beaten[other][at];
        ratings.push(Rating {
            entrant: Entrant(at),
            strength: Interval { elo: 0.0, error: f64::INFINITY },
            games,
            group,
            held_by_prior: (0..evidence.entrants).any(|other| met(other) && one_way(other)),
        });
    }
    ratings
}

/// Returns who has met, and who has beaten or tied, whom, directly or through others.
///
/// Ratings without a prior are finite exactly when everybody has beaten or tied everybody through others
/// (Ford 1957).
fn reached(evidence: &Evidence) -> [Vec<Vec<bool>>; 2] {
    let count = evidence.entrants;
    let mut met = vec![vec![false; count]; count];
    let mut beaten = met.clone();
    for at in 0..count {
        (met[at][at], beaten[at][at]) = (true, true);
    }
    for (game, _) in evidence.games() {
        for (one, mine) in game.shares() {
            for (other, theirs) in game.shares() {
                met[one][other] = true;
                beaten[one][other] |= mine >= theirs;
            }
        }
    }
    close(&mut met);
    close(&mut beaten);
    [met, beaten]
}

/// Adds to a relation what follows through others (Warshall 1962).
fn close(relation: &mut [Vec<bool>]) {
    for through in 0..relation.len() {
        let row = relation[through].clone();
        for line in relation.iter_mut().filter(|line| line[through]) {
            line.iter_mut().zip(&row).for_each(|(cell, reached)| *cell |= reached);
        }
    }
}
