//! The rounds of a tournament: a bracket, or who met whom.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_tournament::schedule::rounds::{self, Kind, Slot};
use serde::Serialize;

/// The bracket of a knockout, or who met whom in a Swiss tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Rounds {
    pub kind: RoundsKind,
    pub rounds: Vec<Round>,
    pub champion: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum RoundsKind {
    Knockout,
    Swiss,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Round {
    pub number: u32,
    pub name: String,
    pub meetings: Vec<Meeting>,
    pub byes: Vec<Side>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Meeting {
    pub sides: Vec<Side>,
    pub legs: Vec<Leg>,
    pub played: usize,
    pub games: usize,
    pub decided: bool,
    /// What there is to say about how it was decided.
    pub how: String,
}

/// Somebody in a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Side {
    /// Nobody as long as that is not known.
    pub entrant: Option<usize>,
    /// Which of those who will be left, from 1, as long as that is not known.
    pub left: Option<usize>,
    /// The number of the seed, or whose place it is; empty where there are no seeds.
    pub seed: String,
    /// Empty before the first game.
    pub points: String,
    pub won: bool,
}

/// A unit: the first, or a play-off.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Leg {
    /// What the ids of its games begin with.
    pub id: String,
    /// What each side got.
    pub points: Vec<String>,
}

impl Rounds {
    pub fn of(told: &rounds::Rounds) -> Rounds {
        let seed = |place: Slot| match place.entrant() {
            None => place.in_words(),
            Some(who) => {
                let seed = told.seeds.iter().position(|one| *one == who);
                seed.map_or(String::new(), |at| (at + 1).to_string())
            }
        };
        let side = |place: Slot, points: String, won: bool| Side {
            entrant: place.entrant().map(|who| who.0),
            left: match place {
                Slot::Of(_) => None,
                Slot::Left(rank) => Some(rank),
            },
            seed: seed(place),
            points,
            won,
        };
        let meeting = |meeting: &rounds::Meeting| {
            let (played, games) = meeting.games();
            let sides = meeting.slots.iter().zip(meeting.points());
            let sides = sides.map(|(place, points)| {
                let won = place.entrant().is_some_and(|who| meeting.winners.contains(&who));
                let points = if played > 0 { points } else { String::new() };
                side(*place, points, won)
            });
            Meeting {
                sides: sides.collect(),
                legs: meeting.legs.iter().map(Leg::of).collect(),
                played,
                games,
                decided: !meeting.winners.is_empty(),
                how: meeting.decided.map_or(String::new(), |decided| decided.in_words()),
            }
        };
        let round = |round: &rounds::Round| Round {
            number: round.number,
            name: round.name.clone(),
            meetings: round.meetings.iter().map(meeting).collect(),
            byes: round.byes.iter().map(|place| side(*place, String::new(), true)).collect(),
        };
        Rounds {
            kind: match told.kind {
                Kind::Knockout => RoundsKind::Knockout,
                Kind::Swiss => RoundsKind::Swiss,
            },
            rounds: told.rounds.iter().map(round).collect(),
            champion: told.champion.map(|who| who.0),
        }
    }
}

impl Leg {
    fn of(leg: &rounds::Leg) -> Leg {
        Leg { id: format!("{}.{}", leg.id.round, leg.id.number), points: leg.points() }
    }
}
