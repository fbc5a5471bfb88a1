//! Boards of every game, drawn from their outlines.
//!
//! A [`Picture`] is where a board's cells come to lie in an area of the terminal. Making one takes the
//! work, and is needed once for each size; painting a [`Scene`] with it is cheap. No game is known here:
//! shapes, tints, pieces and labels are those that the table tells.
// SPDX-License-Identifier: MIT OR Apache-2.0

mod glyphs;
mod labels;
mod layout;
mod paint;
mod raster;
mod steps;
mod text;
mod turn;

use manator_core::view::{Board, CellId, Placed};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::theme::Theme;
pub(crate) use glyphs::sign;
use layout::Drawing;
pub use layout::needs;
pub use steps::Direction;
use steps::Steps;
use text::TextDrawing;
pub use turn::flipped;

#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    pub pieces: &'a [Placed],
    pub marks: &'a Marks,
    pub seats: &'a [String],
}

/// Cells that are marked, each in a way of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    pub cursor: Option<CellId>,
    pub chosen: Vec<CellId>,
    pub targets: Vec<CellId>,
    pub last: Vec<CellId>,
    pub hint: Vec<CellId>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    #[default]
    Upright,
    Flipped,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::Upright => Side::Flipped,
            Side::Flipped => Side::Upright,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Picture {
    board: Board,
    area: Rect,
    theme: Theme,
    steps: Steps,
    form: Form,
}

#[derive(Clone, Debug)]
enum Form {
    Drawn(Drawing),
    Text(TextDrawing),
}

impl Picture {
    /// Lays a board out as large as the area allows. Without colours it is text. Where nothing fits, returns the
    /// least columns and lines that would do.
    pub fn fit(
        board: &Board,
        area: Rect,
        side: Side,
        theme: &Theme,
    ) -> Result<Picture, (u16, u16)> {
        let board = match side {
            Side::Upright => board.clone(),
            Side::Flipped => flipped(board),
        };
        let drawing = if theme.has_colours() { layout::largest(&board, area) } else { None };
        let (steps, form) = if let Some(drawing) = drawing {
            (Steps::between(&raster::centres(&board)), Form::Drawn(drawing))
        } else if let Some(drawing) = TextDrawing::fit(&board, area) {
            (Steps::between(&drawing.centres(&board)), Form::Text(drawing))
        } else {
            let text = text::size(&board);
            let drawn = if theme.has_colours() { needs(&board) } else { text };
            let room = |size: &(u16, u16)| u32::from(size.0) * u32::from(size.1);
            return Err(if room(&drawn) < room(&text) { drawn } else { text });
        };
        Ok(Picture { board, area, theme: theme.clone(), steps, form })
    }

    /// Returns whether cells have their shapes, and are not only text.
    pub fn is_drawn(&self) -> bool {
        matches!(self.form, Form::Drawn(_))
    }

    pub fn render(&self, scene: &Scene, buf: &mut Buffer) {
        match &self.form {
            Form::Drawn(drawing) => paint::paint(self, drawing, scene, buf),
            Form::Text(drawing) => text::paint(self, drawing, scene, buf),
        }
    }

    pub fn cell_at(&self, column: u16, line: u16) -> Option<CellId> {
        match &self.form {
            Form::Drawn(drawing) => drawing.cell_at(column, line),
            Form::Text(drawing) => drawing.cell_at(&self.board, column, line),
        }
    }

    pub fn glyph_at(&self, cell: CellId) -> Option<(u16, u16)> {
        match &self.form {
            Form::Drawn(drawing) => drawing.glyph_at(cell),
            Form::Text(drawing) => drawing.glyph_at(&self.board, cell),
        }
    }

    /// Returns where the cursor goes from a cell; `None` at the edge.
    pub fn neighbour(&self, cell: CellId, direction: Direction) -> Option<CellId> {
        self.steps.from(cell, direction)
    }
}
