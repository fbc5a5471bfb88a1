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

/// How many plies of a long game a file holds.
const PLIES_MAX: usize = 150;

/// Returns the option sets a game is played through under: the defaults, every value of every choice,
/// and those in `extra`.
pub fn option_sets(entry: &dyn Entry, extra: &[&str]) -> Vec<String> {
    let mut sets = vec![String::new()];
    for spec in entry.card().options {
        if let OptionKind::Choice(choices) = spec.kind {
            let others = choices.iter().filter(|(value, _)| Some(*value) != spec.default);
            sets.extend(others.map(|(value, _)| format!("{}={value}", spec.name)));
        }
    }
    sets.extend(extra.iter().map(|set| set.to_string()));
    sets
}

/// Compares the playthrough of a game under `options` with its file in `folder`.
///
/// Returns the file's path.
///
/// # Panics
/// Panics with the first line that differs, or when there is no file.
pub fn check(entry: &dyn Entry, options: &str, folder: &Path) -> PathBuf {
    let name = match options {
        "" => "default".to_string(),
        options => options.replace([' ', '='], "-"),
    };
    let path = folder.join(entry.card().name).join(format!("{name}.txt"));
    let actual = write(entry, options, 1);
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("create the folder");
        fs::write(&path, actual).expect("write the playthrough");
        return path;
    }
    let expected = fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; UPDATE=1 writes it", path.display()));
    for (number, (expected, actual)) in (1..).zip(expected.lines().zip(actual.lines())) {
        assert_eq!(expected, actual, "{}:{number}", path.display());
    }
    assert_eq!(expected.len(), actual.len(), "{}: the length differs", path.display());
    path
}

/// Returns the playthrough of a game under `options`, its moves drawn from `seed`.
pub fn write(entry: &dyn Entry, options: &str, seed: u64) -> String {
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
