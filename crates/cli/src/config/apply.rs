//! What a file sets becomes defaults of the command that is run.
//!
//! Three layers: the command line, the section of the command and the game, the section of the command. A
//! higher layer replaces the flags that it names, and drops those that contradict it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, Id, value_parser};
use manator_games::catalog;

use super::check::{Scope, Setting, flag};

/// The hidden argument that holds the configured rule options, where a command sets up a game.
pub(crate) const CONFIGURED: &str = "configured";

pub(super) struct CommandLine {
    pub(super) path: Vec<String>,
    pub(super) file: Option<OsString>,
    game: Option<&'static str>,
    given: Vec<Id>,
}

impl CommandLine {
    /// Reads a command line without judging it.
    pub(super) fn read(command: &Command, words: &[OsString]) -> Result<Self, clap::Error> {
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

pub(super) fn in_force(
    settings: &[Setting],
    command: &Command,
    line: &CommandLine,
) -> Vec<Setting> {
    if settings.is_empty() {
        return Vec::new();
    }
    let mut built = command.clone();
    built.build();
    let Some(leaf) = descend(&built, &line.path) else { return Vec::new() };
    let mut above: Vec<Id> = line.given.clone();
    let mut chosen = Vec::new();
    for layer in [line.game, None] {
        let mut here = Vec::new();
        for setting in settings {
            let Scope::Flag { path, game } = &setting.scope else { continue };
            // Without a game on the line there is one layer, and it comes twice.
            if *path != line.path || *game != layer {
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
        chosen.extend(settings.iter().filter(|setting| setting.is_rule_of(game)).cloned());
    }
    chosen
}

fn descend<'a>(command: &'a Command, path: &[String]) -> Option<&'a Command> {
    path.iter().try_fold(command, |command, name| command.find_subcommand(name))
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

pub(super) fn with_defaults(command: Command, path: &[String], settings: &[Setting]) -> Command {
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
pub(super) fn undoable(command: Command) -> Command {
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
