//! Judging every position of a game, for a graph of how it went.
//!
//! From the last position to the first, because an agent remembers what came of a position when it judges
//! the one before.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use manator_core::Table;
use manator_engine::Agent;
use manator_search::Limits;
use manator_state::analysis::{Judged, ThinkRequest};
use tokio::sync::watch;

use super::{Progress, agent, table, time, worth};
use crate::arena::budget::{Budget, Waiting};

/// How long an agent thinks about a position when nobody says, and at most.
const TIME: Duration = Duration::from_millis(50);
const TIME_MAX: Duration = Duration::from_secs(2);
/// How long it is between two messages, which tell all values.
pub(super) const REPORT_INTERVAL: Duration = Duration::from_millis(250);
const MOVES_MAX: usize = 1000;

/// What is known of the positions of a game, the first one included.
type Values = Vec<Option<Judged>>;

pub(super) struct Task {
    table: Box<dyn Table>,
    time: Duration,
    depth: Option<u32>,
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
        let agent = agent(asked, &*table, budget)?;
        for mv in &line {
            table.play(mv).map_err(|illegal| illegal.to_string())?;
        }
        Ok((Task { table, time: time(asked, TIME, TIME_MAX), depth: asked.depth }, agent))
    }

    pub(super) fn run(
        self,
        mut agent: Box<dyn Agent>,
        cancel: &Arc<AtomicBool>,
        tell: &watch::Sender<Progress<Values>>,
    ) {
        let mut table = self.table;
        let mut values: Values = vec![None; table.moves().len() + 1];
        let limits = Limits {
            depth: self.depth,
            time: Some(self.time),
            cancel: cancel.clone(),
            ..Limits::default()
        };
        loop {
            let judged = judge(&*table, &mut *agent, &limits);
            if cancel.load(Ordering::Relaxed) {
                return;
            }
            let ply = table.moves().len();
            if let (Some(value), Some(slot)) = (judged, values.get_mut(ply)) {
                *slot = Some(value);
                tell.send_replace(Progress::Found(values.clone()));
            }
            if !table.undo() {
                return;
            }
        }
    }
}

/// Returns what a position is worth, and the best move, unless a turn is only half over there.
fn judge(table: &dyn Table, agent: &mut dyn Agent, limits: &Limits) -> Option<Judged> {
    if let Some(worth) = worth::over(table) {
        return Some(Judged { worth, best: None });
    }
    if !table.begins_turn() {
        return None;
    }
    let thought = agent.think(table, limits, &mut |_| {}).ok()?;
    let line = thought.lines.first()?;
    Some(Judged { worth: worth::of(table, line.score), best: line.moves.first().cloned() })
}
