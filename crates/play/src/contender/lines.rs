//! Lines out of a stream of bytes, none of them too long.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use manator_protocol::LINE_MAX;

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

    /// Takes the next whole line, without its end; what is no UTF-8 is replaced.
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
        let text = String::from_utf8_lossy(&self.bytes[self.taken..end]).trim().to_string();
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
