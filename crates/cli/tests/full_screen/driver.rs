//! What the tests of the full screen share.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::PathBuf;

use manator_core::random::SplitMix;
use manator_core::view::Gesture;
use manator_core::{Entry, Record, Settings, Table};
use manator_games::catalog;
use manator_testkit::terminal::{Command, Home, Key, Screen, Size, Terminal};

pub(crate) const SMALL: Size = Size { columns: 80, lines: 24 };
pub(crate) const MIDDLE: Size = Size { columns: 120, lines: 40 };

/// Starts `manator play` with arguments that have blanks between them.
pub(crate) fn play(home: &Home, size: Size, arguments: &str) -> Terminal {
    let words = std::iter::once("play").chain(arguments.split_whitespace());
    let command = Command::new(crate::program::MANATOR).args(words);
    Terminal::open_in(home, size, command)
}

/// Returns an open table.
pub(crate) fn table(game: &str, options: &str) -> Box<dyn Table> {
    let entry: &dyn Entry = catalog::find(game).unwrap();
    entry.open(Settings::parse(entry.card().options, options).unwrap()).unwrap()
}

/// Returns a whole random game, the shortest of many.
pub(crate) fn short_game(game: &str, options: &str) -> Box<dyn Table> {
    let mut shortest: Option<Box<dyn Table>> = None;
    for seed in 0..40 {
        let most = shortest.as_ref().map_or(usize::MAX, |table| table.moves().len());
        let mut table = table(game, options);
        let mut random = SplitMix::new(seed);
        while table.outcome().is_none() && table.moves().len() < most {
            let legal = table.legal();
            let drawn = random.below(legal.len() as u64) as usize;
            table.play(&legal[drawn]).unwrap();
        }
        if table.outcome().is_some() {
            shortest = Some(table);
        }
    }
    shortest.unwrap()
}

/// Types a move, or presses the button it is.
pub(crate) fn type_move(terminal: &mut Terminal, before: &dyn Table, text: &str) {
    let gesture = before.gestures().into_iter().find(|(mv, _)| mv == text).unwrap().1;
    match gesture {
        Gesture::Cells(_) => terminal.send(&format!("{text}\r")),
        Gesture::Button(name) => terminal.send(&name[..1]),
    }
}

/// Returns the files of the games kept in a home.
pub(crate) fn kept(home: &Home) -> Vec<PathBuf> {
    let folder = home.data().join("manator").join("games");
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "pgn")).collect();
    paths.sort();
    paths
}

/// Returns the one game kept in a home.
pub(crate) fn record(home: &Home) -> Record {
    let paths = kept(home);
    assert_eq!(paths.len(), 1, "one game is kept");
    Record::parse(&std::fs::read_to_string(&paths[0]).unwrap()).unwrap()
}

/// Returns the moves of the one game kept in a home; before the first, nothing is kept.
pub(crate) fn moves_kept(home: &Home) -> Vec<String> {
    match kept(home)[..] {
        [] => Vec::new(),
        _ => record(home).moves.into_iter().map(|mv| mv.text).collect(),
    }
}

/// Returns where a square of a grid is, by the labels of its column and row on the screen.
pub(crate) fn square(screen: &Screen, name: &str) -> (u16, u16) {
    let (column, row) = name.split_at(1);
    let lines = screen.lines();
    // The line of column names is the last that begins with A and goes on with B.
    let names = |line: &String| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words.starts_with(&["A", "B"])
    };
    let bottom = lines.iter().rposition(names).expect("the columns have names");
    let x = lines[bottom].chars().position(|c| column.starts_with(c)).expect("the column is there");
    let y = lines[..bottom]
        .iter()
        .position(|line| line.split_whitespace().next() == Some(row))
        .expect("the row has a name");
    (x as u16, y as u16)
}

/// Waits until everything sent before has been drawn: what is typed last is there, and gone again.
pub(crate) fn settle(terminal: &mut Terminal) -> Screen {
    terminal.send("zzz");
    terminal.wait_for("> zzz");
    (0..3).for_each(|_| terminal.key(Key::Backspace));
    terminal.wait_until("the line is empty, the cursor in it", |screen| {
        let (column, line) = screen.cursor();
        let text = screen.lines()[usize::from(line)].clone();
        let after = text.chars().count() as u16 + 1;
        text.ends_with('>') && column == after && !screen.hide_cursor()
    })
}
