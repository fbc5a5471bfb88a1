//! The Swiss system: every round, players with about the same points meet.
//!
//! Pairs: within equal points the upper half meets the lower half, as in the Dutch system, and no pair meets
//! again while that can be avoided: a pairing is accepted only if the rest can still be paired as freshly.
//! Groups of three cannot be proved fresh in reasonable time; there the choice is greedy.
//!
//! Who is left over has a bye, which counts as winning all games of a unit; the lowest ranked first, and
//! nobody twice while others had none, unless a pair would have to meet again for it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Reverse;

use super::matching::largest;
use super::rounds::{Kind, Leg, Meeting, Round, Rounds, Slot};
use super::unit::{Openings, unit};
use super::{
    Pairing, PlanError, Step, check_results, everybody, half_points, missing, seatings, shuffled,
};
use crate::results::{Entrant, Results, UnitId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swiss {
    pub entrants: usize,
    pub seats: usize,
    pub rounds: u32,
    pub openings: usize,
    pub seed: u64,
}

impl Swiss {
    pub fn next(&self, results: &Results) -> Result<Step, PlanError> {
        self.follow(results, |_, _| {})
    }

    pub fn rounds(&self, results: &Results) -> Result<Rounds, PlanError> {
        let mut rounds = Vec::new();
        let step = self.follow(results, |number, drawn| {
            let meetings = (1..).zip(&drawn.groups);
            let meeting = |(unit, group): (u32, &Vec<Entrant>)| {
                let leg = Leg::of(UnitId { round: number, number: unit }, group, results);
                let winners = ahead(&leg, group);
                Meeting { legs: vec![leg], winners, ..Meeting::new(Slot::all_of(group)) }
            };
            rounds.push(Round {
                number,
                name: format!("round {number} of {}", self.rounds),
                meetings: meetings.map(meeting).collect(),
                byes: Slot::all_of(&drawn.byes),
            });
        })?;
        let champion = match step {
            Step::Over(order) => order.first().copied(),
            Step::Play(_) => None,
        };
        Ok(Rounds { kind: Kind::Swiss, rounds, champion, seeds: Vec::new() })
    }

    fn follow(
        &self,
        results: &Results,
        mut visit: impl FnMut(u32, &Drawn),
    ) -> Result<Step, PlanError> {
        check_results(self.entrants, self.seats, results)?;
        let openings = Openings::new(self.openings, self.seed);
        let mut field = Field::new(self.entrants, self.seed);
        for round in 1..=self.rounds {
            let drawn = field.draw(self.seats);
            visit(round, &drawn);
            let games: Vec<Pairing> = (1..)
                .zip(&drawn.groups)
                .flat_map(|(number, group)| {
                    // A round shares its opening, so that nobody's points come from an easier one.
                    unit(UnitId { round, number }, group, openings.take(round as usize - 1))
                })
                .collect();
            let missing = missing(&games, results)?;
            if !missing.is_empty() {
                return Ok(Step::Play(missing));
            }
            field.count(&drawn, &half_points(&games, results), self.seats);
        }
        Ok(Step::Over(field.ranked))
    }
}

fn ahead(leg: &Leg, group: &[Entrant]) -> Vec<Entrant> {
    let most = leg.half_points.iter().max();
    let best = group.iter().zip(&leg.half_points).filter(|(_, half)| Some(*half) == most);
    let best: Vec<Entrant> = best.map(|(who, _)| *who).collect();
    if leg.played == leg.games && best.len() == 1 { best } else { Vec::new() }
}

struct Drawn {
    groups: Vec<Vec<Entrant>>,
    byes: Vec<Entrant>,
}

struct Field {
    ranked: Vec<Entrant>,
    half_points: Vec<u64>,
    byes: Vec<u32>,
    met: Vec<Vec<u32>>,
}

impl Field {
    fn new(entrants: usize, seed: u64) -> Field {
        Field {
            ranked: shuffled(entrants, seed),
            half_points: vec![0; entrants],
            byes: vec![0; entrants],
            met: vec![vec![0; entrants]; entrants],
        }
    }

    fn draw(&self, seats: usize) -> Drawn {
        let mut left = self.ranked.clone();
        let mut byes = Vec::new();
        while !left.len().is_multiple_of(seats) {
            let at = self.bye(&left, seats);
            byes.push(left.remove(at));
        }
        let mut groups = Vec::new();
        while !left.is_empty() {
            let companions = if seats == 2 { vec![self.opponent(&left)] } else { self.pair(&left) };
            let group = [vec![0], companions].concat();
            groups.push(group.iter().map(|at| left[*at]).collect());
            left = without(&left, &group);
        }
        Drawn { groups, byes }
    }

    fn fresh(&self, one: Entrant, other: Entrant) -> bool {
        self.met[one.0][other.0] == 0
    }

    fn fresh_pairs(&self, players: &[Entrant]) -> usize {
        largest(players.len(), |one, other| self.fresh(players[one], players[other]))
    }

    fn bye(&self, left: &[Entrant], seats: usize) -> usize {
        let mut order: Vec<usize> = (0..left.len()).collect();
        order.sort_by_key(|at| (self.byes[left[*at].0], Reverse(*at)));
        if seats > 2 {
            return order[0];
        }
        let pairs = |at: &usize| self.fresh_pairs(&without(left, &[*at]));
        let most = self.fresh_pairs(left);
        order.iter().copied().find(|at| pairs(at) == most).unwrap_or(order[0])
    }

    fn opponent(&self, left: &[Entrant]) -> usize {
        let points = |at: usize| self.half_points[left[at].0];
        let equals = (0..left.len()).take_while(|at| points(*at) == points(0)).count();
        let mut order: Vec<usize> = (1..left.len()).collect();
        order[..equals - 1].sort_by_key(|at| at.abs_diff(equals / 2));
        let most = self.fresh_pairs(left);
        let keeps = |at: &usize| {
            let fresh = usize::from(self.fresh(left[0], left[*at]));
            self.fresh_pairs(&without(left, &[0, *at])) + fresh == most
        };
        // Fresh opponents first: a repeat is accepted only where somebody must repeat.
        let (fresh, again): (Vec<usize>, Vec<usize>) =
            order.iter().partition(|at| self.fresh(left[0], left[**at]));
        fresh.into_iter().chain(again).find(keeps).unwrap_or(order[0])
    }

    /// Returns the places of two companions of the first player: those it, and they, met least.
    fn pair(&self, left: &[Entrant]) -> Vec<usize> {
        let mut group = vec![0];
        while group.len() < 3 {
            let meetings = |at: usize| -> u32 {
                group.iter().map(|one| self.met[left[*one].0][left[at].0]).sum()
            };
            let free = (1..left.len()).filter(|at| !group.contains(at));
            let Some(next) = free.min_by_key(|at| (meetings(*at), *at)) else { break };
            group.push(next);
        }
        group.split_off(1)
    }

    fn count(&mut self, drawn: &Drawn, scores: &[u64], seats: usize) {
        for entrant in &drawn.byes {
            self.byes[entrant.0] += 1;
            self.half_points[entrant.0] += 2 * seatings(&everybody(seats)).len() as u64;
        }
        for group in &drawn.groups {
            for one in group {
                self.half_points[one.0] += scores[one.0];
                group.iter().for_each(|other| self.met[one.0][other.0] += 1);
            }
        }
        self.ranked.sort_by_key(|entrant| Reverse(self.half_points[entrant.0]));
    }
}

fn without(players: &[Entrant], places: &[usize]) -> Vec<Entrant> {
    let stay = players.iter().enumerate().filter(|(at, _)| !places.contains(at));
    stay.map(|(_, player)| *player).collect()
}
