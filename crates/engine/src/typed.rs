//! A searcher of one game as an [`Agent`] of any.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use manator_core::random::{SplitMix, mix};
use manator_core::{Rulebook, Table, Typed};
use manator_search::{Limits, Report, Score};

use crate::agent::{Agent, AgentError, Line, Thought};
use crate::book::{Book, BookEntry};
use crate::explain::{Explained, Kept, Searched, written};
use crate::options::OwnLimits;
use crate::searcher::Searcher;

/// How far an agent looks where it has no choice.
const ONLY_MOVE_NODES: u64 = 256;

pub(crate) struct TypedAgent<G: Rulebook> {
    pub(crate) game: Arc<G>,
    pub(crate) plays: String,
    pub(crate) limits: OwnLimits,
    pub(crate) searcher: Box<dyn Searcher<G>>,
    pub(crate) book: Option<SeededBook>,
}

/// A book, and what decides between its moves.
pub(crate) struct SeededBook {
    pub(crate) book: Book<'static>,
    pub(crate) seed: u64,
}

impl SeededBook {
    /// Returns a move that is legal, if the position is in the book.
    fn choose<G: Rulebook>(&self, game: &G, position: &G::Position) -> Option<Thought> {
        let key = game.key(position);
        let BookEntry { score, moves, .. } = self.book.find(key)?;
        let drawn = SplitMix::new(mix(self.seed) ^ key).below(moves.len() as u64) as usize;
        let mv = game.read_move(position, moves[drawn]).ok()?;
        let moves = vec![game.move_text(position, mv)];
        Some(Thought { lines: vec![Line { moves, score }], ..Thought::default() })
    }
}

pub(crate) fn label(table: &dyn Table) -> String {
    format!("{} {}", table.card().name, table.settings()).trim_end().to_string()
}

/// Returns the typed table, if it is of the game and options that `plays` names.
pub(crate) fn own_table<'a, G: Rulebook>(
    table: &'a dyn Table,
    plays: &str,
) -> Result<&'a Typed<G>, AgentError> {
    let found = label(table);
    let typed = table.as_any().downcast_ref::<Typed<G>>().filter(|_| found == plays);
    typed.ok_or_else(|| AgentError::Table { expected: plays.into(), found })
}

impl<G: Rulebook> Agent for TypedAgent<G> {
    fn new_game(&mut self) {
        self.searcher.new_game();
    }

    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, AgentError> {
        let typed = own_table::<G>(table, &self.plays)?;
        let mut limits = self.limits.within(limits);
        let (game, position) = (self.game.clone(), typed.current());
        // On a clock, an only move is not worth any time.
        if limits.aim.is_some() && game.count_moves(position) == 1 {
            limits.depth = Some(1);
            limits.nodes = Some(limits.nodes.unwrap_or(ONLY_MOVE_NODES).min(ONLY_MOVE_NODES));
        }
        self.searcher.remember(typed.before());
        let report = self.searcher.search(position, &limits, &mut |report| {
            progress(&thought(&*game, position, report));
        });
        Ok(thought(&*self.game, position, &report))
    }

    fn play(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, AgentError> {
        let typed = own_table::<G>(table, &self.plays)?;
        let book = self.book.as_ref().filter(|_| self.limits.within(limits).depth.is_none());
        match book.and_then(|book| book.choose(&*self.game, typed.current())) {
            Some(thought) => Ok(thought),
            None => self.think(table, limits, progress),
        }
    }

    fn explain(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        nodes_max: usize,
    ) -> Result<Explained, AgentError> {
        let typed = own_table::<G>(table, &self.plays)?;
        let position = typed.current();
        let (game, limits) = (self.game.clone(), self.limits.within(limits));
        self.searcher.remember(typed.before());
        let mut steps = Vec::new();
        let Searched { report, kept } =
            self.searcher.explain(position, &limits, nodes_max, &mut |report| {
                steps.push(thought(&*game, position, report));
            });
        if matches!(&kept, Kept::Tree(nodes) if nodes.is_empty()) {
            let depth = limits.depth.unwrap_or(1);
            return Err(AgentError::Unfinished { depth, nodes: report.nodes });
        }
        let thought = thought(&*game, position, &report);
        Ok(Explained { thought, steps, shown: written(&*game, position, kept) })
    }

    fn worth_of(&mut self, table: &dyn Table, mv: &str, limits: &Limits) -> Option<Score> {
        let typed = own_table::<G>(table, &self.plays).ok()?;
        let position = typed.current();
        let mv = self.game.read_move(position, mv).ok()?;
        self.searcher.worth_of(position, mv, &self.limits.within(limits))
    }
}

pub(crate) fn thought<G: Rulebook>(
    game: &G,
    position: &G::Position,
    report: &Report<G::Move>,
) -> Thought {
    let lines = report.lines.iter().map(|found| {
        let mut place = position.clone();
        let mut moves = Vec::new();
        for mv in &found.line {
            // A line remembered in a table may end in a move that another position had.
            if !game.is_legal(&place, *mv) {
                break;
            }
            moves.push(game.move_text(&place, *mv));
            game.play(&mut place, *mv);
        }
        Line { moves, score: found.score }
    });
    let lines = lines.filter(|line| !line.moves.is_empty()).collect();
    let (depth, nodes, elapsed) = (report.depth, report.nodes, report.elapsed);
    Thought { depth, lines, nodes, elapsed, alternate: None }
}
