//! Monte Carlo tree search against exhaustive search, and its promises about limits and reuse.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use manator_core::random::{SplitMix, mix};
use manator_core::{Game, LOST, Outcome, PerPlayer, Player, Rulebook, Settings, WON, legal_list};
use manator_games::joust::{self, Joust};
use manator_games::threechess::{self, ThreeChess};
use manator_search::mcts::{Mcts, Options};
use manator_search::{Coalition, Guide, Limits, Report, Score, several};
use manator_testkit::tree::{Node, Payoffs, RandomTree, Turns};

use crate::plain::Plain;

/// Knows next to nothing.
struct Fog;

impl Guide<RandomTree> for Fog {
    fn evaluate(&self, tree: &RandomTree, node: &Node, player: Player) -> i32 {
        tree.value(node, player)
    }

    fn promise(&self, tree: &RandomTree, node: &Node, mv: u8) -> i32 {
        (mix(tree.key(node) ^ u64::from(mv)) % 3) as i32
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
        plies_max: if number & 8 == 0 { 4 } else { 7 },
        width: 16,
    })
}

/// Ways to search, all of which must come to the same proofs.
fn options(number: u64) -> Options {
    Options {
        // Enough to look at bad moves again and again: a proof needs them, too.
        exploration: 10.0,
        scale: [1, 100, 10_000][(number % 3) as usize],
        nodes_max: 1 << 16,
        seed: number,
        ..Options::default()
    }
}

/// Returns what each player gets at worst and at best when everybody wins at once if it can, otherwise
/// plays any of its best moves: beaten, everybody lost, tied, won.
fn levels(tree: &RandomTree, node: &Node) -> PerPlayer<(u8, u8)> {
    let players = tree.players;
    if let Some(outcome) = tree.outcome(node) {
        let all_lost = outcome.payoffs.as_slice().iter().all(|payoff| *payoff == LOST);
        return PerPlayer::from_fn(players, |player| {
            let level = match outcome.payoffs[player] {
                WON => 3,
                LOST if all_lost => 1,
                LOST => 0,
                _ => 2,
            };
            (level, level)
        });
    }
    let mover = tree.to_move(node);
    let after = |mv: u8| {
        let mut next = *node;
        tree.play(&mut next, mv);
        next
    };
    let mut next: Vec<_> = legal_list(tree, node).into_iter().map(after).collect();
    let wins =
        |node: &Node| tree.outcome(node).is_some_and(|outcome| outcome.payoffs[mover] == WON);
    if next.iter().any(wins) {
        next.retain(wins);
    }
    let moves: Vec<_> = next.iter().map(|next| levels(tree, next)).collect();
    let sure = moves.iter().map(|levels| levels[mover].0).max().expect("some move");
    let chosen: Vec<_> = moves.into_iter().filter(|levels| levels[mover].1 >= sure).collect();
    PerPlayer::from_fn(players, |player| {
        let low = chosen.iter().map(|levels| levels[player].0).min().expect("some move");
        let high = chosen.iter().map(|levels| levels[player].1).max().expect("some move");
        (if player == mover { sure } else { low }, high)
    })
}

fn quiet<M>(_: &Report<M>) {}

/// Checks that a line is legal and that a proven one ends the game when it says.
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
        let outcome = game.outcome(&position).expect("the game over");
        let root = game.to_move(start);
        assert_eq!(Score::of(&outcome, root, plies), score);
    }
}

#[test]
fn what_can_be_proven_is_proven_and_nothing_else() {
    let mut proven = 0;
    for tree in trees(12) {
        let root = tree.to_move(&tree.start());
        let mut mcts = Mcts::new(Arc::new(tree.clone()), Arc::new(Fog), options(tree.seed / 16));
        let report = mcts.search(&tree.start(), &Limits::nodes(30_000), quiet);
        check_line(&tree, &tree.start(), &report);
        let score = report.lines[0].score;
        let (low, high) = levels(&tree, &tree.start())[root];
        assert_eq!(score.wins_in().is_some(), low == 3, "{tree:?} {report:?}");
        assert_eq!(score.loses_in().is_some(), high == 0, "{tree:?} {report:?}");
        if low == high {
            assert!(report.nodes < 30_000, "{tree:?} {report:?}");
            assert_eq!(score == Score::TIE, low == 2);
            // The move chosen leads there, whatever the others choose among equals.
            let mut next = tree.start();
            tree.play(&mut next, report.lines[0].best().unwrap());
            assert_eq!(levels(&tree, &next)[root].0, low, "{tree:?} {report:?}");
            proven += 1;
        }
    }
    assert!(proven > 100, "{proven} positions were decided");
}

#[test]
fn proofs_agree_with_minimax_and_maxn() {
    for tree in trees(12) {
        let root = tree.to_move(&tree.start());
        let plain = Plain { game: &tree, guide: &Fog };
        let mut mcts = Mcts::new(Arc::new(tree.clone()), Arc::new(Fog), options(tree.seed / 16));
        let score = mcts.search(&tree.start(), &Limits::nodes(30_000), quiet).lines[0].score;
        let exact = match tree.players {
            2 => plain.paranoid(&tree.start(), root, 8),
            _ => plain.maxn(&tree.start(), 8)[root],
        };
        if tree.players == 2 {
            assert_eq!(score.wins_in().is_some(), exact.wins_in().is_some(), "{tree:?}");
            assert_eq!(score.loses_in().is_some(), exact.loses_in().is_some(), "{tree:?}");
        }
        if let Some(plies) = score.wins_in() {
            assert!(exact.wins_in().is_some(), "{tree:?}");
            assert!(tree.players > 2 || plies >= exact.wins_in().unwrap());
        }
        assert!(score.loses_in().is_none() || exact.loses_in().is_some(), "{tree:?}");
    }
}

/// A tree in which nothing ever ends: where it would, one passes for ever. So nothing can be proven.
struct Endless(RandomTree);

impl Game for Endless {
    type Position = Node;
    type Move = u8;

    fn players(&self) -> usize {
        self.0.players
    }

    fn start(&self) -> Node {
        self.0.start()
    }

    fn to_move(&self, node: &Node) -> Player {
        self.0.to_move(node)
    }

    fn legal_moves<B>(
        &self,
        node: &Node,
        mut visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self.0.outcome(node) {
            Some(_) => visit(u8::MAX),
            None => self.0.legal_moves(node, visit),
        }
    }

    fn play(&self, node: &mut Node, mv: u8) {
        if mv != u8::MAX {
            self.0.play(node, mv);
        }
    }

    fn outcome(&self, _: &Node) -> Option<Outcome> {
        None
    }

    fn key(&self, node: &Node) -> u64 {
        self.0.key(node)
    }
}

impl Guide<Endless> for Fog {
    fn evaluate(&self, game: &Endless, node: &Node, player: Player) -> i32 {
        let payoff = game.0.outcome(node).map_or(0, |outcome| outcome.payoffs[player]);
        i32::from(payoff) * 10_000
    }
}

#[test]
fn without_proofs_the_counts_find_the_best_move() {
    for tree in trees(8).filter(|tree| tree.plies_max == 4 && tree.payoffs == Payoffs::WinTieLoss) {
        let root = tree.to_move(&tree.start());
        let options = Options { exploration: 0.5, ..options(tree.seed / 16) };
        let mut mcts = Mcts::new(Arc::new(Endless(tree.clone())), Arc::new(Fog), options);
        let report = mcts.search(&tree.start(), &Limits::nodes(6_000), quiet);
        assert_eq!(report.nodes, 6_000);
        assert!(report.depth <= 256, "lines of {} plies", report.depth);
        // Averages do not see that a win at once is better than one later, so the others may tie.
        let mut next = tree.start();
        tree.play(&mut next, report.lines[0].best().unwrap());
        let (low, high) = (levels(&tree, &tree.start())[root].0, levels(&tree, &next)[root].1);
        assert!(high >= low, "{tree:?} {report:?}");
    }
}

/// Counts where one's own knight could go and where the other could.
struct Mobility;

impl Guide<Joust> for Mobility {
    fn evaluate(&self, joust: &Joust, position: &joust::Position, player: Player) -> i32 {
        joust.mobility(position, player) as i32 - joust.mobility(position, player.next(2)) as i32
    }
}

fn board(size: &str) -> Arc<Joust> {
    let settings = Settings::read(Joust::CARD.options, [("size", size)]).expect("a board");
    Arc::new(Joust::new(&settings).expect("a board"))
}

/// Plays random moves, though never into the end of the game.
fn walk<G: Game>(game: &G, plies: u64, random: &mut SplitMix) -> G::Position {
    let mut position = game.start();
    for _ in 0..plies {
        let moves = legal_list(game, &position);
        let mut next = position.clone();
        game.play(&mut next, moves[random.below(moves.len() as u64) as usize]);
        if game.outcome(&next).is_some() {
            break;
        }
        position = next;
    }
    position
}

#[test]
fn small_joust_boards_are_solved() {
    for (size, plies) in [("4x3", 0), ("4x4", 0), ("5x4", 0), ("5x5", 4), ("6x5", 10), ("8x8", 44)]
    {
        let joust = board(size);
        let mut random = SplitMix::new(7);
        for number in 0..6 {
            let position = walk(&*joust, plies + number, &mut random);
            let mut paranoid = Coalition::paranoid(
                joust.clone(),
                Arc::new(Mobility),
                several::Options { bytes: 1 << 22, lines: 1 },
            );
            let exact = paranoid.search(&position, &Limits::default(), quiet).lines[0].score;
            let options = Options { exploration: 0.7, scale: 4, ..options(number) };
            let mut mcts = Mcts::new(joust.clone(), Arc::new(Mobility), options);
            let report = mcts.search(&position, &Limits::nodes(200_000), quiet);
            check_line(&*joust, &position, &report);
            let score = report.lines[0].score;
            assert_eq!(score.wins_in().is_some(), exact.wins_in().is_some(), "{size} {position:?}");
            assert_eq!(score.loses_in().is_some(), exact.loses_in().is_some());
        }
    }
}

#[test]
fn a_win_at_once_takes_no_playout() {
    let joust = board("5x5");
    let mut random = SplitMix::new(3);
    let mut seen = 0;
    for _ in 0..400 {
        let position = walk(&*joust, 16, &mut random);
        let wins = |mv: &joust::Move| {
            let mut next = position;
            joust.play(&mut next, *mv);
            joust.outcome(&next).is_some()
        };
        let mut mcts = Mcts::new(joust.clone(), Arc::new(Mobility), Options::default());
        let report = mcts.search(&position, &Limits::nodes(1), quiet);
        let won = legal_list(&*joust, &position).iter().any(wins);
        seen += u32::from(won);
        assert_eq!(report.lines[0].score == Score::win_in(1), won);
        assert_eq!(report.nodes, u64::from(!won));
    }
    assert!(seen > 20, "{seen} wins seen");
}

impl Guide<ThreeChess> for Fog {
    fn evaluate(&self, _: &ThreeChess, _: &threechess::Position, _: Player) -> i32 {
        0
    }
}

#[track_caller]
fn on_threechess(position: &threechess::Position) -> Score {
    let mut mcts = Mcts::new(Arc::new(ThreeChess), Arc::new(Fog), Options::default());
    let report = mcts.search(position, &Limits::nodes(400), quiet);
    check_line(&ThreeChess, position, &report);
    report.lines[0].score
}

#[test]
fn a_king_that_hangs_in_threechess_is_taken() {
    let mut random = SplitMix::new(11);
    let mut won = 0;
    for number in 0..100 {
        let position = walk(&ThreeChess, 60 + number % 9, &mut random);
        let plain = Plain { game: &ThreeChess, guide: &Fog };
        let exact = plain.paranoid(&position, ThreeChess.to_move(&position), 1);
        let score = on_threechess(&position);
        assert_eq!(score == Score::win_in(1), exact == Score::win_in(1), "{position:?}");
        won += u32::from(score == Score::win_in(1));
    }
    assert!(won > 10, "{won} won");
}

#[test]
fn a_king_that_must_fall_in_threechess_is_given_up() {
    let mut random = SplitMix::new(12);
    let walks = (0..3_000).map(|number| walk(&ThreeChess, 60 + number % 9, &mut random));
    let lost: Vec<_> = walks.filter(next_takes_king).collect();
    for position in &lost {
        assert_eq!(on_threechess(position), Score::loss_in(2), "{position:?}");
    }
    assert!(!lost.is_empty());
}

/// Returns whether after every move the next player can take the king of the player to move.
fn next_takes_king(position: &threechess::Position) -> bool {
    let root = ThreeChess.to_move(position);
    legal_list(&ThreeChess, position).into_iter().all(|mv| {
        let mut next = position.clone();
        ThreeChess.play(&mut next, mv);
        let mover = ThreeChess.to_move(&next);
        let replies = legal_list(&ThreeChess, &next).into_iter().map(|mv| {
            let mut end = next.clone();
            ThreeChess.play(&mut end, mv);
            ThreeChess.outcome(&end)
        });
        let winning: Vec<_> =
            replies.flatten().filter(|outcome| outcome.payoffs[mover] == WON).collect();
        !winning.is_empty() && winning.iter().all(|outcome| outcome.payoffs[root] == LOST)
    })
}

/// Knows what a position after two plies is worth, but not why.
struct Oracle;

impl Guide<RandomTree> for Oracle {
    fn evaluate(&self, _: &RandomTree, _: &Node, _: Player) -> i32 {
        0
    }

    fn solve(&self, tree: &RandomTree, node: &Node) -> Option<Score> {
        let plain = Plain { game: tree, guide: self };
        (node.ply == 2).then(|| plain.paranoid(node, tree.to_move(node), 12))
    }
}

#[test]
fn what_the_guide_has_solved_is_proven() {
    for mut tree in trees(12).filter(|tree| tree.players == 2) {
        // Too large to be proven so soon without help, unless it ends early.
        (tree.payoffs, tree.plies_max) = (Payoffs::WinTieLoss, 7);
        let root = tree.to_move(&tree.start());
        let exact = Plain { game: &tree, guide: &Fog }.paranoid(&tree.start(), root, 12);
        let mut mcts = Mcts::new(Arc::new(tree.clone()), Arc::new(Oracle), options(2));
        let report = mcts.search(&tree.start(), &Limits::nodes(200), quiet);
        assert!(report.nodes < 200);
        let score = report.lines[0].score;
        let sign = |score: Score| (score.wins_in().is_some(), score.loses_in().is_some());
        assert_eq!(sign(score), sign(exact), "{tree:?}");
        // Searching on from a position that the guide has solved finds the move, too.
        let mut next = tree.start();
        for _ in 0..2 {
            let moves = legal_list(&tree, &next);
            moves.first().iter().for_each(|mv| tree.play(&mut next, **mv));
        }
        let report = mcts.search(&next, &Limits::nodes(30_000), quiet);
        if tree.outcome(&next).is_none() {
            let exact = Plain { game: &tree, guide: &Fog }.paranoid(&next, tree.to_move(&next), 12);
            assert_eq!(sign(report.lines[0].score), sign(exact), "{tree:?}");
        }
    }
}

fn mcts(options: Options) -> Mcts<Joust, Mobility> {
    Mcts::new(board("8x8"), Arc::new(Mobility), options)
}

#[test]
fn searching_twice_is_searching_longer() {
    let start = board("8x8").start();
    let (mut twice, mut once) = (mcts(Options::default()), mcts(Options::default()));
    twice.search(&start, &Limits::nodes(700), quiet);
    twice.search(&start, &Limits::nodes(1_300), quiet);
    once.search(&start, &Limits::nodes(2_000), quiet);
    assert_eq!(twice.stats(), once.stats());
    assert_eq!(once.stats().iter().map(|stats| stats.visits).sum::<u64>(), 2_000);
}

#[test]
fn the_tree_is_kept_when_moves_are_played() {
    let joust = board("8x8");
    let mut position = joust.start();
    let (mut following, mut finding) = (mcts(Options::default()), mcts(Options::default()));
    let report = following.search(&position, &Limits::nodes(20_000), quiet);
    finding.search(&position, &Limits::nodes(20_000), quiet);
    let best = report.lines[0].best().unwrap();
    let before = following.stats();
    let visits = before.iter().find(|stats| stats.mv == best).unwrap().visits;

    joust.play(&mut position, best);
    following.search(&position, &Limits::nodes(0), quiet);
    let replies = following.stats();
    // The playout that gave the position its moves did not go on to a reply.
    assert_eq!(replies.iter().map(|stats| stats.visits).sum::<u64>(), visits - 1);
    let reply = replies.iter().max_by_key(|stats| stats.visits).unwrap();
    joust.play(&mut position, reply.mv);
    following.search(&position, &Limits::nodes(0), quiet);
    let kept = following.stats();
    let size = following.size();
    let sum: u64 = kept.iter().map(|stats| stats.visits).sum();
    assert_eq!(sum, reply.visits - 1);

    // Looking the position up two plies on finds the same node, and both go on alike from there.
    finding.search(&position, &Limits::nodes(0), quiet);
    assert_eq!((finding.stats(), finding.size()), (kept, size));
    let found = finding.search(&position, &Limits::nodes(500), quiet);
    let followed = following.search(&position, &Limits::nodes(500), quiet);
    assert_eq!(found.lines, followed.lines);
    assert_eq!(finding.stats(), following.stats());
    assert_eq!(found.nodes, 500);
    let grown: u64 = finding.stats().iter().map(|stats| stats.visits).sum();
    assert_eq!(grown, sum + 500);

    // A position that is not there begins a new tree.
    let elsewhere = walk(&*joust, 20, &mut SplitMix::new(5));
    finding.search(&elsewhere, &Limits::nodes(100), quiet);
    assert_eq!(finding.stats().iter().map(|stats| stats.visits).sum::<u64>(), 100);
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let start = board("8x8").start();
    let search = |seed| {
        let mut mcts = mcts(Options { seed, ..Options::default() });
        let report = mcts.search(&start, &Limits::nodes(5_000), quiet);
        (report.lines, report.nodes, report.depth, mcts.stats())
    };
    assert_eq!(search(1), search(1));
    assert_ne!(search(1).3, search(2).3);
}

#[test]
fn threads_share_the_playouts_and_the_memory() {
    let joust = board("8x8");
    for threads in [1, 2, 3] {
        let mut mcts = mcts(Options { threads, nodes_max: 10_000, ..Options::default() });
        let report = mcts.search(&joust.start(), &Limits::nodes(40_000), quiet);
        assert_eq!(report.nodes, 40_000);
        let visits: u64 = mcts.stats().iter().map(|stats| stats.visits).sum();
        assert_eq!(visits, 40_000);
        // The limit is rounded up to two chunks, and the last children may not fit in.
        assert!((16_300..=16_384).contains(&mcts.size()), "{} nodes", mcts.size());
        check_line(&*joust, &joust.start(), &report);
    }
    let joust = board("5x4");
    let options = Options { threads: 2, ..Options::default() };
    let mut mcts = Mcts::new(joust.clone(), Arc::new(Mobility), options);
    let report = mcts.search(&joust.start(), &Limits::nodes(2_000_000), quiet);
    check_line(&*joust, &joust.start(), &report);
    assert!(report.lines[0].score.loses_in().is_some(), "mirroring wins: {report:?}");
}

#[test]
fn a_search_ends_soon_after_it_is_cancelled() {
    let start = board("8x8").start();
    let limits = Limits::default();
    let mut cancelled = 0;
    let report = mcts(Options::default()).search(&start, &limits, |report| {
        if report.nodes >= 4_000 && cancelled == 0 {
            cancelled = report.nodes;
            limits.cancel.store(true, Ordering::Relaxed);
        }
    });
    assert!(cancelled > 0 && report.nodes <= cancelled + 1_024, "{cancelled} {}", report.nodes);
    // Cancelled before it began, it still has a move.
    let report = mcts(Options::default()).search(&start, &limits, quiet);
    assert_eq!((report.nodes, report.lines[0].line.len()), (0, 1));
}

#[test]
fn a_finished_game_has_no_line() {
    for tree in trees(1) {
        let mut over = tree.start();
        while let Some(mv) = legal_list(&tree, &over).first() {
            tree.play(&mut over, *mv);
        }
        let mut mcts = Mcts::new(Arc::new(tree.clone()), Arc::new(Fog), Options::default());
        let report = mcts.search(&over, &Limits::nodes(100), quiet);
        assert!(report.lines[0].line.is_empty());
        let outcome = tree.outcome(&over).unwrap();
        assert_eq!(report.lines[0].score, Score::of(&outcome, tree.to_move(&over), 0));
    }
}
