//! The configuration file: defaults of every flag, for all games or for one, and rule options.
//!
//! No flag is named here. The commands are asked which flags they have and which values these take, and
//! what a file sets becomes the flag's default, so that a flag on the command line always wins.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod apply;
mod check;
mod syntax;

use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use clap::error::{ContextKind, ContextValue};
use clap::{ArgMatches, Command};

use apply::{CommandLine, in_force, undoable, with_defaults};
use check::{Scope, check};
use syntax::Fault;

use crate::places;

pub(crate) use apply::CONFIGURED;
pub(crate) use check::{Setting, flags, is_list, takes_game};

/// The command that is about the file, and therefore not configured by it.
pub(crate) const VERB: &str = "config";

/// A command that was; its sections say nothing any more.
const REMOVED: &str = "experiment";

const BYTES_MAX: u64 = 1 << 20;

pub(crate) struct ConfigFile {
    pub(crate) path: PathBuf,
    /// Whether the file has to be there: `--config` names it.
    is_given: bool,
}

impl ConfigFile {
    /// Returns where to look; `None` where the system knows no home.
    pub(crate) fn find(given: Option<PathBuf>) -> Option<Self> {
        let is_given = given.is_some();
        Some(ConfigFile { path: given.or_else(places::config)?, is_given })
    }

    /// Returns what the file sets, or `None` when there is none in the usual place.
    pub(crate) fn read(&self, command: &Command) -> anyhow::Result<Option<Vec<Setting>>> {
        let path = self.path.display();
        let file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound && !self.is_given => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("configuration file {path}")),
        };
        let mut bytes = Vec::new();
        file.take(BYTES_MAX + 1)
            .read_to_end(&mut bytes)
            .with_context(|| format!("configuration file {path}"))?;
        if bytes.len() as u64 > BYTES_MAX {
            bail!("configuration file {path}: larger than {BYTES_MAX} bytes");
        }
        let read = decode(&bytes).and_then(|text| {
            let entries = match syntax::is_prolog(text) {
                true => syntax::read_prolog(text, command)?,
                false => syntax::read_toml(text)?,
            };
            check(entries, command)
        });
        let mut settings = read.map_err(|Fault { line, what }| anyhow!("{path}:{line}: {what}"))?;
        settings.sort_by_key(|setting| setting.line);
        Ok(Some(settings))
    }
}

fn decode(bytes: &[u8]) -> Result<&str, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        Fault::new(line, "bytes that are no text found, expected UTF-8")
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

#[derive(Default)]
pub(crate) struct Configuration {
    path: PathBuf,
    settings: Vec<Setting>,
    in_force: Vec<Setting>,
}

impl Configuration {
    pub(crate) fn rules(&self, game: &str) -> Vec<String> {
        let rules = self.settings.iter().filter(|setting| setting.is_rule_of(game));
        rules.map(Setting::pair).collect()
    }

    /// Returns where an error may come from, one line a setting: those whose value it mentions, and rule
    /// options, which decide what moves and positions mean.
    pub(crate) fn hints(&self, error: &str) -> Vec<String> {
        let words: Vec<&str> = split_words(error).collect();
        let mentioned = |setting: &&Setting| {
            let mut texts = setting.value.texts().into_iter();
            let is_rule = matches!(setting.scope, Scope::Rule { .. });
            is_rule || texts.any(|text| split_words(&text).all(|word| words.contains(&word)))
        };
        let path = self.path.display();
        let blamed = self.in_force.iter().filter(mentioned);
        blamed.map(|setting| format!("{path}:{} sets {setting}", setting.line)).collect()
    }
}

fn split_words(text: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| !c.is_alphanumeric() && c != '-' && c != '_';
    text.split(ends).filter(|word| !word.is_empty())
}

/// Adds what has taken the place of a removed command to the error that it is unknown.
fn hinted(mut error: clap::Error) -> clap::Error {
    let removed = ContextValue::String(REMOVED.into());
    if error.get(ContextKind::InvalidSubcommand) == Some(&removed) {
        let tip = "evaluations and agents play each other in `manator match`".into();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

/// Reads the command line, with the defaults that the file sets.
///
/// Ends the program where clap would: with help, or with what is wrong on the command line.
pub(crate) fn read(
    command: &Command,
    words: &[OsString],
) -> anyhow::Result<(ArgMatches, Configuration)> {
    let undoable = undoable(command.clone());
    let line = CommandLine::read(&undoable, words).unwrap_or_else(|help| {
        // Help is about the commands as they are written.
        let plain = command.clone().try_get_matches_from(words).err();
        plain.filter(|error| !error.use_stderr()).unwrap_or(help).exit()
    });
    let is_about_the_file = line.path.first().is_some_and(|name| name == VERB);
    let place =
        ConfigFile::find(line.file.clone().map(PathBuf::from)).filter(|_| !is_about_the_file);
    let (path, settings) = match place {
        Some(place) => (place.path.clone(), place.read(command)?.unwrap_or_default()),
        None => Default::default(),
    };
    let in_force = in_force(&settings, &undoable, &line);
    let configured = with_defaults(undoable, &line.path, &in_force);
    let matches =
        configured.try_get_matches_from(words).unwrap_or_else(|error| hinted(error).exit());
    Ok((matches, Configuration { path, settings, in_force }))
}
