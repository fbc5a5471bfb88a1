//! A contender that is one of the original Jetan programs: it speaks frames, and is shown boards.
//!
//! It answers in the order in which it is asked, and never says which question it answers. Whatever it says
//! unasked is therefore skipped, and what it still owes after a game is skipped until it has given its name.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::wire::{DIE, Frames, Message, NAME, frame};
use manator_core::Table;

use crate::{Action, Percept, read_action};
use manator_play::contender::{Ask, Choice, Heard, Link, Notes, OUTPUT_MAX, Waited};
use manator_play::{Contender, Fault};
use manator_protocol::ToAgent;

const READY_TIMEOUT: Duration = Duration::from_secs(15);

pub struct Original {
    link: Link,
    frames: Frames,
    name: String,
    broken: Option<String>,
    closed: bool,
    heard: usize,
    /// Whether a game has ended, so that it must give its name again.
    has_played: bool,
    owes_name: bool,
}

impl Original {
    /// Seats whoever is at the other end of a connection and has given its name; `frames` is what it has
    /// said since.
    pub fn connected(stream: TcpStream, frames: Frames, name: &str) -> io::Result<Original> {
        Ok(Original {
            link: Link::of_stream(stream)?,
            frames,
            name: name.into(),
            broken: None,
            closed: false,
            heard: 0,
            has_played: false,
            owes_name: false,
        })
    }

    /// Sends a message. The header and all after it go as one piece: the original programs expect the whole
    /// header at once.
    fn say(&mut self, message: &Message) -> Result<(), Fault> {
        match self.link.send(&frame(&message.to_string())) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Err(Fault::Deaf),
            // That it is gone shows when it is heard, with what it said before.
            _ => Ok(()),
        }
    }

    fn hear(&mut self, until: Instant) -> Result<Option<String>, Fault> {
        loop {
            if let Some(payload) = self.frames.next() {
                return Ok(Some(payload));
            }
            if let Some(why) = &self.broken {
                return Err(Fault::Broken(format!("cannot be understood any more, {why}")));
            }
            if self.closed {
                return Err(Fault::Gone("closed the connection".into()));
            }
            let waited = self.take(until);
            let waited = waited.map_err(|error| Fault::Gone(format!("was lost: {error}")))?;
            if self.heard > OUTPUT_MAX {
                return Err(Fault::Flood);
            }
            if waited == Waited::TimeUp {
                return Ok(None);
            }
        }
    }

    fn take(&mut self, until: Instant) -> io::Result<Waited> {
        let waited = self.link.wait(until)?;
        self.heard += self.link.said.len();
        if let Err(error) = self.frames.push(&self.link.said) {
            self.broken = Some(error.to_string());
        }
        self.link.said.clear();
        self.closed |= waited == Waited::Closed;
        Ok(waited)
    }

    fn skip(&mut self) -> Result<usize, Fault> {
        let mut skipped = 0;
        while self.hear(Instant::now())?.is_some() {
            skipped += 1;
        }
        Ok(skipped)
    }

    /// Waits for its name, which it gives once it is done with the game before.
    fn hear_name(&mut self) -> Result<(), Fault> {
        let until = Instant::now() + READY_TIMEOUT;
        while let Some(payload) = self.hear(until)? {
            if payload.parse().is_ok_and(|message: Message| message.name == NAME) {
                self.owes_name = false;
                return Ok(());
            }
        }
        Err(Fault::Broken(format!("did not answer '{NAME}' in time")))
    }

    fn hear_action(&mut self, ask: &Ask<'_>) -> Result<Action, Fault> {
        let payload = loop {
            if let Some(payload) = self.hear(ask.poll()?)? {
                break payload;
            }
        };
        let malformed =
            |why: String| Fault::Malformed(format!("'{}': {why}", Notes::shown(&payload)));
        let message: Message = payload.parse().map_err(|error| malformed(format!("{error}")))?;
        read_action(&message).map_err(|error| malformed(error.to_string()))
    }
}

impl Contender for Original {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, _table: &dyn Table) -> Result<(), Fault> {
        self.heard = 0;
        if !self.has_played {
            return Ok(());
        }
        if !self.owes_name {
            self.say(&Message::new(NAME))?;
            self.owes_name = true;
        }
        self.hear_name()
    }

    fn choose(&mut self, ask: &Ask<'_>, hear: &mut dyn FnMut(Heard)) -> Result<Choice, Fault> {
        self.heard = 0;
        if self.skip()? > 0 {
            hear(Heard::Note("spoke before it was asked, which is skipped".into()));
        }
        self.say(&Percept::of(ask.table, ask.table.to_move()).message())?;
        match self.hear_action(ask)? {
            Action::Move(mv) => Ok(Choice { mv, thought: None }),
            Action::Quit => Err(Fault::GaveUp),
        }
    }

    fn finish(&mut self, _table: &dyn Table, _told: &[ToAgent]) {
        self.has_played = true;
        // Whoever does not listen any more is found out when the next game begins.
        let _ = self.say(&Message::new(DIE));
    }

    fn is_there(&mut self) -> bool {
        if !self.owes_name {
            return self.skip().is_ok();
        }
        // A name that comes late must not be skipped.
        let came = self.take(Instant::now());
        came.is_ok() && !self.closed && self.broken.is_none() && self.heard <= OUTPUT_MAX
    }
}
