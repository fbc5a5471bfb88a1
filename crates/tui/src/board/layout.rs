//! How large a board is drawn, and where its pieces stand.
//!
//! A board of equal squares gets whole columns and lines for each, an odd number of columns if there is
//! room, so that pieces stand in the middle. Any other board is scaled until its cells are too small.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::view::{Board, Cell, CellId, Point};
use ratatui::layout::Rect;

use super::labels::{self, PlacedLabel};
use super::raster::{self, ALL_SPOTS, Disc, Quarters, Raster, Scale, Shape, Spot};

const SQUARE_COLUMNS_MIN: u16 = 3;
/// The most lines of a square; larger ones are hard to take in.
const SQUARE_LINES_MAX: u16 = 15;
/// The least columns and lines in which a cell that is no square shows its shape.
const SHAPE_MIN: (u16, u16) = (5, 3);
/// How much wider than high a unit may be, best first; a line counts as two columns.
const STRETCHES: [f32; 3] = [1.12, 1.0, 0.94];
/// The least lines for one unit of a board that is no grid.
const FREE_LINES_MIN: f32 = 1.25;
/// How many spots beside its edge a cell needs to be framed.
const FRAME_ROOM_MIN: usize = 24;

#[derive(Clone, Debug)]
pub(super) struct Drawing {
    /// The terminal's column and line of the raster's upper left character.
    pub(super) origin: (u16, u16),
    pub(super) raster: Raster,
    pub(super) anchors: Vec<CellAnchor>,
    pub(super) labels: Vec<PlacedLabel>,
    bounds: labels::Bounds,
    /// Whether there is room for a letter below every sign.
    pub(super) has_captions: bool,
}

/// Where things are drawn on a cell, in the characters of the raster.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellAnchor {
    pub(super) glyph: (u16, u16),
    /// How far left and right of the sign marks stand when it is empty.
    pub(super) flank: Option<u16>,
    /// The same when a piece is there.
    pub(super) piece_flank: Option<u16>,
    /// Whether a frame can be seen as one.
    pub(super) framed: bool,
}

impl Drawing {
    /// Draws a board; `None` when two cells would have their pieces in the same character.
    fn new(board: &Board, scale: Scale, shape: Shape) -> Option<Drawing> {
        let mut raster = Raster::new(board, scale, shape);
        let glyphs = glyphs(board, &raster, scale)?;
        raster.add_discs(board, scale, shape, &glyphs);
        let anchor = |cell| anchor(&raster, board, scale, &glyphs, cell);
        let anchors = (0..glyphs.len()).map(anchor).collect();
        let labels = match shape {
            Shape::Outline => labels::around_outline(board, &raster, scale),
            Shape::OnGround | Shape::Square => labels::around_grid(board, &raster, scale),
        };
        let bounds = labels::bounds(&raster, &labels);
        let has_captions = glyphs.iter().all(|(column, line)| {
            let below = raster.at((*column).into(), i32::from(*line) + 1);
            below.is_some_and(|quarters| quarters.disc(Disc::Round) == ALL_SPOTS)
        });
        Some(Drawing { origin: (0, 0), raster, anchors, labels, bounds, has_captions })
    }

    fn size(&self) -> (u16, u16) {
        let labels::Bounds { left, top, right, bottom } = self.bounds;
        ((right - left) as u16, (bottom - top) as u16)
    }

    fn placed(mut self, area: Rect) -> Option<Drawing> {
        let (columns, lines) = self.size();
        let left = area.width.checked_sub(columns)? / 2;
        let top = area.height.checked_sub(lines)? / 2;
        let column = i32::from(area.x + left) - self.bounds.left;
        let line = i32::from(area.y + top) - self.bounds.top;
        self.origin = (column as u16, line as u16);
        Some(self)
    }

    pub(super) fn cell_at(&self, column: u16, line: u16) -> Option<CellId> {
        let (left, top) = self.origin;
        let at = (column.checked_sub(left)?, line.checked_sub(top)?);
        let here = self.anchors.iter().position(|anchor| anchor.glyph == at);
        if let Some(cell) = here {
            return Some(CellId(cell as u16));
        }
        let quarters = self.raster.at(at.0.into(), at.1.into())?;
        let cells = quarters.spots.iter().filter_map(|spot| match spot {
            Spot::Cell(cell) | Spot::Ground(cell) => Some(*cell),
            Spot::Outside => None,
        });
        cells.max_by_key(|cell| quarters.share(*cell)).map(CellId)
    }

    pub(super) fn glyph_at(&self, cell: CellId) -> Option<(u16, u16)> {
        let (column, line) = self.anchors.get(cell.index())?.glyph;
        Some((self.origin.0 + column, self.origin.1 + line))
    }
}

pub(super) fn largest(board: &Board, area: Rect) -> Option<Drawing> {
    let fits = |scale: &Scale| scale.columns * board.width <= area.width.into();
    let mut scales = scales(board, (area.width, area.height)).filter(|(scale, _)| fits(scale));
    scales.find_map(|(scale, shape)| Drawing::new(board, scale, shape)?.placed(area))
}

/// Returns the least columns and lines in which a board's cells can be drawn in their shapes.
pub fn needs(board: &Board) -> (u16, u16) {
    const ROOM: (u16, u16) = (300, 100);
    let scales: Vec<_> = scales(board, ROOM).collect();
    let mut drawings =
        scales.into_iter().rev().filter_map(|(scale, shape)| Drawing::new(board, scale, shape));
    drawings.next().map_or(ROOM, |drawing| drawing.size())
}

fn scales(board: &Board, room: (u16, u16)) -> Box<dyn Iterator<Item = (Scale, Shape)>> {
    let (width, height) = (board.width, board.height);
    if is_grid(board) {
        let lines_max = ((f32::from(room.1) / height) as u16).min(SQUARE_LINES_MAX);
        return Box::new((1..=lines_max).rev().flat_map(|lines| {
            let widths = [2 * lines + 1, 2 * lines, 2 * lines - 1];
            let widths = widths.into_iter().filter(|columns| *columns >= SQUARE_COLUMNS_MIN);
            widths.map(move |columns| {
                let shown = columns >= SHAPE_MIN.0 && lines >= SHAPE_MIN.1;
                let shape = if shown { Shape::OnGround } else { Shape::Square };
                (Scale { columns: columns.into(), lines: lines.into() }, shape)
            })
        }));
    }
    let lines_min = (FREE_LINES_MIN * height).ceil() as u16;
    Box::new((lines_min..=room.1).rev().flat_map(move |total| {
        let lines = f32::from(total) / height;
        STRETCHES.into_iter().map(move |stretch| {
            // Whole columns for the whole board make its two halves alike.
            let columns = (2.0 * lines * stretch * width / 2.0).round() * 2.0 / width;
            (Scale { columns, lines }, Shape::Outline)
        })
    }))
}

/// Returns whether every cell lies in a square of its own, one unit wide.
fn is_grid(board: &Board) -> bool {
    let whole = |value: f32| (value - value.round()).abs() < 1e-3;
    board.cells.iter().all(|cell| {
        let (low, high) = raster::bounds(cell);
        let unit = (high.x - low.x - 1.0).abs() < 1e-3 && (high.y - low.y - 1.0).abs() < 1e-3;
        unit && whole(low.x) && whole(low.y)
    })
}

/// Returns for each cell the character nearest its middle that is all its own.
fn glyphs(board: &Board, raster: &Raster, scale: Scale) -> Option<Vec<(u16, u16)>> {
    let mut glyphs = Vec::new();
    for (index, cell) in board.cells.iter().enumerate() {
        let middle = raster::centre(&cell.outline);
        let score = |column: u16, line: u16, quarters: &Quarters| {
            let x = (f32::from(column) + 0.5) / scale.columns;
            let y = (f32::from(line) + 0.5) / scale.lines;
            let missing = 4 - quarters.share(index as u16);
            missing as f32 * 1.2 + raster::distance(Point { x, y }, middle, scale)
        };
        let own = raster.around(cell, scale).filter(|(_, _, q)| q.share(index as u16) >= 2);
        let scored = own.map(|(column, line, q)| (score(column, line, q), (column, line)));
        let best = scored.min_by(|one, other| one.0.total_cmp(&other.0))?.1;
        if glyphs.contains(&best) {
            return None;
        }
        glyphs.push(best);
    }
    Some(glyphs)
}

fn anchor(
    raster: &Raster,
    board: &Board,
    scale: Scale,
    glyphs: &[(u16, u16)],
    index: usize,
) -> CellAnchor {
    let id = index as u16;
    let glyph = glyphs[index];
    let cell: &Cell = &board.cells[index];
    let sides = |away: u16, free: &dyn Fn(&Quarters) -> bool| {
        [-i32::from(away), i32::from(away)].into_iter().all(|step| {
            let column = i32::from(glyph.0) + step;
            let taken =
                glyphs.iter().any(|other| (i32::from(other.0), other.1) == (column, glyph.1));
            !taken && raster.at(column, glyph.1.into()).is_some_and(free)
        })
    };
    let whole = |quarters: &Quarters| quarters.share(id) == 4;
    let beside_disc = |quarters: &Quarters| whole(quarters) && quarters.disc(Disc::Round) == 0;
    let half = |quarters: &Quarters| quarters.share(id) >= 2;
    let near = || sides(1, &half).then_some(1);
    let inner = raster.around(cell, scale).map(|(_, _, quarters)| {
        let own = (0..4).filter(|bit| quarters.spots[*bit] == Spot::Cell(id));
        own.filter(|bit| quarters.edge >> bit & 1 == 0).count()
    });
    CellAnchor {
        glyph,
        flank: (1..=2).rev().find(|away| sides(*away, &whole)).or_else(near),
        piece_flank: (1..=5).find(|away| sides(*away, &beside_disc)).or_else(near),
        framed: inner.sum::<usize>() >= FRAME_ROOM_MIN,
    }
}
