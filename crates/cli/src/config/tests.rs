//! The layers of the configuration, on a command made for it: flags of every kind, and flags that conflict.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::ffi::OsString;

use clap::{Arg, ArgAction, ArgGroup, Command, value_parser};

use super::apply::{CommandLine, in_force, undoable, with_defaults};
use super::check::{Setting, check};
use super::prolog::{is_prolog, read_prolog};
use super::syntax::{Fault, read_toml};

fn command() -> Command {
    let play = Command::new("play")
        .arg(Arg::new("game"))
        .arg(Arg::new("level").long("level"))
        .arg(Arg::new("against").long("against").conflicts_with("level"))
        .arg(Arg::new("plain").long("plain").action(ArgAction::SetTrue))
        .arg(Arg::new("seat").long("seat").required(true))
        .arg(Arg::new("time").long("time").group("limits"))
        .arg(Arg::new("depth").long("depth").value_parser(value_parser!(u32)).group("limits"))
        .arg(Arg::new("set").long("set").action(ArgAction::Append))
        .group(ArgGroup::new("limits").multiple(true));
    Command::new("manator").subcommand(play)
}

fn settings(text: &str) -> Result<Vec<Setting>, Fault> {
    let entries = if is_prolog(text) { read_prolog(text, &command())? } else { read_toml(text)? };
    check(entries, &command())
}

/// Returns what is in force of a file on a command line, as it would be typed.
fn chosen(file: &str, line: &str) -> Result<Vec<String>, Fault> {
    let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
    let command = undoable(command());
    let line =
        CommandLine::read(&command, &words).map_err(|error| Fault::new(0, error.to_string()))?;
    let chosen = in_force(&settings(file)?, &command, &line);
    let configured = with_defaults(command, &line.path, &chosen);
    configured.try_get_matches_from(words).map_err(|error| Fault::new(0, error.to_string()))?;
    Ok(chosen.iter().map(ToString::to_string).collect())
}

const FILE: &str = r#"
[play]
level = "hard"
time = "5m"
plain = true
seat = "white"
set = ["a=1", "b=2"]
[play.joust]
level = "medium"
depth = 4
[play.jetan]
against = "greedy"
"#;

#[test]
fn a_section_of_a_game_is_above_that_of_the_command() -> Result<(), Fault> {
    let usual = ["play --plain", "play --seat white", "play --set a=1 --set b=2"];
    let jetan = ["play jetan --against greedy", "play --time 5m"];
    assert_eq!(chosen(FILE, "manator play jetan")?, [&jetan[..], &usual].concat());
    let joust = ["play joust --level medium", "play joust --depth 4"];
    assert_eq!(chosen(FILE, "manator play joust")?, [&joust[..], &usual].concat());
    let none = ["play --level hard", "play --time 5m"];
    assert_eq!(chosen(FILE, "manator play")?, [&none[..], &usual].concat());
    Ok(())
}

#[test]
fn a_flag_given_drops_what_contradicts_it() -> Result<(), Fault> {
    let line = "manator play joust --against me --time 1s --plain=false --seat black --set c=3";
    assert_eq!(chosen(FILE, line)?, Vec::<String>::new());
    let line = "manator play jetan --level easy --depth 2 --plain --seat black --set c=3";
    assert_eq!(chosen(FILE, line)?, Vec::<String>::new());
    Ok(())
}

#[test]
fn a_section_must_not_contradict_itself() {
    let fault = settings("[play]\nlevel = 1\nagainst = 'me'\n").err();
    let what = fault.map(|fault| (fault.line, fault.what)).unwrap_or_default();
    assert_eq!(what.0, 3);
    assert!(
        what.1.contains("'--level <level>' cannot be used with '--against <against>'"),
        "{what:?}"
    );
}

#[test]
fn the_difficulty_of_joust_is_a_level() -> Result<(), Fault> {
    let both = settings("difficulty(ultra).\n/* a\n */ board_dimensions(\n 8 , 10 ) . % end")?;
    let both: Vec<(usize, String)> = both.iter().map(|s| (s.line, s.to_string())).collect();
    let expected = [(1, "play joust --level ultra"), (3, "joust --option size=8x10")];
    assert_eq!(both, expected.map(|(line, text)| (line, text.to_string())));
    Ok(())
}
