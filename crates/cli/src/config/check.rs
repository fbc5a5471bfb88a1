//! Whether the sections, names and values of a file exist: compared with the commands and games themselves.
// SPDX-License-Identifier: MIT OR Apache-2.0
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Command};
use manator_core::{Entry as Game, Settings};
use manator_games::catalog;

use super::syntax::{Entry, Fault, Item, Value, fail};
use super::{REMOVED, VERB};

/// The section of the rule options. The command of this name has no flags.
pub(super) const GAMES: &str = "games";

#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) line: usize,
    pub(super) scope: Scope,
    pub(super) name: String,
    pub(super) value: Value,
    /// Whether the Joust program's file in the current folder sets it.
    pub(super) is_course: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Scope {
    Flag { path: Vec<String>, game: Option<&'static str> },
    Rule { game: &'static str },
}

impl Setting {
    pub(super) fn is_rule_of(&self, game: &str) -> bool {
        matches!(self.scope, Scope::Rule { game: name } if name == game)
    }

    pub(super) fn pair(&self) -> String {
        format!("{}={}", self.name, self.value.texts().concat())
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.scope {
            Scope::Rule { game } => write!(f, "{game} --option {}", self.pair()),
            Scope::Flag { path, game } => {
                write!(f, "{}", path.join(" "))?;
                if let Some(game) = game {
                    write!(f, " {game}")?;
                }
                match &self.value {
                    Value::Switch(true) => write!(f, " --{}", self.name),
                    Value::Switch(false) => write!(f, " --{}=false", self.name),
                    value => value
                        .texts()
                        .iter()
                        .try_for_each(|text| write!(f, " --{} {text}", self.name)),
                }
            }
        }
    }
}

/// Returns the flags of a command whose default can be set.
pub(crate) fn flags(command: &Command) -> impl Iterator<Item = &Arg> {
    let settable = |arg: &&Arg| {
        let action = arg.get_action();
        matches!(action, ArgAction::Set | ArgAction::Append | ArgAction::SetTrue)
            && !arg.is_hide_set()
            && !arg.is_global_set()
            && arg.get_long().is_some()
    };
    command.get_arguments().filter(settable)
}

pub(super) fn flag<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    flags(command).find(|arg| arg.get_long() == Some(name))
}

pub(crate) fn is_list(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append)
        || arg.get_num_args().is_some_and(|count| count.max_values() > 1)
}

pub(crate) fn takes_game(command: &Command) -> bool {
    command.get_arguments().any(|arg| arg.get_id() == "game")
}

pub(super) fn check(entries: Vec<Entry>, command: &Command) -> Result<Vec<Setting>, Fault> {
    let mut settings = Vec::new();
    for Entry { name, line, item } in entries {
        let Item::Section(entries) = item else {
            fail!(line, "'{name}' is in no section: expected {}", sections(command));
        };
        if name == GAMES {
            check_games(entries, &mut settings)?;
            continue;
        } else if name == REMOVED {
            continue;
        }
        let found = command.find_subcommand(&name).filter(|command| command.get_name() != VERB);
        let Some(found) = found else {
            fail!(line, "unknown section '{name}': expected {}", sections(command));
        };
        check_command(found, vec![found.get_name().into()], entries, &mut settings)?;
    }
    Ok(settings)
}

fn sections(command: &Command) -> String {
    let commands = command.get_subcommands().filter(|command| {
        let inner = command.get_subcommands().next();
        command.get_name() != VERB && (inner.is_some() || flags(command).next().is_some())
    });
    let mut names: Vec<String> =
        commands.map(|command| format!("[{}]", command.get_name())).collect();
    names.push(format!("[{GAMES}.GAME]"));
    names.join(", ")
}

fn check_command(
    command: &Command,
    path: Vec<String>,
    entries: Vec<Entry>,
    settings: &mut Vec<Setting>,
) -> Result<(), Fault> {
    let is_value = |entry: &Entry| matches!(entry.item, Item::Value(_));
    let (values, sections): (Vec<Entry>, Vec<Entry>) = entries.into_iter().partition(is_value);
    settings.extend(check_flags(command, &path, None, values)?);
    for Entry { name, line, item } in sections {
        let Item::Section(entries) = item else { continue };
        if let Some(inner) = command.find_subcommand(&name) {
            let path = [path.as_slice(), &[inner.get_name().into()]].concat();
            check_command(inner, path, entries, settings)?;
        } else if flag(command, &name).is_some() {
            fail!(line, "{name}: a section found, expected a value");
        } else if takes_game(command) {
            let game = find_game(&name, line)?.card().name;
            settings.extend(check_flags(command, &path, Some(game), entries)?);
        } else {
            let path = path.join(".");
            fail!(
                line,
                "unknown section '{path}.{name}': expected flags, the command takes no game"
            );
        }
    }
    Ok(())
}

fn check_flags(
    command: &Command,
    path: &[String],
    game: Option<&'static str>,
    entries: Vec<Entry>,
) -> Result<Vec<Setting>, Fault> {
    let mut settings = Vec::new();
    let mut words = Vec::new();
    let mut last = 1;
    for Entry { name, line, item } in entries {
        let Item::Value(value) = item else {
            fail!(line, "'{name}' is a section: expected a flag");
        };
        let checked = check_flag(command, path, &name, value);
        let value = checked.map_err(|what| Fault::new(line, what))?;
        words.extend(typed(&name, &value));
        last = line;
        let scope = Scope::Flag { path: path.to_vec(), game };
        settings.push(Setting { line, scope, name, value, is_course: false });
    }
    // Each alone is right; together they may contradict each other.
    try_flags(command, &words).map_err(|what| Fault::new(last, what))?;
    Ok(settings)
}

fn typed(name: &str, value: &Value) -> Vec<String> {
    match value {
        Value::Switch(true) => vec![format!("--{name}")],
        Value::Switch(false) => Vec::new(),
        value => value.texts().iter().map(|text| format!("--{name}={text}")).collect(),
    }
}

fn check_flag(
    command: &Command,
    path: &[String],
    name: &str,
    value: Value,
) -> Result<Value, String> {
    let Some(arg) = flag(command, name) else {
        let known: Vec<&str> = flags(command).filter_map(Arg::get_long).collect();
        let known = if known.is_empty() { "none".into() } else { known.join(", ") };
        return Err(format!("unknown flag '{name}' of {}: expected {known}", path.join(" ")));
    };
    match (arg.get_action(), value) {
        (ArgAction::SetTrue, Value::Switch(on)) => Ok(Value::Switch(on)),
        (ArgAction::SetTrue, other) => {
            Err(format!("{name}: {other} found, expected true or false"))
        }
        (_, value @ Value::List(_)) if !is_list(arg) => {
            Err(format!("{name}: {value} found, expected one value and not a list"))
        }
        (_, value) => {
            for text in value.texts() {
                try_flags(command, &[format!("--{name}={text}")])?;
            }
            Ok(match value {
                Value::Switch(on) => Value::Single(on.to_string()),
                other => other,
            })
        }
    }
}

/// Asks the command itself whether it takes these flags, or only complains that others are missing.
fn try_flags(command: &Command, words: &[String]) -> Result<(), String> {
    let lenient = command.clone().no_binary_name(true).subcommand_required(false);
    let lenient = lenient.arg_required_else_help(false).mut_args(|arg| arg.required(false));
    match lenient.try_get_matches_from(words) {
        Err(error) if error.kind() != ErrorKind::MissingRequiredArgument => {
            // The first paragraph says what is wrong, the others how to use the command line.
            let rendered = error.to_string();
            let words = rendered.lines().map(str::trim).take_while(|line| !line.is_empty());
            let words = words.collect::<Vec<_>>().join(" ");
            Err(words.strip_prefix("error: ").unwrap_or(&words).to_string())
        }
        _ => Ok(()),
    }
}

fn find_game(name: &str, line: usize) -> Result<&'static dyn Game, Fault> {
    crate::arguments::find_game(name).map_err(|error| Fault::new(line, error.to_string()))
}

fn check_games(entries: Vec<Entry>, settings: &mut Vec<Setting>) -> Result<(), Fault> {
    for Entry { name, line, item } in entries {
        let Item::Section(entries) = item else {
            let games: Vec<String> = catalog::GAMES
                .iter()
                .map(|game| format!("[{GAMES}.{}]", game.card().name))
                .collect();
            fail!(line, "'{name}' is of no game: expected {}", games.join(", "));
        };
        settings.extend(check_rules(find_game(&name, line)?, line, entries)?);
    }
    Ok(())
}

fn check_rules(
    game: &'static dyn Game,
    line: usize,
    entries: Vec<Entry>,
) -> Result<Vec<Setting>, Fault> {
    let card = game.card();
    let mut rules = Vec::new();
    for Entry { name, line, item } in entries {
        let text = match item {
            Item::Value(Value::Single(text)) => text,
            Item::Value(Value::Switch(on)) => on.to_string(),
            Item::Value(value @ Value::List(_)) => {
                fail!(line, "{name}: {value} found, expected one value and not a list")
            }
            Item::Section(_) => {
                fail!(line, "'{name}' is a section: expected an option of {}", card.name)
            }
        };
        let read = Settings::read(card.options, [(name.as_str(), text.as_str())])
            .map_err(|error| Fault::new(line, format!("{}: {error}", card.name)))?;
        let scope = Scope::Rule { game: card.name };
        rules.extend(read.pairs().map(|(name, value)| Setting {
            line,
            scope: scope.clone(),
            name: name.into(),
            value: Value::Single(value.into()),
            is_course: false,
        }));
    }
    // Some options can only be judged together: squares to start from need the size of the board.
    open(game, &rules).map_err(|what| {
        let alone = rules.iter().find_map(|rule| {
            let what = open(game, std::slice::from_ref(rule)).err()?;
            Some(Fault::new(rule.line, what))
        });
        alone.unwrap_or_else(|| Fault::new(line, what))
    })?;
    Ok(rules)
}

fn open(game: &'static dyn Game, rules: &[Setting]) -> Result<(), String> {
    let texts: Vec<(&str, String)> =
        rules.iter().map(|rule| (rule.name.as_str(), rule.value.texts().concat())).collect();
    let pairs = texts.iter().map(|(name, text)| (*name, text.as_str()));
    let opened = Settings::read(game.card().options, pairs).and_then(|read| game.open(read));
    opened.map(|_| ()).map_err(|error| format!("{}: {error}", game.card().name))
}
