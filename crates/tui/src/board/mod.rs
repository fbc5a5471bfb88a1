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
mod text;

use manator_core::view::{Board, CellId, LabelText, Placed, Point, TextAt};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use crate::theme::Theme;
use layout::Drawing;
use text::TextDrawing;

pub(crate) use glyphs::sign;
pub use layout::needs;

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
}

/// How much worse a cell is for each unit it lies aside, compared with a unit ahead.
const ASIDE: f32 = 2.0;
/// The most a cell may lie aside for each unit ahead, a little more than a right angle's half.
const ASIDE_MAX: f32 = 1.05;
/// What counts as ahead, in units.
const AHEAD_MIN: f32 = 0.05;

/// Where the arrow keys lead: to the nearest cell in their direction.
#[derive(Clone, Debug)]
struct Steps(Vec<[Option<CellId>; 4]>);

impl Steps {
    fn between(centres: &[Point]) -> Steps {
        let nearest = |from: usize, direction: Direction| {
            let costs = centres.iter().enumerate().filter_map(|(to, centre)| {
                let cost = cost(centres[from], *centre, direction)?;
                Some((cost, CellId(to as u16)))
            });
            costs.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, cell)| cell)
        };
        let cells = 0..centres.len();
        Steps(cells.map(|from| Direction::ALL.map(|way| nearest(from, way))).collect())
    }

    fn from(&self, cell: CellId, direction: Direction) -> Option<CellId> {
        self.0.get(cell.index())?[direction as usize]
    }
}

fn cost(from: Point, to: Point, direction: Direction) -> Option<f32> {
    let (right, down) = (to.x - from.x, to.y - from.y);
    let (ahead, aside) = match direction {
        Direction::Up => (-down, right),
        Direction::Down => (down, right),
        Direction::Left => (-right, down),
        Direction::Right => (right, down),
    };
    let aside = aside.abs();
    (ahead > AHEAD_MIN && aside <= ASIDE_MAX * ahead).then_some(ahead + ASIDE * aside)
}

/// How long a seat's name is taken to be where it is not known.
const NAME_LENGTH: u16 = 5;

/// Returns the board turned by 180 degrees, in its drawing and in text.
pub fn flipped(board: &Board) -> Board {
    let mut turned = board.clone();
    let turn = |point: Point| Point { x: board.width - point.x, y: board.height - point.y };
    let (columns, lines) = extent(board);
    let turn_text = |at: TextAt, length: u16| TextAt {
        line: (lines - 1).saturating_sub(at.line),
        column: columns.saturating_sub(at.column + length),
    };
    for cell in &mut turned.cells {
        for point in &mut cell.outline {
            *point = turn(*point);
        }
        cell.at = turn_text(cell.at, 1);
    }
    for label in &mut turned.labels {
        label.point = turn(label.point);
        let beside = label.at.column >= columns;
        let at = turn_text(label.at, length(&label.text));
        // A name beside the board keeps to its side, where there is room for any length.
        label.at = if beside { TextAt { column: label.at.column, ..at } } else { at };
    }
    turned
}

/// Returns the columns and lines of the text, without names that stand beside the board.
fn extent(board: &Board) -> (u16, u16) {
    let cells = board.cells.iter().map(|cell| (cell.at.column + 1, cell.at.line + 1));
    let fixed = board.labels.iter().filter(|label| !matches!(label.text, LabelText::Seat(_)));
    let labels = fixed.map(|label| (label.at.column + length(&label.text), label.at.line + 1));
    let (columns, lines) = cells
        .chain(labels)
        .fold((1, 1), |(columns, lines), (column, line)| (columns.max(column), lines.max(line)));
    let seats = board.labels.iter().map(|label| label.at.line + 1);
    (columns, seats.fold(lines, u16::max))
}

fn length(text: &LabelText) -> u16 {
    match text {
        LabelText::Fixed(text) | LabelText::Rule(text) => text.width() as u16,
        LabelText::Seat(_) => NAME_LENGTH,
    }
}
