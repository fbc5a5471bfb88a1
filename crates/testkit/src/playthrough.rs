//! Playthroughs: every fact of every position of one game, as text compared line by line.
//!
//! The file's head names game, options and seed; the seed draws the moves. Run the tests with `UPDATE=1`
//! to write the files anew, and read the difference before committing it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use manator_core::random::SplitMix;
use manator_core::{Entry, OptionKind, Settings, Table};

const PLIES_MAX: usize = 150;

/// Returns the option sets a game is played through under: the defaults, every value of every choice,
/// and whatever else a file in `folder` names in its head.
pub fn option_sets(entry: &dyn Entry, folder: &Path) -> Vec<String> {
    let mut sets = vec![String::new()];
    for spec in entry.card().options {
        if let OptionKind::Choice(choices) = spec.kind {
            let others = choices.iter().filter(|(value, _)| Some(*value) != spec.default);
            sets.extend(others.map(|(value, _)| format!("{}={value}", spec.name)));
        }
    }
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .map(|files| files.map(|file| file.expect("a file").path()).collect())
        .unwrap_or_default();
    paths.sort();
    for path in paths {
        let text = fs::read_to_string(&path).expect("a playthrough is text");
        let head = text.lines().find_map(|text| text.strip_prefix("options: "));
        let options = head.unwrap_or_default().to_string();
        assert_eq!(path, file(folder, &options), "the options in its head name another file");
        if !sets.contains(&options) {
            sets.push(options);
        }
    }
    sets
}

fn file(folder: &Path, options: &str) -> PathBuf {
    let name = if options.is_empty() { "default" } else { options };
    folder.join(name.replace([' ', '='], "-")).with_added_extension("txt")
}

/// Compares the playthroughs of a game under all its [`option_sets`] with the files in `folder`.
pub fn check(entry: &dyn Entry, folder: &Path) {
    for options in option_sets(entry, folder) {
        let path = file(folder, &options);
        let actual = write(entry, &options, 1);
        if std::env::var_os("UPDATE").is_some() {
            fs::create_dir_all(folder).expect("create the folder");
            fs::write(&path, actual).expect("write the playthrough");
            continue;
        }
        let expected = fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}; UPDATE=1 writes it", path.display()));
        for (number, (expected, actual)) in (1..).zip(expected.lines().zip(actual.lines())) {
            assert_eq!(expected, actual, "{}:{number}", path.display());
        }
        assert_eq!(expected.len(), actual.len(), "{}: the length differs", path.display());
    }
}

fn write(entry: &dyn Entry, options: &str, seed: u64) -> String {
    let settings = Settings::parse(entry.card().options, options).expect("valid options");
    let mut table = entry.open(settings).expect("valid options");
    let mut random = SplitMix::new(seed);
    let mut text = format!("game: {}\noptions: {options}\nseed: {seed}\n", entry.card().name);
    for ply in 0..=PLIES_MAX {
        let legal = describe(&*table, ply, &mut text);
        if legal.is_empty() || ply == PLIES_MAX {
            break;
        }
        let mv = &legal[random.below(legal.len() as u64) as usize];
        let _ = writeln!(text, "\nplay: {mv}");
        table.play(mv).expect("a listed move can be played");
    }
    text
}

fn describe(table: &dyn Table, ply: usize, text: &mut String) -> Vec<String> {
    let player = table.card().players[table.to_move().index()];
    let _ = write!(text, "\nply: {ply}\nto move: {player}\nposition: {}\n", table.position());
    text.push_str(&table.canvas(None).to_string());
    for fact in table.facts() {
        let _ = writeln!(text, "{}: {}", fact.name, fact.value);
    }
    let legal = table.legal();
    let _ = writeln!(text, "legal ({}): {}", legal.len(), legal.join(" "));
    if let Some(outcome) = table.outcome() {
        let payoffs = outcome.payoffs.as_slice();
        let words = table.describe_outcome(&outcome);
        let _ = writeln!(text, "over: {payoffs:?} {}: {words}", outcome.reason.0);
    }
    legal
}
