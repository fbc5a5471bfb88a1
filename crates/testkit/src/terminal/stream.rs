//! The whole output of a program as text, without escape sequences.
//!
//! The screen forgets what scrolls away; a test that speaks with a program line by line must not.
// SPDX-License-Identifier: MIT OR Apache-2.0

const ESCAPE: u8 = 0x1b;
const BELL: u8 = 0x07;

/// Where in the output the next byte is.
#[derive(Clone, Copy, Debug, Default)]
enum ParserState {
    #[default]
    Text,
    /// After the escape character, and after what may follow it before the letter that ends it.
    Escape,
    /// In a sequence that a letter ends.
    Control,
    /// In a text for the terminal, such as a title, that the bell or `ESC \` ends.
    Message,
    /// After the escape character in such a text.
    MessageEscape,
}

/// Output so far, and how much of it was expected already.
#[derive(Debug, Default)]
pub(super) struct Stream {
    state: ParserState,
    /// Whether a carriage return waits to see whether a new line follows.
    returned: bool,
    /// Bytes, because a character may arrive in two parts.
    text: Vec<u8>,
    passed: usize,
}

impl Stream {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.state = match (self.state, *byte) {
                (ParserState::Text, ESCAPE) => ParserState::Escape,
                (ParserState::Text, byte) => {
                    self.push_text(byte);
                    ParserState::Text
                }
                (ParserState::Escape, b'[') => ParserState::Control,
                (ParserState::Escape, b']' | b'P' | b'X' | b'^' | b'_') => ParserState::Message,
                (ParserState::Escape, b' '..=b'/' | ESCAPE) => ParserState::Escape,
                (ParserState::Escape, _) => ParserState::Text,
                (ParserState::Control, b'@'..=b'~') => ParserState::Text,
                (ParserState::Control, ESCAPE) => ParserState::Escape,
                (ParserState::Control, _) => ParserState::Control,
                (ParserState::Message, BELL) => ParserState::Text,
                (ParserState::Message, ESCAPE) => ParserState::MessageEscape,
                (ParserState::Message, _) => ParserState::Message,
                (ParserState::MessageEscape, b'\\') => ParserState::Text,
                (ParserState::MessageEscape, _) => ParserState::Message,
            };
        }
    }

    fn push_text(&mut self, byte: u8) {
        // The terminal driver writes a new line as two characters. A carriage return alone begins the
        // line again, which a reader of the text may want to know.
        match byte {
            b'\r' => self.returned = true,
            b'\n' => {
                self.returned = false;
                self.text.push(b'\n');
            }
            b'\t' | b' '.. if byte != 0x7f => {
                if std::mem::take(&mut self.returned) {
                    self.text.push(b'\r');
                }
                self.text.push(byte);
            }
            _ => {}
        }
    }

    /// Looks for `text` in what was not passed yet; passes it and returns what stood before it.
    pub(super) fn pass(&mut self, text: &str) -> Option<String> {
        let rest = &self.text[self.passed..];
        let wanted = text.as_bytes();
        let start = (0..=rest.len().checked_sub(wanted.len())?)
            .find(|start| rest[*start..].starts_with(wanted))?;
        let between = String::from_utf8_lossy(&rest[..start]).into_owned();
        self.passed += start + wanted.len();
        Some(between)
    }

    /// Returns what was not passed yet.
    pub(super) fn rest(&self) -> String {
        String::from_utf8_lossy(&self.text[self.passed..]).into_owned()
    }

    pub(super) fn all(&self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::Stream;

    /// Checks what is left of some output, whether it arrives at once or byte by byte.
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
