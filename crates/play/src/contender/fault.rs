//! What can be wrong with a contender, in words.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::notation::fault::SYNTAX;
use manator_core::{Illegal, Reason, TIME};
use manator_protocol::LINE_MAX;

use super::ANSWER_TIMEOUT;
use crate::verdict::{DEFAULT, RESIGNED};

/// How much a contender may say for one move, in bytes.
pub const OUTPUT_MAX: usize = 10 * 1024 * 1024;

/// Why a contender cannot go on. `Display` continues a sentence that begins with its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("did not come")]
    Absent,
    #[error("could not be started, {0}")]
    Start(String),
    #[error("did not answer 'ugi' or 'uci' in time")]
    Silent,
    #[error("did not answer 'isready' in time")]
    Unready,
    #[error("cannot play this game: {0}")]
    Unsuitable(String),
    /// It has no option of this name; what it has instead.
    #[error("has no option '{0}' that could be set; it declares {1}")]
    Unset(String, String),
    #[error("did not answer in time")]
    Late,
    /// Only in a game without a clock.
    #[error("did not answer for {} seconds", ANSWER_TIMEOUT.as_secs())]
    Stuck,
    /// It is not there any more; how it went.
    #[error("{0}")]
    Gone(String),
    #[error("does not read what it is told")]
    Deaf,
    #[error("has closed its input and cannot be asked")]
    Shut,
    #[error("{}: {}", answered(.0), .0.why())]
    Illegal(Illegal),
    #[error("answered '{0}', which is no move, though the game goes on")]
    NoMove(String),
    #[error("gave the game up")]
    GaveUp,
    #[error("sent a malformed answer, {0}")]
    Malformed(String),
    #[error("sent a line of more than {LINE_MAX} bytes")]
    LineTooLong,
    #[error("sent more than {} MiB after one question", OUTPUT_MAX >> 20)]
    Flood,
    #[error("{0}")]
    Broken(String),
    /// Nobody wants the answer any more.
    #[error("was not asked any more")]
    Cancelled,
}

fn answered(illegal: &Illegal) -> String {
    let text = &illegal.text;
    match illegal.fault.code == SYNTAX.0 {
        true => format!("answered '{text}'"),
        false => format!("made an illegal move, {text}"),
    }
}

impl Fault {
    pub fn reason(&self) -> Reason {
        match self {
            Fault::Late => TIME,
            Fault::GaveUp => RESIGNED,
            _ => DEFAULT,
        }
    }

    /// Returns the reason with which a fault of this code ends a game, if there is such a code.
    pub fn reason_of(code: &str) -> Option<Reason> {
        match code {
            "late" => Some(TIME),
            "gave-up" => Some(RESIGNED),
            "absent" | "start" | "silent" | "unready" | "unsuitable" | "option" | "stuck"
            | "gone" | "deaf" | "shut" | "illegal" | "no-move" | "malformed" | "line-too-long"
            | "flood" | "broken" => Some(DEFAULT),
            _ => None,
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

#[cfg(test)]
mod tests {
    use super::Fault;

    #[test]
    fn a_code_tells_the_reason() {
        let text = || String::from("how it went");
        let faults = [
            Fault::Absent,
            Fault::Start(text()),
            Fault::Silent,
            Fault::Unready,
            Fault::Unsuitable(text()),
            Fault::Unset(text(), text()),
            Fault::Late,
            Fault::Stuck,
            Fault::Gone(text()),
            Fault::Deaf,
            Fault::Shut,
            Fault::NoMove(text()),
            Fault::GaveUp,
            Fault::Malformed(text()),
            Fault::LineTooLong,
            Fault::Flood,
            Fault::Broken(text()),
        ];
        for fault in faults {
            assert_eq!(Fault::reason_of(fault.code()), Some(fault.reason()), "{fault}");
        }
        assert_eq!(Fault::reason_of(Fault::Cancelled.code()), None);
    }
}
