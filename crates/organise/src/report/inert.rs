//! Text that cannot become part of a page.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, Write};

/// Writes JSON into a script element: `<` becomes an escape, so that nothing ends the element or begins
/// a comment. Outside strings JSON has no `<`.
pub(super) struct Inert<W>(pub(super) W);

impl<W: Write> Write for Inert<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for (number, part) in bytes.split(|byte| *byte == b'<').enumerate() {
            if number > 0 {
                self.0.write_all(b"\\u003c")?;
            }
            self.0.write_all(part)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Returns a text as HTML shows it literally.
pub(super) fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            // Neither belongs into a page, nor does HTML allow it.
            other if other.is_control() => html.push('\u{fffd}'),
            other => html.push(other),
        }
    }
    html
}
