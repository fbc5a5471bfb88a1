//! The tournament of the King's Court course, for any game.
//!
//! Everybody meets everybody once in each seat. A win is a point; a loss, a default and a double forfeit are
//! none, and whoever meets a default has won. The course says nothing of ties, which its game does not have;
//! in other games one is half a point. Then the best meet in a play-off by the same rule, each pair from an
//! opening of its own; those who share its lead play another, from other openings, until one is ahead. Points
//! of play-offs are not added to those before.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Reverse;

use super::rounds::{Kind, Leg, Meeting, Round, Rounds, Slot};
use super::unit::{Openings, unit};
use super::{
    Format, Pairing, Plan, PlanError, Step, check_results, everybody, half_points, missing,
    seatings, shuffled, subsets,
};
use crate::results::{Entrant, Results, UnitId};

/// Play-offs after which the table decides: players who always tie would go on for ever.
pub const PLAY_OFFS_MAX: u32 = 20;

/// The same in tournaments that were begun when only those who shared the lead met again.
const EARLIER_PLAY_OFFS_MAX: u32 = 3;

/// The most who meet in the play-off, unless several share the last place in it.
const BEST_MAX: usize = 4;

/// The round in which everybody meets everybody; those after it are play-offs.
const TABLE_ROUND: u32 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    pub entrants: usize,
    pub seats: usize,
    /// Who meets in the play-off; nothing in tournaments that were begun when only those who shared the lead
    /// did, from the start.
    pub best: Option<usize>,
    /// How many openings there are for play-offs; 0 when they begin at the start, too.
    pub openings: usize,
    pub seed: u64,
}

/// Where it stands: the play-offs so far, and who may still become the champion.
struct Followed {
    missing: Vec<Pairing>,
    /// Everybody, the first first.
    order: Vec<Entrant>,
    /// How many of the first may become the champion.
    contenders: usize,
    play_offs: Vec<Vec<Pairing>>,
}

/// Returns how many meet in the play-off of so many: the better half, but no crowd.
pub fn best_of(entrants: usize, seats: usize) -> usize {
    entrants.div_ceil(2).clamp(seats, BEST_MAX.max(seats))
}

impl Course {
    pub fn plan(&self) -> Plan {
        Plan {
            entrants: self.entrants,
            seats: self.seats,
            format: Format::RoundRobin,
            fold: seatings(&everybody(self.seats)).len() as u32,
            openings: 0,
            seed: self.seed,
        }
    }

    pub fn table_games(&self, results: &Results) -> Results {
        results.filtered(|game, _| game.id.unit.round == TABLE_ROUND)
    }

    /// Returns the games that are missing, or everybody in order, the champion first.
    ///
    /// Where fewer share the lead than a game has seats, the next in the table fill the seats, but cannot
    /// become champion any more.
    pub fn next(&self, results: &Results) -> Result<Step, PlanError> {
        let Followed { missing, order, .. } = self.follow(results)?;
        Ok(if missing.is_empty() { Step::Over(order) } else { Step::Play(missing) })
    }

    /// Returns the play-offs, as far as they are drawn.
    pub fn rounds(&self, results: &Results) -> Result<Rounds, PlanError> {
        let Followed { missing, order, play_offs, .. } = self.follow(results)?;
        let rounds = (TABLE_ROUND + 1..).zip(&play_offs).map(|(number, games)| Round {
            number,
            name: match number - TABLE_ROUND {
                1 => "play-off".to_string(),
                count => format!("play-off {count}"),
            },
            meetings: meetings(games, results),
            byes: Vec::new(),
        });
        let champion = order.first().copied().filter(|_| missing.is_empty());
        Ok(Rounds { kind: Kind::Swiss, rounds: rounds.collect(), champion, seeds: Vec::new() })
    }

    /// Says who is the champion, and by what; or what is still to be played.
    pub fn in_words(&self, names: &[String], results: &Results) -> String {
        let Ok(Followed { missing, order, contenders, play_offs }) = self.follow(results) else {
            return "the games are not of this tournament".to_string();
        };
        let called = |who: &Entrant| crate::rating::standings::name(names, *who);
        let Some(champion) = order.first() else { return "nobody takes part".to_string() };
        if !missing.is_empty() {
            let stage = if play_offs.is_empty() { "table" } else { "play-off" };
            let games = crate::text::plural(missing.len() as u64, "game", "games");
            return format!("there is no champion yet: {games} of the {stage} are missing");
        }
        let score = |games: &[Pairing]| {
            let half = half_points(games, results)[champion.0];
            let count = games.iter().filter(|game| game.seats.contains(champion)).count();
            format!("{}/{count}", crate::text::points(half))
        };
        let table = self.plan().pairings().unwrap_or_default();
        let before = format!("{} before", score(&table));
        let name = called(champion);
        match (play_offs.last(), contenders) {
            (None, 1) => format!("{name} is the champion: {} points", score(&table)),
            (Some(last), 1) => {
                let which = match play_offs.len() {
                    1 => "the play-off".to_string(),
                    count => format!("play-off {count}"),
                };
                format!("{name} is the champion: {} in {which}, {before}", score(last))
            }
            (_, level) => {
                let who: Vec<String> = order[..level].iter().map(called).collect();
                let count = crate::text::plural(play_offs.len() as u64, "play-off", "play-offs");
                let others = who.join(", ");
                format!("{name} is the champion by the table: after {count} {others} are level")
            }
        }
    }

    fn follow(&self, results: &Results) -> Result<Followed, PlanError> {
        check_results(self.entrants, self.seats, results)?;
        let mut games = self.plan().pairings()?;
        let mut followed = Followed {
            missing: Vec::new(),
            order: shuffled(self.entrants, self.seed),
            contenders: self.entrants,
            play_offs: Vec::new(),
        };
        let most = if self.best.is_some() { PLAY_OFFS_MAX } else { EARLIER_PLAY_OFFS_MAX };
        for round in TABLE_ROUND.. {
            followed.missing = missing(&games, results)?;
            if !followed.missing.is_empty() {
                break;
            }
            let scores = half_points(&games, results);
            let Followed { order, contenders, .. } = &mut followed;
            order[..*contenders].sort_by_key(|entrant| Reverse(scores[entrant.0]));
            let last = match self.best {
                Some(best) if round == TABLE_ROUND => best.clamp(1, self.entrants),
                _ => 1,
            };
            let least = scores[order[last - 1].0];
            let left = order[..*contenders].iter().filter(|who| scores[who.0] >= least).count();
            *contenders = left;
            if left == 1 || round > most {
                break;
            }
            games = self.among(&order[..left.max(self.seats)], round + 1);
            followed.play_offs.push(games.clone());
        }
        Ok(followed)
    }

    fn among(&self, contenders: &[Entrant], round: u32) -> Vec<Pairing> {
        let groups = subsets(&(0..contenders.len()).collect::<Vec<_>>(), self.seats);
        let openings =
            Openings::new(if self.best.is_some() { self.openings } else { 0 }, self.seed);
        // Each play-off goes on in the list where a play-off of the most groups would have ended.
        let before = (round - TABLE_ROUND - 1) as usize * groups.len().max(BEST_MAX);
        let units = groups.into_iter().enumerate().map(|(at, group)| {
            let group: Vec<Entrant> = group.into_iter().map(|at| contenders[at]).collect();
            let id = UnitId { round, number: at as u32 + 1 };
            unit(id, &group, openings.take(before + at))
        });
        units.flatten().collect()
    }
}

fn meetings(games: &[Pairing], results: &Results) -> Vec<Meeting> {
    let mut units: Vec<&[Pairing]> =
        games.chunk_by(|one, other| one.id.unit == other.id.unit).collect();
    units.retain(|unit| !unit.is_empty());
    let meeting = |unit: &&[Pairing]| {
        let group = &unit[0].seats;
        let leg = Leg::of(unit[0].id.unit, group, results);
        let best = leg.half_points.iter().max().copied().unwrap_or_default();
        let is_over = leg.played == leg.games;
        let winners = group.iter().zip(&leg.half_points).filter(|(_, half)| **half == best);
        let winners: Vec<Entrant> = winners.map(|(who, _)| *who).collect();
        let mut meeting = Meeting::new(Slot::all_of(group));
        meeting.winners = if is_over && winners.len() == 1 { winners } else { Vec::new() };
        meeting.legs = vec![leg];
        meeting
    };
    units.iter().map(meeting).collect()
}
