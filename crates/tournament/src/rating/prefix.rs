//! A sequential test that does not depend on which game ended first.
//!
//! Games that run at the same time end in any order, and short ones first: a test that looks at whatever is
//! over would favour what ends quickly, and end differently on every machine. Here units count in the order
//! of the schedule, each when all of its games and all units before it are over.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::{BTreeMap, VecDeque};

use super::elo::{Counter, Counts, Mark};
use super::sprt::{Sprt, Verdict};
use super::sure::{Decisive, Sure};
use crate::results::{Entrant, Played, UnitId};
use crate::schedule::Pairing;

/// What two scored against each other in the longest beginning of the schedule that is complete.
#[derive(Clone, Debug)]
pub struct Prefix {
    one: Entrant,
    other: Entrant,
    open: VecDeque<Open>,
    places: BTreeMap<UnitId, usize>,
    done: usize,
    counter: Counter,
    decisive: Decisive,
}

/// What was counted: between the two, and of the first against everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    pub counts: Counts,
    pub decisive: Decisive,
}

#[derive(Clone, Debug)]
struct Open {
    id: UnitId,
    missing: Vec<Pairing>,
    games: Vec<Played>,
}

impl Prefix {
    pub fn new(schedule: &[Pairing], one: Entrant, other: Entrant) -> Prefix {
        let mut open: VecDeque<Open> = VecDeque::new();
        let mut places = BTreeMap::new();
        let between = |game: &&Pairing| game.seats.contains(&one) && game.seats.contains(&other);
        for game in schedule.iter().filter(between) {
            let place = *places.entry(game.id.unit).or_insert(open.len());
            if place == open.len() {
                open.push_back(Open { id: game.id.unit, missing: Vec::new(), games: Vec::new() });
            }
            open[place].missing.push(game.clone());
        }
        let (counter, decisive) = (Counter::default(), Decisive::default());
        Prefix { one, other, open, places, done: 0, counter, decisive }
    }

    /// Takes a finished game, in any order; returns the counts after each unit that is now complete.
    ///
    /// A game that is not of the schedule, or came before, changes nothing.
    pub fn add(&mut self, game: &Played) -> Vec<Counted> {
        let Some(place) = self.places.get(&game.id.unit) else { return Vec::new() };
        let unit = &mut self.open[place - self.done];
        let wanted = |missing: &Pairing| missing.id == game.id && missing.seats == game.seats;
        let Some(found) = unit.missing.iter().position(wanted) else { return Vec::new() };
        unit.missing.swap_remove(found);
        unit.games.push(game.clone());
        let mut counts = Vec::new();
        while let Some(unit) = self.open.front_mut()
            && unit.missing.is_empty()
        {
            let mark = |game: &Played| Mark::of(game.shares(), self.one, self.other);
            self.counter.add(unit.games.iter().filter_map(mark), 1);
            unit.games.iter().for_each(|game| self.decisive.add(game, self.one));
            counts.push(Counted { counts: self.counter.counts(), decisive: self.decisive });
            self.places.remove(&unit.id);
            self.open.pop_front();
            self.done += 1;
        }
        counts
    }

    pub fn counted(&self) -> Counted {
        Counted { counts: self.counter.counts(), decisive: self.decisive }
    }
}

/// What ends a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Test {
    Sprt(Sprt),
    Sure(Sure),
}

impl From<Sprt> for Test {
    fn from(sprt: Sprt) -> Test {
        Test::Sprt(sprt)
    }
}

impl From<Sure> for Test {
    fn from(sure: Sure) -> Test {
        Test::Sure(sure)
    }
}

impl Test {
    pub fn verdict(&self, counted: &Counted) -> Verdict {
        match self {
            Test::Sprt(sprt) => sprt.verdict(&counted.counts),
            Test::Sure(sure) => sure.verdict(&counted.decisive),
        }
    }
}

/// A sequential test over a schedule: the verdict is a function of the results alone, not of their order.
#[derive(Clone, Debug)]
pub struct Trial {
    test: Test,
    prefix: Prefix,
    decided: Option<(Verdict, Counted)>,
}

impl Trial {
    pub fn new(test: impl Into<Test>, prefix: Prefix) -> Trial {
        Trial { test: test.into(), prefix, decided: None }
    }

    /// Takes a finished game, in any order, and returns the verdict. It is final once it is not open.
    pub fn add(&mut self, game: &Played) -> Verdict {
        let counts = self.prefix.add(game);
        if self.decided.is_none() {
            // A late game can complete many units: the test ends at the first that decides it.
            let verdicts = counts.into_iter().map(|counted| (self.test.verdict(&counted), counted));
            self.decided = verdicts.into_iter().find(|(verdict, _)| *verdict != Verdict::Open);
        }
        self.verdict()
    }

    pub fn verdict(&self) -> Verdict {
        self.decided.map_or(Verdict::Open, |(verdict, _)| verdict)
    }

    /// Returns what was counted: when the test was decided, what decided it.
    pub fn counted(&self) -> Counted {
        self.decided.map_or_else(|| self.prefix.counted(), |(_, counted)| counted)
    }

    pub fn counts(&self) -> Counts {
        self.counted().counts
    }

    pub fn test(&self) -> &Test {
        &self.test
    }
}
