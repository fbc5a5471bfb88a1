//! The bytes to and from a program or across a connection, with a deadline on every wait.
//!
//! Nothing here blocks longer than it is told to: all ends are set not to, and `poll` waits for them.
//! That takes no thread, and costs a move three system calls.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io;
use std::net::TcpStream;
use std::os::fd::OwnedFd;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

/// How much may wait to be read by the other side.
const PENDING_MAX: usize = 1024 * 1024;
/// How much of the last words is read: whoever ends in a flood of them has no more to say.
const LAST_WORDS_MAX: usize = 256 * 1024;
const PIECE: usize = 16 * 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waited {
    Came,
    TimeUp,
    Closed,
}

#[derive(Debug)]
pub struct Link {
    /// Where bytes go, until nothing more will be sent.
    input: Option<OwnedFd>,
    output: OwnedFd,
    errors: Option<OwnedFd>,
    pending: Vec<u8>,
    closing: bool,
    pub said: Vec<u8>,
    /// What came in beside it: standard error.
    pub aside: Vec<u8>,
    piece: Box<[u8]>,
}

impl Link {
    /// Joins the ends of pipes, all of which are set not to block.
    pub fn of_pipes(input: OwnedFd, output: OwnedFd, errors: Option<OwnedFd>) -> Link {
        let piece = vec![0; PIECE].into_boxed_slice();
        let (pending, said, aside) = (Vec::new(), Vec::new(), Vec::new());
        Link { input: Some(input), output, errors, pending, closing: false, said, aside, piece }
    }

    pub fn of_stream(stream: TcpStream) -> io::Result<Link> {
        stream.set_nonblocking(true)?;
        stream.set_nodelay(true)?;
        let input = OwnedFd::from(stream.try_clone()?);
        Ok(Link::of_pipes(input, OwnedFd::from(stream), None))
    }

    /// Sends bytes, or keeps them until the other side reads.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        // What is said now may be of any length: it only matters how much was not read before.
        if self.pending.len() > PENDING_MAX {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        self.pending.extend_from_slice(bytes);
        self.flush()
    }

    fn flush(&mut self) -> io::Result<()> {
        let Some(input) = &self.input else { return Err(io::ErrorKind::BrokenPipe.into()) };
        while !self.pending.is_empty() {
            match rustix::io::write(input, &self.pending) {
                Ok(count) => drop(self.pending.drain(..count)),
                Err(Errno::AGAIN) => return Ok(()),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Sends nothing more, once what is pending is sent.
    pub fn close_input(&mut self) {
        self.closing = true;
        if self.pending.is_empty() {
            self.input = None;
        }
    }

    /// Waits until something comes in, and takes it; sends what is pending meanwhile.
    pub fn wait(&mut self, until: Instant) -> io::Result<Waited> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let timeout = Timespec {
                tv_sec: i64::try_from(left.as_secs()).unwrap_or(i64::MAX),
                tv_nsec: left.subsec_nanos().into(),
            };
            let mut ends = vec![PollFd::new(&self.output, PollFlags::IN)];
            ends.extend(self.errors.as_ref().map(|end| PollFd::new(end, PollFlags::IN)));
            let input = self.input.as_ref().filter(|_| !self.pending.is_empty());
            ends.extend(input.map(|end| PollFd::new(end, PollFlags::OUT)));
            match poll(&mut ends, Some(&timeout)) {
                Ok(0) => return Ok(Waited::TimeUp),
                Ok(_) => {}
                Err(Errno::INTR) => continue,
                Err(error) => return Err(error.into()),
            }
            let says = !ends[0].revents().is_empty();
            let aside = self.errors.is_some() && !ends[1].revents().is_empty();
            drop(ends);
            if !self.pending.is_empty() {
                // A broken pipe shows itself on the other end, with all that was said before.
                if self.flush().is_err() {
                    self.pending.clear();
                }
                if self.closing {
                    self.close_input();
                }
            }
            if let Some(end) = self.errors.as_ref().filter(|_| aside)
                && !read(end, &mut self.piece, &mut self.aside)?
            {
                self.errors = None;
            }
            if says && !read(&self.output, &mut self.piece, &mut self.said)? {
                return Ok(Waited::Closed);
            }
            if says || aside {
                return Ok(Waited::Came);
            }
        }
    }

    /// Reads what was said aside until now, when the main way has ended.
    pub fn last_words(&mut self, until: Instant) {
        while let Some(end) = &self.errors
            && self.aside.len() < LAST_WORDS_MAX
        {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            let timeout = Timespec { tv_sec: 0, tv_nsec: left.subsec_nanos().into() };
            let came = poll(&mut [PollFd::new(end, PollFlags::IN)], Some(&timeout));
            if !matches!(came, Ok(count) if count > 0) {
                return;
            }
            if !matches!(read(end, &mut self.piece, &mut self.aside), Ok(true)) {
                self.errors = None;
            }
        }
    }
}

/// Reads what is there; returns whether more can come.
fn read(end: &OwnedFd, piece: &mut [u8], into: &mut Vec<u8>) -> io::Result<bool> {
    match rustix::io::read(end, &mut *piece) {
        Ok(0) => Ok(false),
        Ok(count) => {
            into.extend_from_slice(&piece[..count]);
            Ok(true)
        }
        Err(Errno::AGAIN | Errno::INTR) => Ok(true),
        // Whoever resets a connection is gone too.
        Err(Errno::CONNRESET | Errno::PIPE) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
