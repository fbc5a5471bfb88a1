//! Reports of several lines: the best first, all of one depth, from every agent that is asked for more than one.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::collections::HashSet;

use manator_core::random::SplitMix;
use manator_core::{Settings, Table};
use manator_engine::options::OPTIONS;
use manator_engine::{Line, Thought, catalog};
use manator_games::catalog::GAMES;
use manator_search::Limits;

/// Returns positions of random games, their starts included.
fn positions(start: &dyn Table) -> Vec<Box<dyn Table>> {
    let mut random = SplitMix::new(4);
    let mut table = start.copy();
    let mut found = vec![start.copy()];
    for _ in 0..6 {
        for _ in 0..5 {
            let legal = table.legal();
            if !legal.is_empty() {
                table.play(&legal[random.below(legal.len() as u64) as usize]).expect("legal");
            }
        }
        found.extend((table.outcome().is_none() && table.begins_turn()).then(|| table.copy()));
    }
    found
}

#[track_caller]
fn check(table: &dyn Table, thought: &Thought, what: &str) {
    let context = || format!("{what} in {}: {thought:?}", table.position());
    assert!(thought.lines.is_sorted_by(|one, next| one.score >= next.score), "{}", context());
    let first: HashSet<&String> = thought.lines.iter().map(|line| &line.moves[0]).collect();
    assert_eq!(first.len(), thought.lines.len(), "{}", context());
    for Line { moves, .. } in &thought.lines {
        let mut copy = table.copy();
        copy.play(&moves[0]).unwrap_or_else(|error| panic!("{error}: {}", context()));
    }
}

#[test]
fn lines_are_sorted_and_of_one_depth() {
    let settings = Settings::parse(OPTIONS, "lines=4 hash=1 seed=1").expect("options");
    for entry in GAMES {
        let start = entry.open(Settings::defaults(entry.card().options)).expect("a start");
        let stable = catalog::find(entry.card().name).expect("agents");
        for (name, _) in stable.agents() {
            let mut agent = catalog::open(&*start, name, &settings).expect("an agent");
            for (number, table) in (1..).zip(positions(&*start)) {
                agent.new_game();
                let what = format!("{name} of {}", entry.card().name);
                let mut last = Thought::default();
                // Searches end in the middle of a depth.
                let limits = Limits::nodes(number * 777);
                let thought = agent.think(&*table, &limits, &mut |report| {
                    check(&*table, report, &what);
                    last = report.clone();
                });
                let thought = thought.expect("a thought");
                check(&*table, &thought, &what);
                if last.lines.len() > 1 && thought.depth == last.depth {
                    let moves = |thought: &Thought| -> Vec<Vec<String>> {
                        thought.lines.iter().map(|line| line.moves.clone()).collect()
                    };
                    let same = moves(&thought) == moves(&last);
                    assert!(same || thought.alternate.is_some(), "{what}: {last:?} {thought:?}");
                }
            }
        }
    }
}
