//! A program that is started for each move, reads the question, writes a move, and ends.
//!
//! That is the least that can be asked of a beginner: any language, five lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use manator_core::Table;
use manator_protocol::{Dialect, FromAgent, Go, NO_MOVE};

use super::peer::{Peer, Spoken};
use super::ugi::{go, write_legal, write_position};
use super::{Ask, Choice, Contender, Fault, Heard};
use crate::process::Program;

/// How often a wait looks whether anybody still wants the answer.
const SLICE: Duration = Duration::from_millis(25);

/// A program that is started for each move.
pub struct Once {
    program: Program,
    name: Option<String>,
}

impl Once {
    /// Seats a program.
    pub fn new(program: Program) -> Once {
        Once { program, name: None }
    }

    /// Calls it by a name.
    pub fn named(self, name: impl Into<String>) -> Once {
        Once { name: Some(name.into()), ..self }
    }

    /// Returns what such a program is told when it is asked for a move within a time.
    pub fn question(table: &dyn Table, movetime: Duration) -> String {
        let mut text = String::new();
        write_position(&mut text, table);
        write_legal(&mut text, table);
        let go = Go { movetime: Some(movetime), ..Go::default() };
        text + &format!("{go}\n")
    }

    fn ask(&self, ask: &Ask<'_>, hear: &mut dyn FnMut(Heard)) -> Result<String, Fault> {
        let mut text = String::new();
        write_position(&mut text, ask.table);
        write_legal(&mut text, ask.table);
        text += &format!("{}\n", go(ask, Dialect::Ugi));
        let mut peer = Peer::start(&self.program)?;
        peer.say(&text)?;
        peer.hang_up();
        let mut last = None;
        loop {
            let now = Instant::now();
            if ask.limits.cancel.load(Ordering::Relaxed) {
                return Err(Fault::Cancelled);
            }
            if now >= ask.deadline {
                return Err(Fault::Late);
            }
            let spoken = match peer.hear(ask.deadline.min(now + SLICE)) {
                // It has ended: the last it said was meant as its move.
                Err(Fault::Gone(how)) => {
                    return last.ok_or(Fault::Gone(format!("{how} without a move")));
                }
                spoken => spoken?,
            };
            let text = match spoken {
                Spoken::Nothing => continue,
                Spoken::Aside(text) => {
                    hear(Heard::Note(text));
                    continue;
                }
                Spoken::Line(text) => text,
            };
            match text.parse() {
                Ok(FromAgent::BestMove { mv, .. }) => return Ok(mv),
                _ if ask.table.judge(&text).is_ok() => return Ok(text),
                _ if text.is_empty() => {}
                _ => {
                    hear(Heard::Note(text.clone()));
                    last = Some(text);
                }
            }
        }
    }
}

impl Contender for Once {
    fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.program.to_string())
    }

    fn begin(&mut self, _table: &dyn Table) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, ask: &Ask<'_>, hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        let mv = self.ask(ask, hear)?;
        match mv == NO_MOVE {
            true => Err(Fault::NoMove(mv)),
            false => Ok(Choice { mv, thought: None }),
        }
    }
}
