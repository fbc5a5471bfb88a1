//! The champion of Refusal: it searches turns, not actions.
//!
//! One search finds the move, its alternate, and what to refuse in the turns that may follow, so that an
//! alternate and an answer come at once.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use manator_core::{Notation, Refusable, Table, TurnPhase};
use manator_games::refusal::{Move, Position, Refusal};
use manator_search::refusable::{Horizon, Searcher};
use manator_search::{Clock, Limits, Report, Score};

use crate::agent::{Agent, AgentError, Line, Thought};
use crate::eval::refusal::RefusalEval;
use crate::typed::{label, own_or, own_table};

/// Proposes, answers and plays alternates.
pub(crate) struct Decider {
    game: Arc<Refusal>,
    guide: RefusalEval,
    plays: String,
    limits: Limits,
    searcher: Searcher<Refusal>,
    /// What the last search would play if its proposal, in the turn of this key, were refused.
    prepared: Option<(u64, Move)>,
}

impl Decider {
    pub(crate) fn new(
        table: &dyn Table,
        game: Arc<Refusal>,
        guide: RefusalEval,
        limits: Limits,
        hash_mib: usize,
    ) -> Decider {
        let searcher = Searcher::new(hash_mib, Horizon::Quiet);
        Decider { game, guide, plays: label(table), limits, searcher, prepared: None }
    }

    fn answer(&mut self, position: &Position, clock: &Clock) -> Thought {
        let answer = self.searcher.answer(&self.game, &self.guide, position);
        self.single(position, self.game.reply(answer), clock)
    }

    /// Returns the alternate found with the proposal, if this is the turn it was found for.
    fn alternate(&mut self, position: &Position, clock: &Clock) -> Option<Thought> {
        let key = manator_core::Game::key(&*self.game, &self.game.turn_start(position));
        let (prepared, mv) = self.prepared.take()?;
        (prepared == key).then(|| self.single(position, self.game.proposal(mv), clock))
    }

    fn single(
        &self,
        position: &Position,
        action: manator_games::refusal::Action,
        clock: &Clock,
    ) -> Thought {
        let moves = vec![self.game.move_text(position, action)];
        let lines = vec![Line { moves, score: Score::TIE }];
        Thought { lines, elapsed: clock.elapsed(), ..Thought::default() }
    }

    fn line(&self, position: &Position, moves: &[Move], score: Score) -> Line {
        let mut place = self.game.turn_start(position);
        let mut texts = Vec::new();
        for mv in moves {
            texts.push(self.game.move_text(&place, self.game.proposal(*mv)));
            self.game.stand(&mut place, *mv);
        }
        Line { moves: texts, score }
    }
}

impl Agent for Decider {
    fn new_game(&mut self) {
        self.searcher.forget();
        self.prepared = None;
    }

    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, AgentError> {
        let typed = own_table::<Refusal>(table, &self.plays)?;
        let limits = own_or(&self.limits, limits);
        let clock = Clock::start(&limits);
        let position = typed.current();
        if table.outcome().is_some() {
            return Ok(Thought::default());
        }
        match self.game.turn_phase(position) {
            TurnPhase::Answer(_) => return Ok(self.answer(position, &clock)),
            TurnPhase::Alternate(_) => {
                if let Some(thought) = self.alternate(position, &clock) {
                    return Ok(thought);
                }
            }
            TurnPhase::Propose => {}
        }
        let (game, guide) = (self.game.clone(), self.guide);
        let mut searcher = std::mem::replace(&mut self.searcher, Searcher::new(0, Horizon::Quiet));
        let decision = searcher.think(&game, &guide, position, &limits, |report: &Report<Move>| {
            let lines = report.lines.iter();
            let lines = lines.map(|found| self.line(position, &found.line, found.score)).collect();
            let (depth, nodes, elapsed) = (report.depth, report.nodes, report.elapsed);
            progress(&Thought { depth, lines, nodes, elapsed, alternate: None });
        });
        self.searcher = searcher;
        let key = manator_core::Game::key(&*game, &game.turn_start(position));
        self.prepared = decision.alternate.map(|mv| (key, mv));
        let lines = decision.lines.iter();
        let mut lines: Vec<Line> =
            lines.map(|found| self.line(position, &found.line, found.score)).collect();
        // A turn is worth its second-best move, whatever its best one would be.
        if let Some(first) = lines.first_mut() {
            first.score = decision.score;
        }
        Ok(Thought {
            depth: decision.depth,
            lines,
            nodes: decision.nodes,
            elapsed: clock.elapsed(),
            alternate: decision
                .alternate
                .map(|mv| game.move_text(&game.turn_start(position), game.proposal(mv))),
        })
    }
}
