//! Somebody who is asked for moves: an agent of ours, a program, a connection.
//!
//! Asking blocks until there is an answer or the deadline, whatever the other side does. A referee asks on
//! its own thread, a session on a thread for each seat.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod link;
mod once;
mod peer;
mod ugi;

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use manator_core::notation::fault::SYNTAX;
use manator_core::text::one_line;
use manator_core::{Illegal, Reason, TIME, Table};
use manator_engine::{Agent, Thought};
use manator_protocol::{LINE_MAX, ToAgent};
use manator_search::Limits;

use crate::time::{Clocks, TimeControl};
use crate::transcript::Speaker;
use crate::verdict::{DEFAULT, RESIGNED};

pub use link::{Link, Waited};
pub use once::Once;
pub use peer::{Peer, Spoken};
pub use ugi::{START_TIMEOUT_MAX, Timeouts, Ugi};

/// How long a contender without a clock may think before it counts as stuck.
pub const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);
/// How long a contender is asked to think when nothing else limits it.
pub const DEFAULT_MOVETIME: Duration = Duration::from_secs(1);

const CANCEL_POLL_INTERVAL: Duration = Duration::from_millis(25);

pub trait Contender: Send {
    fn name(&self) -> String;

    /// Says that a game begins on a table, and waits until the contender is ready for it.
    fn begin(&mut self, table: &dyn Table) -> Result<(), Fault>;

    /// Waits until it may think, while no clock runs; `hear` is told what it waits for. Returns whether it may:
    /// nobody waits for an answer any more when `is_stale`.
    fn admit(&mut self, is_stale: &dyn Fn() -> bool, hear: &mut dyn FnMut(String)) -> bool {
        let _ = (is_stale, hear);
        true
    }

    /// Asks for a move. What the contender says meanwhile goes to `hear`.
    ///
    /// # Errors
    /// Returns why there is none; nobody has looked yet whether it is legal.
    fn choose(&mut self, ask: &Ask<'_>, hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault>;

    /// Hears how a game ended: what it did wrong, if it did, and the verdict.
    fn finish(&mut self, table: &dyn Table, told: &[ToAgent]) {
        let _ = (table, told);
    }

    /// Hears why it is sent away before all games are over.
    fn dismiss(&mut self, why: &str) {
        let _ = why;
    }

    /// Returns whether it can still be asked, as far as can be told without asking.
    fn is_there(&mut self) -> bool {
        true
    }
}

pub struct Ask<'a> {
    pub table: &'a dyn Table,
    pub clocks: &'a Clocks,
    /// Limits of depth and nodes, and the flag that ends the thinking early.
    pub limits: &'a Limits,
    pub deadline: Instant,
}

impl<'a> Ask<'a> {
    /// Asks the player to move, whose clock runs; an answer so much after its end is still in time.
    pub fn new(
        table: &'a dyn Table,
        clocks: &'a Clocks,
        limits: &'a Limits,
        margin: Duration,
    ) -> Ask<'a> {
        let stuck = || Instant::now() + ANSWER_TIMEOUT;
        let deadline = clocks.deadline().map_or_else(stuck, |end| end + margin);
        Ask { table, clocks, limits, deadline }
    }

    /// Returns until when to wait before asking this again.
    pub fn poll(&self) -> Result<Instant, Fault> {
        let now = Instant::now();
        match self.limits.cancel.load(Ordering::Relaxed) {
            true => Err(Fault::Cancelled),
            false if now >= self.deadline => Err(Fault::Late),
            false => Ok(self.deadline.min(now + CANCEL_POLL_INTERVAL)),
        }
    }

    /// Returns how long an agent that keeps to a limit by itself should think.
    pub fn own_limits(&self) -> Limits {
        let budget = self.clocks.budget(self.table.to_move());
        let time = [self.limits.time, budget.map(|budget| budget.most)].into_iter().flatten().min();
        let [aim, end] = [budget.map(|budget| budget.aim), budget.map(|budget| budget.end)];
        Limits { time, aim, end, ..self.limits.clone() }
    }

    fn is_unlimited(&self) -> bool {
        let Limits { depth, nodes, .. } = self.limits;
        let control = self.clocks.control(self.table.to_move());
        control == TimeControl::None && depth.is_none() && nodes.is_none()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The move, as the contender wrote it.
    pub mv: String,
    pub thought: Option<Thought>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    Thought(Thought),
    /// A line of its log.
    Note(String),
    /// A line that it wrote to standard error.
    Aside(String),
}

/// Nobody, in the place of a contender that cannot be had: the game is lost before it begins.
#[derive(Clone, Debug)]
pub struct Nobody {
    name: String,
    fault: Fault,
}

impl Nobody {
    /// Keeps the place of somebody of this name, who was waited for and did not come.
    pub fn instead_of(name: impl Into<String>) -> Nobody {
        Nobody { name: name.into(), fault: Fault::Absent }
    }

    /// Keeps the place of somebody who is gone and is not waited for.
    pub fn gone(name: impl Into<String>) -> Nobody {
        Nobody { name: name.into(), fault: Fault::Gone("is not there".into()) }
    }
}

impl Contender for Nobody {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, _table: &dyn Table) -> Result<(), Fault> {
        Err(self.fault.clone())
    }

    fn choose(&mut self, _ask: &Ask<'_>, _hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        Err(self.fault.clone())
    }

    fn is_there(&mut self) -> bool {
        false
    }
}

/// An agent of ours. It thinks on the thread that asks, and keeps to its time by itself.
pub struct Builtin {
    name: String,
    agent: Box<dyn Agent>,
    speaker: Option<Speaker>,
}

impl Builtin {
    pub fn new(name: impl Into<String>, agent: Box<dyn Agent>) -> Builtin {
        Builtin { name: name.into(), agent, speaker: None }
    }

    pub fn noted_by(self, speaker: Option<Speaker>) -> Builtin {
        Builtin { speaker, ..self }
    }

    pub fn into_agent(self) -> Box<dyn Agent> {
        self.agent
    }
}

impl Contender for Builtin {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, _table: &dyn Table) -> Result<(), Fault> {
        self.agent.new_game();
        Ok(())
    }

    fn choose(&mut self, ask: &Ask<'_>, hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        let limits = ask.own_limits();
        // Whatever an agent does, the game must go on or end.
        let thought = catch_unwind(AssertUnwindSafe(|| {
            let speaker = self.speaker.as_ref();
            let mut progress = |thought: &Thought| {
                speaker.inspect(|speaker| speaker.said(&in_words(thought)));
                hear(Heard::Thought(thought.clone()));
            };
            self.agent.play(ask.table, &limits, &mut progress)
        }));
        match thought {
            Ok(Ok(thought)) => match thought.best() {
                Some(best) => {
                    if let Some(speaker) = &self.speaker {
                        speaker.said(&format!("bestmove {best}"));
                    }
                    Ok(Choice { mv: best.into(), thought: Some(thought) })
                }
                None => Err(Fault::NoMove(String::new())),
            },
            Ok(Err(error)) => Err(Fault::Unsuitable(error.to_string())),
            Err(_) => Err(Fault::Broken("broke down while it was thinking".into())),
        }
    }
}

/// Returns the best line of a thought as programs tell it.
fn in_words(thought: &Thought) -> String {
    let Thought { depth, nodes, elapsed, .. } = thought;
    let line = thought.lines.first().map(|line| {
        let score = match (line.score.wins_in(), line.score.loses_in()) {
            (Some(plies), _) => format!("mate {plies}"),
            (_, Some(plies)) => format!("mate -{plies}"),
            _ => format!("cp {}", line.score.0),
        };
        format!(" score {score} pv {}", line.moves.join(" "))
    });
    let time = elapsed.as_millis();
    format!("info depth {depth} nodes {nodes} time {time}{}", line.unwrap_or_default())
}

/// How many lines are kept: the last ones, since programs end with the reason.
const LINES_MAX: usize = 20;
const LETTERS_MAX: usize = 300;
/// What comes between how a program ended and the last that it wrote.
const LAST_WORDS: &str = "; its last words were ";

#[derive(Clone, Debug, Default)]
pub struct Notes {
    lines: VecDeque<String>,
    dropped: usize,
}

impl Notes {
    /// Returns a line as it can be shown anywhere: short, and without anything that steers a terminal.
    pub fn shown(text: &str) -> String {
        one_line(text.trim(), LETTERS_MAX)
    }

    pub fn push(&mut self, text: &str) {
        let text = Notes::shown(text);
        if text.is_empty() {
            return;
        }
        if self.lines.len() == LINES_MAX {
            self.lines.pop_front();
            self.dropped += 1;
        }
        self.lines.push_back(text);
    }

    pub fn last(&self) -> Option<&str> {
        self.lines.back().map(String::as_str)
    }

    /// Takes all lines as one comment, as a record can hold it.
    pub fn take(&mut self) -> Option<String> {
        let Notes { lines, dropped } = std::mem::take(self);
        let more = (dropped > 0).then(|| format!("({dropped} lines more)"));
        let all: Vec<String> = more.into_iter().chain(lines).collect();
        let text = Notes::as_comment(&all.join(" / "));
        (!text.is_empty()).then_some(text)
    }

    pub fn as_comment(text: &str) -> String {
        // A comment ends at the first brace, and `[%` begins a command in it.
        text.replace('{', "(").replace('}', ")").replace("[%", "[ %")
    }
}

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
    #[error("{0}")]
    Gone(String),
    /// It said that it leaves, and why.
    #[error("left: {0}")]
    Left(String),
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

    /// Returns whether it answered, but not with a legal move.
    pub fn is_illegal(&self) -> bool {
        matches!(self, Fault::Illegal(_) | Fault::NoMove(_) | Fault::Malformed(_))
    }

    /// Returns what an opponent may know of it: nothing that the program wrote, and no path of this machine.
    pub fn in_public(&self) -> String {
        Fault::told_in_public(self.code(), &self.to_string())
    }

    /// Returns the same of a fault of which the code and the words were kept.
    pub fn told_in_public(code: &str, words: &str) -> String {
        match code {
            "start" => "could not be started".into(),
            "gone" => words.split(LAST_WORDS).next().unwrap_or_default().into(),
            "left" => "left".into(),
            "malformed" => "sent a malformed answer".into(),
            _ => words.into(),
        }
    }

    /// Returns what whoever is at fault is told: what it did, and what was expected.
    pub fn told(&self) -> ToAgent {
        ToAgent::Fault { code: self.code().into(), text: self.in_full() }
    }

    fn in_full(&self) -> String {
        let expected = match self {
            Fault::Late => "'bestmove' before its time was up",
            Fault::Stuck => "'bestmove' long before",
            Fault::Silent => "'ugiok', or 'uciok'",
            Fault::Unready => "'readyok'",
            Fault::Deaf => "that it reads every line",
            Fault::NoMove(_) => "one of the legal moves",
            _ => return self.to_string(),
        };
        format!("{self}: expected {expected}")
    }

    /// Returns the reason with which a fault of this code ends a game, if there is such a code.
    pub fn reason_of(code: &str) -> Option<Reason> {
        match code {
            "late" => Some(TIME),
            "gave-up" => Some(RESIGNED),
            "absent" | "start" | "silent" | "unready" | "unsuitable" | "option" | "stuck"
            | "gone" | "left" | "deaf" | "shut" | "illegal" | "no-move" | "malformed"
            | "line-too-long" | "flood" | "broken" => Some(DEFAULT),
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
            Fault::Left(_) => "left",
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
            Fault::Left(text()),
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
