//! Schedules that do not depend on results.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::{BTreeMap, BTreeSet};

use manator_core::random::SplitMix;
use manator_tournament::schedule::{Format, Pairing, Plan, PlanError, seatings};
use manator_tournament::{Entrant, GameId};

fn round_robin(entrants: usize, seats: usize, fold: u32, seed: u64) -> Plan {
    Plan { entrants, seats, format: Format::RoundRobin, fold, openings: 7, seed }
}

fn games(plan: &Plan) -> Vec<Pairing> {
    plan.pairings().unwrap_or_else(|error| panic!("{plan:?}: {error}"))
}

/// Counts how often each order of entrants is seated.
fn orders(games: &[Pairing]) -> BTreeMap<Vec<Entrant>, u32> {
    let mut orders = BTreeMap::new();
    games.iter().for_each(|game| *orders.entry(game.seats.clone()).or_default() += 1);
    orders
}

/// Every size of tournament there is a point in, with random seeds.
fn sizes() -> impl Iterator<Item = (usize, usize, u64)> {
    let mut random = SplitMix::new(1);
    let sizes = (2..=3).flat_map(|seats| (seats..=9).map(move |entrants| (entrants, seats)));
    sizes
        .flat_map(|size| [size; 5])
        .map(move |(entrants, seats)| (entrants, seats, random.next_u64()))
}

#[test]
fn everybody_meets_everybody_from_every_seat() {
    for (entrants, seats, seed) in sizes() {
        let per_unit = if seats == 2 { 2 } else { 6 };
        let games = games(&round_robin(entrants, seats, 3 * per_unit, seed));
        let orders = orders(&games);
        // As many orders as there are ways to seat: all of them, equally often.
        let ways: usize = (0..seats).map(|at| entrants - at).product();
        assert_eq!(orders.len(), ways, "{entrants} {seats}");
        assert!(orders.values().all(|times| *times == 3), "{entrants} {seats}");
    }
}

#[test]
fn units_are_whole_and_share_an_opening() {
    for (entrants, seats, seed) in sizes() {
        let per_unit = if seats == 2 { 2 } else { 6 };
        for unit in games(&round_robin(entrants, seats, per_unit, seed)).chunks(per_unit as usize) {
            let seated: BTreeSet<_> = unit.iter().map(|game| game.seats.clone()).collect();
            let all: BTreeSet<_> = seatings(&unit[0].seats).into_iter().collect();
            assert_eq!(seated, all);
            assert!(unit.iter().all(|game| game.id.unit == unit[0].id.unit));
            assert!(unit.iter().all(|game| game.opening == unit[0].opening));
        }
    }
}

#[test]
fn a_group_sees_every_opening_once_from_every_seat() {
    for seed in 0..20 {
        let mut seen = BTreeMap::new();
        for game in games(&round_robin(5, 2, 14, seed)) {
            *seen.entry((game.seats, game.opening)).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 20 * 7);
        assert!(seen.values().all(|times| *times == 1));
    }
}

#[test]
fn ids_are_unique_and_never_change() {
    for (entrants, seats, seed) in sizes() {
        let long = games(&round_robin(entrants, seats, 13, seed));
        let by_id: BTreeMap<GameId, &Pairing> = long.iter().map(|game| (game.id, game)).collect();
        assert_eq!(by_id.len(), long.len());
        for fold in [1, 2, 6, 12] {
            for game in games(&round_robin(entrants, seats, fold, seed)) {
                assert_eq!(by_id.get(&game.id), Some(&&game));
            }
        }
        assert_eq!(long, games(&round_robin(entrants, seats, 13, seed)));
        let read = long.iter().map(|game| game.id.to_string().parse());
        assert!(read.eq(long.iter().map(|game| Ok(game.id))));
    }
    assert_ne!(games(&round_robin(6, 2, 2, 1)), games(&round_robin(6, 2, 2, 2)));
    for text in ["", "1.2", "1.2.3.4", "1.2.x", "-1.2.3"] {
        assert!(text.parse::<GameId>().is_err(), "{text}");
    }
}

#[test]
fn a_single_round_robin_seats_fairly_and_lets_everybody_play() {
    for (entrants, seats, seed) in sizes().filter(|(_, seats, _)| *seats == 2) {
        let games = games(&round_robin(entrants, seats, 1, seed));
        assert_eq!(games.len(), entrants * (entrants - 1) / 2);
        for entrant in (0..entrants).map(Entrant) {
            let first = games.iter().filter(|game| game.seats[0] == entrant).count();
            assert!(first.abs_diff(entrants - 1 - first) <= 1, "{entrants}: {first}");
        }
        // Nobody plays twice until everybody else has played.
        for turn in games.chunks(entrants / 2) {
            let players: BTreeSet<_> = turn.iter().flat_map(|game| game.seats.clone()).collect();
            assert_eq!(players.len(), 2 * (entrants / 2), "{entrants}");
        }
    }
}

#[test]
fn challengers_meet_all_others_and_nobody_else_meets() {
    for (entrants, seats, seed) in sizes() {
        for challengers in 1..=entrants + 1 - seats {
            let format = Format::Gauntlet { challengers };
            let per_unit = if seats == 2 { 2 } else { 6 };
            let plan = Plan { format, ..round_robin(entrants, seats, per_unit, seed) };
            let orders = orders(&games(&plan));
            assert!(orders.values().all(|times| *times == 1));
            let who = |seats: &Vec<Entrant>| seats.iter().filter(|who| who.0 < challengers).count();
            assert!(orders.keys().all(|seats| who(seats) == 1));
            let others = entrants - challengers;
            let companions = if seats == 2 { others } else { others * (others - 1) / 2 };
            assert_eq!(orders.len(), challengers * companions * per_unit as usize);
        }
    }
}

#[test]
fn absurd_plans_are_refused() {
    let plan = round_robin(4, 2, 2, 0);
    let error = |plan: Plan| plan.pairings().expect_err("an error");
    assert_eq!(error(Plan { seats: 1, ..plan }), PlanError::Seats { seats: 1 });
    assert_eq!(error(Plan { seats: 4, ..plan }), PlanError::Seats { seats: 4 });
    let few = PlanError::Entrants { entrants: 1, least: 2 };
    assert_eq!(error(Plan { entrants: 1, ..plan }), few);
    let format = Format::Gauntlet { challengers: 0 };
    assert_eq!(error(Plan { format, ..plan }), PlanError::NoChallenger);
    let format = Format::Gauntlet { challengers: usize::MAX };
    assert!(matches!(error(Plan { format, ..plan }), PlanError::Entrants { .. }));
    assert!(matches!(error(Plan { entrants: 100_000, ..plan }), PlanError::Games { .. }));
    assert!(matches!(error(Plan { entrants: usize::MAX, ..plan }), PlanError::Games { .. }));
    assert!(matches!(error(Plan { fold: u32::MAX, ..plan }), PlanError::Games { .. }));
    assert_eq!(games(&Plan { fold: 0, ..plan }), []);
}

#[test]
fn nothing_is_drawn_where_the_order_of_entry_counts() {
    let seats = |entrants, seats, format, fold| -> Vec<(String, Vec<usize>)> {
        let plan = Plan { entrants, seats, format, fold, openings: 0, seed: 9 };
        assert_eq!(plan.count(), Ok(games(&plan).len() as u64));
        let of = |game: Pairing| {
            (game.id.to_string(), game.seats.iter().map(|who| who.0).collect::<Vec<usize>>())
        };
        games(&plan).into_iter().map(of).collect()
    };
    let only = |games: Vec<(String, Vec<usize>)>| -> Vec<Vec<usize>> {
        games.into_iter().map(|(_, seats)| seats).collect()
    };
    assert_eq!(only(seats(2, 2, Format::InOrder, 2)), [[0, 1], [1, 0]]);
    let three = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]];
    assert_eq!(only(seats(3, 2, Format::InOrder, 2)), three);
    assert_eq!(only(seats(2, 2, Format::InOrder, 4)), [[0, 1], [1, 0], [0, 1], [1, 0]]);
    let six = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    assert_eq!(only(seats(3, 3, Format::InOrder, 6)), six);
    assert_eq!(seats(5, 3, Format::InOrder, 6).len(), 60);
    // Tables play the same game again and again, all of them before any begins its next.
    let tables = seats(7, 3, Format::Tables, 2);
    let expected =
        [("1.1.1", [0, 1, 2]), ("1.2.1", [3, 4, 5]), ("2.1.1", [0, 1, 2]), ("2.2.1", [3, 4, 5])];
    assert_eq!(tables, expected.map(|(id, seats)| (id.to_string(), seats.to_vec())));
}
