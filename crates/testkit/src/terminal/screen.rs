//! What a terminal shows at one moment.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;
use std::ops::Deref;

pub use vt100::{Color, MouseProtocolMode as MouseMode};

use super::{Size, svg};

/// A screen; columns and lines count from 0, at the top left.
#[derive(Clone, Debug)]
pub struct Screen(vt100::Screen);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What is written there: one character with its accents, or a space.
    pub symbol: String,
    /// How many columns it takes: 2 for a wide character, 0 for the place it covers as well.
    pub columns: u16,
    /// The colour of the symbol, before `inverse`.
    pub foreground: Color,
    /// The colour behind it, before `inverse`.
    pub background: Color,
    pub bold: bool,
    pub dim: bool,
    pub italic: bool,
    pub underline: bool,
    /// Whether the two colours are exchanged.
    pub inverse: bool,
}

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

    /// Returns its lines without the spaces at their ends.
    pub fn lines(&self) -> Vec<String> {
        let rows = self.0.rows(0, self.size().columns);
        rows.map(|row| row.trim_end().to_string()).collect()
    }

    /// Returns its lines as one text, without the empty ones at the end.
    pub fn text(&self) -> String {
        self.lines().join("\n").trim_end().to_string()
    }

    #[track_caller]
    pub fn cell(&self, column: u16, line: u16) -> Cell {
        let Some(cell) = self.0.cell(line, column) else {
            panic!("({column}, {line}) is not on a screen of {}", self.size());
        };
        let symbol = if cell.has_contents() { cell.contents() } else { " " };
        let columns = match (cell.is_wide(), cell.is_wide_continuation()) {
            (true, _) => 2,
            (_, true) => 0,
            _ => 1,
        };
        Cell {
            symbol: symbol.to_string(),
            columns,
            foreground: cell.fgcolor(),
            background: cell.bgcolor(),
            bold: cell.bold(),
            dim: cell.dim(),
            italic: cell.italic(),
            underline: cell.underline(),
            inverse: cell.inverse(),
        }
    }

    pub fn row(&self, line: u16) -> impl Iterator<Item = Cell> + '_ {
        (0..self.size().columns).map(move |column| self.cell(column, line))
    }

    /// Returns the column and line where a text within one line first begins.
    pub fn find(&self, text: &str) -> Option<(u16, u16)> {
        (0..self.size().lines).find_map(|line| {
            let mut written = String::new();
            let mut starts = Vec::new();
            for (column, cell) in (0..).zip(self.row(line)).filter(|(_, cell)| cell.columns > 0) {
                starts.push((written.len(), column));
                written.push_str(&cell.symbol);
            }
            let place = written.find(text)?;
            starts.iter().find(|(start, _)| *start == place).map(|(_, column)| (*column, line))
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

    /// Returns a picture of the screen in a window with a title, which needs no other file.
    pub fn to_svg(&self, title: &str) -> String {
        svg::draw(self, title)
    }
}

/// Writes the screen in a frame, for the message of a failed test.
impl fmt::Display for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bar = "─".repeat(usize::from(self.size().columns));
        writeln!(f, "┌{bar}┐")?;
        for line in 0..self.size().lines {
            let text: String =
                self.row(line).filter(|c| c.columns > 0).map(|cell| cell.symbol).collect();
            writeln!(f, "│{text}│")?;
        }
        write!(f, "└{bar}┘")
    }
}
