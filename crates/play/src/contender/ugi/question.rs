//! What is said to ask for a move: where the game stands, what is legal, how long.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt::Write;
use std::time::{Duration, Instant};

use manator_core::{MAX_PLAYERS, Player, Table};
use manator_protocol::{Dialect, Go, PlayerClock};

use super::super::{Ask, DEFAULT_MOVETIME, Fault};
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
