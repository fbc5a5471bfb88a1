//! What an agent says between two questions, which must never count as an answer.
//!
//! An answer does not say what it answers. What came in before a question is put is therefore not taken for
//! its answer; and whoever was once caught answering unasked is asked first, from then on, whether it has
//! done all before. Everybody else pays nothing for that.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::{Duration, Instant};

use manator_protocol::FromAgent;

use super::super::peer::Spoken;
use super::super::{Ask, Fault, Heard};
use super::Ugi;

/// To look for more than was read with the last answer takes a system call, which would show only in
/// exchanges faster than this.
const IDLE_MIN: Duration = Duration::from_millis(1);

impl Ugi {
    /// Hears what was said since the last answer, so that the next is to the question that comes now.
    pub(super) fn settle(
        &mut self,
        ask: &Ask<'_>,
        hear: &mut dyn FnMut(Heard),
    ) -> Result<(), Fault> {
        self.end()?.count_anew();
        let looks = self.answered.is_none_or(|when| when.elapsed() > IDLE_MIN);
        while looks && Instant::now() < ask.deadline {
            match self.end()?.hear(Instant::now())? {
                Spoken::Nothing => break,
                spoken => self.is_hasty |= note(spoken, hear),
            }
        }
        self.read_out(hear)?;
        if self.is_hasty {
            self.await_done(ask, hear)?;
            self.read_out(hear)?;
        }
        Ok(())
    }

    fn read_out(&mut self, hear: &mut dyn FnMut(Heard)) -> Result<(), Fault> {
        loop {
            match self.end()?.overhear()? {
                Spoken::Nothing => return Ok(()),
                spoken => self.is_hasty |= note(spoken, hear),
            }
        }
    }

    /// Waits until it has done all that it was asked before.
    fn await_done(&mut self, ask: &Ask<'_>, hear: &mut dyn FnMut(Heard)) -> Result<(), Fault> {
        self.end()?.say("isready\n")?;
        loop {
            match self.end()?.hear(ask.poll()?)? {
                Spoken::Line(text) if text.parse() == Ok(FromAgent::ReadyOk) => return Ok(()),
                spoken => drop(note(spoken, hear)),
            }
        }
    }
}

/// Keeps what was said as a note; returns whether it looks like an answer.
fn note(spoken: Spoken, hear: &mut dyn FnMut(Heard)) -> bool {
    let text = match spoken {
        Spoken::Nothing => return false,
        Spoken::Aside(text) => {
            hear(Heard::Note(text));
            return false;
        }
        Spoken::Line(text) => text,
    };
    match text.parse() {
        Ok(FromAgent::BestMove { .. }) => {
            hear(Heard::Note(format!("(unasked) {text}")));
            return true;
        }
        Ok(FromAgent::Info(info)) => {
            info.string.into_iter().for_each(|text| hear(Heard::Note(text)))
        }
        Ok(FromAgent::Noise(text)) if text.is_empty() => {}
        Ok(FromAgent::Noise(_)) | Err(_) => hear(Heard::Note(text)),
        Ok(_) => {}
    }
    false
}
