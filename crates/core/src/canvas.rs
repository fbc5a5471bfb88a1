//! A board drawn with characters, each with what is needed to colour it.
// SPDX-License-Identifier: MIT OR Apache-2.0

use std::fmt;

use crate::player::Player;
use crate::view::{Board, CellId, LabelText, Placed, TextAt, Tint};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Canvas {
    pub lines: Vec<Vec<Glyph>>,
}

/// One character with its meaning, from which a terminal chooses colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    pub symbol: char,
    /// The colouring of the cell it stands on; `None` outside cells.
    pub tint: Option<Tint>,
    pub owner: Option<Player>,
    /// Whether it belongs to the last move.
    pub marked: bool,
}

const BLANK: Glyph = Glyph { symbol: ' ', tint: None, owner: None, marked: false };

impl Canvas {
    /// Draws a board with its pieces, the cells of the last move marked, and names for the seats.
    pub fn draw(
        board: &Board,
        pieces: &[Placed],
        marked: &[CellId],
        seat: impl Fn(Player) -> String,
    ) -> Canvas {
        let mut canvas = Canvas::default();
        for label in &board.labels {
            let (text, owner) = match &label.text {
                LabelText::Fixed(text) | LabelText::Rule(text) => (text.clone(), None),
                LabelText::Seat(player) => (seat(*player), Some(*player)),
            };
            for (column, symbol) in (label.at.column..).zip(text.chars()) {
                let at = TextAt { line: label.at.line, column };
                *canvas.at(at) = Glyph { symbol, owner, ..BLANK };
            }
        }
        for cell in &board.cells {
            *canvas.at(cell.at) = Glyph { symbol: cell.empty, tint: Some(cell.tint), ..BLANK };
        }
        for placed in pieces {
            let glyph = canvas.at(board.cells[placed.cell.index()].at);
            glyph.symbol = placed.piece.letter;
            glyph.owner = placed.piece.owner;
        }
        for cell in marked {
            let at = board.cells[cell.index()].at;
            canvas.at(at).marked = true;
            if board.brackets {
                canvas.bracket(at);
            }
        }
        canvas
    }

    pub fn diagram(mut board: Board, pieces: &[Placed]) -> String {
        board.labels.clear();
        Canvas::draw(&board, pieces, &[], |_| String::new()).to_string()
    }

    fn bracket(&mut self, at: TextAt) {
        let left = TextAt { column: at.column.saturating_sub(1), ..at };
        let right = TextAt { column: at.column + 1, ..at };
        // Two marked neighbours share the character between them.
        let open = self.at(left);
        open.symbol = if open.symbol == ']' { '|' } else { '[' };
        let close = self.at(right);
        close.symbol = if close.symbol == '[' { '|' } else { ']' };
    }

    fn at(&mut self, at: TextAt) -> &mut Glyph {
        let (line, column) = (at.line as usize, at.column as usize);
        if self.lines.len() <= line {
            self.lines.resize(line + 1, Vec::new());
        }
        let glyphs = &mut self.lines[line];
        if glyphs.len() <= column {
            glyphs.resize(column + 1, BLANK);
        }
        &mut glyphs[column]
    }
}

impl fmt::Display for Canvas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            let text: String = line.iter().map(|glyph| glyph.symbol).collect();
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}
