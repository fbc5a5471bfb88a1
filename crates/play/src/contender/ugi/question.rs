//! What is said to ask for a move: where the game stands, what is legal, how long.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write;
use std::time::{Duration, Instant};

use manator_core::{MAX_PLAYERS, Player, Table};
use manator_protocol::{Dialect, FromAgent, Go, PlayerClock};

use super::super::peer::Spoken;
use super::super::{Ask, DEFAULT_MOVETIME, Fault, Heard};
use super::Ugi;
use super::tongue::Tongue;
use crate::time::TimeControl;

impl Ugi {
    /// Puts the question; it is sent as one piece.
    pub(super) fn put(&mut self, ask: &Ask<'_>) -> Result<(), Fault> {
        let mut text = std::mem::take(&mut self.line);
        text.clear();
        self.tongue.write_position(&mut text, ask.table);
        if self.wants_legal {
            write_legal(&mut text, ask.table);
        }
        let _ = writeln!(text, "{}", go(ask, self.dialect));
        let said = self.end()?.say(&text);
        self.line = text;
        self.owes = true;
        said
    }
}

impl Ugi {
    /// Returns what it is told about where a game stands, in lines: all of a question but its `go`.
    pub fn situation(&self, table: &dyn Table) -> Result<String, Fault> {
        let mut text = String::new();
        Tongue::of(self.dialect, &self.options, table)?.write_position(&mut text, table);
        if self.wants_legal {
            write_legal(&mut text, table);
        }
        Ok(text)
    }

    pub fn read_move(&self, mv: &str) -> String {
        self.tongue.read(mv)
    }
}

pub(crate) fn write_position(text: &mut String, table: &dyn Table) {
    Tongue::Own.write_position(text, table);
}

pub(crate) fn write_legal(text: &mut String, table: &dyn Table) {
    text.push_str("legal");
    for mv in table.legal() {
        text.push(' ');
        text.push_str(&mv);
    }
    text.push('\n');
}

pub(crate) fn go(ask: &Ask<'_>, dialect: Dialect) -> Go {
    let mut go = Go { dialect, ..Go::default() };
    go.depth = ask.limits.depth;
    go.nodes = ask.limits.nodes;
    let now = Instant::now();
    let mover = ask.table.to_move();
    match ask.clocks.control(mover) {
        TimeControl::None if ask.is_unlimited() => go.movetime = Some(DEFAULT_MOVETIME),
        TimeControl::None => {}
        TimeControl::PerMove(_) => go.movetime = ask.clocks.left(mover, now),
        // Agents take any clock in the question for a sign that theirs runs: others are told only then.
        TimeControl::Game { .. } => {
            let players = ask.table.card().players.len().min(MAX_PLAYERS);
            for player in Player::all(players) {
                let time = ask.clocks.left(player, now);
                let increment = increment(ask.clocks.control(player));
                go.clocks[player.index()] = PlayerClock { time, increment };
            }
            go.movestogo = ask.clocks.turns_to_go(mover);
        }
    }
    go
}

fn increment(control: TimeControl) -> Option<Duration> {
    match control {
        TimeControl::Game { increment, .. } if increment > Duration::ZERO => Some(increment),
        _ => None,
    }
}

/// To look for more than was read with the last answer takes a system call, which would show only in
/// exchanges faster than this.
const IDLE_MIN: Duration = Duration::from_millis(1);

impl Ugi {
    /// Hears what was said since the last answer, so that the next is to the question that comes now.
    ///
    /// An answer does not say what it answers. What came in before a question is put is therefore not taken for
    /// its answer; and whoever was once caught answering unasked is asked first, from then on, whether it has
    /// done all before. Everybody else pays nothing for that.
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
            hear(Heard::Aside(text));
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
