//! What a configuration file says, whatever its syntax: sections, names and values, each with its line.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt;

use manator_core::Rulebook;
use manator_engine::options::LEVELS;
use manator_games::joust::Joust;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::check::{GAMES, flag, takes_game};

#[derive(Debug)]
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) what: String,
}

impl Fault {
    pub(super) fn new(line: usize, what: impl Into<String>) -> Self {
        Fault { line, what: what.into() }
    }
}

/// Returns from a function with what is wrong in a line.
macro_rules! fail {
    ($line:expr, $($what:tt)*) => {
        return Err(Fault::new($line, format!($($what)*)))
    };
}
pub(super) use fail;

#[derive(Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) line: usize,
    pub(super) item: Item,
}

#[derive(Debug)]
pub(super) enum Item {
    Section(Vec<Entry>),
    Value(Value),
}

/// A value as flags need it: numbers are their text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Switch(bool),
    Single(String),
    List(Vec<String>),
}

impl Value {
    pub(super) fn texts(&self) -> Vec<String> {
        match self {
            Value::Switch(on) => vec![on.to_string()],
            Value::Single(text) => vec![text.clone()],
            Value::List(texts) => texts.clone(),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Switch(on) => write!(f, "{on}"),
            Value::Single(text) => write!(f, "'{text}'"),
            Value::List(texts) => write!(f, "[{}]", texts.join(", ")),
        }
    }
}

pub(super) fn read_toml(text: &str) -> Result<Vec<Entry>, Fault> {
    let table = DeTable::parse(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start);
        let line = line_of(text, start);
        let found = text.lines().nth(line - 1).unwrap_or_default().trim();
        let message = error.message().lines().map(str::trim).collect::<Vec<_>>().join(": ");
        Fault::new(line, format!("not TOML: {message}, in '{found}'"))
    })?;
    entries(text, table.get_ref())
}

fn line_of(text: &str, offset: usize) -> usize {
    let before = text.as_bytes().get(..offset).unwrap_or_default();
    before.iter().filter(|byte| **byte == b'\n').count() + 1
}

fn entries(text: &str, table: &DeTable<'_>) -> Result<Vec<Entry>, Fault> {
    let mut found = Vec::new();
    for (name, value) in table.iter() {
        let line = line_of(text, name.span().start);
        let item = match value.get_ref() {
            DeValue::Table(table) => Item::Section(entries(text, table)?),
            other => Item::Value(
                read_value(other)
                    .map_err(|what| Fault::new(line, format!("{}: {what}", name.get_ref())))?,
            ),
        };
        found.push(Entry { name: name.get_ref().to_string(), line, item });
    }
    // The table is sorted by name; people read files from top to bottom.
    found.sort_by_key(|entry| entry.line);
    Ok(found)
}

fn read_value(value: &DeValue<'_>) -> Result<Value, String> {
    match value {
        DeValue::Boolean(on) => Ok(Value::Switch(*on)),
        DeValue::Array(values) => {
            let texts: Result<Vec<String>, String> =
                values.iter().map(Spanned::get_ref).map(single).collect();
            Ok(Value::List(texts?))
        }
        other => Ok(Value::Single(single(other)?)),
    }
}

fn single(value: &DeValue<'_>) -> Result<String, String> {
    let found = match value {
        DeValue::String(text) => return Ok(text.to_string()),
        DeValue::Boolean(on) => return Ok(on.to_string()),
        DeValue::Float(number) => return Ok(number.as_str().to_string()),
        DeValue::Integer(number) => {
            let value = i128::from_str_radix(number.as_str(), number.radix());
            return value
                .map(|value| value.to_string())
                .map_err(|_| format!("the number {number} is too large"));
        }
        DeValue::Datetime(_) => "a date or time of day",
        DeValue::Array(_) => "a list within a list",
        DeValue::Table(_) => "a table within a list",
    };
    Err(format!("{found} found: expected a text, a number, true or false, or a list of them"))
}

const FACTS: &str = "board_dimensions(X,Y) or difficulty(Level)";

/// Returns whether a text is Prolog: it begins with a comment of Prolog's, a directive, or a name and a
/// parenthesis, and no TOML does.
pub(super) fn is_prolog(text: &str) -> bool {
    let text = text.trim_start();
    let after_name = text.trim_start_matches(is_of_word);
    let calls = after_name.len() < text.len() && after_name.trim_start().starts_with('(');
    calls || ["%", "/*", ":-"].iter().any(|mark| text.starts_with(mark))
}

/// Returns whether a text is the Joust program's file, and not some other that is Prolog or looks like it.
pub(super) fn is_of_joust(text: &str) -> bool {
    is_prolog(text) && ["board_dimensions", "difficulty"].iter().any(|name| text.contains(name))
}

/// Reads the configuration file of the Joust program, Prolog facts, as the sections of a TOML file that mean the
/// same: `board_dimensions(8,8).` is the rule option `size` of Joust, `difficulty(medium).` the flag `level` of every
/// command that has one and takes a game.
pub(super) fn read_prolog(text: &str, command: &clap::Command) -> Result<Vec<Entry>, Fault> {
    let mut scanner = Scanner { rest: text, line: 1 };
    let mut entries: Vec<Entry> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    while !scanner.at_end()? {
        let line = scanner.line;
        let (name, arguments) = scanner.fact()?;
        if seen.contains(&name) {
            fail!(line, "{name}: given twice");
        }
        seen.push(name);
        match (name, arguments.as_slice()) {
            ("board_dimensions", [columns, rows]) => {
                let size = format!("{}x{}", number(columns, line)?, number(rows, line)?);
                entries.push(section(GAMES, line, "size", size));
            }
            ("difficulty", [level]) => {
                let levels: Vec<&str> = LEVELS.iter().map(|(level, _)| *level).collect();
                if !levels.contains(level) {
                    let expected = levels.join(", ");
                    fail!(line, "difficulty: '{level}' found, expected {expected}");
                }
                let commands = command.get_subcommands();
                let takers = commands.filter(|c| takes_game(c) && flag(c, "level").is_some());
                entries.extend(
                    takers.map(|c| section(c.get_name(), line, "level", level.to_string())),
                );
            }
            ("board_dimensions" | "difficulty", _) => {
                fail!(line, "{name}({}) found, expected {FACTS}", arguments.join(","))
            }
            _ => fail!(line, "'{name}' found, expected {FACTS}"),
        }
    }
    Ok(entries)
}

/// Returns `[outer.joust] name = text`.
fn section(outer: &str, line: usize, name: &str, text: String) -> Entry {
    let value = Entry { name: name.into(), line, item: Item::Value(Value::Single(text)) };
    let game = Entry { name: Joust::CARD.name.into(), line, item: Item::Section(vec![value]) };
    Entry { name: outer.into(), line, item: Item::Section(vec![game]) }
}

fn number(text: &str, line: usize) -> Result<u32, Fault> {
    text.parse().map_err(|_| {
        Fault::new(line, format!("board_dimensions: '{text}' found, expected a whole number"))
    })
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

struct Scanner<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Scanner<'a> {
    /// Skips blanks and comments; returns whether nothing is left.
    fn at_end(&mut self) -> Result<bool, Fault> {
        loop {
            let blanks = self.rest.len() - self.rest.trim_start().len();
            self.skip(blanks);
            if self.rest.starts_with('%') {
                self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
            } else if self.rest.starts_with("/*") {
                let Some(length) = self.rest.get(2..).and_then(|rest| rest.find("*/")) else {
                    fail!(self.line, "a comment begins with /* and has no */");
                };
                self.skip(length + 4);
            } else {
                return Ok(self.rest.is_empty());
            }
        }
    }

    fn skip(&mut self, length: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(length);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
        skipped
    }

    fn fact(&mut self) -> Result<(&'a str, Vec<&'a str>), Fault> {
        let name = self.word(FACTS)?;
        self.mark('(', name)?;
        let mut arguments = vec![self.word("a number or a word")?];
        while !self.at_end()? && self.rest.starts_with(',') {
            self.skip(1);
            arguments.push(self.word("a number or a word")?);
        }
        self.mark(')', name)?;
        self.mark('.', name)?;
        Ok((name, arguments))
    }

    /// Reads a name or a number; Prolog may quote names.
    fn word(&mut self, expected: &str) -> Result<&'a str, Fault> {
        self.at_end()?;
        if let Some(length) = self.rest.strip_prefix('\'').and_then(|rest| rest.find('\'')) {
            return Ok(self.skip(length + 2).trim_matches('\''));
        }
        match self.rest.len() - self.rest.trim_start_matches(is_of_word).len() {
            0 => Err(self.unexpected(expected)),
            length => Ok(self.skip(length)),
        }
    }

    fn mark(&mut self, mark: char, name: &str) -> Result<(), Fault> {
        self.at_end()?;
        if !self.rest.starts_with(mark) {
            return Err(self.unexpected(&format!("'{mark}' of {name}")));
        }
        self.skip(1);
        Ok(())
    }

    fn unexpected(&self, expected: &str) -> Fault {
        let found = match self.rest.chars().next() {
            Some(found) => format!("'{found}'"),
            None => "the end of the file".into(),
        };
        Fault::new(self.line, format!("{found} found, expected {expected}"))
    }
}
