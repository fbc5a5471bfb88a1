//! The champion of Refusal as the starter: it has won before the first move, and wins.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::{Player, Settings, Table};
use manator_engine::options::OPTIONS;
use manator_engine::{Agent, catalog};
use manator_games::catalog::find;
use manator_search::Limits;

/// What one decision of the starter's may cost.
const NODES: u64 = 1000;
/// What an answer costs at most that no search has prepared.
const ANSWER_NODES: u64 = 10_000;

fn open(options: &str) -> Box<dyn Table> {
    let entry = find("refusal").expect("a game");
    let settings = Settings::parse(entry.card().options, options).expect("valid options");
    entry.open(settings).expect("it opens")
}

fn agent(table: &dyn Table, name: &str, options: &str) -> Box<dyn Agent> {
    let settings = Settings::parse(OPTIONS, options).expect("valid options");
    catalog::open(table, name, &settings).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays a game from wherever the table is; returns who wins.
fn play(table: &mut dyn Table, agents: &mut [Box<dyn Agent>; 2], nodes: [u64; 2]) -> Player {
    loop {
        if let Some(outcome) = table.outcome() {
            return outcome.winner().expect("no ties");
        }
        let seat = table.to_move().index();
        let limits = Limits::nodes(nodes[seat]);
        let thought = agents[seat].think(table, &limits, &mut |_| {}).expect("it thinks");
        assert!(thought.nodes <= nodes[seat].max(ANSWER_NODES), "{thought:?}");
        let mv = thought.best().expect("a move").to_string();
        table.play(&mv).expect("legal");
    }
}

fn beats(first: &str, name: &str, options: &str, nodes: u64) {
    let mut table = open(&format!("first={first}"));
    let starter = table.to_move();
    let champion = agent(&*table, "champion", "hash=1");
    let other = agent(&*table, name, options);
    let (mut agents, mut limits) = ([champion, other], [NODES, nodes]);
    if starter != Player(0) {
        agents.swap(0, 1);
        limits.swap(0, 1);
    }
    let winner = play(&mut *table, &mut agents, limits);
    assert_eq!(winner, starter, "{first} against {name} {options}");
}

#[test]
fn the_starter_wins_against_anyone() {
    for first in ["south", "north"] {
        for seed in 0..8 {
            beats(first, "random", &format!("seed={seed}"), 1);
        }
        for eval in ["learned", "tempo", "mobility", "material"] {
            beats(first, "greedy", &format!("eval={eval}"), 1);
            beats(first, "alphabeta", &format!("eval={eval}"), 2000);
            beats(first, "champion", &format!("eval={eval} hash=1"), 3000);
        }
        beats(first, "mcts", "seed=1", 300);
    }
}

#[test]
fn without_refusals_the_proof_is_of_no_use() {
    let table = open("refusals=never");
    let thought =
        agent(&*table, "champion", "hash=1").think(&*table, &Limits::nodes(500), &mut |_| {});
    assert!(!thought.expect("it thinks").lines[0].score.is_proven());
}

#[test]
fn an_alternate_is_known_to_an_agent_that_did_not_propose() {
    let mut table = open("");
    let proposed = |table: &dyn Table| {
        let thought =
            agent(table, "champion", "hash=1").think(table, &Limits::nodes(NODES), &mut |_| {});
        thought.expect("it thinks")
    };
    let first = proposed(&*table);
    assert!(first.lines[0].score.wins_in().is_some());
    table.play(first.best().expect("a move")).expect("legal");
    table.play("refuse").expect("legal");
    let second = proposed(&*table);
    assert_eq!(second.best(), first.alternate.as_deref());
}
