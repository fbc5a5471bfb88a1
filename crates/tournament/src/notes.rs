//! What is known about a finished game beside its result: words, the machine, and who was at fault.
//!
//! The kinds of fault are those for which the King's Court course calls a default, so that its table can be
//! written; whoever plays games says which it was. Where nothing was noted, the reason tells as much as it can.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

use manator_core::{LOST, Player, TIME};

use crate::results::{Entrant, Played};

/// The reason of games that somebody lost without a move of the board, as the host writes it.
pub(crate) const DEFAULT: &str = "default";

/// Why a game was lost, or not won, for something else than the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// It was not there, or not ready with a working program.
    NoShow,
    /// Its program crashed, or the line to it broke.
    Crash,
    /// It made an illegal move, or answered something that is no move.
    Illegal,
    Time,
    /// Both went on without trying to win, until the rules had enough.
    DoubleForfeit,
    Other,
}

impl Fault {
    pub const ALL: [Fault; 6] = [
        Fault::NoShow,
        Fault::Crash,
        Fault::Illegal,
        Fault::Time,
        Fault::DoubleForfeit,
        Fault::Other,
    ];

    pub fn code(self) -> &'static str {
        match self {
            Fault::NoShow => "no-show",
            Fault::Crash => "crash",
            Fault::Illegal => "illegal",
            Fault::Time => "time",
            Fault::DoubleForfeit => "double-forfeit",
            Fault::Other => "other",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Illegal => "illegal move",
            Fault::DoubleForfeit => "double forfeit",
            fault => fault.code(),
        })
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    pub words: String,
    /// The machine or process it was played by; empty when there is only one.
    pub worker: String,
    /// Who was at fault, if that is known better than the reason tells.
    pub faults: Vec<(Player, Fault)>,
    /// How many answers of each seat were no legal moves; empty where none were.
    pub illegal: Vec<u32>,
}

pub fn faults(game: &Played, note: Option<&Note>) -> Vec<(Entrant, Fault)> {
    let noted = note.map(|note| &note.faults[..]).unwrap_or_default();
    if !noted.is_empty() {
        let seated = |(player, fault): &(Player, Fault)| {
            game.seats.get(player.index()).map(|entrant| (*entrant, *fault))
        };
        return noted.iter().filter_map(seated).collect();
    }
    let all_lost = game.payoffs.as_slice().iter().all(|payoff| *payoff == LOST);
    let fault = match game.reason.as_str() {
        reason if reason == TIME.0 => Fault::Time,
        DEFAULT => Fault::Other,
        _ if all_lost => Fault::DoubleForfeit,
        _ => return Vec::new(),
    };
    let lost = game.shares().filter(|(_, payoff)| *payoff == LOST);
    lost.map(|(entrant, _)| (entrant, fault)).collect()
}
