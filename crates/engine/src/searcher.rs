//! The ways to choose a move, behind one interface.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use manator_core::random::{SplitMix, mix};
use manator_core::{Game, TwoPlayer, legal_list};
use manator_search::{
    Clock, Coalition, Found, Guarded, Guide, Limits, MaxN, Mcts, Recorder, Report, Score, Strong,
    alphabeta_observed, alphabeta_within, minimax_observed, minimax_within,
};

use crate::explain::{Growth, Kept, Searched};

/// Called as the thinking deepens.
pub(crate) type Tell<'a, G> = &'a mut dyn FnMut(&Report<<G as Game>::Move>);

pub(crate) trait Searcher<G: Game>: Send {
    fn new_game(&mut self) {}

    /// Is told, before each search, the positions that led there.
    fn remember(&mut self, _past: &[G::Position]) {}

    fn search(&mut self, at: &G::Position, limits: &Limits, tell: Tell<'_, G>) -> Report<G::Move>;

    /// Searches and shows how, in at most so many nodes.
    fn explain(
        &mut self,
        at: &G::Position,
        limits: &Limits,
        _nodes_max: usize,
        tell: Tell<'_, G>,
    ) -> Searched<G::Move> {
        Searched { report: self.search(at, limits, tell), kept: Kept::Nothing }
    }

    /// Returns what one move is worth to whoever makes it, where the searcher can tell.
    fn worth_of(&mut self, _at: &G::Position, _mv: G::Move, _limits: &Limits) -> Option<Score> {
        None
    }
}

/// Any legal move, drawn from the seed and the position, so that the same game comes out the same.
pub(crate) struct Random<G> {
    pub(crate) game: Arc<G>,
    pub(crate) seed: u64,
}

impl<G: Game> Searcher<G> for Random<G> {
    fn search(&mut self, at: &G::Position, limits: &Limits, _: Tell<'_, G>) -> Report<G::Move> {
        let clock = Clock::start(limits);
        let moves = legal_list(&*self.game, at);
        let mut random = SplitMix::new(mix(self.seed) ^ self.game.key(at));
        let drawn = random.below(moves.len().max(1) as u64) as usize;
        let line = moves.get(drawn).copied().into_iter().collect();
        Report::of_one(0, Found { line, score: Score::TIE }, 1, &clock)
    }
}

/// The move after which the evaluation is best, with the end of a game known when it comes.
pub(crate) struct Greedy<G, E> {
    pub(crate) game: Arc<G>,
    pub(crate) guide: E,
}

impl<G: Game, E: Guide<G>> Searcher<G> for Greedy<G, E> {
    fn search(&mut self, at: &G::Position, limits: &Limits, _: Tell<'_, G>) -> Report<G::Move> {
        let (game, clock) = (&*self.game, Clock::start(limits));
        let player = game.to_move(at);
        let mut scratch = at.clone();
        let mut best: Option<(Score, G::Move)> = None;
        let moves = legal_list(game, at);
        for mv in &moves {
            let score = game.with_move(&mut scratch, *mv, |next| match game.outcome(next) {
                Some(outcome) => Score::of(&outcome, player, 1),
                None => Score::evaluation(self.guide.evaluate(game, next, player)),
            });
            if best.is_none_or(|(value, _)| score > value) {
                best = Some((score, *mv));
            }
        }
        let score = best.map_or(Score::TIE, |(score, _)| score);
        let line = best.into_iter().map(|(_, mv)| mv).collect();
        Report::of_one(1, Found { line, score }, moves.len() as u64, &clock)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plain {
    Minimax,
    AlphaBeta,
}

/// A plain search of a fixed depth; without one, deeper and deeper until time or nodes are up.
pub(crate) struct Fixed<G, E> {
    pub(crate) game: Arc<G>,
    pub(crate) guide: E,
    pub(crate) plain: Plain,
}

impl<G: TwoPlayer, E: Guide<G>> Searcher<G> for Fixed<G, E> {
    fn search(&mut self, at: &G::Position, limits: &Limits, tell: Tell<'_, G>) -> Report<G::Move> {
        let is_timed = limits.time.is_some() || limits.nodes.is_some() || limits.cpu.is_some();
        let last = limits.depth.unwrap_or(u32::MAX);
        // Cut short, it has the answer of the depth before.
        let first = if is_timed || limits.depth.is_none() { 1 } else { last };
        let mut clock = Clock::start(limits);
        let mut best: Option<Report<G::Move>> = None;
        for depth in first..=last {
            let (game, guide) = (&*self.game, &self.guide);
            let result = match self.plain {
                Plain::Minimax => minimax_within(game, guide, at, depth, &mut clock),
                Plain::AlphaBeta => alphabeta_within(game, guide, at, depth, &mut clock),
            };
            if clock.is_stopped() && best.is_some() {
                break;
            }
            let done = result.score.is_proven() || result.line.is_empty();
            let report = Report::of_one(depth, result, clock.nodes(), &clock);
            tell(&report);
            best = Some(report);
            if done || clock.is_stopped() {
                break;
            }
        }
        let mut report = best.expect("at least one depth is searched");
        report.nodes = clock.nodes();
        report.elapsed = clock.elapsed();
        report
    }

    /// Searches the depth asked for, and no other, to its end or not at all.
    fn explain(
        &mut self,
        at: &G::Position,
        limits: &Limits,
        nodes_max: usize,
        tell: Tell<'_, G>,
    ) -> Searched<G::Move> {
        let depth = limits.depth.unwrap_or(1);
        let (mut clock, mut recorder) = (Clock::start(limits), Recorder::new(nodes_max));
        let tools = (&*self.game, &self.guide);
        let found = match self.plain {
            Plain::Minimax => minimax_observed(tools, at, depth, &mut clock, &mut recorder),
            Plain::AlphaBeta => alphabeta_observed(tools, at, depth, &mut clock, &mut recorder),
        };
        let report = Report::of_one(depth, found, clock.nodes(), &clock);
        tell(&report);
        Searched { report, kept: Kept::Tree(recorder.nodes()) }
    }
}

pub(crate) struct Champion<G, E> {
    pub(crate) game: Arc<G>,
    pub(crate) guide: E,
    pub(crate) strong: Strong,
    /// How many positions back a line may not lead.
    pub(crate) past_max: usize,
}

impl<G: TwoPlayer, E: Guide<G>> Searcher<G> for Champion<G, E> {
    fn new_game(&mut self) {
        self.strong.new_game();
    }

    fn remember(&mut self, past: &[G::Position]) {
        let past = past.iter().rev().take(self.past_max);
        self.strong.remember(past.map(|position| self.game.key(position)));
    }

    fn search(&mut self, at: &G::Position, limits: &Limits, tell: Tell<'_, G>) -> Report<G::Move> {
        self.strong.search(&*self.game, &self.guide, at, limits, tell)
    }
}

macro_rules! searcher {
    ($($name:ident),*) => {$(
        impl<G: Game, E: Guide<G> + 'static> Searcher<G> for $name<G, E> {
            fn new_game(&mut self) {
                self.clear();
            }

            fn search(&mut self, at: &G::Position, limits: &Limits, tell: Tell<'_, G>) -> Report<G::Move> {
                $name::search(self, at, limits, tell)
            }

            fn explain(
                &mut self,
                at: &G::Position,
                limits: &Limits,
                nodes_max: usize,
                tell: Tell<'_, G>,
            ) -> Searched<G::Move> {
                let mut recorder = Recorder::new(nodes_max);
                let report = self.search_observed(at, limits, &mut recorder, tell);
                Searched { report, kept: Kept::Tree(recorder.nodes()) }
            }
        }
    )*};
}

searcher!(MaxN, Coalition);

/// How many playouts are shown when nobody says, and after how many it is first looked where they went; then after
/// twice as many each time.
const PLAYOUTS: u64 = 2_000;
const PLAYOUTS_FIRST: u64 = 16;

impl<G: Game, E: Guide<G> + 'static> Searcher<G> for Mcts<G, E> {
    fn new_game(&mut self) {
        self.clear();
    }

    fn search(&mut self, at: &G::Position, limits: &Limits, tell: Tell<'_, G>) -> Report<G::Move> {
        Mcts::search(self, at, limits, tell)
    }

    /// Searches in parts, which are one search: it goes on with the tree and the chance of the part before.
    fn explain(
        &mut self,
        at: &G::Position,
        limits: &Limits,
        nodes_max: usize,
        tell: Tell<'_, G>,
    ) -> Searched<G::Move> {
        self.clear();
        let playouts_max = limits.nodes.unwrap_or(PLAYOUTS);
        let clock = Clock::start(limits);
        let (mut growth, mut done, mut target) = (Vec::new(), 0, PLAYOUTS_FIRST);
        loop {
            let nodes = Some(target.min(playouts_max) - done);
            let time = limits.time.map(|time| time.saturating_sub(clock.elapsed()));
            let cpu = limits.cpu.map(|cpu| cpu.saturating_sub(clock.cpu()));
            let part = Limits { nodes, time, cpu, ..limits.clone() };
            let mut report = Mcts::search(self, at, &part, |_| ());
            let played = report.nodes;
            done += played;
            (report.nodes, report.elapsed) = (done, clock.elapsed());
            let tried = self.stats().into_iter().filter(|one| one.visits > 0);
            let visits = tried.map(|one| (one.mv, one.visits)).collect();
            growth.push(Growth { playouts: done, visits });
            tell(&report);
            // Out of time, or the best move is proven.
            if done >= playouts_max || Some(played) < nodes {
                return Searched { report, kept: Kept::Playouts(self.outline(nodes_max), growth) };
            }
            target *= 2;
        }
    }
}

impl<G: Game, E: Guide<G> + 'static> Searcher<G> for Guarded<G, E> {
    fn new_game(&mut self) {
        self.clear();
    }

    fn search(&mut self, at: &G::Position, limits: &Limits, tell: Tell<'_, G>) -> Report<G::Move> {
        Guarded::search(self, at, limits, tell)
    }

    fn worth_of(&mut self, at: &G::Position, mv: G::Move, limits: &Limits) -> Option<Score> {
        Some(Guarded::worth_of(self, at, mv, limits))
    }
}
