//! What keys and mouse send to a program, as xterm does.
// SPDX-License-Identifier: MIT OR Apache-2.0

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    Delete,
    Enter,
    /// The escape key. What is sent at once after it is read as held down together with Alt, so wait
    /// for its effect first.
    Escape,
    Tab,
    BackTab,
    Backspace,
    F(u8),
    /// A letter, or one of `@ [ \ ] ^ _`, with Ctrl.
    Ctrl(char),
}

impl Key {
    #[track_caller]
    pub(super) fn sequence(self, arrow: &str) -> String {
        match self {
            Self::Up => format!("{arrow}A"),
            Self::Down => format!("{arrow}B"),
            Self::Right => format!("{arrow}C"),
            Self::Left => format!("{arrow}D"),
            Self::Home => format!("{arrow}H"),
            Self::End => format!("{arrow}F"),
            Self::PageUp => "\x1b[5~".to_string(),
            Self::PageDown => "\x1b[6~".to_string(),
            Self::Delete => "\x1b[3~".to_string(),
            Self::Enter => "\r".to_string(),
            Self::Escape => "\x1b".to_string(),
            Self::Tab => "\t".to_string(),
            Self::BackTab => "\x1b[Z".to_string(),
            Self::Backspace => "\x7f".to_string(),
            Self::F(number) => function_key(number),
            Self::Ctrl(letter) => {
                let code = letter.to_ascii_uppercase();
                assert!(('@'..='_').contains(&code), "Ctrl cannot be held with {letter:?}");
                char::from(code as u8 - b'@').to_string()
            }
        }
    }
}

#[track_caller]
fn function_key(number: u8) -> String {
    // The numbers have gaps because the keyboard of the VT220 had.
    match number {
        1..=4 => format!("\x1bO{}", char::from(b'P' + number - 1)),
        5 => "\x1b[15~".to_string(),
        6..=10 => format!("\x1b[{}~", number + 11),
        11..=12 => format!("\x1b[{}~", number + 12),
        _ => panic!("F{number} is not between F1 and F12"),
    }
}

/// Returns what a click of the left button sends, in the encoding every program asks for today (SGR).
pub(super) fn click(column: u16, line: u16) -> String {
    let (x, y) = (u32::from(column) + 1, u32::from(line) + 1);
    format!("\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m")
}
