//! Matches: reproducible, complete, and with error bars that mean something.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Settings, Table};
use manator_engine::experiment::{
    Contestant, Estimate, ExperimentError, Fitness, duel, openings, seatings, starts,
};
use manator_engine::options::OPTIONS;
use manator_games::catalog;
use manator_search::{Limits, Score};

fn start(game: &str) -> Box<dyn Table> {
    let entry = catalog::find(game).expect("a game");
    entry.open(Settings::defaults(entry.card().options)).expect("the defaults are valid")
}

fn contestant(agent: &str, settings: &str) -> Contestant {
    let settings = Settings::parse(OPTIONS, settings).expect("valid options");
    Contestant { agent: agent.into(), settings }
}

#[test]
fn a_match_can_be_repeated_and_adds_up() {
    for entry in catalog::GAMES {
        let game = entry.card().name;
        let (first, second) = (contestant("greedy", ""), contestant("random", "seed=3"));
        let play = |seed| {
            let openings = openings(&*start(game), 2, seed, Fitness::Even).expect("openings");
            duel(&openings, [&first, &second], &mut |_| {}).expect("a match")
        };
        let tally = play(1);
        assert_eq!(tally, play(1), "{game}");
        assert_eq!(tally.games(), 2 * seatings(entry.card().players.len()).len(), "{game}");
        assert_eq!(tally.shares.len(), 2, "{game}");
        assert!(tally.capped <= tally.tied, "{game}");
        if entry.card().players.len() == 2 {
            let points = tally.won as f64 + tally.tied as f64 / 2.0;
            let shares: f64 = tally.shares.iter().sum();
            assert_eq!(points / 2.0, shares, "{game}");
        }
    }
}

#[test]
fn memory_does_not_leak_from_game_to_game() {
    for game in ["joust", "refusal"] {
        let openings = openings(&*start(game), 3, 5, Fitness::Even).expect("openings");
        let strong = contestant("champion", "nodes=300 hash=1");
        let weak = contestant("alphabeta", "level=novice");
        let all = duel(&openings, [&strong, &weak], &mut |_| {}).expect("a match");
        let last = duel(&openings[2..], [&strong, &weak], &mut |_| {}).expect("a match");
        assert_eq!(all.shares[2..], last.shares, "{game}");
    }
}

#[test]
fn sides_changed_shares_changed() {
    for game in ["joust", "threechess"] {
        let openings = openings(&*start(game), 2, 9, Fitness::Even).expect("openings");
        let (one, other) = (contestant("greedy", ""), contestant("random", ""));
        let tally = duel(&openings, [&one, &other], &mut |_| {}).expect("a match");
        let mirror = duel(&openings, [&other, &one], &mut |_| {}).expect("a match");
        assert_eq!((tally.won, tally.tied, tally.lost), (mirror.lost, mirror.tied, mirror.won));
        for (share, turned) in tally.shares.iter().zip(&mirror.shares) {
            assert!((share + turned - 1.0).abs() < 1e-9, "{game}: {share} {turned}");
        }
    }
}

#[test]
fn an_agent_is_its_own_equal() {
    let openings = openings(&*start("kings-court"), 3, 2, Fitness::Even).expect("openings");
    let agent = contestant("alphabeta", "depth=1");
    let tally = duel(&openings, [&agent, &agent], &mut |_| {}).expect("a match");
    assert_eq!(tally.shares, [0.5, 0.5, 0.5]);
    assert_eq!(tally.won, tally.lost);
}

#[test]
fn openings_differ_and_are_open() {
    for entry in catalog::GAMES {
        let game = entry.card().name;
        let found = openings(&*start(game), 10, 4, Fitness::Even).expect("openings");
        let mut keys: Vec<u64> = found.iter().map(|table| table.key()).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 10, "{game}");
        assert!(found.iter().all(|table| table.outcome().is_none() && table.begins_turn()));
        let again = openings(&*start(game), 10, 4, Fitness::Even).expect("openings");
        let other = openings(&*start(game), 10, 5, Fitness::Even).expect("openings");
        let texts = |tables: &[Box<dyn Table>]| -> Vec<String> {
            tables.iter().map(|table| table.position()).collect()
        };
        assert_eq!(texts(&found), texts(&again), "{game}");
        assert_ne!(texts(&found), texts(&other), "{game}");
    }
}

#[test]
fn even_openings_are_those_of_the_open_ones_that_nobody_leads() {
    for entry in catalog::GAMES {
        let game = entry.card().name;
        let lead = manator_engine::catalog::find(game).and_then(|stable| stable.decisive_lead());
        let open = openings(&*start(game), 10, 3, Fitness::Open).expect("openings");
        let even = openings(&*start(game), 5, 3, Fitness::Even).expect("openings");
        let judged = |opening: &dyn Table| {
            let settings = Settings::parse(OPTIONS, "hash=1").expect("valid options");
            let mut judge = manator_engine::catalog::open(opening, "champion", &settings);
            let judge = judge.as_mut().expect("a champion");
            let thought = judge.think(opening, &Limits::depth(4), &mut |_| {}).expect("a thought");
            thought.lines[0].score
        };
        let fits =
            |score: Score| !score.is_proven() && lead.is_none_or(|lead| score.0.abs() < lead);
        assert!(even.iter().all(|opening| fits(judged(&**opening))), "{game}");
        let fitting = open.iter().filter(|opening| fits(judged(&***opening)));
        let fitting: Vec<u64> = fitting.map(|opening| opening.key()).take(5).collect();
        let even: Vec<u64> = even.iter().map(|opening| opening.key()).collect();
        assert!(even.starts_with(&fitting), "{game}");
    }
}

#[test]
fn starts_are_drawn_where_the_rules_draw_them() {
    let joust = catalog::find("joust").expect("a game");
    let drawn = starts(joust, &[("start", "random")], 64, 1).expect("starts");
    let mut keys: Vec<u64> = drawn.iter().map(|table| table.key()).collect();
    keys.sort_unstable();
    keys.dedup();
    // There are 64 in all, and some may never be drawn.
    assert!(keys.len() > 55, "{}", keys.len());
    let jetan = catalog::find("jetan").expect("a game");
    let same = starts(jetan, &[], 3, 1).expect("starts");
    assert!(same.iter().all(|table| table.key() == same[0].key() && table.moves().is_empty()));
    assert!(starts(jetan, &[("start", "random")], 1, 1).is_err());
}

#[test]
fn games_from_the_same_start_differ_by_what_agents_draw() {
    let entry = catalog::find("joust").expect("a game");
    let openings = starts(entry, &[], 20, 1).expect("starts");
    let random = contestant("random", "seed=3");
    let tally = duel(&openings, [&random, &contestant("novice", "")], &mut |_| {});
    let shares = tally.expect("a match").shares;
    assert!(shares.iter().any(|share| *share != shares[0]), "{shares:?}");
}

#[test]
fn too_few_openings_are_an_error() {
    let entry = catalog::find("joust").expect("a game");
    let settings = Settings::parse(entry.card().options, "size=3x3").expect("valid options");
    let table = entry.open(settings).expect("a small board");
    let error = openings(&*table, 50, 1, Fitness::Even).expect_err("there are not so many");
    assert!(matches!(error, ExperimentError::Openings { wanted: 50, found } if found < 50));
}

#[test]
fn agents_that_watch_the_clock_are_refused() {
    let table = start("joust");
    for (agent, settings) in [
        ("champion", ""),
        ("mcts", ""),
        ("champion", "nodes=10 time=5"),
        ("alphabeta", "time=5"),
        ("champion", "nodes=10 threads=2"),
    ] {
        let contestant = contestant(agent, settings);
        let error = contestant.open(&*table).map(|_| ()).expect_err("not repeatable");
        assert!(error.to_string().contains("could not be repeated"), "{error}");
        assert!(error.to_string().contains(agent), "{error}");
    }
    assert!(contestant("mcts", "nodes=10").open(&*table).is_ok());
    assert!(contestant("alphabeta", "").open(&*table).is_ok());
    assert!(contestant("demigod", "").open(&*table).is_ok());
}

#[test]
fn every_mixed_seating_occurs_once() {
    assert_eq!(seatings(2), [[1, 0], [0, 1]]);
    let three = seatings(3);
    assert_eq!(three.len(), 6);
    for ones in [1, 2] {
        let with = three.iter().filter(|seating| seating.iter().sum::<usize>() == ones);
        assert_eq!(with.count(), 3);
    }
}

#[test]
fn error_bars_leave_doubt_and_shrink() {
    let sure = Estimate::of(&[1.0; 50]);
    assert_eq!((sure.mean, sure.high), (1.0, 1.0));
    assert!(sure.low > 0.88 && sure.low < 0.95, "{sure:?}");
    let even = Estimate::of(&[0.0, 1.0].repeat(50));
    assert_eq!(even.mean, 0.5);
    assert!((even.low - 0.402).abs() < 0.01 && (even.high - 0.598).abs() < 0.01, "{even:?}");
    let few = Estimate::of(&[0.0, 1.0].repeat(5));
    assert!(few.high - few.low > even.high - even.low);
    let none = Estimate::of(&[]);
    assert!(none.low < 0.01 && none.high > 0.99, "{none:?}");
}
