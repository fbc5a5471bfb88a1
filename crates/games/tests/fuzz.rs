//! Whatever text comes in, nothing panics, and what is accepted holds its promises.
//!
//! Fuzz targets. Three edit true positions, moves and records, a bounded number in every run; `BOLERO_RANDOM_SEED`
//! repeats one. The others read any text, and begin from what `scripts/fuzz` has kept beside this file.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::sync::OnceLock;

use manator_core::{Entry, Record, Settings, Table};
use manator_games::catalog::{GAMES, find};

use crate::catalog::{open, random_game};

const ITERATIONS: usize = 20_000;
/// How many random texts are read besides those that are kept.
const RANDOM: usize = 1000;
const TEXT_MAX: usize = 4096;
/// How many texts of each game the mutations start from.
const SEEDS: usize = 24;

/// A true position with everything that can be said about it.
struct Seed {
    entry: &'static dyn Entry,
    table: Box<dyn Table>,
    position: String,
    moves: Vec<String>,
    record: String,
}

fn seeds() -> &'static [Seed] {
    static TEXTS: OnceLock<Vec<Seed>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let mut seeds = Vec::new();
        for entry in GAMES {
            for index in 0..SEEDS {
                let table = random_game(*entry, "", index as u64, index * 4);
                seeds.push(Seed {
                    entry: *entry,
                    position: table.position(),
                    moves: table.legal(),
                    record: Record::of(&*table).to_string(),
                    table,
                });
            }
        }
        seeds
    })
}

/// Reads fuzzing bytes as a choice of seed and a list of edits to its text.
struct Fuzz<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl Fuzz<'_> {
    fn byte(&mut self) -> usize {
        self.bytes.next().copied().unwrap_or(0).into()
    }

    fn seed(&mut self) -> &'static Seed {
        let index = self.byte() * 256 + self.byte();
        &seeds()[index % seeds().len()]
    }

    fn edit(&mut self, text: &str) -> String {
        const ALPHABET: &str = " ./-xwb12345690ABCDEFGHIJKNPLRQTWaknplrz,*[]{}\"\\%;\n…é\0";
        let mut letters: Vec<char> = text.chars().collect();
        let mut edits = 0;
        while self.bytes.len() > 0 && edits < 8 {
            edits += 1;
            let at = (self.byte() * 256 + self.byte()) % (letters.len() + 1);
            let value = self.byte();
            let letter = ALPHABET.chars().nth(value % ALPHABET.chars().count()).unwrap_or('x');
            match self.byte() % 6 {
                0 => letters.insert(at, letter),
                1 if at < letters.len() => letters[at] = letter,
                2 if at < letters.len() => {
                    letters.remove(at);
                }
                3 => letters.truncate(at),
                4 if at < letters.len() => letters.swap(at, value % at.max(1)),
                _ => {
                    let tail: Vec<char> = letters[at.min(letters.len())..].to_vec();
                    letters.extend(tail.into_iter().take(value));
                }
            }
        }
        letters.into_iter().collect()
    }
}

/// Does with a table all that can be done, which must not panic whatever position it is in.
fn exercise(table: &mut dyn Table) {
    let legal = table.legal();
    assert_eq!(table.outcome().is_none(), !legal.is_empty(), "{}", table.position());
    assert_eq!(table.perft(1), legal.len() as u64, "{}", table.position());
    if let Some(outcome) = table.outcome() {
        assert!(!table.describe_outcome(&outcome).is_empty());
    }
    let _ = (table.canvas(None).to_string(), table.facts(), table.key(), table.gestures());
    if let Some(mv) = legal.first() {
        table.play(mv).expect("a listed move can be played");
        let next = table.position();
        let key = table.key();
        table.set_position(&next).unwrap_or_else(|error| panic!("{error}: {next}"));
        assert_eq!((table.position(), table.key()), (next, key));
    }
}

#[test]
fn positions() {
    bolero::check!().with_iterations(ITERATIONS).with_max_len(40).for_each(|bytes: &[u8]| {
        let mut fuzz = Fuzz { bytes: bytes.iter() };
        let seed = fuzz.seed();
        let text = fuzz.edit(&seed.position);
        let mut table = open(seed.entry, "");
        if set_up(&mut *table, &text) {
            exercise(&mut *table);
        }
    });
}

/// Sets a position up if it is one; what is printed of it can be read, and a refused one changes nothing.
fn set_up(table: &mut dyn Table, text: &str) -> bool {
    let before = table.position();
    match table.set_position(text) {
        Ok(()) => {
            let canonical = table.position();
            table.set_position(&canonical).expect("what is printed can be read");
            assert_eq!(table.position(), canonical);
            true
        }
        Err(error) => {
            assert!(!error.expected.is_empty());
            assert_eq!(table.position(), before, "a refused text must change nothing");
            false
        }
    }
}

/// Opens a table if these are options of the game; what is printed of them can be read.
fn opened(entry: &dyn Entry, options: &str) -> Option<Box<dyn Table>> {
    let settings = Settings::parse(entry.card().options, options).ok()?;
    let printed = settings.to_string();
    let table = entry.open(settings).ok()?;
    let again =
        Settings::parse(entry.card().options, &printed).expect("what is printed can be read");
    assert_eq!(again.to_string(), printed);
    let again = entry.open(again).expect("the same options");
    assert_eq!(again.position(), table.position());
    Some(table)
}

/// Reads the name of a game, its options, a position and moves, each in a line.
#[test]
fn any_game() {
    bolero::check!().with_iterations(RANDOM).with_max_len(TEXT_MAX).for_each(|bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        let mut lines = text.split('\n');
        let Some(entry) = lines.next().and_then(find) else { return };
        let Some(mut table) = opened(entry, lines.next().unwrap_or_default()) else { return };
        let position = lines.next().unwrap_or_default();
        if !position.is_empty() && !set_up(&mut *table, position) {
            return;
        }
        for mv in lines {
            let (judged, before) = (table.judge(mv), table.position());
            let played = table.play(mv);
            assert_eq!(judged, played);
            if let Err(illegal) = played {
                assert!(entry.card().declares(illegal.fault.code), "{}", illegal.fault.code);
                assert_eq!(table.position(), before, "an illegal move must change nothing");
            }
        }
        holds(entry, &*table);
        exercise(&mut *table);
    });
}

/// Checks that the record of a game replays to the same.
fn holds(entry: &dyn Entry, table: &dyn Table) {
    let written = Record::of(table).to_string();
    let read = Record::parse(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    let replayed = read.replay(entry, |_, _| {});
    let replayed = replayed.unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!((replayed.position(), replayed.key()), (table.position(), table.key()));
    assert_eq!(replayed.moves(), table.moves());
    assert_eq!(Record::of(&*replayed).to_string(), written);
}

#[test]
fn moves() {
    bolero::check!().with_iterations(ITERATIONS).with_max_len(40).for_each(|bytes: &[u8]| {
        let mut fuzz = Fuzz { bytes: bytes.iter() };
        let seed = fuzz.seed();
        let index = fuzz.byte();
        let start = seed.moves.get(index % seed.moves.len().max(1)).map_or("A1A2", |mv| mv);
        let text = fuzz.edit(start);
        match seed.table.judge(&text) {
            Ok(canonical) => assert!(seed.moves.contains(&canonical), "{text} is {canonical}"),
            Err(illegal) => {
                let known = seed.entry.card().declares(illegal.fault.code);
                assert!(known, "{} is not on the card", illegal.fault.code);
                assert!(!illegal.fault.why.is_empty());
            }
        }
    });
}

#[test]
fn records() {
    bolero::check!().with_iterations(ITERATIONS).with_max_len(40).for_each(|bytes: &[u8]| {
        let mut fuzz = Fuzz { bytes: bytes.iter() };
        let seed = fuzz.seed();
        check_records(&fuzz.edit(&seed.record));
    });
}

#[test]
fn any_record() {
    bolero::check!().with_iterations(RANDOM).with_max_len(TEXT_MAX).for_each(|bytes: &[u8]| {
        check_records(&String::from_utf8_lossy(bytes));
    });
}

/// Reads records, several to a text: each prints as one that is the same, and if it holds, it replays to the same.
fn check_records(text: &str) {
    let Ok(records) = Record::parse_all(text) else { return };
    for (_, mut record) in records {
        let written = record.to_string();
        let read = Record::parse(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
        assert_eq!(read.to_string(), written, "what is printed can be read");
        let Some(entry) = find(&record.game) else { continue };
        let Ok(mut table) = record.replay(entry, |_, _| {}) else { continue };
        let again = read.replay(entry, |_, _| {}).expect("what is printed holds as well");
        assert_eq!((again.position(), again.key()), (table.position(), table.key()));
        let branches = record.replay_branches(&*table).map_err(|error| error.to_string());
        if branches.is_ok() {
            assert_eq!(record.replay_branches(&*table), Ok(()), "branches as the rules write them");
        }
        holds(entry, &*table);
        exercise(&mut *table);
    }
}
