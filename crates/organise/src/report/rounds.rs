//! The rounds of a tournament: a bracket, or who met whom.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_tournament::schedule::rounds::{self, Kind, Slot};
use serde::Serialize;

/// All rounds.
#[derive(Serialize)]
pub(super) struct Rounds {
    kind: &'static str,
    rounds: Vec<Round>,
    champion: Option<usize>,
}

#[derive(Serialize)]
struct Round {
    number: u32,
    name: String,
    meetings: Vec<Meeting>,
    byes: Vec<Side>,
}

#[derive(Serialize)]
struct Meeting {
    sides: Vec<Side>,
    legs: Vec<Leg>,
    played: usize,
    games: usize,
    decided: bool,
    /// What there is to say about how it was decided.
    how: String,
}

/// Somebody in a round.
#[derive(Serialize)]
struct Side {
    /// Nobody as long as that is not known.
    entrant: Option<usize>,
    /// Which of those who will be left, from 1, as long as that is not known.
    left: Option<usize>,
    /// Which seed that is, or whose place.
    seed: String,
    points: String,
    won: bool,
}

/// A unit: the first, or a play-off.
#[derive(Serialize)]
struct Leg {
    /// What the ids of its games begin with.
    id: String,
    /// What each side got.
    points: Vec<String>,
}

impl Rounds {
    pub(super) fn of(told: &rounds::Rounds) -> Rounds {
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
            let sides = meeting.slots.iter().zip(meeting.half_points());
            let sides = sides.map(|(place, half)| {
                let won = place.entrant().is_some_and(|who| meeting.winners.contains(&who));
                let points = if played > 0 { rounds::points(half) } else { String::new() };
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
                Kind::Knockout => "knockout",
                Kind::Swiss => "swiss",
            },
            rounds: told.rounds.iter().map(round).collect(),
            champion: told.champion.map(|who| who.0),
        }
    }
}

impl Leg {
    fn of(leg: &rounds::Leg) -> Leg {
        Leg {
            id: format!("{}.{}", leg.id.round, leg.id.number),
            points: leg.half_points.iter().map(|half| rounds::points(*half)).collect(),
        }
    }
}
