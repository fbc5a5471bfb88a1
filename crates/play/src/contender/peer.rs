//! The other end of a conversation in lines: a child process, or a connection.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::VecDeque;
use std::net::TcpStream;
use std::time::{Duration, Instant};
use std::{io, thread};

use manator_protocol::LINE_MAX;
use manator_sandbox::{Ended, Group, Program, Running, StartError, exit_words};

use super::link::{Link, Waited};
use super::{Fault, LAST_WORDS, Notes, OUTPUT_MAX};
use crate::transcript::Speaker;

/// How long a program that has closed its output may take to end.
pub(super) const EXIT_TIMEOUT: Duration = Duration::from_millis(500);
/// How often a wait looks whether the program still runs: another may hold its output open.
const EXIT_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How long a program that is told to quit may take before it is killed.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spoken {
    Line(String),
    /// A line on standard error.
    Aside(String),
    Nothing,
}

pub struct Peer {
    link: Link,
    lines: Lines,
    asides: Lines,
    program: Option<Group>,
    /// How many bytes came since it was last asked.
    heard: usize,
    last_words: LastWords,
    closed: bool,
    /// Whether all that it said before its end was taken in.
    is_read_out: bool,
    /// Whether it cannot be told anything any more, though it may still have something to say.
    pub is_shut: bool,
    /// When to look next whether the program still runs.
    look_at: Instant,
    /// Who notes what is said, if anybody does.
    pub speaker: Option<Speaker>,
}

impl Peer {
    pub fn start(program: &Program) -> Result<Peer, Fault> {
        let why = |error| match error {
            StartError::Start { program, error } => format!("'{program}': {error}"),
            error => error.to_string(),
        };
        let running = program.start().map_err(|error| Fault::Start(why(error)))?;
        let Running { input, output, errors, group } = running;
        Ok(Peer::new(Link::of_pipes(input, output, Some(errors)), Some(group)))
    }

    pub fn connected(stream: TcpStream) -> io::Result<Peer> {
        Ok(Peer::new(Link::of_stream(stream)?, None))
    }

    fn new(link: Link, program: Option<Group>) -> Peer {
        let (lines, asides) = (Lines::default(), Lines::default());
        Peer {
            link,
            lines,
            asides,
            program,
            heard: 0,
            last_words: LastWords::default(),
            closed: false,
            is_read_out: false,
            is_shut: false,
            look_at: Instant::now() + EXIT_POLL_INTERVAL,
            speaker: None,
        }
    }

    /// Adds what it has said before anybody listened here.
    pub fn has_said(&mut self, bytes: &[u8]) {
        self.lines.push(bytes);
    }

    pub fn count_anew(&mut self) {
        self.heard = 0;
    }

    /// Says text, which ends with the end of a line.
    ///
    /// # Errors
    /// Returns that it reads nothing. That it is gone shows when it is heard, with what it said before.
    pub fn say(&mut self, text: &str) -> Result<(), Fault> {
        if let Some(speaker) = &self.speaker {
            speaker.told(text);
        }
        match self.link.send(text.as_bytes()) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Err(Fault::Deaf),
            said => {
                self.is_shut |= said.is_err();
                Ok(())
            }
        }
    }

    pub fn hang_up(&mut self) {
        self.link.close_input();
    }

    /// Hears the next line, or nothing by then.
    pub fn hear(&mut self, until: Instant) -> Result<Spoken, Fault> {
        loop {
            match self.overhear()? {
                Spoken::Nothing if self.closed => return self.ended(),
                Spoken::Nothing => {}
                spoken => return Ok(spoken),
            }
            if self.take(until.min(self.look_at))? != Waited::TimeUp {
                continue;
            }
            let now = Instant::now();
            if now >= self.look_at {
                self.look_at = now + EXIT_POLL_INTERVAL;
                self.look()?;
            }
            if now >= until && !self.closed {
                return Ok(Spoken::Nothing);
            }
        }
    }

    pub fn overhear(&mut self) -> Result<Spoken, Fault> {
        if let Some(text) = self.next_aside() {
            return Ok(Spoken::Aside(text));
        }
        match self.lines.next_line() {
            Ok(Some(text)) => Ok(self.spoken(text.trim().into())),
            Ok(None) => Ok(Spoken::Nothing),
            Err(TooLong) => Err(Fault::LineTooLong),
        }
    }

    fn spoken(&self, text: String) -> Spoken {
        if let Some(speaker) = &self.speaker {
            speaker.said(&text);
        }
        Spoken::Line(text)
    }

    fn next_aside(&mut self) -> Option<String> {
        // What is said aside may be of any length: it is only cut in pieces.
        let text = self.asides.next_line().unwrap_or_else(|TooLong| Some(self.asides.piece()))?;
        if let Some(speaker) = &self.speaker {
            speaker.said_aside(&text);
        }
        self.last_words.hear(&text);
        Some(text)
    }

    /// Looks whether the program has ended though its output is open, and takes in the last it said.
    fn look(&mut self) -> Result<(), Fault> {
        let Some(program) = &mut self.program else { return Ok(()) };
        if let Ok(Some(_)) = program.try_wait() {
            while self.take(Instant::now())? == Waited::Came {}
            self.closed = true;
        }
        Ok(())
    }

    /// Hears what was left without an end of its line, then the last words, then how it ended.
    fn ended(&mut self) -> Result<Spoken, Fault> {
        if let Some(text) = self.lines.rest() {
            return Ok(self.spoken(text));
        }
        self.read_out();
        if let Some(text) = self.next_aside() {
            return Ok(Spoken::Aside(text));
        }
        let how = match &mut self.program {
            None => "closed the connection".to_string(),
            Some(program) => exit(program),
        };
        let last = self.last_words.text().map(|text| format!("{LAST_WORDS}'{text}'"));
        Err(Fault::Gone(how + &last.unwrap_or_default()))
    }

    /// Takes in what a program that has ended wrote last to standard error.
    fn read_out(&mut self) {
        if !self.is_read_out {
            self.is_read_out = true;
            self.link.last_words(Instant::now() + EXIT_TIMEOUT);
            self.asides.push(&self.link.aside);
            // The last line need not have an end.
            self.asides.push(b"\n");
            self.link.aside.clear();
        }
    }

    /// Returns whether it is a program that has ended and calls that a success.
    pub fn has_succeeded(&mut self) -> bool {
        let status = self.program.as_mut().map(Group::try_wait);
        matches!(status, Some(Ok(Some(status))) if status.success())
    }

    pub fn is_there(&mut self) -> bool {
        if self.closed {
            return false;
        }
        self.take(Instant::now()).is_ok() && !self.closed
    }

    fn take(&mut self, until: Instant) -> Result<Waited, Fault> {
        let lost = |error| Fault::Gone(format!("was lost: {error}"));
        let waited = self.link.wait(until).map_err(lost)?;
        self.heard += self.link.said.len() + self.link.aside.len();
        self.lines.push(&self.link.said);
        self.asides.push(&self.link.aside);
        self.link.said.clear();
        self.link.aside.clear();
        self.closed |= waited == Waited::Closed;
        match self.heard > OUTPUT_MAX {
            true => Err(Fault::Flood),
            false => Ok(waited),
        }
    }

    /// Lets a program end by itself after what was said last, for a moment.
    pub fn part(&mut self) {
        self.hang_up();
        if self.wait_end(Instant::now() + QUIT_TIMEOUT).is_some() {
            self.read_out();
        }
    }

    /// Waits until a program has ended, whatever it says meanwhile; `None` when it has not by then, and for
    /// a connection.
    pub fn wait_end(&mut self, until: Instant) -> Option<Ended> {
        const END_POLL_INTERVAL: Duration = Duration::from_millis(5);
        self.count_anew();
        loop {
            if let Ok(Some(ended)) = self.program.as_mut()?.ended() {
                return Some(ended);
            }
            let now = Instant::now();
            if now >= until || self.heard > OUTPUT_MAX {
                return None;
            }
            if self.closed || self.take(until.min(now + END_POLL_INTERVAL)).is_err() {
                thread::sleep(END_POLL_INTERVAL);
            }
        }
    }

    pub fn memory_max(&self) -> Option<u64> {
        self.program.as_ref()?.memory_max()
    }
}

fn exit(program: &mut Group) -> String {
    let until = Instant::now() + EXIT_TIMEOUT;
    loop {
        match program.try_wait() {
            Ok(Some(status)) => {
                let excess = program.excess().map(|excess| format!("{excess}"));
                return excess.unwrap_or_else(|| exit_words(status));
            }
            Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
            _ => return "closed its output".to_string(),
        }
    }
}

/// The last lines that a program wrote beside the protocol, which say why it ended.
#[derive(Debug, Default)]
struct LastWords(VecDeque<LastLine>);

#[derive(Debug)]
struct LastLine {
    is_indented: bool,
    text: String,
}

impl LastWords {
    const LINES_MAX: usize = 20;
    /// How many lines are told besides the one that says why.
    const MORE_MAX: usize = 2;
    /// What runtimes write last, whatever happened.
    const EPILOGUES: [&str; 2] = ["Node.js v", "note: run with `RUST_BACKTRACE"];

    fn hear(&mut self, text: &str) {
        // Python marks the place in a line by another line.
        let is_mark = text.chars().all(|letter| "^~ \t".contains(letter));
        if is_mark || Self::EPILOGUES.iter().any(|begin| text.starts_with(begin)) {
            return;
        }
        if self.0.len() == Self::LINES_MAX {
            self.0.pop_front();
        }
        let is_indented = text.starts_with([' ', '\t']);
        self.0.push_back(LastLine { is_indented, text: Notes::shown(text) });
    }

    /// Returns the line that says why, with where it was: a traceback has that before or after it, and indented.
    fn text(&self) -> Option<String> {
        let lines: Vec<&LastLine> = self.0.iter().collect();
        let why = lines.iter().rposition(|line| !line.is_indented);
        let why = why.or(lines.len().checked_sub(1))?;
        let after = (lines.len() - why - 1).min(Self::MORE_MAX);
        let above = lines[..why].iter().rev().take_while(|line| line.is_indented).count();
        let before = if after == 0 { above.min(Self::MORE_MAX) } else { 0 };
        let told = lines[why - before..=why + after].iter().map(|line| line.text.as_str());
        Some(told.collect::<Vec<_>>().join(" / "))
    }
}

/// A line without an end that is longer than anybody may send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLong;

#[derive(Debug, Default)]
pub(crate) struct Lines {
    bytes: Vec<u8>,
    /// How many bytes were read as lines already.
    taken: usize,
    /// Up to where no end of a line is to be found.
    searched: usize,
}

impl Lines {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        if self.taken > 0 {
            self.bytes.drain(..self.taken);
            self.searched -= self.taken;
            self.taken = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Takes the next whole line, without its end and the blanks before that; what is no UTF-8 is replaced.
    ///
    /// # Errors
    /// Returns that the line is longer than anybody may send, whether its end has come or not.
    pub(crate) fn next_line(&mut self) -> Result<Option<String>, TooLong> {
        let end = self.bytes[self.searched..].iter().position(|byte| *byte == b'\n');
        let end = end.map(|end| self.searched + end);
        self.searched = end.map_or(self.bytes.len(), |end| end + 1);
        if self.searched - self.taken > LINE_MAX {
            return Err(TooLong);
        }
        let Some(end) = end else { return Ok(None) };
        let text = String::from_utf8_lossy(&self.bytes[self.taken..end]).trim_end().to_string();
        self.taken = end + 1;
        Ok(Some(text))
    }

    /// Takes what was found too long for a line, as if it were one.
    pub(crate) fn piece(&mut self) -> String {
        let bytes = &self.bytes[self.taken..self.searched];
        let text = String::from_utf8_lossy(bytes).trim().to_string();
        self.taken = self.searched;
        text
    }

    /// Takes what is left, when no end of a line will come any more.
    pub(crate) fn rest(&mut self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.bytes[self.taken..]).trim().to_string();
        self.bytes.clear();
        (self.taken, self.searched) = (0, 0);
        (!text.is_empty()).then_some(text)
    }
}
