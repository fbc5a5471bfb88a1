//! Lines from standard input, none of them longer than the language allows.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{self, BufRead};
use std::sync::mpsc::SyncSender;

use manator_protocol::LINE_MAX;

use super::thinking::Event;

/// Reads lines until the input ends or nobody wants them any more.
pub(super) fn read_lines(mut input: impl BufRead, events: &SyncSender<Event>) {
    loop {
        // An input that cannot be read any more has ended.
        let event = read_line(&mut input).unwrap_or(Event::End);
        let is_end = matches!(event, Event::End);
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

/// Reads a line; of one that is too long only the fact is told.
fn read_line(input: &mut impl BufRead) -> io::Result<Event> {
    let mut line = Vec::new();
    let mut length = 0;
    loop {
        let piece = input.fill_buf()?;
        if piece.is_empty() {
            break;
        }
        let end = piece.iter().position(|byte| *byte == b'\n').map(|index| index + 1);
        let taken = end.unwrap_or(piece.len());
        length += taken;
        if length <= LINE_MAX {
            line.extend_from_slice(&piece[..taken]);
        }
        input.consume(taken);
        if end.is_some() {
            break;
        }
    }
    Ok(match length {
        0 => Event::End,
        1..=LINE_MAX => Event::Line(String::from_utf8_lossy(&line).trim().to_string()),
        _ => Event::TooLong,
    })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[track_caller]
    fn check(input: &str, expected: &[&str]) {
        let mut input = Cursor::new(input);
        for line in expected {
            let found = match read_line(&mut input) {
                Ok(Event::Line(line)) => line,
                Ok(Event::TooLong) => "too long".into(),
                _ => "end".into(),
            };
            assert_eq!(found, *line);
        }
    }

    #[test]
    fn lines_end_anyhow() {
        check("ugi\r\n\nisready\ngo", &["ugi", "", "isready", "go", "end"]);
    }

    #[test]
    fn a_long_line_is_skipped() {
        let longest = "x".repeat(LINE_MAX - 1);
        check(&format!("{longest}\nugi\n"), &[&longest, "ugi", "end"]);
        check(&format!("{longest}x\nugi\n"), &["too long", "ugi", "end"]);
        check(&longest.repeat(3), &["too long", "end"]);
    }
}
