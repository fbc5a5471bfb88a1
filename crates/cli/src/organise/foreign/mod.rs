//! Command lines of fastchess and cutechess-cli, so that scripts work with another program's name.
//!
//! Their flags are long and have one dash, which the reader of our own command lines takes for a heap of short
//! ones; and each takes as many words as follow. So they are read here, without that reader and without the
//! configuration file, which is about our flags.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod book;
mod command_line;
mod engine;
mod known;
mod value;

use std::ffi::OsString;
use std::io::Write;

use anyhow::{anyhow, bail};
use manator_organise::Prepared;

use crate::{Verdict, streams};
use command_line::CommandLine;
use known::Known;

pub(crate) fn theirs(words: &[OsString]) -> Option<&[OsString]> {
    let [_, verb, rest @ ..] = words else { return None };
    (verb == "match" && rest.iter().any(is_theirs)).then_some(rest)
}

fn is_theirs(word: &OsString) -> bool {
    let Some(word) = word.to_str() else { return false };
    let mut letters = word.chars();
    // Our own short flags may have their value without a blank: `-oname=value`.
    let is_long = letters.next() == Some('-')
        && letters.next().is_some_and(char::is_alphabetic)
        && letters.next().is_some_and(char::is_alphabetic)
        && !word.contains('=');
    is_long || ["--engine", "--each"].contains(&word)
}

pub(crate) fn run(words: &[OsString]) -> anyhow::Result<Verdict> {
    let words: Vec<String> = words.iter().map(text).collect::<anyhow::Result<_>>()?;
    let given = split(&words)?;
    if given.iter().any(|(flag, _)| flag.name == "-help") {
        streams::stdout().write_all(known::help().as_bytes())?;
        return Ok(Verdict::Yes);
    }
    let mut line = CommandLine::new();
    for (flag, values) in given {
        line.take(flag, values)?;
    }
    let (event, running, notes) = line.finish()?;
    let mut talk = streams::stderr();
    for note in notes {
        writeln!(talk, "note: {note}")?;
    }
    Ok(running.begin(Prepared::new(event.completed())?)?.verdict())
}

fn text(word: &OsString) -> anyhow::Result<String> {
    let text = word.to_str().ok_or_else(|| anyhow!("'{}': expected text", word.display()))?;
    Ok(text.into())
}

fn split(words: &[String]) -> anyhow::Result<Vec<(&'static Known, &[String])>> {
    let mut rest = words;
    let mut given = Vec::new();
    while let [word, after @ ..] = rest {
        if !is_flag(word) {
            bail!("'{word}': expected a flag such as -engine before it");
        }
        let flag = known::find(word).ok_or_else(|| unknown(word))?;
        let count = after.iter().position(|word| is_flag(word)).unwrap_or(after.len());
        let (values, next) = after.split_at(count);
        given.push((flag, values));
        rest = next;
    }
    Ok(given)
}

fn is_flag(word: &str) -> bool {
    word.starts_with('-') && !word[1..].starts_with(|c: char| c.is_ascii_digit() || c == '.')
}

fn unknown(word: &str) -> anyhow::Error {
    match known::nearest(word) {
        Some(near) => anyhow!("unknown flag '{word}': did you mean '{near}'?"),
        None => anyhow!("unknown flag '{word}': manator match -help shows those there are"),
    }
}
