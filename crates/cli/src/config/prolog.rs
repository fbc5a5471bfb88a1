//! The configuration file of the Joust program: Prolog facts.
//!
//! `board_dimensions(8,8).` is the rule option `size` of Joust, `difficulty(medium).` the flag `level` of
//! every command that has one and takes a game.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use manator_core::Rulebook;
use manator_engine::options::LEVELS;
use manator_games::joust::Joust;

use super::check::{GAMES, flag, takes_game};
use super::syntax::{Entry, Fault, Item, Value, fail};

const FACTS: &str = "board_dimensions(X,Y) or difficulty(Level)";

/// Returns whether a text is Prolog: it begins with a comment of Prolog's, a directive, or a name and a
/// parenthesis, and no TOML does.
pub(super) fn is_prolog(text: &str) -> bool {
    let text = text.trim_start();
    let after_name = text.trim_start_matches(is_of_word);
    let calls = after_name.len() < text.len() && after_name.trim_start().starts_with('(');
    calls || ["%", "/*", ":-"].iter().any(|mark| text.starts_with(mark))
}

/// Reads the facts as the sections of a TOML file that mean the same.
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
