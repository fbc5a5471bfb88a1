//! The configuration file: defaults of every flag, for all games or for one, and rule options.
//!
//! No flag is named here. The commands are asked which flags they have and which values these take, and
//! what a file sets becomes the flag's default, so that a flag on the command line always wins.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod check;
mod syntax;

use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use clap::error::{ContextKind, ContextValue};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, Id, value_parser};
use manator_core::Rulebook;
use manator_games::catalog;
use manator_games::joust::Joust;

use crate::places;
use check::{Scope, check, flag};
use syntax::Fault;

pub(crate) use check::{Setting, flags, is_list, takes_game};

/// The command that is about the file, and therefore not configured by it.
pub(crate) const VERB: &str = "config";

/// A command that was; its sections say nothing any more.
const REMOVED: &str = "experiment";

const BYTES_MAX: u64 = 1 << 20;

/// The file that the Joust program reads.
const COURSE: &str = "config";

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
        let bytes = match self.bytes() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound && !self.is_given => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("configuration file {path}")),
        };
        if bytes.len() as u64 > BYTES_MAX {
            bail!("configuration file {path}: larger than {BYTES_MAX} bytes");
        }
        self.settings(decode(&bytes).and_then(|text| {
            let entries = match syntax::is_prolog(text) {
                true => syntax::read_prolog(text, command)?,
                false => syntax::read_toml(text)?,
            };
            check(entries, command)
        }))
        .map(Some)
    }

    /// Returns what the Joust program's file in the current folder sets; whatever else has its name is none of ours.
    fn read_course(command: &Command) -> anyhow::Result<Vec<Setting>> {
        let place = ConfigFile { path: COURSE.into(), is_given: false };
        let bytes = place.bytes().unwrap_or_default();
        let Ok(text) = decode(&bytes) else { return Ok(Vec::new()) };
        if !syntax::is_of_joust(text) {
            return Ok(Vec::new());
        }
        let read = syntax::read_prolog(text, command).and_then(|found| check(found, command));
        let settings = place.settings(read)?;
        Ok(settings.into_iter().map(|setting| Setting { is_course: true, ..setting }).collect())
    }

    /// Reads the file, or a little more than may be in one.
    fn bytes(&self) -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(&self.path)?.take(BYTES_MAX + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn settings(&self, read: Result<Vec<Setting>, Fault>) -> anyhow::Result<Vec<Setting>> {
        let path = self.path.display();
        let mut settings = read.map_err(|Fault { line, what }| anyhow!("{path}:{line}: {what}"))?;
        settings.sort_by_key(|setting| setting.line);
        Ok(settings)
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
        let usual = self.path.display().to_string();
        let file = |setting: &Setting| if setting.is_course { COURSE } else { &usual };
        let blamed = self.in_force.iter().filter(mentioned);
        let hint = |setting: &Setting| format!("{}:{} sets {setting}", file(setting), setting.line);
        blamed.map(hint).collect()
    }

    /// Returns a line about the Joust program's file, where it has a say.
    pub(crate) fn announcement(&self) -> Option<String> {
        let ours = self.in_force.iter().filter(|setting| setting.is_course);
        let set: Vec<String> = ours.map(Setting::to_string).collect();
        (!set.is_empty()).then(|| format!("the file {COURSE} here sets {}", set.join(", ")))
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
    let settings = match line.game.filter(|game| *game == Joust::CARD.name && line.file.is_none()) {
        Some(_) => [ConfigFile::read_course(command)?, settings].concat(),
        None => settings,
    };
    let in_force = in_force(&settings, &undoable, &line);
    let configured = with_defaults(undoable, &line.path, &in_force);
    let matches =
        configured.try_get_matches_from(words).unwrap_or_else(|error| hinted(error).exit());
    Ok((matches, Configuration { path, settings, in_force }))
}

/// The hidden argument that holds the configured rule options, where a command sets up a game.
pub(crate) const CONFIGURED: &str = "configured";

struct CommandLine {
    path: Vec<String>,
    file: Option<OsString>,
    game: Option<&'static str>,
    given: Vec<Id>,
}

impl CommandLine {
    /// Reads a command line without judging it.
    fn read(command: &Command, words: &[OsString]) -> Result<Self, clap::Error> {
        let matches = command.clone().ignore_errors(true).try_get_matches_from(words)?;
        let file = raw(&matches, "config");
        let mut path = Vec::new();
        let mut leaf = &matches;
        while let Some((name, inner)) = leaf.subcommand() {
            path.push(name.to_string());
            leaf = inner;
        }
        let game = raw(leaf, "game").and_then(|name| catalog::find(name.to_str()?));
        let typed = |id: &&Id| leaf.value_source(id.as_str()) == Some(ValueSource::CommandLine);
        let given = leaf.ids().filter(typed).cloned().collect();
        Ok(CommandLine { path, file, game: game.map(|game| game.card().name), given })
    }
}

fn raw(matches: &ArgMatches, id: &str) -> Option<OsString> {
    let mut values = matches.try_get_raw(id).ok()??;
    values.next().map(OsString::from)
}

/// Returns what becomes defaults of the command that is run.
///
/// Four layers: the command line, the Joust program's file, the section of the command and the game, the section of
/// the command. A higher layer replaces the flags that it names, and drops those that contradict it.
fn in_force(settings: &[Setting], command: &Command, line: &CommandLine) -> Vec<Setting> {
    if settings.is_empty() {
        return Vec::new();
    }
    let mut built = command.clone();
    built.build();
    let mut names = line.path.iter();
    let leaf = names.try_fold(&built, |command, name| command.find_subcommand(name));
    let Some(leaf) = leaf else { return Vec::new() };
    let mut above: Vec<Id> = line.given.clone();
    let mut chosen = Vec::new();
    for (is_course, layer) in [(true, line.game), (false, line.game), (false, None)] {
        let mut here = Vec::new();
        for setting in settings {
            let Scope::Flag { path, game } = &setting.scope else { continue };
            // Without a game on the line there is one layer, and it comes twice.
            if *path != line.path || *game != layer || setting.is_course != is_course {
                continue;
            }
            let Some(arg) = flag(leaf, &setting.name) else { continue };
            let beaten = |id: &Id| id == arg.get_id() || are_rivals(leaf, arg, id);
            if !above.iter().any(beaten) {
                here.push(arg.get_id().clone());
                chosen.push(setting.clone());
            }
        }
        above.extend(here);
    }
    let sets_up_a_game = leaf.get_arguments().any(|arg| arg.get_id() == CONFIGURED);
    if let Some(game) = line.game.filter(|_| sets_up_a_game) {
        for setting in settings.iter().filter(|setting| setting.is_rule_of(game)) {
            // The first to set it has set it.
            if !chosen.iter().any(|set| set.is_rule_of(game) && set.name == setting.name) {
                chosen.push(setting.clone());
            }
        }
    }
    chosen
}

/// Returns whether two flags contradict each other: they conflict, or are alternatives in a group.
fn are_rivals(command: &Command, arg: &Arg, other: &Id) -> bool {
    let conflicts = |one: &Arg, other: &Id| {
        command.get_arg_conflicts_with(one).iter().any(|arg| arg.get_id() == other)
    };
    // Each struct of arguments is a group as well, named like the struct; ours are in lower case.
    let mut groups = command
        .get_groups()
        .filter(|group| group.get_id().as_str().starts_with(char::is_lowercase));
    let grouped = groups.any(|group| {
        let members: Vec<&Id> = group.get_args().collect();
        members.contains(&arg.get_id()) && members.contains(&other)
    });
    let other_arg = command.get_arguments().find(|arg| arg.get_id() == other);
    grouped
        || conflicts(arg, other)
        || other_arg.is_some_and(|other| conflicts(other, arg.get_id()))
}

fn with_defaults(command: Command, path: &[String], settings: &[Setting]) -> Command {
    if let [name, rest @ ..] = path {
        return command.mut_subcommand(name, |inner| with_defaults(inner, rest, settings));
    }
    let mut rules = Vec::new();
    let mut command = command;
    for setting in settings {
        if let Scope::Rule { .. } = setting.scope {
            rules.push(setting.pair());
        } else if let Some(id) = flag(&command, &setting.name).map(|arg| arg.get_id().clone()) {
            let texts = setting.value.texts();
            // What has a default need not be given.
            command = command.mut_arg(id, |arg| arg.required(false).default_values(texts));
        }
    }
    if rules.is_empty() {
        return command;
    }
    command.mut_arg(CONFIGURED, |arg| arg.default_values(rules))
}

/// Returns the command with flags that can be undone: `--json=false`, after a file has switched it on.
fn undoable(command: Command) -> Command {
    let undoable_switch = |arg: Arg| match arg.get_action() {
        ArgAction::SetTrue => arg
            .action(ArgAction::Set)
            .num_args(0..=1)
            .require_equals(true)
            .value_parser(value_parser!(bool))
            .default_missing_value("true")
            .default_value("false"),
        _ => arg,
    };
    command.mut_args(undoable_switch).mut_subcommands(undoable)
}
