//! A scene as plain text, where there is no room or no colour for more.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::canvas::{Canvas, Glyph};
use manator_core::view::{Board, CellId, Point, TextAt};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::paint::{flanks, mark};
use super::{Picture, Scene};
use crate::theme::Mark;

/// A name of the usual length, for laying out.
const NAME: &str = "someone";

#[derive(Clone, Debug)]
pub(super) struct TextDrawing {
    origin: (u16, u16),
}

/// Returns the columns and lines of a board's text.
pub(super) fn size(board: &Board) -> (u16, u16) {
    let canvas = Canvas::draw(board, &[], &[], |_| NAME.into());
    let columns = canvas.lines.iter().map(Vec::len).max().unwrap_or(0);
    // A bracket may follow the last column.
    (columns as u16 + 1, canvas.lines.len() as u16)
}

impl TextDrawing {
    /// Puts the text into the middle of an area, if it fits.
    pub(super) fn fit(board: &Board, area: Rect) -> Option<TextDrawing> {
        let (columns, lines) = size(board);
        let left = area.width.checked_sub(columns)? / 2;
        let top = area.height.checked_sub(lines)? / 2;
        Some(TextDrawing { origin: (area.x + left, area.y + top) })
    }

    /// Returns the middles of the cells, in units two columns wide.
    pub(super) fn centres(&self, board: &Board) -> Vec<Point> {
        let centre = |at: TextAt| Point { x: f32::from(at.column) / 2.0, y: at.line.into() };
        board.cells.iter().map(|cell| centre(cell.at)).collect()
    }

    /// Returns the cell at a column and line of the terminal; the blank to its right belongs to it.
    pub(super) fn cell_at(&self, board: &Board, column: u16, line: u16) -> Option<CellId> {
        let line = line.checked_sub(self.origin.1)?;
        let column = column.checked_sub(self.origin.0)?;
        let find = |column: u16| {
            let cell = board.cells.iter().position(|cell| cell.at == TextAt { line, column })?;
            Some(CellId(cell as u16))
        };
        find(column).or_else(|| find(column.checked_sub(1)?))
    }

    /// Returns where a cell's piece is drawn in the terminal.
    pub(super) fn glyph_at(&self, board: &Board, cell: CellId) -> Option<(u16, u16)> {
        let at = board.cells.get(cell.index())?.at;
        Some((self.origin.0 + at.column, self.origin.1 + at.line))
    }
}

pub(super) fn paint(picture: &Picture, drawing: &TextDrawing, scene: &Scene, buf: &mut Buffer) {
    let seat =
        |player: manator_core::Player| scene.seats.get(player.index()).cloned().unwrap_or_default();
    let canvas = Canvas::draw(&picture.board, scene.pieces, &[], seat);
    let mut put = |column: u16, line: u16, symbol: char, style: Style| {
        let (x, y) = (drawing.origin.0 + column, drawing.origin.1 + line);
        if picture.area.contains(Position { x, y })
            && let Some(cell) = buf.cell_mut((x, y))
        {
            cell.set_char(symbol).set_style(style);
        }
    };
    for (line, glyphs) in (0..).zip(&canvas.lines) {
        for (column, glyph) in (0..).zip(glyphs) {
            if glyph.symbol != ' ' {
                put(column, line, glyph.symbol, style(picture, glyph));
            }
        }
    }
    for (index, cell) in picture.board.cells.iter().enumerate() {
        let id = CellId(index as u16);
        let TextAt { line, column } = cell.at;
        let piece = scene.pieces.iter().find(|placed| placed.cell == id);
        let symbol = piece.map_or(cell.empty, |placed| placed.piece.letter);
        let here = mark(scene.marks, id, piece.is_some());
        let has_cursor = scene.marks.cursor == Some(id);
        let owner = piece.and_then(|placed| placed.piece.owner);
        let glyph = Glyph { symbol, tint: Some(cell.tint), owner, marked: false };
        let mut look = style(picture, &glyph);
        if matches!(here, Some(Mark::Chosen | Mark::Capture)) || has_cursor {
            look = look.add_modifier(Modifier::REVERSED);
        }
        let shown = if here == Some(Mark::Target) { '•' } else { symbol };
        if here.is_some() || has_cursor {
            put(column, line, shown, look);
        }
        let beside = if has_cursor { Some(['[', ']']) } else { here.and_then(flanks) };
        let columns = [column.checked_sub(1), column.checked_add(1)];
        for (symbol, column) in beside.into_iter().flatten().zip(columns) {
            if let Some(column) = column {
                put(column, line, symbol, Style::new().add_modifier(Modifier::BOLD));
            }
        }
    }
}

fn style(picture: &Picture, glyph: &Glyph) -> Style {
    let theme = &picture.theme;
    match (glyph.owner, glyph.tint) {
        (Some(owner), _) => Style::new().fg(theme.player_text(owner)).add_modifier(Modifier::BOLD),
        (None, Some(_)) => Style::new(),
        (None, None) => Style::new().fg(theme.label()),
    }
}
