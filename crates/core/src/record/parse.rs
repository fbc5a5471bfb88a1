//! Reading records, several to a file.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt;

use super::judgement::read_seconds;
use super::{Judgement, Record, RecordedMove, read_result};

/// A text that is not a record: where, what stood there, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    pub line: usize,
    pub found: String,
    pub expected: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: '{}': expected {}", self.line, self.found, self.expected)
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// Reads all records of a text, each with the line it begins in.
    pub fn parse_all(text: &str) -> Result<Vec<(usize, Record)>, RecordError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = Reader { rest: text, line: 1 };
        let mut records = Vec::new();
        reader.skip_blank();
        while !reader.rest.is_empty() {
            records.push((reader.line, reader.record()?));
            reader.skip_blank();
        }
        Ok(records)
    }

    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let mut records = Record::parse_all(text)?;
        match (records.pop(), records.last()) {
            (Some((_, record)), None) => Ok(record),
            (None, _) => Err(error(1, "", "a record, beginning with [Game \"…\"]")),
            (Some((line, _)), Some(_)) => Err(error(line, "[", "one record, not several")),
        }
    }
}

/// Reads the moves of a branch, which are written like those of a game, without a result.
pub(super) fn branch_moves(text: &str) -> Option<Vec<RecordedMove>> {
    let ended = format!("{text} *");
    let mut reader = Reader { rest: &ended, line: 1 };
    let mut record = Record::default();
    reader.moves(&mut record).ok()?;
    let is_all = reader.rest.is_empty() && record.comment.is_none() && record.result.is_none();
    is_all.then_some(record.moves)
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Reader<'a> {
    fn record(&mut self) -> Result<Record, RecordError> {
        let mut record = Record::default();
        let begin = self.line;
        let mut result_tag = None;
        while self.rest.starts_with('[') {
            let line = self.line;
            let (name, value) = self.tag()?;
            if name == "Result" {
                let result = read_result(&value)
                    .ok_or_else(|| error(line, &value, "a result such as 1-0, 1/2-1/2 or *"))?;
                result_tag = Some((line, value, result));
            } else {
                set_tag(&mut record, name, value, line)?;
            }
            self.skip_blank();
        }
        if record.game.is_empty() {
            return Err(error(begin, self.peek(), "a record, beginning with [Game \"…\"]"));
        }
        self.moves(&mut record)?;
        match result_tag {
            Some((line, value, result)) if result != record.result => {
                let expected = "the same result in the tag as at the end of the moves";
                Err(error(line, &value, expected))
            }
            _ => {
                record.take_branches();
                Ok(record)
            }
        }
    }

    fn tag(&mut self) -> Result<(String, String), RecordError> {
        const EXPECTED: &str = "a tag such as [Game \"jetan\"]";
        let (begin, whole) = (self.line, self.rest);
        let broken = || error(begin, whole.lines().next().unwrap_or(""), EXPECTED);
        let (name, rest) = whole[1..].split_once('"').ok_or_else(broken)?;
        let name = name.trim();
        if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || "-_".contains(c)) {
            return Err(broken());
        }
        let mut value = String::new();
        let mut characters = rest.char_indices();
        while let Some((index, character)) = characters.next() {
            match character {
                '\\' => value.extend(characters.next().map(|(_, escaped)| escaped)),
                '\n' => return Err(broken()),
                '"' => {
                    let after = rest[index + 1..].trim_start_matches([' ', '\t']);
                    self.rest = after.strip_prefix(']').ok_or_else(broken)?;
                    return Ok((name.to_string(), value));
                }
                _ => value.push(character),
            }
        }
        Err(broken())
    }

    fn moves(&mut self, record: &mut Record) -> Result<(), RecordError> {
        let mut number = None;
        loop {
            self.skip_blank();
            let line = self.line;
            if self.rest.starts_with('{') {
                self.comment(record)?;
                continue;
            }
            let token = self.token();
            if let Some(result) = read_result(token) {
                record.result = result;
                return match number {
                    None => Ok(()),
                    Some(_) => Err(error(line, token, "a move after its number")),
                };
            }
            if token.is_empty() {
                let found = if self.rest.is_empty() { "end of text" } else { self.peek() };
                return Err(error(line, found, "a move, or the result such as 1-0 or *"));
            }
            if !token.chars().all(|c| c.is_alphanumeric() || c == '.') {
                return Err(error(line, token, "a move, its number, a {comment} or the result"));
            }
            let (digits, after) = token.split_once('.').unwrap_or(("", token));
            if after.len() < token.len() {
                number = Some(
                    digits
                        .parse::<u32>()
                        .map_err(|_| error(line, token, "a move's number such as 12."))?,
                );
            }
            let text = after.trim_start_matches('.');
            if text.contains('.') {
                return Err(error(line, token, "a move"));
            }
            if !text.is_empty() {
                let mv =
                    RecordedMove { number: number.take(), text: text.into(), ..Default::default() };
                record.moves.push(mv);
            }
        }
    }

    fn comment(&mut self, record: &mut Record) -> Result<(), RecordError> {
        let line = self.line;
        let Some((body, rest)) = self.rest[1..].split_once('}') else {
            let found = self.rest.lines().next().unwrap_or("");
            return Err(error(line, found, "a comment that ends with }"));
        };
        self.line += body.matches('\n').count();
        self.rest = rest;
        let Some(mv) = record.moves.last_mut() else {
            let words: Vec<&str> = body.split_whitespace().collect();
            append(&mut record.comment, (!words.is_empty()).then(|| words.join(" ")));
            return Ok(());
        };
        mv.read_notes(body).map_err(|found| error(line, found, "a time such as 0:09:58]"))
    }

    /// Skips white space, `;` comments and lines that begin with `%`, as PGN has them.
    fn skip_blank(&mut self) {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.line += self.rest[..blank].matches('\n').count();
            self.rest = &self.rest[blank..];
            if !self.rest.starts_with([';', '%']) {
                return;
            }
            self.rest = self.rest.find('\n').map_or("", |end| &self.rest[end..]);
        }
    }

    fn token(&mut self) -> &'a str {
        let token = self.peek();
        self.rest = &self.rest[token.len()..];
        token
    }

    fn peek(&self) -> &'a str {
        let end = self.rest.find(|c: char| c.is_whitespace() || "{[;".contains(c));
        &self.rest[..end.unwrap_or(self.rest.len())]
    }
}

impl RecordedMove {
    /// Adds what stands in a comment; returns a time that is none.
    fn read_notes<'a>(&mut self, body: &'a str) -> Result<(), &'a str> {
        let mut parts = body.split_whitespace().peekable();
        // Only the first word, where tools write it: elsewhere it is what somebody said.
        if let Some(judgement) = parts.peek().and_then(|word| word.parse::<Judgement>().ok()) {
            self.judgement = Some(judgement);
            parts.next();
            if let Some(ms) = parts.peek().copied().and_then(read_seconds) {
                self.spent_ms = Some(ms);
                parts.next();
            }
        }
        let mut words: Vec<&str> = Vec::new();
        while let Some(word) = parts.next() {
            let slot = match word {
                "[%clk" => &mut self.clock_ms,
                "[%emt" => &mut self.spent_ms,
                _ => {
                    words.push(word);
                    continue;
                }
            };
            let time = parts.next().unwrap_or("");
            *slot = Some(time.strip_suffix(']').and_then(clock_ms).ok_or(time)?);
        }
        append(&mut self.comment, (!words.is_empty()).then(|| words.join(" ")));
        Ok(())
    }
}

fn set_tag(
    record: &mut Record,
    name: String,
    value: String,
    line: usize,
) -> Result<(), RecordError> {
    let slot = match name.as_str() {
        "Game" => &mut record.game,
        "Options" => &mut record.options,
        "Rules" => &mut record.rules_version,
        "Position" => record.position.get_or_insert_default(),
        "Reason" => record.reason.get_or_insert_default(),
        _ => {
            record.tags.push((name, value));
            return Ok(());
        }
    };
    if !slot.is_empty() {
        return Err(error(line, &name, "each tag once"));
    }
    *slot = value;
    Ok(())
}

fn append(slot: &mut Option<String>, comment: Option<String>) {
    if let Some(comment) = comment {
        match slot {
            Some(earlier) => *earlier += &format!(" {comment}"),
            None => *slot = Some(comment),
        }
    }
}

/// Reads `h:mm:ss` with up to three decimals.
fn clock_ms(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let mut parts = whole.split(':').map(|part| part.parse::<u64>().ok());
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    if parts.next().is_some() || minutes > 59 || seconds > 59 || fraction.len() > 3 {
        return None;
    }
    let thousandths: u64 = format!("{fraction:0<3}").parse().ok()?;
    let seconds = hours.checked_mul(3600)?.checked_add(minutes * 60 + seconds)?;
    seconds.checked_mul(1000)?.checked_add(thousandths)
}

fn error(line: usize, found: &str, expected: &str) -> RecordError {
    let found = found.chars().take(80).collect();
    RecordError { line, found, expected: expected.into() }
}
