//! Finished games, as schedules and ratings see them.
//!
//! Results are checked once, when they are added. They are kept in the order of their ids, so that nothing
//! that is computed from them depends on which game finished first.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use manator_core::{MAX_PLAYERS, PerPlayer};

use crate::notes::Note;

/// The largest tournament: who met whom is kept for every two.
pub const ENTRANTS_MAX: usize = 4096;

/// Somebody who takes part, by number from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entrant(pub usize);

/// A unit: the games that the same entrants play from all seatings on the same opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId {
    pub round: u32,
    pub number: u32,
}

/// A game of a schedule. The text is `ROUND.UNIT.SEATING`, as in `2.14.1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId {
    pub unit: UnitId,
    pub seating: u32,
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.unit.round, self.unit.number, self.seating)
    }
}

impl FromStr for GameId {
    type Err = ResultError;

    fn from_str(text: &str) -> Result<Self, ResultError> {
        let mut parts = text.split('.').map(str::parse);
        match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some(Ok(round)), Some(Ok(number)), Some(Ok(seating)), None) => {
                Ok(GameId { unit: UnitId { round, number }, seating })
            }
            _ => Err(ResultError::Id { text: text.to_string() }),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    pub id: GameId,
    pub seats: Vec<Entrant>,
    pub payoffs: PerPlayer<i8>,
    pub reason: String,
}

impl Played {
    pub fn shares(&self) -> impl Iterator<Item = (Entrant, i8)> + Clone {
        self.seats.iter().copied().zip(self.payoffs.as_slice().iter().copied())
    }

    pub fn payoff(&self, entrant: Entrant) -> Option<i8> {
        self.shares().find(|(who, _)| *who == entrant).map(|(_, payoff)| payoff)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResultError {
    #[error("\"{text}\" is no game: three numbers with dots are expected")]
    Id { text: String },
    #[error("seats: {seats} is not between 2 and {max}", max = MAX_PLAYERS)]
    Seats { seats: usize },
    #[error("entrants: {entrants} is more than {max}", max = ENTRANTS_MAX)]
    Entrants { entrants: usize },
    #[error("game {id}: wrong number of seats or payoffs")]
    Shape { id: GameId },
    #[error("game {id}: entrant {} is unknown or seated twice", .entrant.0)]
    Who { id: GameId, entrant: Entrant },
    #[error("game {id}: there is a result already")]
    Again { id: GameId },
}

#[derive(Clone, Debug)]
pub struct Results {
    entrants: usize,
    seats: usize,
    games: BTreeMap<GameId, Played>,
    notes: BTreeMap<GameId, Note>,
}

impl Results {
    pub fn new(entrants: usize, seats: usize) -> Result<Self, ResultError> {
        if !(2..=MAX_PLAYERS).contains(&seats) {
            return Err(ResultError::Seats { seats });
        }
        if entrants > ENTRANTS_MAX {
            return Err(ResultError::Entrants { entrants });
        }
        Ok(Results { entrants, seats, games: BTreeMap::new(), notes: BTreeMap::new() })
    }

    pub fn add(&mut self, game: Played) -> Result<(), ResultError> {
        let id = game.id;
        if game.seats.len() != self.seats || game.payoffs.players() != self.seats {
            return Err(ResultError::Shape { id });
        }
        for (seat, &entrant) in game.seats.iter().enumerate() {
            if entrant.0 >= self.entrants || game.seats[..seat].contains(&entrant) {
                return Err(ResultError::Who { id, entrant });
            }
        }
        if self.games.contains_key(&id) {
            return Err(ResultError::Again { id });
        }
        self.games.insert(id, game);
        Ok(())
    }

    pub fn add_noted(&mut self, game: Played, note: Note) -> Result<(), ResultError> {
        let id = game.id;
        self.add(game)?;
        if note != Note::default() {
            self.notes.insert(id, note);
        }
        Ok(())
    }

    pub fn entrants(&self) -> usize {
        self.entrants
    }

    pub fn seats(&self) -> usize {
        self.seats
    }

    pub fn game(&self, id: GameId) -> Option<&Played> {
        self.games.get(&id)
    }

    pub fn games(&self) -> impl ExactSizeIterator<Item = &Played> {
        self.games.values()
    }

    pub fn note(&self, id: GameId) -> Option<&Note> {
        self.notes.get(&id)
    }

    pub fn unit(&self, unit: UnitId) -> impl Iterator<Item = &Played> {
        let [first, last] = [0, u32::MAX].map(|seating| GameId { unit, seating });
        self.games.range(first..=last).map(|(_, game)| game)
    }

    pub fn units(&self) -> Vec<Vec<&Played>> {
        let mut units: Vec<Vec<&Played>> = Vec::new();
        // The games of a unit follow each other, because ids begin with it.
        for game in self.games() {
            match units.last_mut() {
                Some(unit) if unit[0].id.unit == game.id.unit => unit.push(game),
                _ => units.push(vec![game]),
            }
        }
        units
    }

    pub fn filtered(&self, mut keep: impl FnMut(&Played, Option<&Note>) -> bool) -> Results {
        let kept = self.games().filter(|game| keep(game, self.note(game.id)));
        let games: BTreeMap<GameId, Played> = kept.map(|game| (game.id, game.clone())).collect();
        let notes = self.notes.iter().filter(|(id, _)| games.contains_key(id));
        let notes = notes.map(|(id, note)| (*id, note.clone())).collect();
        Results { games, notes, ..*self }
    }
}
