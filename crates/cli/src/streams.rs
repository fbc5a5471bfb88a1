//! Standard output and standard error: the only way to them, see the test in `testkit/tests/tidy.rs`.
//!
//! Every text may come from somebody else, so all are cleaned here; only styles of our own are written as they are.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt::{self, Arguments};
use std::io::{self, IsTerminal, Write};

use anstyle::Style;
use manator_core::text::printable;

/// A stream that shows nothing deceptive.
pub(crate) struct Stream {
    to: Box<dyn Write + Send>,
    /// The beginning of a character of which the rest has not come.
    part: Vec<u8>,
}

pub(crate) fn stdout() -> Stream {
    Stream { to: Box::new(anstream::stdout()), part: Vec::new() }
}

pub(crate) fn stderr() -> Stream {
    Stream { to: Box::new(anstream::stderr()), part: Vec::new() }
}

pub(crate) fn is_stdout_terminal() -> bool {
    io::stdout().is_terminal()
}

pub(crate) fn is_stderr_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Returns how wide the terminal of the standard output is, if it is one.
pub(crate) fn columns() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(io::stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|wide| *wide > 0)
}

impl Stream {
    /// Writes a text with styles, where the stream shows them.
    pub(crate) fn paint(&mut self, painted: &Painted) -> io::Result<()> {
        self.to.write_all(painted.0.as_bytes())
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let joined = [&self.part[..], bytes].concat();
        let mut clean = String::new();
        self.part.clear();
        let mut chunks = joined.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            clean += chunk.valid();
            let is_cut = chunks.peek().is_none()
                && str::from_utf8(chunk.invalid()).is_err_and(|error| error.error_len().is_none());
            match chunk.invalid() {
                [] => {}
                cut if is_cut => self.part = cut.to_vec(),
                _ => clean.push(char::REPLACEMENT_CHARACTER),
            }
        }
        self.to.write_all(printable(&clean).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }

    /// Writes a line as one piece, so that none is ever torn apart by another thread.
    fn write_fmt(&mut self, text: Arguments) -> io::Result<()> {
        self.write_all(fmt::format(text).as_bytes())
    }
}

/// A text with styles of our own.
#[derive(Default)]
pub(crate) struct Painted(String);

impl Painted {
    pub(crate) fn push(&mut self, style: Style, text: &str) {
        if style == Style::new() {
            self.0 += &printable(text);
        } else {
            self.0 += &format!("{style}{}{style:#}", printable(text));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    use super::Stream;

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn characters_in_pieces_are_put_together_and_bytes_that_are_none_replaced() {
        let kept = Kept::default();
        let mut stream = Stream { to: Box::new(kept.clone()), part: Vec::new() };
        let text = "ä€😀\u{202e}\u{1b}[5m\n".as_bytes();
        for byte in text.chunks(1).chain([&[0x9b, b'm', 0xff, 0xc3][..], b"x\n"]) {
            stream.write_all(byte).unwrap();
        }
        let written = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
        assert_eq!(written, "ä€😀��[5m\n�m��x\n");
    }
}
