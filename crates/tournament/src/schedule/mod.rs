//! Who plays whom, on which opening, in which order.
//!
//! A schedule is a function of its plan alone, the seed included, and what comes next in Swiss and knockout
//! tournaments a function of the plan and the results. So nothing need be kept: a tournament that was
//! interrupted asks again and gets the games that are missing.
//!
//! Games come in units: the same entrants on the same opening from all seatings, two for two seats and six
//! for three.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::{SplitMix, mix};
use manator_core::{LOST, MAX_PLAYERS, WON};

pub mod course;
pub mod knockout;
mod matching;
pub mod rounds;
pub mod swiss;
mod told;
mod unit;

pub use unit::{Opening, Pairing, seatings};

use crate::results::{Entrant, GameId, Results, UnitId};
use unit::{Openings, seated_fairly, unit};

pub const GAMES_MAX: u64 = 10_000_000;

/// In a gauntlet the first entrants meet all others, who do not meet each other. At tables neighbours in the order of entry
/// meet, always from the same seats; whoever is left over does not play. In order, everybody meets everybody, but nothing is
/// drawn: groups and seats come in the order of entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    RoundRobin,
    Gauntlet { challengers: usize },
    Tables,
    InOrder,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub entrants: usize,
    pub seats: usize,
    pub format: Format,
    /// How many games each group plays: 1 is a single round robin, 2 a double one.
    ///
    /// Seats are fair when it is a multiple of the number of seatings. A larger fold begins with the same
    /// games under the same ids.
    pub fold: u32,
    /// How many openings there are; 0 when all games begin at the start.
    pub openings: usize,
    /// What the order, the seats of incomplete units and the openings are drawn from.
    pub seed: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    #[error("seats: {seats} is not between 2 and {max}", max = MAX_PLAYERS)]
    Seats { seats: usize },
    #[error("entrants: {entrants} is less than {least}")]
    Entrants { entrants: usize, least: usize },
    #[error("challengers: a gauntlet needs at least 1")]
    NoChallenger,
    #[error("games: {games} is more than {max}", max = GAMES_MAX)]
    Games { games: u64 },
    #[error("results of {entrants} entrants in games of {seats} are of another tournament")]
    Results { entrants: usize, seats: usize },
    #[error("game {id}: the result has other players or seats than the schedule")]
    Foreign { id: GameId },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// These games are missing; ask again when they are over.
    Play(Vec<Pairing>),
    /// All is over, and this is the order in which they finished.
    Over(Vec<Entrant>),
}

impl Plan {
    pub fn pairings(&self) -> Result<Vec<Pairing>, PlanError> {
        self.check()?;
        let per_unit = self.per_unit();
        let names = self.names();
        let openings = Openings::new(self.openings, self.seed);
        let groups = self.groups();
        let mut games = Vec::new();
        for round in 0..self.fold.div_ceil(per_unit) {
            let wanted = (self.fold - round * per_unit).min(per_unit) as usize;
            for (number, at) in (1..).zip(self.order(&groups, round)) {
                let group = self.seated(&groups[at]).into_iter().map(|label| names[label]);
                let group: Vec<Entrant> = group.collect();
                let id = UnitId { round: round + 1, number };
                // Each group goes through all openings before it sees one again.
                let opening = openings.take(at + round as usize);
                games.extend(unit(id, &group, opening).into_iter().take(wanted));
            }
        }
        Ok(games)
    }

    pub fn count(&self) -> Result<u64, PlanError> {
        self.check()?;
        Ok(self.count_groups().saturating_mul(u64::from(self.fold)))
    }

    fn check(&self) -> Result<(), PlanError> {
        check_entrants(self.entrants, self.seats)?;
        if let Format::Gauntlet { challengers } = self.format {
            if challengers == 0 {
                return Err(PlanError::NoChallenger);
            }
            let least = challengers.saturating_add(self.seats - 1);
            if self.entrants < least {
                return Err(PlanError::Entrants { entrants: self.entrants, least });
            }
        }
        let games = self.count_groups().saturating_mul(u64::from(self.fold));
        if games > GAMES_MAX { Err(PlanError::Games { games }) } else { Ok(()) }
    }

    fn per_unit(&self) -> u32 {
        match self.format {
            Format::Tables => 1,
            _ => seatings(&everybody(self.seats)).len() as u32,
        }
    }

    fn is_drawn(&self) -> bool {
        matches!(self.format, Format::RoundRobin | Format::Gauntlet { .. })
    }

    fn names(&self) -> Vec<Entrant> {
        if self.is_drawn() { shuffled(self.entrants, self.seed) } else { everybody(self.entrants) }
    }

    fn seated(&self, group: &[usize]) -> Vec<usize> {
        if self.is_drawn() { seated_fairly(group).collect() } else { group.to_vec() }
    }

    fn count_groups(&self) -> u64 {
        match self.format {
            Format::Tables => (self.entrants / self.seats) as u64,
            Format::RoundRobin | Format::InOrder => {
                combinations(self.entrants as u64, self.seats as u64)
            }
            Format::Gauntlet { challengers } => {
                let others = (self.entrants - challengers) as u64;
                combinations(others, self.seats as u64 - 1).saturating_mul(challengers as u64)
            }
        }
    }

    /// Returns who meets, by label; labels are dealt to the entrants by the seed.
    fn groups(&self) -> Vec<Vec<usize>> {
        let names = self.names();
        let labels: Vec<usize> = (0..self.entrants).collect();
        match self.format {
            Format::Tables => labels.chunks_exact(self.seats).map(<[usize]>::to_vec).collect(),
            Format::RoundRobin | Format::InOrder => subsets(&labels, self.seats),
            Format::Gauntlet { challengers } => {
                let (first, rest): (Vec<usize>, Vec<usize>) =
                    (0..self.entrants).partition(|label| names[*label].0 < challengers);
                let companions = subsets(&rest, self.seats - 1);
                let with = |one: usize| {
                    companions.iter().map(move |others| {
                        let mut group = [&[one], &others[..]].concat();
                        group.sort_unstable();
                        group
                    })
                };
                first.into_iter().flat_map(with).collect()
            }
        }
    }

    /// Returns the order in which groups play: pairs so that nobody plays twice until everybody has played,
    /// larger groups in an order drawn for each round.
    fn order(&self, groups: &[Vec<usize>], round: u32) -> Vec<usize> {
        let mut order: Vec<usize> = (0..groups.len()).collect();
        match self.seats {
            _ if !self.is_drawn() => {}
            2 => {
                order.sort_by_key(|at| (circle(groups[*at][0], groups[*at][1], self.entrants), *at))
            }
            _ => shuffle(&mut order, &mut draw(self.seed, u64::from(round) + 1)),
        }
        order
    }
}

/// Returns in which turn a pair of labels meets in the circle method (Schurig's tables, 1886).
fn circle(low: usize, high: usize, entrants: usize) -> usize {
    let turns = entrants + entrants % 2 - 1;
    // The last of an even number stays in the middle and meets whoever is opposite to nobody.
    if high == turns { 2 * low % turns } else { (low + high) % turns }
}

pub(crate) fn check_entrants(entrants: usize, seats: usize) -> Result<(), PlanError> {
    if !(2..=MAX_PLAYERS).contains(&seats) {
        return Err(PlanError::Seats { seats });
    }
    if entrants < seats {
        return Err(PlanError::Entrants { entrants, least: seats });
    }
    Ok(())
}

pub(crate) fn check_results(
    entrants: usize,
    seats: usize,
    results: &Results,
) -> Result<(), PlanError> {
    check_entrants(entrants, seats)?;
    if (results.entrants(), results.seats()) != (entrants, seats) {
        return Err(PlanError::Results { entrants: results.entrants(), seats: results.seats() });
    }
    Ok(())
}

/// Returns which of some games are missing, after a look at those that are not.
pub fn missing(games: &[Pairing], results: &Results) -> Result<Vec<Pairing>, PlanError> {
    let mut missing = Vec::new();
    for game in games {
        match results.game(game.id) {
            Some(played) if played.seats != game.seats => {
                return Err(PlanError::Foreign { id: game.id });
            }
            Some(_) => {}
            None => missing.push(game.clone()),
        }
    }
    Ok(missing)
}

/// Returns twice the points that everybody got in some games: 2 for a win, 1 for a tie, nothing for a loss.
///
/// A default is a loss, and a double forfeit a loss for both, so that neither gets anything.
pub(crate) fn half_points(games: &[Pairing], results: &Results) -> Vec<u64> {
    let mut scores = vec![0; results.entrants()];
    for game in games.iter().filter_map(|game| results.game(game.id)) {
        for (entrant, payoff) in game.shares() {
            scores[entrant.0] += half_point(payoff);
        }
    }
    scores
}

fn half_point(payoff: i8) -> u64 {
    (payoff.clamp(LOST, WON) - LOST) as u64
}

pub(crate) fn everybody(count: usize) -> Vec<Entrant> {
    (0..count).map(Entrant).collect()
}

pub(crate) fn shuffled(count: usize, seed: u64) -> Vec<Entrant> {
    let mut all = everybody(count);
    shuffle(&mut all, &mut draw(seed, 0));
    all
}

/// Begins one of many independent sequences of a seed.
pub(crate) fn draw(seed: u64, stream: u64) -> SplitMix {
    SplitMix::new(mix(seed).wrapping_add(mix(stream.wrapping_add(1))))
}

pub(crate) fn shuffle<T>(items: &mut [T], random: &mut SplitMix) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last as u64 + 1) as usize);
    }
}

/// Returns all ascending lists of so many of some items, in order.
pub fn subsets(items: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, first) in items.iter().enumerate() {
        let rest = subsets(&items[at + 1..], size - 1);
        all.extend(rest.into_iter().map(|tail| [vec![*first], tail].concat()));
    }
    all
}

fn combinations(items: u64, size: u64) -> u64 {
    let product = (0..size).fold(1_u128, |product, at| {
        product.saturating_mul(u128::from(items.saturating_sub(at))) / u128::from(at + 1)
    });
    u64::try_from(product).unwrap_or(u64::MAX)
}
