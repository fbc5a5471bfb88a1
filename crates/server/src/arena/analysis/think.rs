//! Thinking about one position.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use manator_core::Table;
use manator_core::view::Gesture;
use manator_engine::{Agent, Thought};
use manator_search::Limits;
use manator_state::analysis::{self, FoundLine, ThinkRequest, Worth};
use tokio::sync::watch;

use super::{Progress, agent, table, time, worth};
use crate::arena::budget::{Budget, Waiting};

/// How long an agent thinks when nobody says, and at most.
const TIME_DEFAULT: Duration = Duration::from_secs(60);
const TIME_MAX: Duration = Duration::from_secs(300);
pub(super) const REPORT_INTERVAL: Duration = Duration::from_millis(100);
const MOVES_MAX: usize = 30;
/// Of how many moves of a line it is said which cells they touch.
const DRAWN_MAX: usize = 3;

#[derive(Clone)]
pub(super) struct Task {
    table: Arc<dyn Table>,
    limits: Limits,
}

impl Task {
    pub(super) fn open(
        asked: &ThinkRequest,
        budget: &Arc<Budget>,
    ) -> Result<(Task, Waiting), String> {
        let table = table(asked)?;
        let agent = agent(asked, &*table, budget)?;
        let time = Some(time(asked, TIME_DEFAULT, TIME_MAX));
        let limits = Limits { depth: asked.depth, time, ..Limits::default() };
        Ok((Task { table: table.into(), limits }, agent))
    }

    pub(super) fn run(
        self,
        mut agent: Box<dyn Agent>,
        cancel: Arc<AtomicBool>,
        tell: &watch::Sender<Progress<Thought>>,
    ) {
        if self.table.outcome().is_some() {
            return;
        }
        let limits = Limits { cancel, ..self.limits };
        let thought = agent.think(&*self.table, &limits, &mut |thought| {
            tell.send_replace(Progress::Found(thought.clone()));
        });
        // The table is the one that the agent was made for.
        if let Ok(thought) = thought {
            tell.send_replace(Progress::Found(thought));
        }
    }

    pub(super) fn report(
        &self,
        tag: String,
        thought: Option<Thought>,
        done: bool,
    ) -> analysis::Thought {
        let thought = thought.unwrap_or_default();
        let elapsed = thought.elapsed.as_millis() as u64;
        let line = |line: &manator_engine::Line| {
            let (moves, cells) = played(&*self.table, &line.moves);
            // Whoever has not looked ahead has no opinion.
            let worth = match thought.depth {
                0 => Worth::default(),
                _ => worth::of(&self.table.card(), self.table.to_move(), line.score),
            };
            FoundLine { worth, moves, cells }
        };
        analysis::Thought {
            tag,
            depth: thought.depth,
            nodes: thought.nodes,
            nps: thought.nodes * 1000 / elapsed.max(1),
            elapsed,
            over: worth::over(&*self.table),
            lines: thought.lines.iter().map(line).collect(),
            waiting: None,
            done,
        }
    }
}

/// Returns the moves of a line as they are played, and the cells that the first of them touch.
///
/// An agent may leave out answers that go without saying; here they are said.
fn played(table: &dyn Table, line: &[String]) -> (Vec<String>, Vec<Vec<u16>>) {
    let mut table = table.copy();
    let before = table.moves().len();
    let mut cells = Vec::new();
    for text in line.iter().take(MOVES_MAX) {
        let gestures = table.gestures();
        let mut gesture = gestures.iter().find(|(move_text, _)| move_text == text).cloned();
        if gesture.is_none() {
            let answers = gestures.iter().filter(|(_, how)| matches!(how, Gesture::Button(_)));
            for (answer, _) in answers {
                let mut next = table.copy();
                if next.play(answer).is_ok() && next.judge(text).is_ok() {
                    table = next;
                    gesture = table.gestures().into_iter().find(|(other, _)| other == text);
                    break;
                }
            }
        }
        if let (Some((_, Gesture::Cells(touched))), true) = (gesture, cells.len() < DRAWN_MAX) {
            cells.push(touched.iter().map(|cell| cell.0).collect());
        }
        if table.play(text).is_err() {
            break;
        }
    }
    (table.moves()[before..].to_vec(), cells)
}
