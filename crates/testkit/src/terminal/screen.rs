//! What a terminal shows at one moment.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::ops::Deref;

pub use vt100::{Cell, Color, MouseProtocolMode as MouseMode};

use super::{Size, svg};

/// A screen; columns and lines count from 0, at the top left.
#[derive(Clone, Debug)]
pub struct Screen(vt100::Screen);

impl Deref for Screen {
    type Target = vt100::Screen;

    fn deref(&self) -> &vt100::Screen {
        &self.0
    }
}

impl Screen {
    pub(super) fn new(screen: &vt100::Screen) -> Self {
        Self(screen.clone())
    }

    pub fn size(&self) -> Size {
        let (lines, columns) = self.0.size();
        Size { columns: columns.get(), lines: lines.get() }
    }

    pub fn lines(&self) -> Vec<String> {
        let rows = self.0.rows(0, self.size().columns);
        rows.map(|row| row.trim_end().to_string()).collect()
    }

    pub fn text(&self) -> String {
        self.lines().join("\n").trim_end().to_string()
    }

    #[track_caller]
    pub fn cell(&self, column: u16, line: u16) -> &Cell {
        let Some(cell) = self.0.cell(line, column) else {
            panic!("({column}, {line}) is not on a screen of {}", self.size());
        };
        cell
    }

    pub fn row(&self, line: u16) -> impl Iterator<Item = &Cell> {
        (0..self.size().columns).map(move |column| self.cell(column, line))
    }

    pub fn find(&self, text: &str) -> Option<(u16, u16)> {
        (0..self.size().lines).find_map(|line| {
            let mut written = String::new();
            let mut starts = Vec::new();
            for (column, cell) in (0..).zip(self.row(line)) {
                starts.push((written.len(), column));
                written.push_str(symbol(cell));
            }
            let place = written.find(text)?;
            // The cell that a wide character covers as well begins where the next one does.
            starts.iter().rfind(|(start, _)| *start == place).map(|(_, column)| (*column, line))
        })
    }

    pub fn cursor(&self) -> (u16, u16) {
        let (line, column) = self.0.cursor_position();
        (column, line)
    }

    /// Returns whether the program asked for the mouse in the encoding that a click is sent in.
    pub(super) fn hears_clicks(&self) -> bool {
        self.mouse_protocol_mode() != MouseMode::None
            && self.mouse_protocol_encoding() == vt100::MouseProtocolEncoding::Sgr
    }

    pub fn to_svg(&self, title: &str) -> String {
        svg::draw(self, title)
    }
}

impl fmt::Display for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bar = "─".repeat(usize::from(self.size().columns));
        writeln!(f, "┌{bar}┐")?;
        for line in 0..self.size().lines {
            let text: String = self.row(line).map(symbol).collect();
            writeln!(f, "│{text}│")?;
        }
        write!(f, "└{bar}┘")
    }
}

/// Returns what is written in a cell: a space where nothing is, and nothing where the wide character before it is.
pub(super) fn symbol(cell: &Cell) -> &str {
    match cell.contents() {
        "" if !cell.is_wide_continuation() => " ",
        contents => contents,
    }
}
