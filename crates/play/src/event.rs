//! What seats say while a game goes on, on their own threads.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::Arc;

use manator_core::Player;
use manator_engine::Thought;

use crate::contender::{Choice, Fault};

/// Something a seat said. Only a [`Session`](crate::Session) knows what to make of it.
#[derive(Debug)]
pub struct SeatEvent(pub(crate) Said);

/// Where seats send what they say; it wakes whoever owns the session.
pub type Post = Arc<dyn Fn(SeatEvent) + Send + Sync>;

/// What a seat said. `turn` tells which question it answers: an answer to an old one is ignored. `connection`
/// is the number of the one over which a remote program spoke.
#[derive(Debug)]
pub(crate) enum Said {
    Thinking { turn: u64, thought: Thought },
    Noted { turn: u64, text: String },
    Chosen { turn: u64, choice: Choice },
    Advice { turn: u64, thought: Thought },
    Failed { turn: u64, fault: Fault },
    Ready { player: Player, name: String },
    Unready { player: Player, fault: Fault },
    Connected { connection: usize, peer: String },
    Line { connection: usize, text: String },
    Gone { connection: usize, why: String },
}
