//! What can be asked for besides moves: one list for keys, buttons, typed words and help.
// SPDX-License-Identifier: MIT OR Apache-2.0

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Help,
    Hint,
    Undo,
    Redo,
    Flip,
    Think,
    Save,
    Load,
    Resign,
    New,
    Now,
    Quit,
}

pub(crate) struct Entry {
    pub(crate) command: Command,
    /// The number of its function key; none for a command that the Enter key gives.
    pub(crate) key: Option<u8>,
    pub(crate) word: &'static str,
    pub(crate) help: &'static str,
}

const fn entry(command: Command, key: u8, word: &'static str, help: &'static str) -> Entry {
    Entry { command, key: Some(key), word, help }
}

pub(crate) const COMMANDS: &[Entry] = &[
    entry(Command::Help, 1, "help", "this page; also ?"),
    entry(Command::Hint, 2, "hint", "ask the champion what to play"),
    entry(Command::Undo, 3, "undo", "take back to your last decision; also Ctrl-Z"),
    entry(Command::Redo, 4, "redo", "play again what was taken back; also Ctrl-Y"),
    entry(Command::Flip, 5, "flip", "turn the board"),
    entry(Command::Think, 6, "think", "show or hide what the computer thinks"),
    entry(Command::Save, 7, "save", "write the record to a new file; also Ctrl-S"),
    entry(Command::Load, 8, "load", "go on with a kept or recorded game; also Ctrl-O"),
    entry(Command::New, 9, "new", "begin another game; also Ctrl-N"),
    entry(Command::Quit, 10, "quit", "leave; the game is kept; also Ctrl-C"),
    entry(Command::Resign, 11, "resign", "give the game up"),
    Entry {
        command: Command::Now,
        key: None,
        word: "now",
        help: "let the computer move at once; also Enter while it thinks",
    },
];

pub(crate) fn of_key(number: u8) -> Option<Command> {
    COMMANDS.iter().find(|entry| entry.key == Some(number)).map(|entry| entry.command)
}

pub(crate) fn of_word(word: &str) -> Option<Command> {
    let same = |entry: &&Entry| entry.word.eq_ignore_ascii_case(word);
    COMMANDS.iter().find(same).map(|entry| entry.command)
}

pub(crate) fn of_control(letter: char) -> Option<Command> {
    match letter.to_ascii_lowercase() {
        'c' | 'q' | 'd' => Some(Command::Quit),
        'z' => Some(Command::Undo),
        'y' => Some(Command::Redo),
        's' => Some(Command::Save),
        'o' => Some(Command::Load),
        'n' => Some(Command::New),
        _ => None,
    }
}
