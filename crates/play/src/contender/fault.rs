//! What can be wrong with a contender, in words.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

use manator_core::notation::fault::SYNTAX;
use manator_core::{Illegal, Reason, TIME};
use manator_protocol::LINE_MAX;

use super::STUCK;
use crate::verdict::{DEFAULT, RESIGNED};

/// How much a contender may say for one move, in bytes.
pub const OUTPUT_MAX: usize = 10 * 1024 * 1024;

/// Why a contender cannot go on. `Display` continues a sentence that begins with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It could not be had at all.
    Absent,
    /// It could not be started.
    Start(String),
    /// It did not say who it is.
    Silent,
    /// It did not get ready for a game.
    Unready,
    /// It cannot play the game.
    Unsuitable(String),
    /// It has no option of this name; what it has instead.
    Unset(String, String),
    /// Its time was up before it answered.
    Late,
    /// It did not answer for very long, in a game without a clock.
    Stuck,
    /// It is not there any more.
    Gone(String),
    /// It does not read what it is told.
    Deaf,
    /// It has closed the way on which it is told things.
    Shut,
    /// Its move is not legal.
    Illegal(Illegal),
    /// It says that it has no move.
    NoMove(String),
    /// It says that it does not play on.
    GaveUp,
    /// Its answer has not the form of one.
    Malformed(String),
    /// It sent a line that is too long.
    LineTooLong,
    /// It says far too much.
    Flood,
    /// It broke down.
    Broken(String),
    /// Nobody wants the answer any more.
    Cancelled,
}

impl Fault {
    /// Returns the reason that ends the game.
    pub fn reason(&self) -> Reason {
        match self {
            Fault::Late => TIME,
            Fault::GaveUp => RESIGNED,
            _ => DEFAULT,
        }
    }

    /// Returns one word for the kind of fault, for tables and tests.
    pub fn code(&self) -> &'static str {
        match self {
            Fault::Absent => "absent",
            Fault::Start(_) => "start",
            Fault::Silent => "silent",
            Fault::Unready => "unready",
            Fault::Unsuitable(_) => "unsuitable",
            Fault::Unset(..) => "option",
            Fault::Late => "late",
            Fault::Stuck => "stuck",
            Fault::Gone(_) => "gone",
            Fault::Deaf => "deaf",
            Fault::Shut => "shut",
            Fault::Illegal(_) => "illegal",
            Fault::NoMove(_) => "no-move",
            Fault::GaveUp => "gave-up",
            Fault::Malformed(_) => "malformed",
            Fault::LineTooLong => "line-too-long",
            Fault::Flood => "flood",
            Fault::Broken(_) => "broken",
            Fault::Cancelled => "cancelled",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Absent => f.write_str("did not come"),
            Fault::Start(why) => write!(f, "could not be started, {why}"),
            Fault::Silent => f.write_str("did not answer 'ugi' or 'uci' in time"),
            Fault::Unready => f.write_str("did not answer 'isready' in time"),
            Fault::Unsuitable(why) => write!(f, "cannot play this game: {why}"),
            Fault::Unset(name, known) => {
                write!(f, "has no option '{name}' that could be set; it declares {known}")
            }
            Fault::Late => f.write_str("did not answer in time"),
            Fault::Stuck => write!(f, "did not answer for {} seconds", STUCK.as_secs()),
            Fault::Gone(how) => f.write_str(how),
            Fault::Shut => f.write_str("has closed its input and cannot be asked"),
            Fault::Deaf => f.write_str("does not read what it is told"),
            Fault::Illegal(illegal) => {
                let text = &illegal.text;
                let how = match illegal.fault.code == SYNTAX.0 {
                    true => format!("answered '{text}'"),
                    false => format!("made an illegal move, {text}"),
                };
                write!(f, "{how}: {}", illegal.why())
            }
            Fault::NoMove(answer) => {
                write!(f, "answered '{answer}', which is no move, though the game goes on")
            }
            Fault::GaveUp => f.write_str("gave the game up"),
            Fault::Malformed(why) => write!(f, "sent a malformed answer, {why}"),
            Fault::LineTooLong => write!(f, "sent a line of more than {LINE_MAX} bytes"),
            Fault::Flood => {
                write!(f, "sent more than {} MiB after one question", OUTPUT_MAX >> 20)
            }
            Fault::Broken(why) => f.write_str(why),
            Fault::Cancelled => f.write_str("was not asked any more"),
        }
    }
}

impl std::error::Error for Fault {}
