//! A program, or anybody else who is asked for moves, as what answers a server.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Write;
use std::time::Instant;

use manator_core::{Player, Table};
use manator_engine::{Line, Thought};
use manator_play::contender::{Ask, Choice, Heard};
use manator_play::time::{Clocks, Controls, TIME_MAX, TimeControl};
use manator_play::{Contender, Fault};
use manator_protocol::{Go, NO_MOVE, RESIGN, ToAgent};
use manator_search::Limits;

use crate::commands::engine::{Mind, Question, Saying};
use crate::streams;

pub(super) struct Asked(pub(super) Box<dyn Contender>);

impl Mind for Asked {
    fn begin(&mut self, table: &dyn Table) -> Result<(), String> {
        self.0.begin(table).map_err(|fault| format!("the program {fault}"))
    }

    fn think(
        &mut self,
        question: &Question,
        says: &mut dyn FnMut(Saying),
    ) -> Result<Thought, String> {
        let Question { table, go, cancel } = question;
        let begin = Instant::now();
        let mut clocks = Clocks::new(table.card().players.len(), controls(go, &**table));
        clocks.start(table.to_move(), begin);
        let limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            cancel: cancel.clone(),
            ..Limits::default()
        };
        // The server looks at the clock.
        let ask =
            Ask { table: &**table, clocks: &clocks, limits: &limits, deadline: begin + TIME_MAX };
        let mut hear = |heard: Heard| match heard {
            Heard::Thought(thought) => says(Saying::Thought(thought)),
            Heard::Note(text) => says(Saying::Note(text)),
            Heard::Aside(text) => show(&text),
        };
        let (mv, thought) = match self.0.choose(&ask, &mut hear) {
            Ok(Choice { mv, thought }) => (mv, thought),
            // The server says what becomes of an answer that is no move.
            Err(Fault::Cancelled | Fault::NoMove(_)) => (NO_MOVE.into(), None),
            Err(Fault::GaveUp) => (RESIGN.into(), None),
            Err(fault @ Fault::Malformed(_)) => {
                show(&format!("the program {fault}"));
                says(Saying::Note(fault.to_string()));
                (NO_MOVE.into(), None)
            }
            Err(fault) => return Err(format!("the program {fault}")),
        };
        let mut thought = thought.unwrap_or_default();
        // What it plays need not be what it thought of last.
        match thought.lines.first_mut() {
            Some(line) if line.moves.first() == Some(&mv) => {}
            Some(line) => line.moves = vec![mv],
            None => thought.lines = vec![Line { moves: vec![mv], score: Default::default() }],
        }
        Ok(thought)
    }

    fn finish(&mut self, table: &dyn Table, told: &[ToAgent]) {
        self.0.finish(table, told);
    }
}

/// Shows what a program writes to standard error.
pub(super) fn show(text: &str) {
    let _ = writeln!(streams::stderr(), "{text}");
}

pub(super) fn controls(go: &Go, table: &dyn Table) -> Controls {
    let control = |player: Player| match (go.movetime, go.clocks.get(player.index())) {
        (Some(each), _) => TimeControl::PerMove(each),
        (None, Some(clock)) => clock.time.map_or(TimeControl::None, |whole| TimeControl::Game {
            period: go.movestogo.and_then(std::num::NonZeroU32::new),
            whole,
            increment: clock.increment.unwrap_or_default(),
        }),
        (None, None) => TimeControl::None,
    };
    Controls::new(Player::all(table.card().players.len()).map(control))
}
