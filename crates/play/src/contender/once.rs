//! A program that is started for each move, reads the question, writes a move, and ends.
//!
//! That is the least that can be asked of a beginner: any language, five lines.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::Duration;

use manator_core::Table;
use manator_protocol::{Dialect, FromAgent, Go, NO_MOVE};

use super::peer::{Peer, Spoken};
use super::ugi::{go, write_legal, write_position};
use super::{Ask, Choice, Contender, Fault, Heard};
use crate::transcript::Speaker;
use manator_sandbox::Program;

/// Limits how many lines are judged whether they are moves, which takes long: after that many a program must
/// end, or say `bestmove`.
const JUDGED_MAX: usize = 1000;

pub struct Once {
    program: Program,
    name: Option<String>,
    speaker: Option<Speaker>,
}

impl Once {
    pub fn new(program: Program) -> Once {
        Once { program, name: None, speaker: None }
    }

    pub fn named(self, name: impl Into<String>) -> Once {
        Once { name: Some(name.into()), ..self }
    }

    pub fn noted_by(self, speaker: Option<Speaker>) -> Once {
        Once { speaker, ..self }
    }

    pub fn question(table: &dyn Table, movetime: Duration) -> String {
        written(table, &Go { movetime: Some(movetime), ..Go::default() })
    }

    fn ask(&self, ask: &Ask<'_>, hear: &mut dyn FnMut(Heard)) -> Result<String, Fault> {
        let mut peer = Peer::start(&self.program)?;
        peer.speaker.clone_from(&self.speaker);
        peer.say(&written(ask.table, &go(ask, Dialect::Ugi)))?;
        peer.hang_up();
        let mut last = None;
        let mut lines = 0;
        loop {
            let spoken = match peer.hear(ask.poll()?) {
                Err(Fault::Gone(how)) => {
                    return match (last, peer.has_succeeded()) {
                        // The last it said was meant as its move.
                        (Some(text), true) => Ok(text),
                        (None, true) => Err(Fault::Gone("ended without a move".into())),
                        (_, false) => Err(Fault::Gone(how)),
                    };
                }
                spoken => spoken?,
            };
            let text = match spoken {
                Spoken::Nothing => continue,
                Spoken::Aside(text) => {
                    hear(Heard::Aside(text));
                    continue;
                }
                Spoken::Line(text) => text,
            };
            match text.parse() {
                Ok(FromAgent::BestMove { mv, .. }) => return Ok(mv),
                _ if text.is_empty() => {}
                _ if lines < JUDGED_MAX && ask.table.judge(&text).is_ok() => return Ok(text),
                _ => {
                    lines += 1;
                    hear(Heard::Note(text.clone()));
                    last = Some(text);
                }
            }
        }
    }
}

fn written(table: &dyn Table, go: &Go) -> String {
    let mut text = String::new();
    write_position(&mut text, table);
    write_legal(&mut text, table);
    text + &format!("{go}\n")
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
