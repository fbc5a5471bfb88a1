//! Who is at the other end of a new connection: somebody who speaks lines, or an original Jetan program.
//!
//! Clients of ours and browsers speak first; the original programs, and some of ours, wait for the server.
//! So the server listens for a moment before it says anything, and asks the silent ones in both languages
//! where both are understood. Where browsers are served, it listens longer: words before the answer to a request
//! would spoil it, and browsers open connections before they know what to ask; longer still where a browser
//! at the same address is connected. Where the original programs may play it does not: they are sure to be
//! silent, and a browser that finds words on an unused connection opens another.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io;
use std::time::Duration;

use manator_course::wire as course;
use manator_protocol::HELLO;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};

use crate::http;

/// How long a client may wait for us before we begin.
const BEFORE_HELLO: Duration = Duration::from_millis(200);
/// The same where it may be a browser, which sends its request when the way is slow, or later.
const BEFORE_HELLO_TO_BROWSERS: Duration = Duration::from_secs(2);
/// The same where a browser at the same address has asked for something: it may be a spare connection of that
/// one, which it uses or closes within 20 seconds.
const BEFORE_HELLO_TO_SPARES: Duration = Duration::from_secs(25);
/// How long an original program may take to answer.
const BEFORE_LINES: Duration = Duration::from_secs(1);
const FIRST_MAX: usize = 1024;
/// How many bytes say that a frame begins.
const FRAME_HEADER: usize = 9;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Greeting {
    /// A line, and perhaps bytes after it.
    Line(String, Vec<u8>),
    /// The beginning of a frame: it is an original program.
    Frames(Vec<u8>),
    /// The beginning of a request: it is a browser.
    Request(Vec<u8>),
    /// A request after words of ours, which would be taken for its answer.
    Spoiled,
    /// Nothing at all: a browser did not need the connection.
    Spare,
    TooLong,
    Silence,
    /// No line, and it never will.
    Left,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Originals {
    /// Their game is not played here.
    Unknown,
    /// They are asked who they are, and learn that the rules are not theirs.
    Refused,
    Welcome,
}

/// Who may come besides those who speak lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected {
    pub(crate) originals: Originals,
    pub(crate) browsers: bool,
}

/// Listens to a new connection, and says hello when it is time to; `has_browser` tells whether a browser at the
/// same address is connected.
pub(crate) async fn greet(
    stream: &mut TcpStream,
    expected: Expected,
    patience: Duration,
    has_browser: impl Fn() -> bool,
) -> io::Result<Greeting> {
    let begin = Instant::now();
    let mut end = begin + patience;
    let is_patient = expected.browsers && expected.originals != Originals::Welcome;
    let mut before = if is_patient { BEFORE_HELLO_TO_BROWSERS } else { BEFORE_HELLO };
    let mut said = Said::Nothing;
    let mut bytes = Vec::new();
    let mut piece = [0; FIRST_MAX];
    loop {
        let until = match said {
            Said::Nothing => begin + before,
            Said::Ident => begin + before + BEFORE_LINES,
            Said::Hello => end,
        };
        let count = match timeout_at(until.min(end), stream.read(&mut piece)).await {
            Ok(count) => count?,
            Err(_)
                if is_patient
                    && said == Said::Nothing
                    && before < BEFORE_HELLO_TO_SPARES
                    && has_browser() =>
            {
                before = BEFORE_HELLO_TO_SPARES;
                end = begin + before + patience;
                continue;
            }
            Err(_) if Instant::now() >= end => return Ok(Greeting::Silence),
            Err(_) => {
                said = said.next(stream, expected.originals != Originals::Unknown).await?;
                continue;
            }
        };
        bytes.extend_from_slice(&piece[..count]);
        if is_frame(&bytes) {
            return Ok(Greeting::Frames(bytes));
        }
        if expected.browsers && http::is_request(&bytes) {
            let is_clean = said == Said::Nothing;
            return Ok(if is_clean { Greeting::Request(bytes) } else { Greeting::Spoiled });
        }
        let line_end = bytes.iter().position(|byte| *byte == b'\n');
        if let Some(end) = line_end.filter(|end| *end <= FIRST_MAX) {
            if said != Said::Hello {
                stream.write_all(format!("{HELLO}\n").as_bytes()).await?;
            }
            let line = String::from_utf8_lossy(&bytes[..end]).trim().to_string();
            return Ok(Greeting::Line(line, bytes[end + 1..].to_vec()));
        }
        if count == 0 {
            let is_spare = expected.browsers && said == Said::Nothing && bytes.is_empty();
            return Ok(if is_spare { Greeting::Spare } else { Greeting::Left });
        }
        if bytes.len() > FIRST_MAX {
            return Ok(Greeting::TooLong);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    Nothing,
    /// The question to an original program.
    Ident,
    Hello,
}

impl Said {
    /// Says the next thing to a client that is silent.
    async fn next(self, stream: &mut TcpStream, expects_originals: bool) -> io::Result<Said> {
        if self == Said::Nothing && expects_originals {
            stream.write_all(&course::frame(course::IDENT)).await?;
            return Ok(Said::Ident);
        }
        // Whoever speaks lines has seen a strange one: ours begins on a line of its own.
        let text = if self == Said::Ident { format!("\n{HELLO}\n") } else { format!("{HELLO}\n") };
        stream.write_all(text.as_bytes()).await?;
        Ok(Said::Hello)
    }
}

fn is_frame(bytes: &[u8]) -> bool {
    bytes.len() >= FRAME_HEADER
        && bytes[FRAME_HEADER - 1] == 0
        && bytes[..FRAME_HEADER - 1].iter().all(u8::is_ascii_hexdigit)
}
