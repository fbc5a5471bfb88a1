//! Lines of a server as a client reads them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::Cursor;

use manator_play::client::{Received, read_line};
use manator_protocol::LINE_MAX;

#[track_caller]
fn check(input: &str, expected: &[&str]) {
    let mut input = Cursor::new(input);
    for line in expected {
        let found = match read_line(&mut input) {
            Ok(Received::Line(line)) => line.trim().to_string(),
            Ok(Received::TooLong) => "too long".into(),
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
