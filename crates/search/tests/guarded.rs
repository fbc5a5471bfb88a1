//! Best-reply search among players who guard themselves, against what it is meant to compute.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use manator_core::random::mix;
use manator_core::{Game, Player, WON, legal_list};
use manator_search::strong::Options;
use manator_search::{Found, Guarded, Guide, Limits, Reach, Report, Score};
use manator_testkit::tree::{Node, Payoffs, RandomTree, Turns};

use crate::plain::Plain;

/// A random evaluation and random promises; who is exposed is random too.
struct Fog {
    values: i32,
    promises: u64,
    exposed_percent: u64,
    neither: i32,
    hoped: Option<i32>,
}

impl Guide<RandomTree> for Fog {
    fn evaluate(&self, tree: &RandomTree, node: &Node, player: Player) -> i32 {
        tree.value(node, player) * self.values / 100
    }

    fn promise(&self, tree: &RandomTree, node: &Node, mv: u8) -> i32 {
        (mix(tree.key(node) ^ u64::from(mv)) % self.promises) as i32
    }

    fn is_exposed(&self, tree: &RandomTree, node: &Node, player: Player, by: Player) -> bool {
        let pair = u64::from(player.0) << 32 | u64::from(by.0) << 40;
        mix(tree.key(node) ^ pair) % 100 < self.exposed_percent
    }

    fn neither(&self) -> i32 {
        self.neither
    }

    fn hoped(&self) -> Option<i32> {
        self.hoped
    }

    fn solve(&self, tree: &RandomTree, node: &Node) -> Option<Score> {
        let mover = tree.to_move(node);
        let wins = |mv: &u8| {
            let mut next = *node;
            tree.play(&mut next, *mv);
            tree.outcome(&next).is_some_and(|outcome| outcome.payoffs[mover] == WON)
        };
        legal_list(tree, node).iter().any(wins).then(|| Score::win_in(1))
    }
}

fn trees(count: u64) -> impl Iterator<Item = RandomTree> {
    (0..count * 16).map(|number| RandomTree {
        seed: number,
        players: 2 + (number & 1) as usize,
        turns: if number & 2 == 0 { Turns::Alternate } else { Turns::Any },
        payoffs: if number & 4 == 0 { Payoffs::WinTieLoss } else { Payoffs::AlsoAllLost },
        moves_max: 4,
        plies_max: if number & 8 == 0 { 5 } else { 12 },
        width: 16,
    })
}

fn fog(seed: u64) -> Arc<Fog> {
    let values = if seed.is_multiple_of(3) { 3 } else { 100 };
    let (promises, exposed_percent) = (1 + seed % 5, 30 * (seed % 4));
    let (neither, hoped) = (
        -40 * (seed % 2) as i32,
        (!seed.is_multiple_of(7)).then_some(50 - 100 * (seed % 3) as i32),
    );
    Arc::new(Fog { values, promises, exposed_percent, neither, hoped })
}

fn options(reach: Reach) -> Options {
    Options { hash_mib: 1, reach, ..Options::default() }
}

fn quiet<M>(_: &Report<M>) {}

#[test]
fn guarded_is_plain_guarded() {
    for tree in trees(16) {
        let guide = fog(tree.seed / 16);
        let plain = Plain { game: &tree, guide: &*guide };
        let root = tree.to_move(&tree.start());
        let game = Arc::new(tree.clone());
        let mut searcher = Guarded::new(game, guide.clone(), options(Reach::Uniform));
        for depth in 1..=6 {
            let report = searcher.search(&tree.start(), &Limits::depth(depth), quiet);
            let expected = plain.guarded(&tree.start(), root, report.depth);
            assert_eq!(report.lines[0].score, expected, "{tree:?} depth {depth}");
            check_line(&tree, &report);
        }
    }
}

#[test]
fn the_best_move_alone_is_worth_what_the_position_is() {
    for tree in trees(8).filter(|tree| tree.count_moves(&tree.start()) > 0) {
        let guide = fog(tree.seed / 16);
        let (start, limits) = (tree.start(), Limits::depth(4));
        let mut searcher =
            Guarded::new(Arc::new(tree.clone()), guide.clone(), options(Reach::Uniform));
        let worths: Vec<Score> = legal_list(&tree, &start)
            .into_iter()
            .map(|mv| searcher.worth_of(&start, mv, &limits))
            .collect();
        // What was found out about single moves does not pass for the whole position.
        let report = searcher.search(&start, &limits, quiet);
        assert_eq!(worths.into_iter().max(), Some(report.lines[0].score), "{tree:?}");
    }
}

#[track_caller]
fn check_line(tree: &RandomTree, report: &Report<u8>) {
    let mut position = tree.start();
    for mv in &report.lines[0].line {
        assert!(tree.is_legal(&position, *mv), "illegal move in {report:?}");
        tree.play(&mut position, *mv);
    }
}

#[test]
fn nobody_gives_itself_up_to_spite_the_root_player() {
    // Without guards the opponents hold the root player to less, somewhere.
    let (mut better, mut count) = (0, 0);
    for tree in trees(16).filter(|tree| tree.players == 3) {
        let guide = Fog { values: 100, promises: 3, exposed_percent: 50, neither: 0, hoped: None };
        let plain = Plain { game: &tree, guide: &guide };
        let root = tree.to_move(&tree.start());
        count += 1;
        better += usize::from(
            plain.guarded(&tree.start(), root, 3) > plain.best_reply(&tree.start(), root, 3),
        );
    }
    assert!(better * 10 > count, "{better} of {count}");
}

#[test]
fn a_win_that_another_may_be_given_is_not_sure() {
    let (mut less, mut count) = (0, 0);
    for tree in trees(16).filter(|tree| tree.players == 3) {
        let [sure, hoped] = [None, Some(-100)].map(|hoped| {
            let guide = Fog { values: 100, promises: 3, exposed_percent: 90, neither: 0, hoped };
            let plain = Plain { game: &tree, guide: &guide };
            plain.guarded(&tree.start(), tree.to_move(&tree.start()), 4)
        });
        count += 1;
        assert!(hoped <= sure, "{tree:?}");
        less += usize::from(hoped < sure);
    }
    assert!(less * 100 > count, "{less} of {count}");
}

#[test]
fn an_unfinished_iteration_counts_and_every_line_is_another_move() {
    for tree in trees(4) {
        let guide = fog(tree.seed / 16);
        for (nodes, lines) in [(1, 1), (7, 1), (60, 1), (60, 3), (1000, 3)] {
            let options = Options { lines, ..options(Reach::Selective) };
            let game = Arc::new(tree.clone());
            let search = || {
                let mut searcher = Guarded::new(game.clone(), guide.clone(), options);
                searcher.search(&tree.start(), &Limits::nodes(nodes), quiet)
            };
            let report = search();
            assert_eq!((&report.lines, report.nodes), (&search().lines, search().nodes));
            check_line(&tree, &report);
            let moves: Vec<u8> = report.lines.iter().filter_map(Found::best).collect();
            assert_eq!(moves.len(), lines.min(tree.count_moves(&tree.start())));
            assert!((1..moves.len()).all(|at| !moves[..at].contains(&moves[at])), "{moves:?}");
        }
    }
}

#[test]
fn wins_that_reductions_find_are_wins() {
    for tree in trees(16) {
        let guide = fog(tree.seed / 16);
        let plain = Plain { game: &tree, guide: &*guide };
        let root = tree.to_move(&tree.start());
        let game = Arc::new(tree.clone());
        let mut searcher =
            Guarded::new(game, guide.clone(), Options { threads: 2, ..options(Reach::Selective) });
        let report = searcher.search(&tree.start(), &Limits::depth(14), quiet);
        if let Some(plies) = report.lines[0].score.wins_in() {
            let value = plain.guarded(&tree.start(), root, 14);
            assert!(value.wins_in().is_some_and(|sooner| sooner <= plies), "{tree:?} {value}");
        }
    }
}
