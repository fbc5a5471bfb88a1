//! What agents show of their search is what they do when they play: in every game, for every agent.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::random::SplitMix;
use manator_core::{Settings, Table};
use manator_engine::explain::{Shape, Shown};
use manator_engine::options::OPTIONS;
use manator_engine::{AgentError, Explained, Thought, catalog};
use manator_games::catalog::GAMES;
use manator_search::observe::{Scope, Values, Why};
use manator_search::{Limits, RecordedNode, Score};

/// Returns the start and positions of a random game.
fn positions(start: &dyn Table) -> Vec<Box<dyn Table>> {
    let mut random = SplitMix::new(18);
    let mut table = start.copy();
    let mut found = vec![start.copy()];
    for _ in 0..2 {
        for _ in 0..9 {
            let legal = table.legal();
            if !legal.is_empty() {
                table.play(&legal[random.below(legal.len() as u64) as usize]).expect("legal");
            }
        }
        found.extend(table.outcome().is_none().then(|| table.copy()));
    }
    found
}

fn settings() -> Settings {
    Settings::parse(OPTIONS, "hash=1 seed=1").expect("options")
}

/// Forgets how long it took.
fn timeless(thought: Thought) -> Thought {
    Thought { elapsed: Default::default(), ..thought }
}

fn explain(table: &dyn Table, name: &str, limits: &Limits, nodes_max: usize) -> Explained {
    let mut agent = catalog::open(table, name, &settings()).expect("an agent");
    agent.explain(table, limits, nodes_max).expect("a search")
}

#[track_caller]
fn check_tree(table: &dyn Table, thought: &Thought, tree: &[Shape<RecordedNode<String>>]) {
    let root = &tree[0].node;
    let score = |values: &Values| match values {
        Values::Root(score) => *score,
        Values::Each(values) => values[table.to_move()],
    };
    assert_eq!(score(&root.left.values), thought.lines[0].score);
    assert_eq!((root.entered.depth, tree[0].legal), (thought.depth, table.legal().len()));
    assert_eq!(tree.iter().map(|shape| 1 + shape.node.more).sum::<u64>(), root.nodes);
    let mut played = table.copy();
    for shape in tree {
        let node = &shape.node;
        if node.is_principal
            && let Some(mv) = &node.mv
        {
            played.play(mv).expect("a legal move");
            assert_eq!(shape.player, played.outcome().is_none().then(|| played.to_move()));
            assert_eq!(shape.legal, played.legal().len());
        }
        assert!(node.tried as usize <= shape.legal);
        if let (Why::Cut, Scope::Window { alpha, beta }) = (node.left.why, node.entered.scope) {
            let score = score(&node.left.values);
            assert!(score <= alpha || score >= beta);
        }
    }
}

#[test]
fn every_agent_shows_the_search_that_it_plays_by() {
    for entry in GAMES {
        let start = entry.open(Settings::defaults(entry.card().options)).expect("a start");
        for name in catalog::names(entry.card().name) {
            for table in positions(&*start) {
                let limits = match name {
                    "mcts" => Limits::nodes(150),
                    _ => Limits::depth(2),
                };
                let mut agent = catalog::open(&*table, name, &settings()).expect("an agent");
                let plays = agent.think(&*table, &limits, &mut |_| ()).expect("a thought");
                let Explained { thought, steps, shown } = explain(&*table, name, &limits, 50);
                let thought = timeless(thought);
                assert_eq!(thought, timeless(plays), "{name} of {}", entry.card().name);
                match shown {
                    Shown::Tree(tree) => {
                        assert!(tree.len() <= 50);
                        check_tree(&*table, &thought, &tree);
                        let last = steps.last().map_or(0, |step| step.nodes);
                        assert_eq!(last, thought.nodes);
                        // Of a search that deepens, each depth has a tree, and the last is shown.
                        let before = steps.len().checked_sub(2).map_or(0, |at| steps[at].nodes);
                        assert_eq!(tree[0].node.nodes, last - before);
                    }
                    Shown::Playouts { tree, growth } => {
                        assert_eq!(tree[0].node.visits, thought.nodes);
                        let last = growth.last().expect("a step");
                        assert_eq!(last.playouts, thought.nodes);
                        let visited: u64 = last.visits.iter().map(|(_, visits)| visits).sum();
                        assert_eq!(visited, thought.nodes);
                    }
                    Shown::Depths => assert!(!["minimax", "alphabeta", "maxn"].contains(&name)),
                }
            }
        }
    }
}

#[test]
fn alphabeta_finds_in_fewer_positions_what_minimax_finds() {
    let joust = manator_games::catalog::find("joust").expect("a game");
    let table = joust.open(Settings::defaults(joust.card().options)).expect("a start");
    let [all, fewer] =
        ["minimax", "alphabeta"].map(|name| explain(&*table, name, &Limits::depth(5), 100));
    assert_eq!(all.thought.lines, fewer.thought.lines);
    assert_eq!([all.thought.nodes, fewer.thought.nodes], [2891, 525]);
}

#[test]
fn a_depth_that_does_not_fit_is_refused() {
    let jetan = manator_games::catalog::find("jetan").expect("a game");
    let table = jetan.open(Settings::defaults(jetan.card().options)).expect("a start");
    let mut agent = catalog::open(&*table, "minimax", &settings()).expect("an agent");
    let limits = Limits { nodes: Some(1000), ..Limits::depth(4) };
    let refused = agent.explain(&*table, &limits, 50).expect_err("a limit");
    assert_eq!(refused, AgentError::Unfinished { depth: 4, nodes: 1000 });
    // A search that deepens shows the last depth that it has finished.
    let three = manator_games::catalog::find("threechess").expect("a game");
    let table = three.open(Settings::defaults(three.card().options)).expect("a start");
    let explained = explain(&*table, "paranoid", &limits, 50);
    assert!(explained.thought.depth < 4);
    let Shown::Tree(tree) = explained.shown else { panic!("a tree") };
    assert_eq!(tree[0].node.entered.depth, explained.thought.depth);
    assert!(tree[0].node.left.values != Values::Root(Score::INFINITE));
}
