//! The knockout: who loses is out.
//!
//! The best seeded have byes in the first round, as many as it takes for the later ones to come out even. In
//! every round the best seeded meet the worst of those who play. A group that is tied plays another unit;
//! after the last play-off the better seed goes on.
//!
//! Of three players two of a group go out, so that their number must be odd. Where it is even, a preliminary
//! round comes first, in which the last three seeds play and only the last of them goes out.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::cmp::Reverse;

use super::rounds::{Decided, Kind, Leg, Meeting, Round, Rounds, Slot};
use super::unit::{Openings, unit};
use super::{Pairing, PlanError, Step, check_results, everybody, half_points, missing, shuffled};
use crate::results::{Entrant, Results, UnitId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeding {
    Entry,
    Drawn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knockout {
    pub entrants: usize,
    pub seats: usize,
    pub seeding: Seeding,
    pub play_offs_max: u32,
    pub openings: usize,
    pub seed: u64,
}

struct Draw<T> {
    byes: Vec<T>,
    groups: Vec<Group<T>>,
}

struct Group<T> {
    members: Vec<T>,
    advance: usize,
}

struct Progress {
    meeting: Meeting,
    missing: Vec<Pairing>,
    out: Vec<Entrant>,
}

struct Followed {
    rounds: Vec<Round>,
    missing: Vec<Pairing>,
    order: Vec<Entrant>,
    /// How many are left before the first round that is not over.
    alive: usize,
}

impl Knockout {
    pub fn next(&self, results: &Results) -> Result<Step, PlanError> {
        let Followed { missing, order, .. } = self.follow(results)?;
        Ok(if missing.is_empty() { Step::Over(order) } else { Step::Play(missing) })
    }

    pub fn rounds(&self, results: &Results) -> Result<Rounds, PlanError> {
        let Followed { mut rounds, missing, order, alive } = self.follow(results)?;
        let champion = order.first().copied().filter(|_| missing.is_empty());
        let last = rounds.last().filter(|_| champion.is_none());
        let left = last.map(|round| survivors(&order[..alive], round, self.seats));
        let mut left = left.unwrap_or_default();
        while left.len() > 1 {
            let Draw { byes, groups } = draw(&left, self.seats);
            // The best seeds have the byes, so that they are the best of those who are left.
            let on = groups.iter().map(|group| group.advance).sum::<usize>();
            let unknown = (byes.len() + 1..=byes.len() + on).map(Slot::Left);
            let next = byes.iter().copied().chain(unknown).collect();
            let meeting = |group: Group<Slot>| Meeting::new(group.members);
            rounds.push(Round {
                number: rounds.len() as u32 + 1,
                name: name(left.len(), self.seats),
                meetings: groups.into_iter().map(meeting).collect(),
                byes,
            });
            left = next;
        }
        Ok(Rounds { kind: Kind::Knockout, rounds, champion, seeds: self.seeds() })
    }

    fn seeds(&self) -> Vec<Entrant> {
        match self.seeding {
            Seeding::Entry => everybody(self.entrants),
            Seeding::Drawn => shuffled(self.entrants, self.seed),
        }
    }

    fn follow(&self, results: &Results) -> Result<Followed, PlanError> {
        check_results(self.entrants, self.seats, results)?;
        let mut order = self.seeds();
        let mut rounds = Vec::new();
        let mut alive = self.entrants;
        while alive > 1 {
            let number = rounds.len() as u32 + 1;
            let Draw { byes, groups } = draw(&order[..alive], self.seats);
            let mut round = Round {
                number,
                name: name(alive, self.seats),
                meetings: Vec::new(),
                byes: Slot::all_of(&byes),
            };
            let (mut open, mut out) = (Vec::new(), Vec::new());
            for at in 0..groups.len() {
                let progress = self.play(number, at, &groups, results)?;
                open.extend(progress.missing);
                out.extend(progress.out);
                round.meetings.push(progress.meeting);
            }
            rounds.push(round);
            if !open.is_empty() {
                return Ok(Followed { rounds, missing: open, order, alive });
            }
            // Who stays keeps the order of the seeds; who goes out is placed behind, before earlier ones.
            order[..alive]
                .sort_by_key(|who| out.iter().position(|gone| gone == who).map_or(0, |at| at + 1));
            alive -= out.len();
        }
        Ok(Followed { rounds, missing: Vec::new(), order, alive })
    }

    fn play(
        &self,
        round: u32,
        at: usize,
        groups: &[Group<Entrant>],
        results: &Results,
    ) -> Result<Progress, PlanError> {
        let openings = Openings::new(self.openings, self.seed);
        let Group { members, advance } = &groups[at];
        let mut meeting = Meeting::new(Slot::all_of(members));
        let mut order = members.clone();
        let mut games = Vec::new();
        let mut decided = Decided::Seed(self.play_offs_max);
        for play_off in 0..=self.play_offs_max {
            let number = play_off * groups.len() as u32 + at as u32 + 1;
            let id = UnitId { round, number };
            let opening = openings.take(round as usize + at + play_off as usize);
            games.extend(unit(id, members, opening));
            meeting.legs.push(Leg::of(id, members, results));
            let missing = missing(&games, results)?;
            if !missing.is_empty() {
                return Ok(Progress { meeting, missing, out: Vec::new() });
            }
            let scores = half_points(&games, results);
            order.clone_from(members);
            order.sort_by_key(|who| Reverse(scores[who.0]));
            if scores[order[advance - 1].0] > scores[order[*advance].0] {
                decided = match play_off {
                    0 => Decided::Points,
                    count => Decided::PlayOffs(count),
                };
                break;
            }
        }
        let out = order.split_off(*advance);
        meeting.winners = order;
        meeting.decided = Some(decided);
        Ok(Progress { meeting, missing: Vec::new(), out })
    }
}

/// Returns who will be left after a round, the best seed first, as far as no open group can change it.
fn survivors(alive: &[Entrant], round: &Round, seats: usize) -> Vec<Slot> {
    let seed = |who: Entrant| alive.iter().position(|one| *one == who).unwrap_or(alive.len());
    let byes = round.byes.iter().filter_map(|slot| slot.entrant());
    let won = round.meetings.iter().flat_map(|meeting| meeting.winners.iter().copied());
    let mut sure: Vec<usize> = byes.chain(won).map(seed).collect();
    sure.sort_unstable();
    let open = round.meetings.iter().filter(|meeting| meeting.winners.is_empty());
    let open: Vec<Vec<usize>> = open
        .map(|meeting| meeting.slots.iter().filter_map(|slot| slot.entrant()).map(seed).collect())
        .collect();
    // Only a preliminary round, which has one group, sends on more than one.
    let advance = if is_preliminary(alive.len(), seats) { seats - 1 } else { 1 };
    let mut left: Vec<Slot> = (1..=sure.len() + open.len() * advance).map(Slot::Left).collect();
    for (ahead, at) in sure.iter().enumerate() {
        let bounds = open.iter().map(|group| {
            let before = group.iter().filter(|other| *other < at).count();
            (advance.saturating_sub(group.len() - before), before.min(advance))
        });
        let (least, most) =
            bounds.fold((0, 0), |(low, high), (least, most)| (low + least, high + most));
        if least == most {
            left[ahead + least] = Slot::Of(alive[*at]);
        }
    }
    left
}

fn is_preliminary(alive: usize, seats: usize) -> bool {
    seats == 3 && alive.is_multiple_of(2)
}

/// Returns how many are left after the next round if it is no preliminary one.
fn even(alive: usize, seats: usize) -> usize {
    let mut even = 1;
    while even * seats < alive {
        even *= seats;
    }
    even
}

fn name(alive: usize, seats: usize) -> String {
    if is_preliminary(alive, seats) {
        return "preliminary round".to_string();
    }
    match (even(alive, seats), seats) {
        (1, _) => "final".to_string(),
        (left, _) if left == seats => "semi-finals".to_string(),
        (4, 2) => "quarter-finals".to_string(),
        (left, _) => format!("last {}", left * seats),
    }
}

fn draw<T: Copy>(alive: &[T], seats: usize) -> Draw<T> {
    let split = |count: usize| alive.split_at(alive.len() - count * seats);
    if is_preliminary(alive.len(), seats) {
        let (byes, last) = split(1);
        let group = Group { members: last.to_vec(), advance: seats - 1 };
        return Draw { byes: byes.to_vec(), groups: vec![group] };
    }
    let count = (alive.len() - even(alive.len(), seats)) / (seats - 1);
    let (byes, playing) = split(count);
    let member = |row: usize, at: usize| {
        let turned = if row.is_multiple_of(2) { at } else { count - 1 - at };
        playing[row * count + turned]
    };
    let group = |at| Group { members: (0..seats).map(|row| member(row, at)).collect(), advance: 1 };
    Draw { byes: byes.to_vec(), groups: (0..count).map(group).collect() }
}
