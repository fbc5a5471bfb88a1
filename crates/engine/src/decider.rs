//! The champion of Refusal: it searches turns, not actions.
//!
//! One search finds the move, its alternate, and what to refuse in the turns that may follow, so that an
//! alternate and an answer come at once. A part of what a search may cost goes into a proof that the turn
//! is won, which sees narrow lines to their end; once there is one, answers follow it too. Whoever starts has
//! won, and this is proven: as the starter it searches nothing.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use manator_core::{Game, Notation, Refusable, Settings, Table, TurnPhase};
use manator_games::refusal::{Action, Move, Position, Refusal};
use manator_search::refusable::{Decision, Horizon, Prover, Searcher, Verdict};
use manator_search::{Clock, Found, Limits, Report, Score};

use crate::agent::{Agent, AgentError, Line, Thought};
use crate::eval::refusal::RefusalEval;
use crate::options::OwnLimits;
use crate::solve::refusal::ProvenPlay;
use crate::typed::{label, own_table};

/// What part of its limits, and of its memory, a decision spends on a proof.
///
/// Against a champion that proves nothing that scores 49.9 % (49.4 to 50.4) of 1,000 games at 3,000 nodes a
/// move: it costs nothing, and wins are known earlier. A quarter, in every turn, scored 45.7 %.
const PROOF_SHARE: u32 = 8;
/// From what score on a proof is tried in the next turn: whoever is not ahead proves nothing soon.
const PROMISING: Score = Score(60);
/// What proofs go by, whatever the search evaluates with: they look at every move of a turn, and want a cheap one.
const PROOF_GUIDE: RefusalEval = RefusalEval::Tempo;
/// How many nodes a proof may take where nobody limits nodes.
const PROOF_NODES_MAX: u64 = 1_000_000;
/// How many nodes an answer may take that follows a proof: a few milliseconds.
const ANSWER_NODES: u64 = 10_000;
/// No game has more turns: what is proven to be won is won in so many, if nothing else is known.
const TURNS_MAX: u32 = 124;

pub(crate) struct Decider {
    game: Arc<Refusal>,
    guide: RefusalEval,
    plays: String,
    limits: OwnLimits,
    searcher: Searcher<Refusal>,
    prover: Prover,
    proven: ProvenPlay,
    /// Whether the last turn was so good that the next is worth a proof.
    is_promising: bool,
    is_won: bool,
    /// What the last search would play if its proposal, in the turn of this key, were refused, and what that is worth.
    prepared: Option<(u64, Move, Score)>,
}

impl Decider {
    pub(crate) fn new(
        table: &dyn Table,
        game: Arc<Refusal>,
        guide: RefusalEval,
        limits: OwnLimits,
        settings: &Settings,
    ) -> Decider {
        let hash_mib = settings.integer("hash") as usize;
        let threads = settings.integer("threads") as usize;
        let for_proofs = hash_mib / PROOF_SHARE as usize;
        Decider {
            game,
            guide,
            plays: label(table),
            limits,
            searcher: Searcher::new(hash_mib - for_proofs, Horizon::Quiet).with_threads(threads),
            prover: Prover::new(for_proofs),
            proven: ProvenPlay::new(),
            is_promising: false,
            is_won: false,
            prepared: None,
        }
    }

    fn answer(&mut self, position: &Position, clock: &Clock) -> Thought {
        if let Some(answer) = self.proven.answer(&self.game, position) {
            let (nodes, score) = (self.proven.nodes, Score::win_in(TURNS_MAX));
            return Thought {
                nodes,
                ..self.single(position, self.game.reply(answer), score, clock)
            };
        }
        let limits = Limits::nodes(ANSWER_NODES);
        let winning = self
            .is_won
            .then(|| self.prover.answer(&*self.game, &PROOF_GUIDE, position, &limits))
            .flatten();
        let (answer, score) = match winning {
            Some(answer) => (answer, Score::win_in(TURNS_MAX)),
            None => self.searcher.answer(&self.game, &self.guide, position),
        };
        self.single(position, self.game.reply(answer), score, clock)
    }

    /// Returns what the proof says that whoever starts wins, if this is a turn of the starter's and it has kept to
    /// the proof.
    fn by_proof(&mut self, position: &Position, limits: &Limits, clock: &Clock) -> Option<Thought> {
        // A level looks as deep as it says, and no further.
        if limits.depth.is_some() {
            return None;
        }
        let mut two = self.proven.moves(&self.game, position, limits.nodes)?;
        if position.phase == TurnPhase::Alternate(two[0]) {
            two.swap(0, 1);
        }
        let score = Score::win_in(TURNS_MAX);
        let lines = two.iter().map(|mv| self.line(position, &[*mv], score));
        let alternate = self.line(position, &[two[1]], score).moves.pop();
        let alternate = alternate.filter(|_| position.phase == TurnPhase::Propose);
        let lines = lines.take(1 + usize::from(alternate.is_some())).collect();
        let (nodes, elapsed) = (self.proven.nodes, clock.elapsed());
        Some(Thought { depth: 0, lines, nodes, elapsed, alternate })
    }

    /// Replaces the moves of a decision by others that are proven to win, if it did not find the win itself.
    fn prove(&mut self, position: &Position, limits: &Limits, decision: &mut Decision<Move>) {
        if decision.score.is_proven() {
            return;
        }
        let verdict = self.prover.prove(&*self.game, &PROOF_GUIDE, position, limits);
        decision.nodes += self.prover.nodes;
        if let Verdict::Wins { moves } = verdict {
            self.is_won = true;
            self.is_promising = true;
            decision.score = Score::win_in(TURNS_MAX);
            decision.propose = moves.first().copied();
            decision.alternate = moves.get(1).copied();
            let score = decision.score;
            decision.lines = moves.iter().map(|mv| Found { line: vec![*mv], score }).collect();
        }
    }

    /// Returns the alternate found with the proposal, if this is the turn it was found for.
    fn alternate(&mut self, position: &Position, clock: &Clock) -> Option<Thought> {
        let key = self.game.key(&self.game.turn_start(position));
        let (prepared, mv, score) = self.prepared.take()?;
        // Somebody else may have proposed, and had refused, just that move.
        let is_refused = self.game.turn_phase(position) == TurnPhase::Alternate(mv);
        (prepared == key && !is_refused)
            .then(|| self.single(position, self.game.proposal(mv), score, clock))
    }

    fn single(&self, position: &Position, action: Action, score: Score, clock: &Clock) -> Thought {
        let moves = vec![self.game.move_text(position, action)];
        let lines = vec![Line { moves, score }];
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
        self.prover.forget();
        self.proven.new_game();
        self.is_promising = false;
        self.is_won = false;
        self.prepared = None;
    }

    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, AgentError> {
        let typed = own_table::<Refusal>(table, &self.plays)?;
        let limits = self.limits.within(limits);
        let clock = Clock::start(&limits);
        let position = typed.current();
        if table.outcome().is_some() {
            return Ok(Thought::default());
        }
        let at_once = match self.game.turn_phase(position) {
            TurnPhase::Answer(_) => Some(self.answer(position, &clock)),
            TurnPhase::Propose => self.by_proof(position, &limits, &clock),
            TurnPhase::Alternate(_) => self
                .by_proof(position, &limits, &clock)
                .or_else(|| self.alternate(position, &clock)),
        };
        if let Some(thought) = at_once {
            return Ok(thought);
        }
        let (game, guide) = (self.game.clone(), self.guide);
        let mut searcher = std::mem::replace(&mut self.searcher, Searcher::new(0, Horizon::Quiet));
        let proves = self.is_promising && limits.depth.is_none();
        let [looking, proving] = if proves { shares(&limits) } else { [limits.clone(), limits] };
        let report_all = |report: &Report<Move>| {
            let lines = report.lines.iter();
            let lines = lines.map(|found| self.line(position, &found.line, found.score)).collect();
            let (depth, nodes, elapsed) = (report.depth, report.nodes, report.elapsed);
            progress(&Thought { depth, lines, nodes, elapsed, alternate: None });
        };
        let mut decision = searcher.think(&game, &guide, position, &looking, report_all);
        self.searcher = searcher;
        self.is_won = decision.score.wins_in().is_some();
        self.is_promising = decision.score >= PROMISING;
        if proves {
            self.prove(position, &proving, &mut decision);
        }
        let key = game.key(&game.turn_start(position));
        self.prepared = decision.alternate.map(|mv| (key, mv, decision.score));
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

fn shares(limits: &Limits) -> [Limits; 2] {
    let nodes = limits.nodes.map(|nodes| nodes / u64::from(PROOF_SHARE));
    let [time, cpu] = [limits.time, limits.cpu].map(|most| most.map(|most| most / PROOF_SHARE));
    let looking = Limits {
        nodes: limits.nodes.zip(nodes).map(|(all, part)| all - part),
        time: limits.time.zip(time).map(|(all, part)| all - part),
        cpu: limits.cpu.zip(cpu).map(|(all, part)| all - part),
        ..limits.clone()
    };
    let end = limits.end.zip(looking.time).map(|(end, spent)| end.saturating_sub(spent));
    let nodes = nodes.or(Some(PROOF_NODES_MAX));
    let proving = Limits { nodes, time, end, cpu, ..limits.clone() };
    [looking, proving]
}
