//! The levels: each better than those below it, fallible, and never the same twice.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::{SplitMix, mix};
use manator_core::{Entry, Settings, Table};
use manator_engine::options::{LEVELS, OPTIONS};
use manator_engine::{Agent, catalog};
use manator_games::catalog::GAMES;
use manator_search::Limits;

/// What cuts the deepest levels short, so that a match takes seconds.
const NODES: u64 = 10_000;
const OPENINGS: u64 = 4;
const OPENING_MOVES: usize = 6;
const MOVES_MAX: usize = 200;

#[test]
fn the_order_of_the_levels_holds() {
    for entry in GAMES {
        // Closer ones are told apart by the matches in docs/strength.md, which take longer: here `demigod` of three
        // players is cut short so much that it is no better than `hard`.
        for (low, high) in LEVELS.iter().zip(&LEVELS[3..]) {
            let (below, above) = points(*entry, low.0, high.0);
            let game = entry.card().name;
            assert!(above > below, "{game}: {} {below}, {} {above}", low.0, high.0);
        }
    }
}

/// Returns the wins of the lower level, for each of its seats, and of the higher one, which has one seat.
fn points(entry: &dyn Entry, low: &str, high: &str) -> (usize, usize) {
    let players = entry.card().players.len();
    let (mut below, mut above) = (0, 0);
    for seed in 0..OPENINGS {
        for seat in 0..players {
            let mut table = opening(entry, seed);
            let mut agents: Vec<Box<dyn Agent>> = (0..players)
                .map(|player| agent(&*table, if player == seat { high } else { low }, seed))
                .collect();
            while table.outcome().is_none() && table.moves().len() < MOVES_MAX {
                let mover = &mut agents[table.to_move().index()];
                play(&mut *table, &mut **mover);
            }
            match table.outcome().and_then(|end| end.winner()) {
                Some(winner) if winner.index() == seat => above += players - 1,
                Some(_) => below += 1,
                None => {}
            }
        }
    }
    (below, above)
}

#[test]
fn another_seed_is_another_game() {
    for entry in GAMES {
        let game = |seed| {
            let mut table = opening(*entry, 0);
            let mut agent = agent(&*table, "novice", seed);
            for _ in 0..12 {
                if table.outcome().is_none() {
                    play(&mut *table, &mut *agent);
                }
            }
            table.moves().to_vec()
        };
        assert_eq!(game(1), game(1), "{}", entry.card().name);
        let others = (2..6).filter(|seed| game(*seed) != game(1)).count();
        assert!(others >= 3, "{}: {others}", entry.card().name);
    }
}

fn opening(entry: &dyn Entry, seed: u64) -> Box<dyn Table> {
    let mut table = entry.open(Settings::defaults(entry.card().options)).expect("the defaults");
    let mut random = SplitMix::new(mix(seed));
    while table.moves().len() < OPENING_MOVES || !table.begins_turn() {
        let legal = table.legal();
        table.play(&legal[random.below(legal.len() as u64) as usize]).expect("legal");
    }
    table
}

fn agent(table: &dyn Table, name: &str, seed: u64) -> Box<dyn Agent> {
    let settings = Settings::parse(OPTIONS, &format!("hash=1 seed={seed}")).expect("options");
    catalog::open(table, name, &settings).expect("a level")
}

fn play(table: &mut dyn Table, agent: &mut dyn Agent) {
    let thought = agent.think(table, &Limits::nodes(NODES), &mut |_| {}).expect("its game");
    let best = thought.best().expect("a move").to_string();
    table.play(&best).expect("legal");
}
