//! Judging every position of a game: how it went, and which moves were mistakes.
//!
//! A first pass gives every position a little thought, from the last to the first, because an agent remembers what came
//! of a position when it judges the one before. Where the evaluation turned, a second pass thinks much longer. Both are
//! limited by nodes, so that whoever asks about a game is told the same.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod seen;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use manator_core::Table;
use manator_engine::{Agent, Thought};
use manator_search::Limits;
use manator_state::analysis::{Judged, ThinkRequest};
use tokio::sync::watch;

use self::seen::{Finding, Seen};
use super::{Progress, agent, table};
use crate::arena::budget::{Budget, Waiting};

/// How many nodes an agent looks at for a position at first, and where the evaluation turned.
const QUICK_NODES: u64 = 3_000;
const DEEP_NODES: u64 = 40_000;
/// As deep as any search goes: an agent that is told a depth searches, and does not play by a proof, which knows nothing
/// of other moves.
const DEPTH_MAX: u32 = 100;
/// How far apart two positions must be, of 2 from lost to won, for the evaluation to have turned between them.
const TURNED: f64 = 0.12;
/// How many turns are looked at longer, those first where the evaluation turned most.
const DEEP_MAX: usize = 16;
/// How long it is between two messages, which tell all values.
pub(super) const REPORT_INTERVAL: Duration = Duration::from_millis(250);
const MOVES_MAX: usize = 1000;

/// How far the judging is.
#[derive(Clone, Default)]
pub(super) struct Judging {
    /// What is known of the positions of the game, the first one included.
    pub(super) values: Vec<Option<Judged>>,
    pub(super) share: f64,
}

pub(super) struct Task {
    table: Box<dyn Table>,
}

impl Task {
    pub(super) fn open(
        asked: &ThinkRequest,
        budget: &Arc<Budget>,
    ) -> Result<(Task, Waiting), String> {
        let mut table = table(asked)?;
        let moves = table.moves().len();
        if moves > MOVES_MAX {
            return Err(format!("{moves} moves: a game of {MOVES_MAX} at most can be judged"));
        }
        // Who judges is chosen where a turn begins, as only those positions are judged.
        let line = table.moves().to_vec();
        while table.undo() {}
        let judge = ThinkRequest { agent: String::new(), lines: None, ..asked.clone() };
        let agent = agent(&judge, &*table, budget)?;
        for mv in &line {
            table.play(mv).map_err(|illegal| illegal.to_string())?;
        }
        Ok((Task { table }, agent))
    }

    pub(super) fn run(
        self,
        agent: Box<dyn Agent>,
        cancel: &Arc<AtomicBool>,
        tell: &watch::Sender<Progress<Judging>>,
    ) {
        let line = self.table.moves().to_vec();
        let seen = seen::positions(&*self.table);
        let limits = Limits { depth: Some(DEPTH_MAX), cancel: cancel.clone(), ..Limits::default() };
        let mut judge = Judge { table: self.table, line, agent, limits, seen };
        judge.run(&|judging| drop(tell.send_replace(Progress::Found(judging))));
    }
}

struct Judge {
    table: Box<dyn Table>,
    line: Vec<String>,
    agent: Box<dyn Agent>,
    limits: Limits,
    seen: Vec<Seen>,
}

impl Judge {
    fn run(&mut self, tell: &dyn Fn(Judging)) {
        let begins: Vec<usize> =
            (0..self.seen.len()).rev().filter(|ply| self.seen[*ply].can_be_judged()).collect();
        for (done, ply) in (1..).zip(&begins) {
            self.think(*ply, QUICK_NODES);
            if self.is_cancelled() {
                return;
            }
            tell(self.judging(f64::from(done) / begins.len() as f64 / 2.0));
        }
        let turned = self.turned();
        let mut deep = vec![false; self.seen.len()];
        for (done, (before, after)) in (1..).zip(&turned) {
            // What is found out about the position before helps with the one after.
            for ply in [*before, *after] {
                if self.seen[ply].can_be_judged() && !deep[ply] {
                    deep[ply] = true;
                    self.think(ply, DEEP_NODES);
                }
                if self.is_cancelled() {
                    return;
                }
            }
            tell(self.judging(0.5 + f64::from(done) / turned.len() as f64 / 2.0));
        }
        tell(self.judging(1.0));
    }

    fn is_cancelled(&self) -> bool {
        self.limits.cancel.load(Ordering::Relaxed)
    }

    /// Returns the turns in which the evaluation turned, each by where it begins and ends, from the last to the first.
    fn turned(&self) -> Vec<(usize, usize)> {
        let card = self.table.card();
        let values = |ply: usize| self.seen[ply].values(&card);
        let mut found: Vec<(f64, usize, usize)> = seen::turns(&self.seen)
            .filter_map(|(before, after)| {
                let both = values(before).into_iter().zip(values(after));
                let known = both.filter_map(|(one, other)| Some((one? - other?).abs()));
                let most = known.fold(0.0, f64::max);
                (most >= TURNED).then_some((most, before, after))
            })
            .collect();
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        found.truncate(DEEP_MAX);
        found.sort_by_key(|(_, before, _)| usize::MAX - before);
        found.into_iter().map(|(_, before, after)| (before, after)).collect()
    }

    fn go(&mut self, ply: usize) {
        while self.table.moves().len() > ply && self.table.undo() {}
        for mv in &self.line[self.table.moves().len()..ply] {
            // They were played before.
            let _ = self.table.play(mv);
        }
    }

    fn think(&mut self, ply: usize, nodes: u64) {
        self.go(ply);
        let limits = Limits { nodes: Some(nodes), ..self.limits.clone() };
        let Ok(thought) = self.agent.think(&*self.table, &limits, &mut |_| {}) else { return };
        let Thought { depth, lines, alternate, .. } = thought;
        let Some(first) = lines.into_iter().next() else { return };
        let (score, best) = (first.score, first.moves.into_iter().next());
        if self.table.card().players.len() > 2
            && let Some(played) = self.line.get(ply)
        {
            let limits = Limits { depth: Some(depth.max(1)), ..limits };
            let worth = match best.as_ref() == Some(played) {
                true => Some(score),
                false => self.agent.worth_of(&*self.table, played, &limits),
            };
            self.seen[ply + 1].to_last_mover = worth;
        }
        self.seen[ply].found = Some(Finding { score, best, alternate });
    }

    fn judging(&mut self, share: f64) -> Judging {
        let card = self.table.card();
        seen::reconcile(&mut self.seen, &self.line, card.players.len());
        Judging { values: seen::judged(&self.seen, &card, &self.line), share }
    }
}
