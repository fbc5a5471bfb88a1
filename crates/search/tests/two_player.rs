//! The two-player searchers against plain minimax: on random trees, on random graphs, and on games.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use manator_core::random::{SplitMix, mix};
use manator_core::{
    Game, LOST, Outcome, Player, Reason, Rulebook, Settings, TIED, TwoPlayer, legal_list,
};
use manator_games::joust::{self, Joust};
use manator_games::refusal::Refusal;
use manator_search::strong::{Options, Tuning};
use manator_search::{
    Clock, Found, Guide, Limits, Reach, Report, Score, Strong, alphabeta, alphabeta_within,
    minimax, minimax_within,
};
use manator_testkit::tree::{Node, Payoffs, RandomTree, Turns};

const UNIFORM: Options =
    Options { hash_mib: 1, threads: 1, lines: 1, reach: Reach::Uniform, tuning: Tuning::DEFAULT };
const SELECTIVE: Options = Options { reach: Reach::Selective, ..UNIFORM };

/// Values nodes at random, with hints as random as the tree.
struct Whim;

impl Guide<RandomTree> for Whim {
    fn evaluate(&self, tree: &RandomTree, node: &Node, player: Player) -> i32 {
        tree.value(node, player)
    }

    fn is_noisy(&self, _: &RandomTree, node: &Node, mv: u8) -> bool {
        mix(node.number ^ u64::from(mv)).is_multiple_of(3)
    }

    fn promise(&self, _: &RandomTree, node: &Node, mv: u8) -> i32 {
        (mix(node.number + u64::from(mv)) % 2001) as i32 - 1000
    }

    fn is_urgent(&self, _: &RandomTree, node: &Node) -> bool {
        mix(node.number + 7).is_multiple_of(5)
    }

    fn pass(&self, _: &RandomTree, node: &Node) -> Option<Node> {
        let number = mix(node.number) % 256;
        node.number.is_multiple_of(2).then_some(Node { ply: node.ply + 1, number })
    }

    fn margin(&self) -> Option<i32> {
        Some(20)
    }
}

/// A random graph: the same position can be reached after any number of plies, and games need not end.
#[derive(Clone, Debug)]
struct RandomGraph {
    seed: u64,
    size: u64,
    turns: Turns,
}

impl RandomGraph {
    fn draw(&self, node: (u64, u8), what: u64) -> u64 {
        mix(mix(self.seed ^ what).wrapping_add(mix(node.0 << 1 | u64::from(node.1))))
    }

    fn is_over(&self, node: (u64, u8)) -> bool {
        self.draw(node, 1).is_multiple_of(9)
    }
}

impl Game for RandomGraph {
    /// The node's number, and whose turn it is.
    type Position = (u64, u8);
    type Move = u8;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> (u64, u8) {
        (0, 0)
    }

    fn to_move(&self, node: &(u64, u8)) -> Player {
        Player(node.1)
    }

    fn legal_moves<B>(
        &self,
        node: &(u64, u8),
        visit: impl FnMut(u8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let moves = if self.is_over(*node) { 0 } else { 1 + self.draw(*node, 2) as u8 % 4 };
        (0..moves).try_for_each(visit)
    }

    fn play(&self, node: &mut (u64, u8), mv: u8) {
        let next = (self.draw(*node, 3) + u64::from(mv)) % self.size;
        let turn = match self.turns {
            Turns::Alternate => node.1 ^ 1,
            Turns::Any => self.draw(*node, 4 + u64::from(mv)) as u8 & 1,
        };
        *node = (next, turn);
    }

    fn outcome(&self, node: &(u64, u8)) -> Option<Outcome> {
        let draw = self.draw(*node, 20) % 8;
        self.is_over(*node).then(|| match draw {
            0 => Outcome::all(2, TIED, Reason("end")),
            1 | 2 => Outcome::all(2, LOST, Reason("end")),
            _ => Outcome::win(2, Player(draw as u8 & 1), Player(draw as u8 & 1 ^ 1), Reason("end")),
        })
    }

    fn key(&self, node: &(u64, u8)) -> u64 {
        self.draw(*node, 30)
    }
}

impl TwoPlayer for RandomGraph {}

impl Guide<RandomGraph> for Whim {
    fn evaluate(&self, graph: &RandomGraph, node: &(u64, u8), player: Player) -> i32 {
        let value = (graph.draw(*node, 40) % 101) as i32 - 50;
        if player.0 == 0 { value } else { -value }
    }
}

/// Counts the moves of Joust's knights.
struct Mobility;

impl Guide<Joust> for Mobility {
    fn evaluate(&self, game: &Joust, position: &joust::Position, player: Player) -> i32 {
        game.mobility(position, player) as i32 - game.mobility(position, player.next(2)) as i32
    }
}

/// Values positions of any game by a hash of their key.
struct Noise;

impl<G: Game> Guide<G> for Noise {
    fn evaluate(&self, game: &G, position: &G::Position, player: Player) -> i32 {
        let value = (mix(game.key(position)) % 41) as i32 - 20;
        if player.0 == 0 { value } else { -value }
    }
}

fn trees() -> Vec<RandomTree> {
    let mut trees = Vec::new();
    for seed in 0..30 {
        for turns in [Turns::Alternate, Turns::Any] {
            for payoffs in [Payoffs::WinTieLoss, Payoffs::AlsoAllLost] {
                for width in [256, u64::MAX] {
                    let moves_max = 2 + seed % 4;
                    let (players, plies_max) = (2, 7);
                    trees.push(RandomTree {
                        seed,
                        players,
                        turns,
                        moves_max,
                        plies_max,
                        width,
                        payoffs,
                    });
                }
            }
        }
    }
    trees
}

fn graphs() -> Vec<RandomGraph> {
    let of = |seed| {
        let turns = if seed % 2 == 0 { Turns::Any } else { Turns::Alternate };
        RandomGraph { seed, size: 8 + seed * 3, turns }
    };
    (0..60).map(of).collect()
}

fn joust(size: &str) -> Joust {
    let settings = Settings::read(Joust::CARD.options, [("size", size)]).expect("valid size");
    Joust::new(&settings).expect("valid size")
}

fn refusal() -> Refusal {
    Refusal::new(&Settings::read(Refusal::CARD.options, []).expect("defaults")).expect("defaults")
}

/// Returns the positions of random games, one game from each seed.
fn walks<G: Game>(game: &G, games: u64) -> Vec<G::Position> {
    let mut positions = Vec::new();
    for seed in 0..games {
        let mut random = SplitMix::new(seed);
        let mut position = game.start();
        for _ in 0..60 {
            positions.push(position.clone());
            let moves = legal_list(game, &position);
            if moves.is_empty() {
                break;
            }
            game.play(&mut position, moves[random.below(moves.len() as u64) as usize]);
        }
    }
    positions
}

fn search<G: TwoPlayer>(
    strong: &mut Strong,
    game: &G,
    guide: &impl Guide<G>,
    position: &G::Position,
    depth: u32,
) -> Report<G::Move> {
    strong.search(game, guide, position, &Limits::depth(depth), |_| ())
}

/// Checks that a line is legal and leads to what its score says.
#[track_caller]
fn check_line<G: TwoPlayer>(
    game: &G,
    guide: &impl Guide<G>,
    position: &G::Position,
    found: &Found<G::Move>,
) {
    let root = game.to_move(position);
    let mut end = position.clone();
    for mv in &found.line {
        assert!(game.is_legal(&end, *mv), "{found:?}");
        game.play(&mut end, *mv);
    }
    let score = match game.outcome(&end) {
        Some(outcome) => Score::of(&outcome, root, found.line.len() as u32),
        None => Score::evaluation(guide.evaluate(game, &end, root)),
    };
    assert_eq!(score, found.score, "{found:?}");
}

#[track_caller]
fn check_alphabeta<G: TwoPlayer>(
    game: &G,
    guide: &impl Guide<G>,
    position: &G::Position,
    depth: u32,
) {
    let (expected, nodes_max) = minimax(game, guide, position, depth);
    check_line(game, guide, position, &expected);
    let (found, nodes) = alphabeta(game, guide, position, depth);
    assert_eq!(found, expected, "depth {depth}");
    assert!(nodes <= nodes_max, "{nodes} > {nodes_max}");
}

/// Checks a uniform search of every depth against plain alpha-beta, which plays like minimax, with whatever the searcher remembers.
#[track_caller]
fn check_uniform<G: TwoPlayer>(
    strong: &mut Strong,
    game: &G,
    guide: &impl Guide<G>,
    position: &G::Position,
    depth: u32,
) {
    let mut reports = Vec::new();
    let limits = Limits::depth(depth);
    let last = strong.search(game, guide, position, &limits, |report| reports.push(report.clone()));
    if game.outcome(position).is_none() {
        assert_eq!(reports.last().map(|report| &report.lines), Some(&last.lines));
        assert!(last.depth == depth || last.lines[0].score.is_proven());
    }
    reports.push(last);
    for report in reports {
        let expected = alphabeta(game, guide, position, report.depth).0;
        let found = &report.lines[0];
        assert_eq!(found.score, expected.score, "{position:?} to {}", report.depth);
        assert_eq!(found.line.is_empty(), expected.line.is_empty());
        check_line(game, guide, position, found);
    }
}

#[test]
fn alphabeta_plays_like_minimax() {
    for tree in trees() {
        (0..=8).for_each(|depth| check_alphabeta(&tree, &Whim, &tree.start(), depth));
    }
    for graph in graphs() {
        (0..=7).for_each(|depth| check_alphabeta(&graph, &Whim, &graph.start(), depth));
    }
    let game = joust("6x6");
    for position in walks(&game, 20) {
        (0..=4).for_each(|depth| check_alphabeta(&game, &Mobility, &position, depth));
    }
    let game = refusal();
    for position in walks(&game, 3) {
        (0..=3).for_each(|depth| check_alphabeta(&game, &Noise, &position, depth));
    }
}

#[test]
fn alphabeta_needs_fewer_nodes() {
    let game = joust("8x8");
    let (_, plain) = minimax(&game, &Mobility, &game.start(), 6);
    let (_, pruned) = alphabeta(&game, &Mobility, &game.start(), 6);
    assert!(pruned * 10 < plain, "{pruned} of {plain}");
}

#[test]
fn a_uniform_search_has_the_scores_of_minimax() {
    for threads in [1, 2] {
        let mut strong = Strong::new(Options { threads, ..UNIFORM });
        for tree in trees() {
            strong.new_game();
            check_uniform(&mut strong, &tree, &Whim, &tree.start(), 8);
        }
        for graph in graphs() {
            strong.new_game();
            check_uniform(&mut strong, &graph, &Whim, &graph.start(), 8);
        }
    }
}

#[test]
fn a_line_that_comes_back_is_a_tie() {
    let mut others = 0;
    for graph in graphs() {
        for start in (0..8).flat_map(|number| [(number, 0), (number, 1)]) {
            let answer = |options, past: &[u64]| {
                let mut strong = Strong::new(options);
                strong.remember(past.iter().copied());
                search(&mut strong, &graph, &Whim, &start, 4).lines.swap_remove(0)
            };
            if graph.is_over(start) {
                continue;
            }
            let best = answer(SELECTIVE, &[]).line[0];
            let mut next = start;
            graph.play(&mut next, best);
            if graph.is_over(next) || next == start {
                continue;
            }
            let past = [graph.key(&next)];
            let found = answer(SELECTIVE, &past);
            assert!(found.line[0] != best || found.score == Score::TIE, "{graph:?} {start:?}");
            others += usize::from(found.line[0] != best);
            assert_eq!(answer(UNIFORM, &past), answer(UNIFORM, &[]));
        }
    }
    assert!(others > 50, "{others}");
}

#[test]
fn a_uniform_search_may_remember_former_ones() {
    let mut strong = Strong::new(UNIFORM);
    for graph in graphs() {
        strong.new_game();
        for number in 0..8 {
            for turn in [0, 1] {
                check_uniform(&mut strong, &graph, &Whim, &(number, turn), 6);
            }
        }
    }
    strong.new_game();
    let game = joust("6x6");
    for position in walks(&game, 20) {
        check_uniform(&mut strong, &game, &Mobility, &position, 5);
    }
    // Endgames, where ends at different distances compete.
    strong.new_game();
    let game = joust("5x5");
    for position in walks(&game, 60).iter().rev() {
        check_uniform(&mut strong, &game, &Mobility, position, 9);
    }
    strong.new_game();
    let game = refusal();
    for position in walks(&game, 3) {
        check_uniform(&mut strong, &game, &Noise, &position, 3);
    }
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    let mut strong = Strong::new(Options { lines: 3, ..UNIFORM });
    for tree in trees() {
        strong.new_game();
        check_lines(&mut strong, &tree, &tree.start(), 5);
    }
    for graph in graphs() {
        strong.new_game();
        check_lines(&mut strong, &graph, &graph.start(), 7);
        check_lines(&mut strong, &graph, &(1, 1), 7);
    }
}

/// Checks the three best lines after every iteration against plain minimax.
fn check_lines<G: TwoPlayer<Move = u8>>(
    strong: &mut Strong,
    game: &G,
    position: &G::Position,
    depth: u32,
) where
    Whim: Guide<G>,
{
    if game.outcome(position).is_some() {
        return;
    }
    let root = game.to_move(position);
    strong.search(game, &Whim, position, &Limits::depth(depth), |report| {
        let mut values: Vec<(Score, u8)> = legal_list(game, position)
            .into_iter()
            .map(|mv| {
                let mut next = position.clone();
                game.play(&mut next, mv);
                (root_value(game, &next, root, report.depth - 1, 1), mv)
            })
            .collect();
        values.sort_by_key(|(score, _)| -*score);
        assert_eq!(report.lines.len(), values.len().min(3));
        let mut moves = Vec::new();
        for (found, (score, _)) in report.lines.iter().zip(&values) {
            assert_eq!(found.score, *score, "{report:?}, not {values:?}");
            let mv = found.best().expect("a move");
            assert!(values.contains(&(found.score, mv)), "{report:?}, not {values:?}");
            assert!(!moves.contains(&mv), "{report:?}");
            moves.push(mv);
            check_line(game, &Whim, position, found);
        }
    });
}

/// Returns what a position is worth to `root` so many plies on, as plain minimax sees it.
fn root_value<G: TwoPlayer>(
    game: &G,
    position: &G::Position,
    root: Player,
    depth: u32,
    ply: u32,
) -> Score
where
    Whim: Guide<G>,
{
    if let Some(outcome) = game.outcome(position) {
        return Score::of(&outcome, root, ply);
    }
    if depth == 0 {
        return Score::evaluation(Whim.evaluate(game, position, root));
    }
    let values = legal_list(game, position).into_iter().map(|mv| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        root_value(game, &next, root, depth - 1, ply + 1)
    });
    let best = if game.to_move(position) == root { values.max() } else { values.min() };
    best.expect("a move")
}

/// What a selective search calls proven is true, and what minimax can prove it mostly proves as deep.
#[test]
fn selective_proofs_are_true_and_few_are_missed() {
    let mut strong = Strong::new(SELECTIVE);
    let (mut proven, mut found) = (0, 0);
    for seed in 0..400 {
        let (turns, payoffs) = match seed % 4 {
            0 => (Turns::Alternate, Payoffs::WinTieLoss),
            1 => (Turns::Any, Payoffs::WinTieLoss),
            2 => (Turns::Alternate, Payoffs::AlsoAllLost),
            _ => (Turns::Any, Payoffs::AlsoAllLost),
        };
        let (players, moves_max, plies_max, width) = (2, 6, 8, 1 << (8 + seed % 3 * 4));
        let tree = RandomTree { seed, players, turns, moves_max, plies_max, width, payoffs };
        strong.new_game();
        let truth = minimax(&tree, &Whim, &tree.start(), 9).0.score;
        for depth in 1..=7 {
            let plain = alphabeta(&tree, &Whim, &tree.start(), depth).0.score;
            strong.new_game();
            let score = search(&mut strong, &tree, &Whim, &tree.start(), depth).lines[0].score;
            check_proof(score, truth);
            if plain.wins_in().is_some() {
                proven += 1;
                found += u32::from(score.wins_in().is_some());
            }
        }
    }
    println!("{found} of {proven} proven wins found as deep as minimax finds them");
    assert!(proven > 300 && found * 100 >= proven * 95, "{found} of {proven}");
}

/// Checks that what is called proven is true, and that no end is said to be nearer than it can be.
#[track_caller]
fn check_proof(score: Score, truth: Score) {
    if score.is_proven() {
        assert!(truth.is_proven() && truth.0.signum() == score.0.signum(), "{score} but {truth}");
        assert!(score.0.abs() <= truth.0.abs(), "{score} but {truth}");
    }
}

#[test]
fn remembered_proofs_are_true() {
    let game = joust("5x5");
    let mut strong = Strong::new(SELECTIVE);
    let mut proofs = 0;
    for position in walks(&game, 40).iter().rev() {
        if game.mobility(position, Player(0)) + game.mobility(position, Player(1)) > 7 {
            continue;
        }
        let truth = alphabeta(&game, &Mobility, position, 30).0.score;
        for depth in [3, 6, 30] {
            let found = search(&mut strong, &game, &Mobility, position, depth).lines.remove(0);
            check_proof(found.score, truth);
            if found.score.is_proven() {
                check_line(&game, &Mobility, position, &found);
                proofs += 1;
            }
        }
    }
    assert!(proofs > 500, "{proofs} proofs");
}

/// Knows the end of every game from a few plies before it.
struct Oracle;

impl Guide<RandomTree> for Oracle {
    fn evaluate(&self, tree: &RandomTree, node: &Node, player: Player) -> i32 {
        tree.value(node, player)
    }

    fn solve(&self, tree: &RandomTree, node: &Node) -> Option<Score> {
        (node.ply == 4).then(|| minimax(tree, &Whim, node, 9).0.score)
    }
}

#[test]
fn solved_positions_are_leaves() {
    let mut strong = Strong::new(SELECTIVE);
    for tree in trees().into_iter().filter(|tree| tree.payoffs == Payoffs::WinTieLoss) {
        strong.new_game();
        let truth = minimax(&tree, &Whim, &tree.start(), 8).0.score;
        let found = search(&mut strong, &tree, &Oracle, &tree.start(), 12).lines[0].score;
        assert_eq!(found.wins_in().is_some(), truth.wins_in().is_some(), "{tree:?}");
        assert_eq!(found.loses_in().is_some(), truth.loses_in().is_some(), "{tree:?}");
    }
}

#[test]
fn the_strong_search_solves_small_boards() {
    // The first player wins on 5 x 5, the second on 4 x 4 by mirroring.
    for (size, wins) in [("5x5", true), ("4x4", false), ("6x5", true)] {
        let game = joust(size);
        let mut strong = Strong::new(SELECTIVE);
        let score = search(&mut strong, &game, &Mobility, &game.start(), 60).lines[0].score;
        assert_eq!(score.wins_in().is_some(), wins, "{size}: {score}");
        assert_eq!(score.loses_in().is_some(), !wins, "{size}: {score}");
    }
}

#[test]
fn the_same_search_gives_the_same_result() {
    let game = joust("10x10");
    for limits in [Limits::depth(12), Limits::nodes(50_000)] {
        let run = || {
            let mut strong = Strong::new(Options { lines: 2, ..SELECTIVE });
            let report = strong.search(&game, &Mobility, &game.start(), &limits, |_| ());
            (report.depth, report.lines, report.nodes)
        };
        assert_eq!(run(), run());
    }
}

#[test]
fn limits_hold_and_there_is_always_a_move() {
    let game = joust("8x8");
    let start = game.start();
    for threads in [1, 2] {
        let mut strong = Strong::new(Options { threads, ..SELECTIVE });
        for nodes in [1, 2, 10, 100, 5_000] {
            let report = strong.search(&game, &Mobility, &start, &Limits::nodes(nodes), |_| ());
            let slack =
                if threads == 1 { 0 } else { 2 * manator_search::limits::CHECK_INTERVAL_NODES };
            assert!(report.nodes <= nodes + slack, "{} > {nodes}", report.nodes);
            assert!(game.is_legal(&start, report.lines[0].best().expect("a move")));
        }
        let cancelled = Limits::default();
        cancelled.cancel.store(true, Ordering::Relaxed);
        let report = strong.search(&game, &Mobility, &start, &cancelled, |_| ());
        assert!(report.lines[0].best().is_some());
    }
    for nodes in [1, 2, 10, 100] {
        let mut clock = Clock::start(&Limits::nodes(nodes));
        let found = minimax_within(&game, &Mobility, &start, 30, &mut clock);
        assert!(game.is_legal(&start, found.best().expect("a move")) && clock.nodes() == nodes);
        let mut clock = Clock::start(&Limits::nodes(nodes));
        let found = alphabeta_within(&game, &Mobility, &start, 30, &mut clock);
        assert!(game.is_legal(&start, found.best().expect("a move")) && clock.nodes() == nodes);
    }
}

#[test]
fn a_finished_game_has_no_line() {
    let game = joust("4x4");
    let mut strong = Strong::new(SELECTIVE);
    for position in walks(&game, 20).iter().filter(|p| game.outcome(p).is_some()) {
        let report = search(&mut strong, &game, &Mobility, position, 5);
        assert_eq!(report.lines, [Found { line: vec![], score: Score::loss_in(0) }]);
        assert_eq!(minimax(&game, &Mobility, position, 3).0, report.lines[0]);
        assert_eq!(alphabeta(&game, &Mobility, position, 3).0, report.lines[0]);
    }
}
