//! The two ends of a conversation: what is written, and everything that may come in.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use manator_play::{Post, SeatEvent};

use super::words;
use crate::streams::Painted;
use crate::{Verdict, stop, streams};

/// The longest line read at once; what is longer comes in parts.
const LINE_MAX: u64 = 64 * 1024;

pub(super) enum Message {
    Line(String),
    End,
    /// A seat of the game of this number spoke.
    Seat(u64, SeatEvent),
    Stop(i32),
}

/// Something, unless the user leaves or a signal ends the program.
pub(crate) type Unless<T> = ControlFlow<Verdict, T>;

pub(crate) struct Console {
    out: streams::Stream,
    inbox: Receiver<Message>,
    sender: Sender<Message>,
    requests: Sender<()>,
    /// Whether a line was asked for that has not come.
    asked: bool,
    prompting: bool,
    /// Whether what was typed is not to be seen unless we write it.
    echo: bool,
    /// How many games were played here: seats of an old one may still speak.
    games: u64,
}

impl Console {
    pub(crate) fn new() -> io::Result<Console> {
        let (sender, inbox) = channel();
        let (requests, asked) = channel();
        let lines = sender.clone();
        thread::spawn(move || read_lines(&asked, &lines));
        let stops = sender.clone();
        stop::watch(move |signal| drop(stops.send(Message::Stop(signal))))?;
        Ok(Console {
            out: streams::stdout(),
            inbox,
            sender,
            requests,
            asked: false,
            prompting: false,
            echo: !io::stdin().is_terminal(),
            games: 0,
        })
    }

    /// Returns where the seats of a new game send what they say; those of others are not heard any more.
    pub(super) fn post(&mut self) -> Post {
        self.games += 1;
        let (game, sender) = (self.games, self.sender.clone());
        Arc::new(move |event| drop(sender.send(Message::Seat(game, event))))
    }

    pub(crate) fn say(&mut self, text: &str) -> io::Result<()> {
        self.end_prompt()?;
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    /// Writes lines that end in one already.
    pub(crate) fn show(&mut self, lines: &str) -> io::Result<()> {
        self.end_prompt()?;
        write!(self.out, "{lines}")?;
        self.out.flush()
    }

    /// Shows a board between blank lines.
    pub(super) fn paint(&mut self, board: &Painted) -> io::Result<()> {
        self.end_prompt()?;
        writeln!(self.out)?;
        self.out.paint(board)?;
        writeln!(self.out)?;
        self.out.flush()
    }

    fn end_prompt(&mut self) -> io::Result<()> {
        match std::mem::take(&mut self.prompting) {
            true => writeln!(self.out),
            false => Ok(()),
        }
    }

    pub(super) fn prompt(&mut self, text: &str) -> io::Result<()> {
        if !self.prompting {
            write!(self.out, "{text}")?;
            self.out.flush()?;
            self.prompting = true;
        }
        if !self.asked {
            // The reader lives as long as the program.
            let _ = self.requests.send(());
            self.asked = true;
        }
        Ok(())
    }

    /// Waits for what comes in, or for a time; `None` when that has come.
    pub(super) fn receive(&mut self, until: Option<Instant>) -> io::Result<Option<Message>> {
        loop {
            let left = until.map(|time| time.saturating_duration_since(Instant::now()));
            match self.inbox.recv_timeout(left.unwrap_or(Duration::MAX)) {
                Ok(Message::Seat(game, _)) if game != self.games => {}
                Ok(Message::Line(line)) => {
                    self.hear(&line)?;
                    return Ok(Some(Message::Line(line)));
                }
                Ok(Message::End) | Err(RecvTimeoutError::Disconnected) => {
                    self.asked = false;
                    return Ok(Some(Message::End));
                }
                Ok(other) => return Ok(Some(other)),
                Err(RecvTimeoutError::Timeout) => return Ok(None),
            }
        }
    }

    /// Writes what was typed where that is not to be seen otherwise.
    fn hear(&mut self, line: &str) -> io::Result<()> {
        self.asked = false;
        let prompting = std::mem::take(&mut self.prompting);
        if self.echo && prompting {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// Asks for a line, which comes without blanks around it.
    pub(crate) fn ask(&mut self, prompt: &str) -> io::Result<Unless<String>> {
        self.prompt(prompt)?;
        let verdict = loop {
            match self.receive(None)? {
                Some(Message::Line(line)) if words::is_quit(&line) => {
                    return Ok(Break(Verdict::Yes));
                }
                Some(Message::Line(line)) => return Ok(Continue(line)),
                Some(Message::Stop(signal)) => break Verdict::Stopped(stop::status(signal)),
                Some(Message::End) => break Verdict::Yes,
                Some(Message::Seat(..)) | None => {}
            }
        };
        // Whoever hung up does not read on.
        let _ = self.end_prompt();
        Ok(Break(verdict))
    }
}

fn read_lines(asked: &Receiver<()>, lines: &Sender<Message>) {
    while asked.recv().is_ok() {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().take(LINE_MAX).read_until(b'\n', &mut bytes);
        // A terminal that is gone cannot be told from an input that ends.
        let message = match read {
            Ok(1..) => Message::Line(String::from_utf8_lossy(&bytes).trim().to_string()),
            Ok(0) | Err(_) => Message::End,
        };
        if lines.send(message).is_err() {
            return;
        }
    }
}
