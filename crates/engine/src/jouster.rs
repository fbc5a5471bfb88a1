//! The champion of Joust: it plays what is proven, and sets traps where it stands to lose.
//!
//! A part of what a move may cost goes into finding out who wins. A player who wins plays a winning move. One
//! who loses whatever it does counts, for each of its moves, the answers that would throw the win away, and
//! plays where there are most. While nobody knows, the search of all games for two players decides.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use manator_core::{Game, Notation, Settings, Table, legal_list};
use manator_games::joust::{Joust, Move, Position};
use manator_search::strong::Tuning;
use manator_search::{Clock, Limits, Report, Score, Strong, strong};

use crate::agent::{Agent, AgentError, Line, Thought};
use crate::eval::joust::JoustEval;
use crate::options::{self, OwnLimits};
use crate::solve::joust::Solver;
use crate::typed::{label, own_table, thought};

/// What part of its limits, and of its memory, a move spends on finding out who wins. Half was not compared with
/// other shares; docs/strength.md has what the champion as a whole scores.
const SOLVER_SHARE: u32 = 2;
/// What part of its limits a move spends on a first search, so that there is something to tell while the solver works.
const FIRST_SHARE: u32 = 16;
/// How many nodes an answer may take at first that is looked at for a mistake, and how many times as many
/// in each further round.
const ANSWER_NODES: u64 = 1 << 10;
const ANSWER_NODES_GROWTH: u64 = 4;

pub(crate) struct Jouster {
    game: Arc<Joust>,
    guide: JoustEval,
    plays: String,
    limits: OwnLimits,
    strong: Strong,
    solver: Solver,
}

impl Jouster {
    pub(crate) fn new(
        table: &dyn Table,
        game: Arc<Joust>,
        guide: JoustEval,
        limits: OwnLimits,
        settings: &Settings,
    ) -> Jouster {
        let hash_mib = settings.integer("hash") as usize;
        let for_solver = hash_mib / SOLVER_SHARE as usize;
        let strong = Strong::new(strong::Options {
            hash_mib: hash_mib - for_solver,
            threads: settings.integer("threads") as usize,
            tuning: options::tuning(settings, Tuning::DEFAULT).unwrap_or_default(),
            ..strong::Options::default()
        });
        let solver = Solver::new(for_solver);
        Jouster { game, guide, plays: label(table), limits, strong, solver }
    }

    /// Returns a move and what it is worth, if it is proven.
    fn known(&mut self, position: &Position, budget: &mut Budget) -> Option<(Move, Score)> {
        let moves = legal_list(&*self.game, position);
        // Nobody makes more moves than there are squares.
        let plies = position.free::<4>().count();
        let found = self.solver.winning_move(&self.game, position, &budget.share(SOLVER_SHARE));
        budget.nodes += self.solver.nodes;
        match found? {
            Some(mv) => Some((mv, Score::win_in(plies))),
            None => Some((self.trap(position, moves, budget), Score::loss_in(plies))),
        }
    }

    /// Returns the move, of a player who loses, after which the most answers are mistakes.
    fn trap(&mut self, position: &Position, moves: Vec<Move>, budget: &mut Budget) -> Move {
        let mut traps: Vec<Trap> =
            moves.into_iter().map(|mv| Trap::new(&self.game, position, mv)).collect();
        let mut nodes = ANSWER_NODES;
        while traps.iter().any(Trap::is_open) {
            for answer in traps.iter_mut().flat_map(|trap| &mut trap.answers) {
                if answer.is_mistake.is_some() {
                    continue;
                }
                let limits = budget.rest(nodes);
                answer.is_mistake = self.solver.wins(&self.game, &answer.position, &limits);
                answer.nodes += self.solver.nodes;
                budget.nodes += self.solver.nodes;
                if budget.is_spent() {
                    return best(&traps);
                }
            }
            nodes *= ANSWER_NODES_GROWTH;
        }
        best(&traps)
    }

    /// Searches as all games for two players do.
    fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        budget: &mut Budget,
        progress: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let game = self.game.clone();
        let tell = |report: &Report<Move>| progress(&thought(&*game, position, report));
        let mut report = self.strong.search(&*game, &self.guide, position, limits, tell);
        budget.nodes += report.nodes;
        report.nodes = budget.nodes;
        report.elapsed = budget.clock.elapsed();
        thought(&*self.game, position, &report)
    }
}

/// A move, and what the opponent can answer.
struct Trap {
    mv: Move,
    answers: Vec<Answered>,
}

struct Answered {
    position: Position,
    /// Whether the player who set the trap wins after it, once that is known.
    is_mistake: Option<bool>,
    nodes: u64,
}

impl Trap {
    fn new(game: &Joust, position: &Position, mv: Move) -> Trap {
        let after = |position: &Position, mv| {
            let mut next = *position;
            game.play(&mut next, mv);
            next
        };
        let next = after(position, mv);
        let answers = legal_list(game, &next).into_iter().map(|answer| Answered {
            position: after(&next, answer),
            is_mistake: None,
            nodes: 0,
        });
        Trap { mv, answers: answers.collect() }
    }

    fn is_open(&self) -> bool {
        self.answers.iter().any(|answer| answer.is_mistake.is_none())
    }

    /// Returns how many of a thousand answers are mistakes, and how long it took to find out about the right
    /// one that took least.
    fn promise(&self) -> (u64, u64) {
        let count = self.answers.len().max(1) as u64;
        let mistakes =
            self.answers.iter().filter(|answer| answer.is_mistake == Some(true)).count() as u64;
        let right = self.answers.iter().filter(|answer| answer.is_mistake != Some(true));
        (1000 * mistakes / count, right.map(|answer| answer.nodes).min().unwrap_or(0))
    }
}

fn best(traps: &[Trap]) -> Move {
    let trap = traps.iter().max_by_key(|trap| trap.promise());
    trap.expect("a player who is not stuck has a move").mv
}

/// What is left of the limits of a move.
struct Budget {
    limits: Limits,
    clock: Clock,
    nodes: u64,
}

impl Budget {
    fn new(limits: &Limits) -> Budget {
        let limits = limits.at_the_aim();
        Budget { clock: Clock::start(&limits), limits, nodes: 0 }
    }

    fn share(&self, divisor: u32) -> Limits {
        Limits {
            nodes: self.limits.nodes.map(|nodes| nodes / u64::from(divisor)),
            time: self.limits.time.map(|time| time / divisor),
            cpu: self.limits.cpu.map(|cpu| cpu / divisor),
            ..self.limits.clone()
        }
    }

    /// Returns what is left, with so many nodes at most.
    fn rest(&self, nodes_max: u64) -> Limits {
        let nodes = self.limits.nodes.map_or(u64::MAX, |all| all.saturating_sub(self.nodes));
        Limits {
            nodes: Some(nodes.min(nodes_max)),
            time: self.limits.time.map(|all| all.saturating_sub(self.clock.elapsed())),
            end: self.limits.end.map(|all| all.saturating_sub(self.clock.elapsed())),
            cpu: self.limits.cpu.map(|all| all.saturating_sub(self.clock.cpu())),
            ..self.limits.clone()
        }
    }

    fn is_spent(&mut self) -> bool {
        self.clock.check();
        self.clock.is_stopped() || self.limits.nodes.is_some_and(|all| self.nodes >= all)
    }
}

impl Agent for Jouster {
    fn new_game(&mut self) {
        self.strong.new_game();
        self.solver.forget();
    }

    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, AgentError> {
        let typed = own_table::<Joust>(table, &self.plays)?;
        let limits = self.limits.within(limits);
        let position = typed.current();
        if table.outcome().is_some() {
            return Ok(Thought::default());
        }
        let mut budget = Budget::new(&limits);
        // A level looks as deep as it says, and no further.
        if limits.depth.is_some() {
            return Ok(self.search(position, &limits, &mut budget, progress));
        }
        // On a clock, an only move is not worth any time.
        if limits.aim.is_some() && self.game.count_moves(position) == 1 {
            let limits = Limits { depth: Some(1), ..limits };
            return Ok(self.search(position, &limits, &mut budget, progress));
        }
        let first = self.search(position, &budget.share(FIRST_SHARE), &mut budget, progress);
        let score = first.lines.first().map_or(Score::TIE, |line| line.score);
        if score.wins_in().is_some() {
            return Ok(first);
        }
        let Some((mv, proven)) = self.known(position, &mut budget) else {
            let rest = budget.rest(u64::MAX);
            return Ok(self.search(position, &rest, &mut budget, progress));
        };
        let mv = self.game.move_text(position, mv);
        let (depth, mut found) = (first.depth, first.lines.into_iter().map(|line| line.moves));
        let moves = found.find(|moves| moves.first() == Some(&mv)).unwrap_or(vec![mv]);
        // Where the search has seen the end, it knows how far away that is.
        let score = if score.is_proven() { score } else { proven };
        let (nodes, elapsed) = (budget.nodes, budget.clock.elapsed());
        Ok(Thought { lines: vec![Line { moves, score }], depth, nodes, elapsed, alternate: None })
    }
}
