//! The words of a line, and what can be wrong with them.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::iter::Peekable;
use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

use manator_core::text::one_line;

const QUOTED_MAX: usize = 80;

const MILLISECONDS: &str = "a whole number of milliseconds";

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    #[error("unknown command '{}'", quoted(.word))]
    Unknown { word: String },
    #[error("{command}: '{}': expected {expected}", quoted(.found))]
    Unexpected { command: &'static str, found: String, expected: &'static str },
    #[error("{command}: expected {expected}")]
    Missing { command: &'static str, expected: &'static str },
}

/// Shortens a text and takes out what would upset a terminal.
pub fn quoted(text: &str) -> String {
    one_line(text, QUOTED_MAX)
}

pub(crate) struct Words<'a> {
    command: &'static str,
    words: Peekable<SplitWhitespace<'a>>,
}

impl<'a> Words<'a> {
    /// Reads the words after the first, which made it a message about `command`.
    pub(crate) fn new(command: &'static str, rest: &'a str) -> Words<'a> {
        Words { command, words: rest.split_whitespace().peekable() }
    }

    pub(crate) fn next(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    pub(crate) fn peek(&mut self) -> Option<&'a str> {
        self.words.peek().copied()
    }

    pub(crate) fn word(&mut self, expected: &'static str) -> Result<&'a str, ParseError> {
        self.next().ok_or(self.missing(expected))
    }

    pub(crate) fn read<T: FromStr>(&mut self, expected: &'static str) -> Result<T, ParseError> {
        let word = self.word(expected)?;
        word.parse().map_err(|_| self.unexpected(word, expected))
    }

    /// Reads a number of something that is counted from 1.
    pub(crate) fn counted<T>(&mut self, expected: &'static str) -> Result<T, ParseError>
    where
        T: FromStr + Default + PartialEq + fmt::Display,
    {
        let number: T = self.read(expected)?;
        match number == T::default() {
            true => Err(self.unexpected(&number.to_string(), expected)),
            false => Ok(number),
        }
    }

    pub(crate) fn named<T: Clone>(
        &mut self,
        names: &[(&str, T)],
        expected: &'static str,
    ) -> Result<T, ParseError> {
        let word = self.word(expected)?;
        let known = names.iter().find(|(name, _)| *name == word).map(|(_, value)| value.clone());
        known.ok_or_else(|| self.unexpected(word, expected))
    }

    /// Reads a time; runners tell a player who is late that less than nothing is left.
    pub(crate) fn time(&mut self) -> Result<Duration, ParseError> {
        let word = self.word(MILLISECONDS)?;
        let error = |_| self.unexpected(word, MILLISECONDS);
        match word.strip_prefix('-') {
            Some(late) => late.parse::<u64>().map(|_| Duration::ZERO).map_err(error),
            None => word.parse().map(Duration::from_millis).map_err(error),
        }
    }

    pub(crate) fn expect(&mut self, key: &str, expected: &'static str) -> Result<(), ParseError> {
        match self.word(expected)? {
            word if word == key => Ok(()),
            word => Err(self.unexpected(word, expected)),
        }
    }

    /// Reads the words up to one that `ends`, which stays; there must be one at least.
    pub(crate) fn phrase(
        &mut self,
        expected: &'static str,
        ends: impl Fn(&str) -> bool,
    ) -> Result<String, ParseError> {
        let phrase = self.until(ends).join(" ");
        match phrase.is_empty() {
            true => Err(self.missing(expected)),
            false => Ok(phrase),
        }
    }

    pub(crate) fn until(&mut self, ends: impl Fn(&str) -> bool) -> Vec<&'a str> {
        let mut found = Vec::new();
        while let Some(word) = self.words.next_if(|word| !ends(word)) {
            found.push(word);
        }
        found
    }

    pub(crate) fn rest(&mut self) -> Vec<String> {
        self.words.by_ref().map(str::to_string).collect()
    }

    pub(crate) fn text(&mut self) -> String {
        self.rest().join(" ")
    }

    pub(crate) fn end(&mut self) -> Result<(), ParseError> {
        match self.next() {
            None => Ok(()),
            Some(word) => Err(self.unexpected(word, "nothing more")),
        }
    }

    pub(crate) fn missing(&self, expected: &'static str) -> ParseError {
        ParseError::Missing { command: self.command, expected }
    }

    pub(crate) fn unexpected(&self, found: &str, expected: &'static str) -> ParseError {
        ParseError::Unexpected { command: self.command, found: found.into(), expected }
    }
}

pub(crate) fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).unwrap_or((line, ""))
}

pub(crate) fn write_named<T: PartialEq>(
    f: &mut fmt::Formatter<'_>,
    names: &[(&str, T)],
    value: &T,
) -> fmt::Result {
    let named = names.iter().find(|(_, known)| known == value);
    f.write_str(named.map_or("", |(name, _)| name))
}

/// Writes what there is with its name before it.
pub(crate) fn write_given(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    value: Option<impl fmt::Display>,
) -> fmt::Result {
    value.iter().try_for_each(|value| write!(f, " {name} {value}"))
}

pub(crate) fn write_words(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    words.iter().try_for_each(|word| write!(f, " {word}"))
}

/// Writes a text with a blank before each of its words, so that it stays on its line whatever is in it.
pub(crate) fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    text.split_whitespace().try_for_each(|word| write!(f, " {word}"))
}
