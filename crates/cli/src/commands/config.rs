//! `manator config`: where the configuration file is, what it sets, and what it could set.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Arg, ArgAction, Args, Command, CommandFactory};
use manator_core::{OptionKind, OptionSpec};
use manator_games::catalog::GAMES;

use crate::config::{ConfigFile, VERB, flags, is_list, takes_game};
use crate::{Arguments, Verdict, streams};

const PREAMBLE: &str = "\
# Defaults for manator. Remove the # before a setting to make it yours; the command line always wins.
#
# A section is a command, and its settings are the command's flags. Where a command takes a game, a
# section such as [analyse.joust] holds for that game only. [games.GAME] sets rule options.
";

/// Print where the configuration file is and what it sets
#[derive(Args)]
pub(crate) struct Config {
    /// Print a file with every setting, each commented out
    #[arg(long)]
    example: bool,
}

impl Config {
    pub(crate) fn run(&self, given: Option<PathBuf>) -> anyhow::Result<Verdict> {
        let mut out = streams::stdout();
        let command = Arguments::command();
        if self.example {
            write!(out, "{PREAMBLE}")?;
            for command in command.get_subcommands().filter(|command| command.get_name() != VERB) {
                write_section(&mut out, command, command.get_name())?;
            }
            write_games(&mut out)?;
            return Ok(Verdict::Yes);
        }
        let Some(place) = ConfigFile::find(given) else {
            writeln!(out, "no file: this system has no home folder to look in")?;
            return Ok(Verdict::Yes);
        };
        let path = place.path.display();
        match place.read(&command)? {
            None => {
                writeln!(out, "{path}: not there")?;
                writeln!(
                    streams::stderr(),
                    "hint: `manator config --example` prints a file to begin with"
                )?;
            }
            Some(settings) if settings.is_empty() => writeln!(out, "{path}: sets nothing")?,
            Some(settings) => {
                writeln!(out, "{path}: sets")?;
                for setting in settings {
                    writeln!(out, "{:>5}: {setting}", setting.line)?;
                }
            }
        }
        Ok(Verdict::Yes)
    }
}

fn write_section(out: &mut impl Write, command: &Command, path: &str) -> io::Result<()> {
    if flags(command).next().is_some() {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let games = if takes_game(command) { "; per game" } else { "" };
        writeln!(out, "\n# {about}{games}\n[{path}]")?;
        for arg in flags(command) {
            write_flag(out, arg)?;
        }
    }
    for inner in command.get_subcommands() {
        write_section(out, inner, &format!("{path}.{}", inner.get_name()))?;
    }
    Ok(())
}

fn write_flag(out: &mut impl Write, arg: &Arg) -> io::Result<()> {
    let Some(name) = arg.get_long() else { return Ok(()) };
    if let Some(help) = arg.get_help() {
        writeln!(out, "# {}", help.to_string().replace('\n', "\n# "))?;
    }
    let choices: Vec<String> =
        arg.get_possible_values().iter().map(|choice| choice.get_name().into()).collect();
    if !choices.is_empty() && !matches!(arg.get_action(), ArgAction::SetTrue) {
        writeln!(out, "# one of {}", choices.join(", "))?;
    }
    let default = arg.get_default_values().first().and_then(|value| value.to_str());
    let value_name = arg.get_value_names().and_then(|names| names.first());
    let value = match (arg.get_action(), default, value_name) {
        (ArgAction::SetTrue, ..) => "false".into(),
        (_, Some(default), _) => literal(default),
        (_, None, Some(name)) => literal(name),
        (_, None, None) => literal(&name.to_uppercase()),
    };
    let value = if is_list(arg) { format!("[{value}]") } else { value };
    writeln!(out, "#{name} = {value}")
}

fn write_games(out: &mut impl Write) -> io::Result<()> {
    for card in GAMES.iter().map(|entry| entry.card()) {
        if card.options.is_empty() {
            continue;
        }
        writeln!(out, "\n# {}: {}\n[games.{}]", card.title, card.summary, card.name)?;
        for spec in card.options {
            writeln!(out, "# {}: {}", spec.summary, spec.values())?;
            writeln!(out, "#{} = {}", spec.name, literal(&instance(spec)))?;
        }
    }
    Ok(())
}

fn instance(spec: &OptionSpec) -> String {
    match (spec.default, spec.kind) {
        (Some(default), _) => default.into(),
        (None, OptionKind::Choice(choices)) => choices[0].0.into(),
        (None, OptionKind::Integer { min, .. }) => min.to_string(),
        (None, OptionKind::Text(form)) => form.into(),
    }
}

/// Writes a value in TOML: numbers as they are, texts in quotes.
fn literal(text: &str) -> String {
    match text.parse::<i64>() {
        Ok(number) => number.to_string(),
        Err(_) => toml::Value::String(text.into()).to_string(),
    }
}
