//! What a configuration file says, whatever its syntax: sections, names and values, each with its line.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

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
