//! What an observer is told, against plain recomputation: every value, every cut, every count.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use manator_core::{Game, PerPlayer, Player, TwoPlayer, legal_list};
use manator_search::observe::{Scope, Values, Why};
use manator_search::several::Options;
use manator_search::{
    Clock, Coalition, Found, Guide, Known, Limits, MaxN, Mcts, RecordedNode, Recorder, Score,
    alphabeta_observed, mcts, minimax, minimax_observed,
};
use manator_testkit::tree::{Node, Payoffs, RandomTree, Turns};

use crate::plain::Plain;

/// The evaluation of a random tree is random, too.
struct Drawn;

impl Guide<RandomTree> for Drawn {
    fn evaluate(&self, tree: &RandomTree, node: &Node, player: Player) -> i32 {
        tree.value(node, player)
    }
}

fn trees(players: usize, count: u64) -> impl Iterator<Item = RandomTree> {
    (0..count * 8).map(move |number| RandomTree {
        seed: number,
        players,
        turns: if number & 1 == 0 { Turns::Alternate } else { Turns::Any },
        payoffs: if number & 2 == 0 { Payoffs::WinTieLoss } else { Payoffs::AlsoAllLost },
        moves_max: 4,
        plies_max: if number & 4 == 0 { 5 } else { 12 },
        width: 16,
    })
}

type Nodes = [RecordedNode<u8>];

fn root_score(node: &RecordedNode<u8>) -> Score {
    match node.left.values {
        Values::Root(score) => score,
        Values::Each(_) => panic!("one value expected"),
    }
}

fn each_score(node: &RecordedNode<u8>) -> PerPlayer<Score> {
    match node.left.values {
        Values::Each(values) => values,
        Values::Root(_) => panic!("a value for each player expected"),
    }
}

fn children(nodes: &Nodes, parent: usize) -> impl Iterator<Item = &RecordedNode<u8>> {
    nodes.iter().filter(move |node| node.parent == Some(parent))
}

/// Returns the position of every node, by playing its moves.
fn positions<G: Game<Move = u8>>(game: &G, start: &G::Position, nodes: &Nodes) -> Vec<G::Position> {
    let mut positions: Vec<G::Position> = Vec::new();
    for node in nodes {
        let mut position = node.parent.map_or(start.clone(), |parent| positions[parent].clone());
        if let Some(mv) = node.mv {
            assert!(game.is_legal(&position, mv));
            game.play(&mut position, mv);
        }
        positions.push(position);
    }
    positions
}

/// Checks what holds for every search: the order, the counts, what is kept.
#[track_caller]
fn check_counts(nodes: &Nodes, looked_at: u64) {
    assert_eq!(nodes[0].nodes, looked_at, "positions looked at");
    assert_eq!(nodes.iter().map(|node| 1 + node.more).sum::<u64>(), looked_at, "in all");
    for (index, node) in nodes.iter().enumerate() {
        assert_eq!(node.parent.is_none(), index == 0);
        let above = node.parent.map(|parent| nodes[parent]);
        assert_eq!(node.ply, above.map_or(0, |above| above.ply + 1));
        assert!(above.is_none_or(|above| above.at < node.at));
        assert!(above.is_none_or(|above| node.at + node.nodes <= above.at + above.nodes));
        assert!(index == 0 || nodes[index - 1].at < node.at);
        let below: u64 = children(nodes, index).map(|child| child.nodes).sum();
        assert_eq!(node.nodes, 1 + below + node.more);
        assert!(children(nodes, index).filter(|child| child.is_best).count() <= 1);
        assert_ne!(node.left.why, Why::Stopped);
    }
}

fn principal(nodes: &Nodes) -> Vec<u8> {
    nodes.iter().filter(|node| node.is_principal).filter_map(|node| node.mv).collect()
}

/// Checks that a cut lies outside of the window, and that nothing else was left out.
#[track_caller]
fn check_cut(node: &RecordedNode<u8>, legal: usize) {
    let Scope::Window { alpha, beta } = node.entered.scope else { panic!("a window expected") };
    let score = root_score(node);
    match node.left.why {
        Why::Cut => assert!(score >= beta || score <= alpha, "{score} in {alpha} to {beta}"),
        Why::Searched => assert_eq!(node.tried as usize, legal),
        Why::Evaluated | Why::Over | Why::Remembered => assert_eq!(node.tried, 0),
        Why::Won | Why::Stopped => {}
    }
}

#[track_caller]
fn check_known(node: &RecordedNode<u8>, truth: Score) {
    let score = root_score(node);
    match node.known() {
        Known::Exactly => assert_eq!(score, truth),
        Known::AtLeast => assert!(truth >= score, "{truth} is less than {score}"),
        Known::AtMost => assert!(truth <= score, "{truth} is more than {score}"),
    }
}

/// Returns what a position so many plies after the root is worth to the player at the root.
fn truth<G: TwoPlayer>(
    game: &G,
    guide: &impl Guide<G>,
    (root, position): (Player, &G::Position),
    (depth, ply): (u32, u32),
) -> Score {
    let moves = legal_list(game, position);
    if let Some(outcome) = game.outcome(position) {
        return Score::of(&outcome, root, ply);
    }
    if depth == 0 {
        return Score::evaluation(guide.evaluate(game, position, root));
    }
    let values = moves.into_iter().map(|mv| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        truth(game, guide, (root, &next), (depth - 1, ply + 1))
    });
    let best = if game.to_move(position) == root { values.max() } else { values.min() };
    best.expect("some move")
}

#[test]
fn plain_searches_show_what_they_do() {
    for tree in trees(2, 12) {
        let start = tree.start();
        let root = tree.to_move(&start);
        for depth in 0..=4 {
            let (found, looked_at) = minimax(&tree, &Drawn, &start, depth);
            let watch = |is_minimax| -> (Found<u8>, u64, Vec<RecordedNode<u8>>) {
                let mut clock = Clock::start(&Limits::default());
                let mut recorder = Recorder::new(usize::MAX);
                let tools = (&tree, &Drawn);
                let found = match is_minimax {
                    true => minimax_observed(tools, &start, depth, &mut clock, &mut recorder),
                    false => alphabeta_observed(tools, &start, depth, &mut clock, &mut recorder),
                };
                assert_eq!(recorder.total(), clock.nodes());
                (found, clock.nodes(), recorder.nodes())
            };
            let (whole, nodes_all, every) = watch(true);
            assert_eq!((&whole, nodes_all), (&found, looked_at));
            let (same, fewer, nodes) = watch(false);
            assert_eq!((&same, fewer <= nodes_all), (&found, true));
            for (nodes, count) in [(&every, nodes_all), (&nodes, fewer)] {
                check_counts(nodes, count);
                assert_eq!(nodes.len() as u64, count);
                assert_eq!(
                    (root_score(&nodes[0]), principal(nodes)),
                    (found.score, found.line.clone())
                );
                let places = positions(&tree, &start, nodes);
                for (node, position) in nodes.iter().zip(&places) {
                    let at = (node.entered.depth, node.ply);
                    check_known(node, truth(&tree, &Drawn, (root, position), at));
                }
            }
            assert!(every.iter().all(|node| node.known() == Known::Exactly));
            let places = positions(&tree, &start, &nodes);
            for (node, position) in nodes.iter().zip(&places) {
                check_cut(node, tree.count_moves(position));
            }
        }
    }
}

const MEMORY: Options = Options { bytes: 1 << 18, lines: 1 };

#[test]
fn max_n_shows_what_everybody_gets() {
    let mut cuts = 0;
    for tree in trees(2, 4).chain(trees(3, 8)) {
        let (start, plain) = (tree.start(), Plain { game: &tree, guide: &Drawn });
        let mut maxn = MaxN::new(Arc::new(tree.clone()), Arc::new(Drawn), MEMORY);
        let mut recorder = Recorder::new(usize::MAX);
        let report = maxn.search_observed(&start, &Limits::depth(5), &mut recorder, |_| ());
        assert_eq!(recorder.total(), report.nodes);
        let nodes = recorder.nodes();
        if report.depth == 0 {
            assert!(nodes.is_empty());
            continue;
        }
        check_counts(&nodes, nodes[0].nodes);
        assert_eq!(Some(each_score(&nodes[0])), maxn.values);
        let line = principal(&nodes);
        assert_eq!(line, report.lines[0].line[..line.len()]);
        for (node, position) in nodes.iter().zip(positions(&tree, &start, &nodes)) {
            let values = each_score(node);
            if node.left.why == Why::Cut {
                cuts += 1;
                let Scope::Needs { player, value } = node.entered.scope else { panic!("a floor") };
                let mover = tree.to_move(&position);
                assert!(player != mover && value > Score::TIE.min(-values[mover]));
                continue;
            }
            let truth = plain.maxn(&position, node.entered.depth);
            let found = PerPlayer::from_fn(tree.players, |one| values[one].sooner(node.ply));
            assert_eq!(found, truth);
        }
    }
    assert!(cuts > 0, "nothing was cut off");
}

#[test]
fn coalitions_show_windows_and_what_they_remember() {
    let [mut cuts, mut remembered] = [0; 2];
    for tree in trees(2, 4).chain(trees(3, 8)) {
        let (start, plain) = (tree.start(), Plain { game: &tree, guide: &Drawn });
        let root = tree.to_move(&start);
        let (game, guide) = (Arc::new(tree.clone()), Arc::new(Drawn));
        let paranoid = Coalition::paranoid(game.clone(), guide.clone(), MEMORY);
        let best_reply = Coalition::best_reply(game, guide, MEMORY);
        for (mut searcher, is_paranoid) in [(paranoid, true), (best_reply, false)] {
            let mut recorder = Recorder::new(usize::MAX);
            let report = searcher.search_observed(&start, &Limits::depth(4), &mut recorder, |_| ());
            assert_eq!(recorder.total(), report.nodes);
            let nodes = recorder.nodes();
            if report.depth == 0 {
                continue;
            }
            check_counts(&nodes, nodes[0].nodes);
            assert_eq!(root_score(&nodes[0]), report.lines[0].score);
            assert_eq!(principal(&nodes).first(), report.lines[0].line.first());
            for (node, position) in nodes.iter().zip(positions(&tree, &start, &nodes)) {
                cuts += u32::from(node.left.why == Why::Cut);
                remembered += u32::from(node.left.why == Why::Remembered);
                if is_paranoid {
                    check_cut(node, tree.count_moves(&position));
                    let truth = plain.paranoid(&position, root, node.entered.depth);
                    check_known(node, truth.later(node.ply));
                }
            }
        }
    }
    assert!(cuts > 0 && remembered > 0, "{cuts} cuts, {remembered} remembered");
}

/// A tree wide and deep enough to be too large.
fn large() -> RandomTree {
    RandomTree {
        seed: 3,
        players: 2,
        turns: Turns::Alternate,
        payoffs: Payoffs::WinTieLoss,
        moves_max: 8,
        plies_max: 9,
        width: 200,
    }
}

#[test]
fn what_there_is_no_room_for_is_counted() {
    let tree = large();
    let whole = {
        let mut recorder = Recorder::new(usize::MAX);
        let mut clock = Clock::start(&Limits::default());
        minimax_observed((&tree, &Drawn), &tree.start(), 8, &mut clock, &mut recorder);
        recorder.nodes()
    };
    assert!(whole.len() > 20_000, "{} nodes", whole.len());
    for nodes_max in [1, 2, 7, 30, 400, 3_000] {
        let mut recorder = Recorder::new(nodes_max);
        let mut clock = Clock::start(&Limits::default());
        let found = minimax_observed((&tree, &Drawn), &tree.start(), 8, &mut clock, &mut recorder);
        let nodes = recorder.nodes();
        assert_eq!(nodes.len(), nodes_max);
        check_counts(&nodes, clock.nodes());
        let line = principal(&nodes);
        assert_eq!(line, found.line[..line.len()]);
        assert!(line.len() == found.line.len() || line.len() == nodes_max - 1);
        // A node that is kept is the one of the whole tree.
        for node in &nodes {
            let same = whole.iter().find(|other| other.at == node.at).expect("the node");
            assert_eq!((node.mv, node.ply, node.nodes), (same.mv, same.ply, same.nodes));
            assert_eq!((node.left, node.tried), (same.left, same.tried));
        }
        // With room for them, all moves at the root and beside the principal line are kept.
        if nodes_max >= 400 {
            let tried =
                |index: usize| children(&nodes, index).count() == nodes[index].tried as usize;
            assert!((0..nodes.len()).filter(|at| nodes[*at].is_principal).all(tried));
        }
    }
}

#[test]
fn a_search_that_is_stopped_leaves_no_tree() {
    let tree = large();
    let limits = Limits::nodes(500);
    let (mut clock, mut recorder) = (Clock::start(&limits), Recorder::new(100));
    alphabeta_observed((&tree, &Drawn), &tree.start(), 8, &mut clock, &mut recorder);
    assert!(clock.is_stopped() && recorder.nodes().is_empty());
    assert_eq!(recorder.total(), clock.nodes());
    // Of a search that deepens, the last depth it finished is left.
    let mut paranoid = Coalition::paranoid(Arc::new(tree.clone()), Arc::new(Drawn), MEMORY);
    let mut recorder = Recorder::new(100);
    let report = paranoid.search_observed(&tree.start(), &limits, &mut recorder, |_| ());
    assert_eq!(recorder.nodes()[0].entered.depth, report.depth);
    assert_eq!(recorder.total(), report.nodes);
}

#[test]
fn monte_carlo_shows_where_it_went() {
    for tree in trees(2, 2).chain(trees(3, 2)) {
        let options = mcts::Options { nodes_max: 1 << 13, ..mcts::Options::default() };
        let mut mcts = Mcts::new(Arc::new(tree.clone()), Arc::new(Drawn), options);
        assert!(mcts.outline(10).is_empty());
        let report = mcts.search(&tree.start(), &Limits::nodes(300), |_| ());
        if report.lines[0].line.is_empty() {
            continue;
        }
        let whole = mcts.outline(usize::MAX);
        assert_eq!(whole[0].visits, report.nodes);
        assert!(whole.iter().all(|branch| branch.more == 0));
        let stats = mcts.stats();
        for branch in whole.iter().filter(|branch| branch.parent == Some(0)) {
            let same = stats.iter().find(|one| Some(one.mv) == branch.mv).expect("a move");
            assert_eq!((branch.visits, branch.value), (same.visits, same.value));
        }
        for nodes_max in [1, 3, 20] {
            let part = mcts.outline(nodes_max);
            assert_eq!(part.len(), nodes_max.min(whole.len()));
            let all: u64 = part.iter().map(|branch| 1 + branch.more).sum();
            assert_eq!(all, whole.len() as u64);
            let least = part.iter().map(|branch| branch.visits).min();
            let left_out = whole.iter().filter(|branch| Some(branch.visits) > least).count();
            assert!(left_out < nodes_max, "a position visited more often was left out");
        }
    }
}
