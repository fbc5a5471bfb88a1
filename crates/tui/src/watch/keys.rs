//! Keys and mouse of the display.
// SPDX-License-Identifier: MIT OR Apache-2.0

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEventKind};

use super::{Asks, Viewer};

const PAGE: isize = 10;

pub(super) const BAR: &[(&str, &str)] =
    &[("q", "quit"), ("f", "flip"), ("◀ ▶", "moves"), ("End", "live"), ("?", "help")];

pub(super) const HELP: &[&str] = &[
    "◀ ▲        a move back",
    "▶ ▼        a move forward",
    "PgUp PgDn  ten moves back, and forward",
    "Home       the beginning of the game",
    "End        what happens now",
    "wheel      back and forward",
    "f          turns the board",
    "Space      hides how the game ended, and shows it",
    "Ctrl-L     draws everything anew",
    "Ctrl-Z     stops the display; the shell's fg goes on",
    "q Esc      leaves; so does Ctrl-C",
    "",
    "A game goes on while its earlier moves are looked at.",
];

impl Viewer {
    pub fn event(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => self.step(-1),
                MouseEventKind::ScrollDown => self.step(1),
                _ => {}
            },
            Event::Resize(..) => self.stage.forget(),
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'd' | 'q') if control => self.leaves = true,
            KeyCode::Char('z') if control => self.asks = Some(Asks::Suspend),
            KeyCode::Char('l') if control => self.asks = Some(Asks::Redraw),
            _ if self.help.is_some() => self.help_key(key.code),
            KeyCode::Char('q' | 'Q') | KeyCode::Esc | KeyCode::F(10) => self.leaves = true,
            KeyCode::Char('f' | 'F') | KeyCode::F(5) => self.side = self.side.other(),
            KeyCode::Char('?' | 'h') | KeyCode::F(1) => self.help = Some(0),
            KeyCode::Char(' ') | KeyCode::Enter => self.hides_ending = !self.hides_ending,
            KeyCode::Left | KeyCode::Up => self.step(-1),
            KeyCode::Right | KeyCode::Down => self.step(1),
            KeyCode::PageUp => self.step(-PAGE),
            KeyCode::PageDown => self.step(PAGE),
            KeyCode::Home => self.look_at(0),
            KeyCode::End => self.past = None,
            _ => {}
        }
    }

    fn help_key(&mut self, code: KeyCode) {
        let line = self.help.unwrap_or(0);
        self.help = match code {
            KeyCode::Down | KeyCode::PageDown => Some((line + 1).min(HELP.len() - 1)),
            KeyCode::Up | KeyCode::PageUp => Some(line.saturating_sub(1)),
            _ => None,
        };
    }
}
