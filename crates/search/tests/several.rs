//! Searchers for several players against what they are meant to compute.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::sync::atomic::Ordering;

use manator_core::random::{SplitMix, mix};
use manator_core::{Game, Player, Rulebook, Settings, legal_list};
use manator_games::joust::{self, Joust};
use manator_games::threechess::{self, ThreeChess};
use manator_search::several::Options;
use manator_search::{Coalition, Guide, Limits, MaxN, Report, Score};
use manator_testkit::tree::{Node, Payoffs, RandomTree, Turns};

use crate::plain::Plain;

/// A random evaluation, of few different values so that many are equal, and random promises.
struct Fog {
    values: i32,
    promises: u64,
}

impl Guide<RandomTree> for Fog {
    fn evaluate(&self, tree: &RandomTree, node: &Node, player: Player) -> i32 {
        let value = match tree.players {
            2 => tree.value(node, player),
            // Twice one's own share less all shares: no two players ever have more than nothing.
            players => {
                let share = |player| tree.value(node, player) + 100;
                2 * share(player) - Player::all(players).map(share).sum::<i32>()
            }
        };
        value * self.values / 100
    }

    fn promise(&self, tree: &RandomTree, node: &Node, mv: u8) -> i32 {
        (mix(tree.key(node) ^ u64::from(mv)) % self.promises) as i32
    }
}

/// Every kind of tree there is, `count` of each.
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
    Arc::new(Fog { values: if seed.is_multiple_of(3) { 3 } else { 100 }, promises: 1 + seed % 5 })
}

/// Small, so that making tables does not take longer than searching.
const TABLE: usize = 1 << 18;
const ONE: Options = Options { bytes: TABLE, lines: 1 };

fn quiet<M>(_: &Report<M>) {}

/// Checks that a line is legal and leads, all players playing it, to a value's own position.
#[track_caller]
fn check_line<G: Game>(game: &G, start: &G::Position, report: &Report<G::Move>) {
    let mut position = start.clone();
    let line = &report.lines[0].line;
    assert_eq!(line.is_empty(), game.outcome(start).is_some());
    for mv in line {
        assert!(game.is_legal(&position, *mv), "illegal move in {line:?}");
        game.play(&mut position, *mv);
    }
    let score = report.lines[0].score;
    if let Some(plies) = score.wins_in().or(score.loses_in()) {
        assert_eq!(line.len(), plies as usize, "{score} by {line:?}");
        assert!(game.outcome(&position).is_some());
    }
}

#[test]
fn maxn_is_plain_maxn() {
    for tree in trees(60) {
        let guide = fog(tree.seed / 16);
        let plain = Plain { game: &tree, guide: &*guide };
        let game = Arc::new(tree.clone());
        let mut pruning = MaxN::new(game.clone(), guide.clone(), ONE);
        let mut small = MaxN::new(game, guide.clone(), Options { bytes: 1 << 10, lines: 1 });
        for depth in 1..=6 {
            let expected = plain.maxn(&tree.start(), depth);
            for searcher in [&mut pruning, &mut small] {
                let report = searcher.search(&tree.start(), &Limits::depth(depth), quiet);
                assert_eq!(searcher.values, Some(expected), "{tree:?} depth {depth}");
                assert_eq!(report.lines[0].score, expected[tree.to_move(&tree.start())]);
            }
        }
    }
}

#[test]
fn maxn_plays_the_first_of_equally_good_moves() {
    for tree in trees(8) {
        let guide = fog(tree.seed / 16);
        let plain = Plain { game: &tree, guide: &*guide };
        let mover = tree.to_move(&tree.start());
        for depth in 1..=6 {
            let after = |mv: &u8| {
                let mut next = tree.start();
                tree.play(&mut next, *mv);
                plain.maxn(&next, depth - 1)[mover].later(1)
            };
            // The last maximum of the reverse is the first.
            let first = legal_list(&tree, &tree.start()).into_iter().rev().max_by_key(after);
            let mut searcher = MaxN::new(Arc::new(tree.clone()), guide.clone(), ONE);
            let report = searcher.search(&tree.start(), &Limits::depth(depth), quiet);
            assert_eq!(report.lines[0].best(), first, "{tree:?} depth {depth}");
            check_line(&tree, &tree.start(), &report);
        }
    }
}

#[test]
fn paranoid_is_plain_paranoid() {
    for tree in trees(16) {
        let guide = fog(tree.seed / 16);
        let plain = Plain { game: &tree, guide: &*guide };
        let root = tree.to_move(&tree.start());
        let mut searcher = Coalition::paranoid(Arc::new(tree.clone()), guide.clone(), ONE);
        for depth in 1..=7 {
            let report = searcher.search(&tree.start(), &Limits::depth(depth), quiet);
            let expected = plain.paranoid(&tree.start(), root, depth);
            assert_eq!(report.lines[0].score, expected, "{tree:?} depth {depth}");
            check_line(&tree, &tree.start(), &report);
            // The move is worth what it is said to be.
            let mut next = tree.start();
            tree.play(&mut next, report.lines[0].best().unwrap());
            let value = plain.paranoid(&next, root, report.depth - 1).later(1);
            assert_eq!(value, expected, "{tree:?} depth {depth}");
        }
    }
}

#[test]
fn best_reply_is_plain_best_reply() {
    for tree in trees(16) {
        let guide = fog(tree.seed / 16);
        let plain = Plain { game: &tree, guide: &*guide };
        let root = tree.to_move(&tree.start());
        let mut searcher = Coalition::best_reply(Arc::new(tree.clone()), guide.clone(), ONE);
        for depth in 1..=6 {
            let report = searcher.search(&tree.start(), &Limits::depth(depth), quiet);
            let expected = plain.best_reply(&tree.start(), root, report.depth);
            assert_eq!(report.lines[0].score, expected, "{tree:?} depth {depth}");
            check_line(&tree, &tree.start(), &report);
        }
    }
}

/// Checks that the lines are the best moves, each with a score of its own, and that they can be played.
#[track_caller]
fn check_lines<G: Game>(
    game: &G,
    start: &G::Position,
    report: &Report<G::Move>,
    mut expected: Vec<(G::Move, Score)>,
    count: usize,
) {
    // Of equals the first comes first.
    expected.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
    assert_eq!(report.lines.len(), count.min(expected.len()));
    let scores: Vec<Score> = report.lines.iter().map(|found| found.score).collect();
    let best: Vec<Score> = expected.iter().map(|(_, score)| *score).take(scores.len()).collect();
    assert_eq!(scores, best, "{start:?} depth {}", report.depth);
    let moves: Vec<G::Move> = report.lines.iter().filter_map(|found| found.best()).collect();
    for (at, found) in report.lines.iter().enumerate() {
        assert!(!moves[..at].contains(&moves[at]), "{moves:?}");
        assert!(expected.contains(&(moves[at], found.score)), "{start:?} {found:?}");
        let mut position = start.clone();
        for mv in &found.line {
            assert!(game.is_legal(&position, *mv), "illegal move in {found:?}");
            game.play(&mut position, *mv);
        }
    }
}

/// Returns what each move is worth to whoever makes it, by what the position afterwards is.
fn worths<G: Game>(
    game: &G,
    start: &G::Position,
    value: impl Fn(&G::Position) -> Score,
) -> Vec<(G::Move, Score)> {
    let after = |mv: G::Move| {
        let mut next = start.clone();
        game.play(&mut next, mv);
        (mv, value(&next).later(1))
    };
    legal_list(game, start).into_iter().map(after).collect()
}

#[test]
fn several_lines_are_as_good_as_one() {
    for tree in trees(24) {
        let guide = fog(tree.seed / 16);
        let plain = Plain { game: &tree, guide: &*guide };
        let (game, start) = (Arc::new(tree.clone()), tree.start());
        let root = tree.to_move(&start);
        let count = 1 + (tree.seed / 5 % 4) as usize;
        let mut maxn =
            MaxN::new(game.clone(), guide.clone(), Options { bytes: TABLE, lines: count });
        let mut paranoid = Coalition::paranoid(
            game.clone(),
            guide.clone(),
            Options { bytes: TABLE, lines: count },
        );
        let mut reply =
            Coalition::best_reply(game, guide.clone(), Options { bytes: TABLE, lines: count });
        for depth in 1..=5 {
            let limits = Limits::depth(depth);
            let report = maxn.search(&start, &limits, quiet);
            let expected = worths(&tree, &start, |next| plain.maxn(next, report.depth - 1)[root]);
            check_lines(&tree, &start, &report, expected.clone(), count);
            // Which of equals is chosen is part of what max^n is.
            let mut sorted = expected;
            sorted.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
            let moves = report.lines.iter().filter_map(|found| found.best());
            assert!(moves.eq(sorted.iter().take(count).map(|(mv, _)| *mv)), "{tree:?}");
            assert_eq!(maxn.values, Some(plain.maxn(&start, depth)), "{tree:?}");
            let report = paranoid.search(&start, &limits, quiet);
            let expected =
                worths(&tree, &start, |next| plain.paranoid(next, root, report.depth - 1));
            check_lines(&tree, &start, &report, expected, count);
            let report = reply.search(&start, &limits, quiet);
            let expected = plain.best_replies(&start, report.depth);
            check_lines(&tree, &start, &report, expected, count);
        }
    }
}

#[test]
fn several_lines_of_threechess_are_what_plain_searches_say() {
    let (game, guide) = (Arc::new(ThreeChess), fog(8));
    let plain = Plain { game: &ThreeChess, guide: &*guide };
    let mut random = SplitMix::new(5);
    let mut maxn = MaxN::new(game.clone(), guide.clone(), Options { bytes: TABLE, lines: 4 });
    let mut paranoid =
        Coalition::paranoid(game.clone(), guide.clone(), Options { bytes: TABLE, lines: 4 });
    let mut reply = Coalition::best_reply(game, guide.clone(), Options { bytes: TABLE, lines: 4 });
    for plies in [0, 19, 45, 70, 90] {
        let start = walk(&ThreeChess, plies, &mut random);
        let root = ThreeChess.to_move(&start);
        if ThreeChess.outcome(&start).is_some() {
            continue;
        }
        for depth in 1..=3 {
            let limits = Limits::depth(depth);
            let report = maxn.search(&start, &limits, quiet);
            let value = |next: &_| plain.maxn(next, report.depth - 1)[root];
            let expected = worths(&ThreeChess, &start, value);
            check_lines(&ThreeChess, &start, &report, expected, 4);
            let report = paranoid.search(&start, &limits, quiet);
            let value = |next: &_| plain.paranoid(next, root, report.depth - 1);
            check_lines(&ThreeChess, &start, &report, worths(&ThreeChess, &start, value), 4);
            let report = reply.search(&start, &limits, quiet);
            let expected = plain.best_replies(&start, report.depth);
            check_lines(&ThreeChess, &start, &report, expected, 4);
        }
    }
}

#[test]
fn between_all_and_none_lies_the_best_reply() {
    for tree in trees(16) {
        let guide = fog(tree.seed / 16);
        let plain = Plain { game: &tree, guide: &*guide };
        let root = tree.to_move(&tree.start());
        for depth in 1..=5 {
            let reply = plain.best_reply(&tree.start(), root, depth);
            let all = plain.paranoid(&tree.start(), root, depth);
            match tree.players {
                2 => assert_eq!(reply, all, "{tree:?} depth {depth}"),
                // To the end of the game, fewer enemies can only help.
                _ => assert!(
                    plain.best_reply(&tree.start(), root, 12)
                        >= plain.paranoid(&tree.start(), root, 12),
                ),
            }
        }
    }
}

/// Counts where one's own knight could go and where the other could.
struct Mobility;

impl Guide<Joust> for Mobility {
    fn evaluate(&self, joust: &Joust, position: &joust::Position, player: Player) -> i32 {
        joust.mobility(position, player) as i32 - joust.mobility(position, player.next(2)) as i32
    }

    fn promise(&self, joust: &Joust, position: &joust::Position, mv: joust::Move) -> i32 {
        let mut next = *position;
        joust.play(&mut next, mv);
        -(joust.count_moves(&next) as i32)
    }
}

fn board(size: &str) -> Arc<Joust> {
    let settings = Settings::read(Joust::CARD.options, [("size", size)]).expect("a board");
    Arc::new(Joust::new(&settings).expect("a board"))
}

/// Plays random moves.
fn walk<G: Game>(game: &G, plies: u64, random: &mut SplitMix) -> G::Position {
    let mut position = game.start();
    for _ in 0..plies {
        let moves = legal_list(game, &position);
        if moves.is_empty() {
            break;
        }
        game.play(&mut position, moves[random.below(moves.len() as u64) as usize]);
    }
    position
}

#[test]
fn all_agree_on_joust() {
    let joust = board("6x5");
    let plain = Plain { game: &*joust, guide: &Mobility };
    let mut random = SplitMix::new(1);
    let mut maxn = MaxN::new(joust.clone(), Arc::new(Mobility), ONE);
    let mut paranoid = Coalition::paranoid(joust.clone(), Arc::new(Mobility), ONE);
    let mut best_reply = Coalition::best_reply(joust.clone(), Arc::new(Mobility), ONE);
    for plies in 0..14 {
        let position = walk(&*joust, plies, &mut random);
        let root = joust.to_move(&position);
        for depth in 1..=5 {
            let expected = plain.paranoid(&position, root, depth);
            let limits = Limits::depth(depth);
            for report in [
                maxn.search(&position, &limits, quiet),
                paranoid.search(&position, &limits, quiet),
                best_reply.search(&position, &limits, quiet),
            ] {
                assert_eq!(report.lines[0].score, expected, "{position:?} depth {depth}");
                check_line(&*joust, &position, &report);
            }
        }
    }
}

/// A random evaluation, in which no two players ever have more than nothing, and random promises.
impl Guide<ThreeChess> for Fog {
    fn evaluate(&self, _: &ThreeChess, position: &threechess::Position, player: Player) -> i32 {
        let share =
            |player: Player| (mix(ThreeChess.key(position) ^ u64::from(player.0)) % 101) as i32;
        let all = Player::all(3).map(share).sum::<i32>();
        (2 * share(player) - all) * self.values / 100
    }

    fn promise(&self, _: &ThreeChess, _: &threechess::Position, mv: threechess::Move) -> i32 {
        let letters = mv.to_string().bytes().fold(0, |sum, letter| sum * 31 + u64::from(letter));
        (mix(letters) % self.promises) as i32
    }
}

#[test]
fn all_are_what_they_should_be_on_threechess() {
    let (game, guide) = (Arc::new(ThreeChess), fog(7));
    let plain = Plain { game: &ThreeChess, guide: &*guide };
    let mut random = SplitMix::new(2);
    let mut maxn = MaxN::new(game.clone(), guide.clone(), ONE);
    let mut paranoid = Coalition::paranoid(game.clone(), guide.clone(), ONE);
    let mut best_reply = Coalition::best_reply(game.clone(), guide.clone(), ONE);
    for plies in [0, 7, 15, 26, 38, 47, 60, 76] {
        let position = walk(&ThreeChess, plies, &mut random);
        let root = ThreeChess.to_move(&position);
        for depth in 1..=3 {
            let limits = Limits::depth(depth);
            let report = maxn.search(&position, &limits, quiet);
            check_line(&ThreeChess, &position, &report);
            if report.depth > 0 {
                assert_eq!(maxn.values, Some(plain.maxn(&position, depth)), "{position:?}");
            }
            let report = paranoid.search(&position, &limits, quiet);
            check_line(&ThreeChess, &position, &report);
            assert_eq!(report.lines[0].score, plain.paranoid(&position, root, depth));
            let report = best_reply.search(&position, &limits, quiet);
            check_line(&ThreeChess, &position, &report);
            assert_eq!(report.lines[0].score, plain.best_reply(&position, root, report.depth));
        }
    }
}

#[test]
fn a_search_without_time_gives_a_legal_move_and_none_after_the_end() {
    for tree in trees(2) {
        let (game, guide) = (Arc::new(tree.clone()), fog(1));
        let limits = Limits::nodes(1);
        limits.cancel.store(true, Ordering::Relaxed);
        let mut over = tree.start();
        while let Some(mv) = legal_list(&tree, &over).first() {
            tree.play(&mut over, *mv);
        }
        let end = Score::of(&tree.outcome(&over).unwrap(), tree.to_move(&over), 0);
        for start in [tree.start(), over] {
            let reports = [
                MaxN::new(game.clone(), guide.clone(), ONE).search(&start, &limits, quiet),
                Coalition::paranoid(game.clone(), guide.clone(), ONE)
                    .search(&start, &limits, quiet),
                Coalition::best_reply(game.clone(), guide.clone(), ONE)
                    .search(&start, &limits, quiet),
            ];
            for report in reports {
                assert_eq!(report.depth, 0);
                assert_eq!(report.lines[0].line.len(), usize::from(start != over));
                assert!(start != over || report.lines[0].score == end);
            }
        }
    }
}

#[test]
fn the_same_limits_give_the_same_search() {
    let joust = board("8x8");
    for nodes in [10, 1_000, 30_000] {
        let search = || {
            let mut depths = Vec::new();
            let mut searcher = Coalition::paranoid(joust.clone(), Arc::new(Mobility), ONE);
            let report = searcher
                .search(&joust.start(), &Limits::nodes(nodes), |report| depths.push(report.depth));
            assert!(report.nodes <= nodes + u64::from(report.depth) + 1);
            assert_eq!(depths, (1..=report.depth).collect::<Vec<_>>());
            (report.lines, report.nodes)
        };
        assert_eq!(search(), search());
    }
}
