//! The whole output of a program as text, without escape sequences.
//!
//! The screen forgets what scrolls away; a test that speaks with a program line by line must not.
// SPDX-License-Identifier: MIT OR Apache-2.0

use vte::{Parser, Perform};

#[derive(Default)]
pub(super) struct Stream {
    parser: Parser,
    text: Text,
    passed: usize,
}

#[derive(Default)]
struct Text {
    text: String,
    /// Whether a carriage return waits to see whether a new line follows.
    returned: bool,
}

impl Perform for Text {
    fn print(&mut self, letter: char) {
        if letter == '\u{7f}' {
            return;
        }
        // A carriage return alone begins the line again, which a reader of the text may want to know.
        if std::mem::take(&mut self.returned) {
            self.text.push('\r');
        }
        self.text.push(letter);
    }

    fn execute(&mut self, byte: u8) {
        match byte {
            b'\t' => self.print('\t'),
            // The terminal driver writes a new line as two characters.
            b'\r' => self.returned = true,
            b'\n' => {
                self.returned = false;
                self.text.push('\n');
            }
            _ => {}
        }
    }
}

impl Stream {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.parser.advance(&mut self.text, bytes);
    }

    /// Looks for `text` in what was not passed yet; passes it and returns what stood before it.
    pub(super) fn pass(&mut self, text: &str) -> Option<String> {
        let (before, _) = self.text.text[self.passed..].split_once(text)?;
        let before = before.to_string();
        self.passed += before.len() + text.len();
        Some(before)
    }

    pub(super) fn rest(&self) -> String {
        self.text.text[self.passed..].to_string()
    }

    pub(super) fn all(&self) -> String {
        self.text.text.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::Stream;

    #[track_caller]
    fn check(output: &str, text: &str) {
        let mut whole = Stream::default();
        whole.push(output.as_bytes());
        assert_eq!(whole.all(), text);
        let mut parts = Stream::default();
        output.as_bytes().iter().for_each(|byte| parts.push(&[*byte]));
        assert_eq!(parts.all(), text);
    }

    #[test]
    fn sequences_are_left_out() {
        check("plain ♔ text", "plain ♔ text");
        check("\x1b[1;38;2;1;2;3mbold\x1b[0m", "bold");
        check("\x1b[?1049h\x1b[?25lx\x1b[<u", "x");
        check("\x1b]0;a title\x07x\x1b]8;;http://a\x1b\\link\x1b]8;;\x1b\\", "xlink");
        check("\x1bP1$r0m\x1b\\x\x1b(Bx\x1b7x\x1b=", "xxx");
        check("a\x08\x07\x7fb\0c", "abc");
    }

    #[test]
    fn lines_end_in_one_character() {
        check("one\r\ntwo\r\r\n\n", "one\ntwo\n\n");
        check("10 %\r20 %\r\n", "10 %\r20 %\n");
        check("one\r\x1b[K\n", "one\n");
    }

    #[test]
    fn expecting_moves_on() {
        let mut stream = Stream::default();
        assert_eq!(stream.pass("a"), None);
        stream.push(b"move? e4\nmove? e5\n");
        assert_eq!(stream.pass("move?").as_deref(), Some(""));
        assert_eq!(stream.pass("move?").as_deref(), Some(" e4\n"));
        assert_eq!(stream.pass("move?"), None);
        assert_eq!(stream.rest(), " e5\n");
        assert_eq!(stream.pass(" e5\n").as_deref(), Some(""));
        assert_eq!(stream.pass("").as_deref(), Some(""));
    }
}
