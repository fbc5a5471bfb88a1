//! A game line by line, for any terminal and through pipes.
//!
//! One loop hears everything: lines typed, seats, signals and the clock. A line is read only when one is
//! asked for, so that what a script wrote ahead waits for its turn.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod game;
mod keyboard;
mod words;

use std::ops::ControlFlow::{Break, Continue};

use manator_play::{ORDINALS, any_of};
use manator_protocol::quoted;

pub(crate) use game::{After, play};
pub(crate) use keyboard::{Console, Unless};
pub(crate) use words::KEPT;

/// Asks which turn to take, counted from zero.
pub(crate) fn ask_turn(console: &mut Console, players: usize) -> anyhow::Result<Unless<usize>> {
    let turns = &ORDINALS[..players.min(ORDINALS.len())];
    let all = any_of(turns);
    loop {
        let answer = match console.ask(&format!("Do you want to move {all}? "))? {
            Continue(line) => line.to_ascii_lowercase(),
            Break(verdict) => return Ok(Break(verdict)),
        };
        let number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let named = turns.iter().position(|turn| !answer.is_empty() && turn.starts_with(&answer));
        match named.or(number).filter(|turn| *turn < turns.len()) {
            Some(turn) => return Ok(Continue(turn)),
            None => console.say(&format!("'{}': expected {all}", quoted(&answer)))?,
        }
    }
}
