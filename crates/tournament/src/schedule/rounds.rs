//! Rounds as people follow them: who meets whom, how that stands, and who goes on.
//!
//! Schedules whose rounds depend on results tell them, those that are not drawn yet included as far as anything
//! is known of them. Whoever shows them need not know how they are drawn.
// SPDX-License-Identifier: MIT OR Apache-2.0

use super::unit::seatings;
use crate::results::{Entrant, Results, UnitId};
use crate::text::{plural, scored};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Knockout,
    Swiss,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounds {
    pub kind: Kind,
    pub rounds: Vec<Round>,
    pub champion: Option<Entrant>,
    /// The first seed, the second, and so on; nobody where there are no seeds.
    pub seeds: Vec<Entrant>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    pub number: u32,
    pub name: String,
    pub meetings: Vec<Meeting>,
    pub byes: Vec<Slot>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Who meets, the best seed first.
    pub slots: Vec<Slot>,
    /// The first unit and the play-offs after it; none before it is known who meets.
    pub legs: Vec<Leg>,
    /// Who goes on, or in a Swiss tournament who got the most; nobody while that is open.
    pub winners: Vec<Entrant>,
    pub decided: Option<Decided>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    Of(Entrant),
    /// That of the seed so far down among those who will be left, from 1.
    Left(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    pub id: UnitId,
    pub half_points: Vec<u64>,
    pub played: usize,
    pub games: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    Points,
    PlayOffs(u32),
    /// The seeds: so many play-offs were tied, too.
    Seed(u32),
}

impl Decided {
    /// Says what there is to say beside the points.
    pub fn in_words(self) -> String {
        let after = |count: u32| match count {
            0 => String::new(),
            1 => "after a play-off".to_string(),
            _ => format!("after {}", plural(u64::from(count), "play-off", "play-offs")),
        };
        match self {
            Decided::Points => String::new(),
            Decided::PlayOffs(count) => after(count),
            Decided::Seed(0) => "as the better seed".to_string(),
            Decided::Seed(count) => format!("as the better seed, {}", after(count)),
        }
    }
}

impl Slot {
    pub(crate) fn all_of(group: &[Entrant]) -> Vec<Slot> {
        group.iter().copied().map(Slot::Of).collect()
    }

    pub fn entrant(self) -> Option<Entrant> {
        match self {
            Slot::Of(entrant) => Some(entrant),
            Slot::Left(_) => None,
        }
    }

    /// Says whose slot it is as long as that is not known.
    pub fn in_words(self) -> String {
        match self {
            Slot::Of(entrant) => format!("entrant {}", entrant.0 + 1),
            Slot::Left(1) => "best seed left".to_string(),
            Slot::Left(rank) => format!("{} seed left", ordinal(rank)),
        }
    }
}

impl Meeting {
    pub(crate) fn new(slots: Vec<Slot>) -> Meeting {
        Meeting { slots, legs: Vec::new(), winners: Vec::new(), decided: None }
    }

    /// Returns what each has got so far, as it is written.
    pub fn points(&self) -> Vec<String> {
        let (seats, (played, _)) = (self.slots.len(), self.games());
        self.half_points().into_iter().map(|half| scored(half, played as u64, seats)).collect()
    }

    pub fn half_points(&self) -> Vec<u64> {
        let sum = |at| self.legs.iter().map(|leg| leg.half_points[at]).sum();
        (0..self.slots.len()).map(sum).collect()
    }

    /// Returns how many games are over, and how many there are so far.
    pub fn games(&self) -> (usize, usize) {
        let played = self.legs.iter().map(|leg| leg.played).sum();
        (played, self.legs.iter().map(|leg| leg.games).sum())
    }
}

impl Leg {
    pub fn points(&self) -> Vec<String> {
        let (seats, played) = (self.half_points.len(), self.played as u64);
        self.half_points.iter().map(|half| scored(*half, played, seats)).collect()
    }

    pub(crate) fn of(id: UnitId, group: &[Entrant], results: &Results) -> Leg {
        let mut half_points = vec![0; group.len()];
        let mut played = 0;
        for game in results.unit(id) {
            played += 1;
            for (half, who) in half_points.iter_mut().zip(group) {
                *half += game.payoff(*who).map_or(0, super::half_point);
            }
        }
        Leg { id, half_points, played, games: seatings(group).len() }
    }
}

fn ordinal(number: usize) -> String {
    let end = match (number % 10, number % 100) {
        (1, rest) if rest != 11 => "st",
        (2, rest) if rest != 12 => "nd",
        (3, rest) if rest != 13 => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}
