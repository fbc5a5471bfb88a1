//! Whoever speaks in lines at the other end: a program of ours to run, or a connection.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io;
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use super::fault::OUTPUT_MAX;
use super::lines::{Lines, TooLong};
use super::link::{Link, Waited};
use super::{Fault, Notes};
use crate::process::{Ended, Group, Program, exit_words};

/// How long a program that has closed its output may take to end.
const ENDING: Duration = Duration::from_millis(300);

/// What came from the other end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spoken {
    /// A line.
    Line(String),
    /// A line on standard error.
    Aside(String),
    /// Nothing, by then.
    Nothing,
}

/// Whoever speaks in lines at the other end.
pub struct Peer {
    link: Link,
    lines: Lines,
    asides: Lines,
    program: Option<Group>,
    /// How many bytes came since it was last asked.
    heard: usize,
    last_aside: Option<String>,
    closed: bool,
}

impl Peer {
    /// Starts a program.
    ///
    /// # Errors
    /// Returns why it cannot be started.
    pub fn start(program: &Program) -> Result<Peer, Fault> {
        let running = program.start().map_err(|error| Fault::Start(error.to_string()))?;
        let (input, output, errors, group) = running.into_parts();
        Ok(Peer::new(Link::of_pipes(input, output, Some(errors)), Some(group)))
    }

    /// Speaks over a connection.
    ///
    /// # Errors
    /// Returns why it cannot be used.
    pub fn connected(stream: TcpStream) -> io::Result<Peer> {
        Ok(Peer::new(Link::of_stream(stream)?, None))
    }

    fn new(link: Link, program: Option<Group>) -> Peer {
        let (lines, asides) = (Lines::default(), Lines::default());
        Peer { link, lines, asides, program, heard: 0, last_aside: None, closed: false }
    }

    /// Begins to count anew what it says.
    pub fn count_anew(&mut self) {
        self.heard = 0;
    }

    /// Says text, which ends with the end of a line.
    ///
    /// # Errors
    /// Returns that it reads nothing. That it is gone shows when it is heard, with what it said before.
    pub fn say(&mut self, text: &str) -> Result<(), Fault> {
        match self.link.send(text.as_bytes()) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Err(Fault::Deaf),
            _ => Ok(()),
        }
    }

    /// Says that nothing more will be said.
    pub fn hang_up(&mut self) {
        self.link.close_input();
    }

    /// Hears the next line, or nothing by then.
    ///
    /// # Errors
    /// Returns that it is gone, or says too much.
    pub fn hear(&mut self, until: Instant) -> Result<Spoken, Fault> {
        loop {
            // What is said aside may be of any length: it is only cut in pieces.
            if let Ok(Some(text)) = self.asides.next_line() {
                self.last_aside = Some(Notes::shown(&text));
                return Ok(Spoken::Aside(text));
            }
            match self.lines.next_line() {
                Ok(Some(text)) => return Ok(Spoken::Line(text)),
                Ok(None) if self.closed => return self.ended(),
                Ok(None) => {}
                Err(TooLong) => return Err(Fault::LineTooLong),
            }
            let waited = self.take(until);
            let waited = waited.map_err(|error| Fault::Gone(format!("was lost: {error}")))?;
            if self.heard > OUTPUT_MAX {
                return Err(Fault::Flood);
            }
            if waited == Waited::TimeUp {
                return Ok(Spoken::Nothing);
            }
        }
    }

    /// Hears what was left without an end of its line, then how it ended.
    fn ended(&mut self) -> Result<Spoken, Fault> {
        if let Some(text) = self.lines.rest() {
            return Ok(Spoken::Line(text));
        }
        self.link.last_words(Instant::now() + ENDING);
        self.asides.push(&self.link.aside);
        self.link.aside.clear();
        while let Ok(Some(text)) = self.asides.next_line() {
            self.last_aside = Some(Notes::shown(&text));
        }
        self.last_aside = self.asides.rest().or(self.last_aside.take());
        let how = match &mut self.program {
            None => "closed the connection".to_string(),
            Some(program) => exit(program),
        };
        let said = self.last_aside.as_deref().map(|text| format!(" and said '{text}'"));
        Err(Fault::Gone(how + &said.unwrap_or_default()))
    }

    /// Returns whether it is still there, as far as can be told without waiting.
    pub fn is_there(&mut self) -> bool {
        if self.closed {
            return false;
        }
        let waited = self.take(Instant::now());
        waited.is_ok() && !self.closed && self.heard <= OUTPUT_MAX
    }

    /// Takes in what comes by then.
    fn take(&mut self, until: Instant) -> io::Result<Waited> {
        let waited = self.link.wait(until)?;
        self.heard += self.link.said.len() + self.link.aside.len();
        self.lines.push(&self.link.said);
        self.asides.push(&self.link.aside);
        self.link.said.clear();
        self.link.aside.clear();
        self.closed |= waited == Waited::Closed;
        Ok(waited)
    }

    /// Waits until a program has ended, whatever it says meanwhile; `None` when it has not by then, and for
    /// a connection.
    pub fn wait_end(&mut self, until: Instant) -> Option<Ended> {
        const SLICE: Duration = Duration::from_millis(5);
        self.count_anew();
        loop {
            if let Ok(Some(ended)) = self.program.as_mut()?.ended() {
                return Some(ended);
            }
            let now = Instant::now();
            if now >= until || self.heard > OUTPUT_MAX {
                return None;
            }
            if self.closed || self.take(until.min(now + SLICE)).is_err() {
                thread::sleep(SLICE);
            }
        }
    }

    /// Returns the most memory the program has used, where that is known.
    pub fn memory_max(&self) -> Option<u64> {
        self.program.as_ref()?.memory_max()
    }
}

/// Says how a program ended that has closed its output.
fn exit(program: &mut Group) -> String {
    let until = Instant::now() + ENDING;
    loop {
        match program.try_wait() {
            Ok(Some(status)) => return exit_words(status),
            Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
            _ => return "closed its output".to_string(),
        }
    }
}
