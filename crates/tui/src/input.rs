//! Keys and mouse on the main screen.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::path::Path;

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use manator_core::view::CellId;
use ratatui::layout::Position;

use crate::app::{App, Spot};
use crate::board::Direction;
use crate::touch::Touched;
use crate::words::Tone;

/// The longest line that is typed by a person; what is longer was pasted by mistake.
const INPUT_MAX: usize = 200;

impl App {
    pub(crate) fn event(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => match self.dialog {
                Some(_) => self.dialog_key(key),
                None => self.key(key),
            },
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::Paste(text) if self.dialog.is_some() => self.dialog_paste(&text),
            Event::Paste(text) => text.lines().next().unwrap_or_default().chars().for_each(|c| {
                self.letter(c);
            }),
            Event::Resize(..) => self.stage.forget(),
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::F(number) => {
                if let Some(command) = of_key(number) {
                    self.command(command);
                }
            }
            KeyCode::Char(letter) if control => {
                if let Some(command) = of_control(letter) {
                    self.command(command);
                }
            }
            KeyCode::Char('?') if self.input.is_empty() => self.command(Command::Help),
            KeyCode::Char(' ') if self.input.is_empty() => self.touch_cursor(),
            KeyCode::Char(letter) => self.letter(letter),
            KeyCode::Up => self.step(Direction::Up),
            KeyCode::Down => self.step(Direction::Down),
            KeyCode::Left => self.step(Direction::Left),
            KeyCode::Right => self.step(Direction::Right),
            KeyCode::Tab => self.next_source(true),
            KeyCode::BackTab => self.next_source(false),
            KeyCode::Enter => self.enter(),
            KeyCode::Backspace if self.input.is_empty() => {
                self.touch.step_back();
            }
            KeyCode::Backspace => {
                self.input.pop();
            }
            KeyCode::Esc => self.escape(),
            KeyCode::PageUp => self.scroll(5, true),
            KeyCode::PageDown => self.scroll(5, false),
            _ => {}
        }
    }

    fn letter(&mut self, letter: char) {
        let buttons = &self.touch.buttons;
        if self.input.is_empty() && self.touch.sources().is_empty() {
            let initial = |name: &str| name.chars().next().map(|c| c.to_ascii_lowercase());
            let pressed = buttons
                .iter()
                .find(|(name, _)| initial(name) == Some(letter.to_ascii_lowercase()))
                .map(|(_, text)| text.clone());
            if let Some(text) = pressed {
                self.play(&text);
                return;
            }
        }
        if !letter.is_control() && self.input.chars().count() < INPUT_MAX {
            self.input.push(letter);
            self.notice = None;
        }
    }

    fn enter(&mut self) {
        let line = std::mem::take(&mut self.input);
        let line = line.trim();
        if !line.is_empty() {
            self.typed(line);
        } else if !self.session.awaits_person() {
            self.session.hurry();
        } else {
            self.touch_cursor();
        }
    }

    fn typed(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match of_word(word) {
            Some(Command::Save) if !rest.is_empty() => self.save(rest),
            Some(Command::Load) if !rest.is_empty() => self.load(Path::new(rest)),
            Some(command) => self.command(command),
            None => {
                self.touch.drop_all();
                self.play(line);
            }
        }
    }

    /// Touches the cell under the cursor; the first key only shows where it is.
    fn touch_cursor(&mut self) {
        if !self.shows_cursor {
            self.shows_cursor = true;
            return;
        }
        // The last cell once more ends a chain that could go on.
        if self.touch.complete().is_some() && self.touch.chosen.last() == Some(&self.cursor) {
            if let Touched::Move(text) = self.touch.finish() {
                self.play(&text);
            }
            return;
        }
        self.touch(self.cursor);
    }

    fn step(&mut self, direction: Direction) {
        let picture = self.stage.picture();
        let next = picture.and_then(|picture| picture.neighbour(self.cursor, direction));
        if let Some(next) = next.filter(|_| self.shows_cursor) {
            self.cursor = next;
        }
        self.shows_cursor = true;
    }

    fn next_source(&mut self, forward: bool) {
        let places = match self.touch.chosen[..] {
            [] => self.touch.sources(),
            _ => self.touch.targets(),
        };
        self.shows_cursor = true;
        let after = |cell: &&CellId| **cell > self.cursor;
        let before = |cell: &&CellId| **cell < self.cursor;
        let next = match forward {
            true => places.iter().find(after).or(places.first()),
            false => places.iter().rev().find(before).or(places.last()),
        };
        if let Some(next) = next {
            self.cursor = *next;
        }
    }

    fn escape(&mut self) {
        self.notice = None;
        if !self.input.is_empty() {
            self.input.clear();
        } else if !self.touch.drop_all() && self.hint.take().is_none() {
            self.shows_cursor = false;
        }
    }

    fn scroll(&mut self, lines: usize, back: bool) {
        let most = self.rounds.len().saturating_sub(1);
        self.back = match back {
            true => (self.back + lines).min(most),
            false => self.back.saturating_sub(lines),
        };
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let at = Position { x: mouse.column, y: mouse.row };
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.press(at),
            MouseEventKind::Up(MouseButton::Left) => self.release(at),
            MouseEventKind::Down(MouseButton::Right) => self.escape(),
            MouseEventKind::ScrollUp if self.dialog.is_none() => self.scroll(1, true),
            MouseEventKind::ScrollDown if self.dialog.is_none() => self.scroll(1, false),
            _ => {}
        }
    }

    fn press(&mut self, at: Position) {
        self.pressed = None;
        let spot = self.spots.iter().find(|(area, _)| area.contains(at));
        let spot = spot.map(|(_, spot)| spot.clone());
        if self.dialog.is_some() {
            self.dialog_click(spot);
            return;
        }
        match spot {
            Some(Spot::Command(command)) => self.command(command),
            Some(Spot::Move(text)) => self.play(&text),
            _ => {
                if let Some(cell) = self.cell_at(at) {
                    self.pressed = Some(cell);
                    self.shows_cursor = false;
                    self.touch(cell);
                } else if self.touch.drop_all() {
                    self.say(Tone::Plain, "dropped");
                }
            }
        }
    }

    /// A piece can be dragged as well: it is let go where it shall stand.
    fn release(&mut self, at: Position) {
        let from = self.pressed.take();
        if let (Some(from), Some(to)) = (from, self.cell_at(at))
            && from != to
            && self.touch.chosen.last() == Some(&from)
        {
            self.touch(to);
        }
    }

    fn cell_at(&self, at: Position) -> Option<CellId> {
        self.stage.picture().and_then(|picture| picture.cell_at(at.x, at.y))
    }
}

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
