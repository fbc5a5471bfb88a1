//! Outlines brought to characters: four spots in each, two beside two.
//!
//! Block elements divide a character into quarters with two colours, which is twice as fine across as
//! half blocks and makes slanting edges look straight.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::view::{Board, Cell, Point};

/// Where the spots of a character lie in it: upper left, upper right, lower left, lower right.
const SPOTS: [(f32, f32); 4] = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
/// How much of the circle that fits into a cell a piece's disc takes.
const DISC_SHARE: f32 = 0.78;

/// How far the points of a pointed disc reach, compared with a round one.
const POINTED_SHARE: f32 = 1.12;
pub(super) const ALL_SPOTS: u8 = 0b1111;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    Outside,
    /// The ground beside a cell that does not fill its square.
    Ground(u16),
    Cell(u16),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Disc {
    Round,
    Pointed,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    pub(super) columns: f32,
    pub(super) lines: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Outline,
    /// Its outline, on a ground that fills its square.
    OnGround,
    Square,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Quarters {
    pub(super) spots: [Spot; 4],
    /// The spots on the edge of their cell, as bits.
    pub(super) edge: u8,
    /// The spots on the disc in the middle of their cell, as bits, for each form of disc.
    discs: [u8; 2],
}

impl Quarters {
    pub(super) fn disc(&self, form: Disc) -> u8 {
        self.discs[form as usize]
    }

    pub(super) fn share(&self, cell: u16) -> usize {
        self.spots.iter().filter(|spot| **spot == Spot::Cell(cell)).count()
    }
}

#[derive(Clone, Debug)]
pub(super) struct Raster {
    pub(super) columns: u16,
    pub(super) lines: u16,
    characters: Vec<Quarters>,
}

impl Raster {
    pub(super) fn new(board: &Board, scale: Scale, shape: Shape) -> Raster {
        // Whole numbers may come out a little too large.
        let whole = |length: f32| (length - 1e-3).ceil() as u16;
        let columns = whole(board.width * scale.columns);
        let lines = whole(board.height * scale.lines);
        let blank = Quarters { spots: [Spot::Outside; 4], edge: 0, discs: [0; 2] };
        let characters = vec![blank; usize::from(columns) * usize::from(lines)];
        let mut raster = Raster { columns, lines, characters };
        for (index, cell) in board.cells.iter().enumerate() {
            raster.fill(index as u16, cell, scale, shape);
        }
        raster.find_edges();
        raster
    }

    pub(super) fn at(&self, column: i32, line: i32) -> Option<&Quarters> {
        let inside = (0..i32::from(self.columns)).contains(&column)
            && (0..i32::from(self.lines)).contains(&line);
        inside
            .then(|| &self.characters[line as usize * usize::from(self.columns) + column as usize])
    }

    pub(super) fn around(
        &self,
        cell: &Cell,
        scale: Scale,
    ) -> impl Iterator<Item = (u16, u16, &Quarters)> {
        let (low, high) = bounds(cell);
        let columns = span(low.x * scale.columns, high.x * scale.columns, self.columns);
        let lines = span(low.y * scale.lines, high.y * scale.lines, self.lines);
        lines.flat_map(move |line| {
            columns.clone().filter_map(move |column| {
                let quarters = self.at(column.into(), line.into())?;
                Some((column, line, quarters))
            })
        })
    }

    fn fill(&mut self, index: u16, cell: &Cell, scale: Scale, shape: Shape) {
        let (low, high) = bounds(cell);
        let square = square(cell);
        let outline = drawn(cell, scale, shape);
        let width = usize::from(self.columns);
        for line in span(low.y * scale.lines, high.y * scale.lines, self.lines) {
            for column in span(low.x * scale.columns, high.x * scale.columns, self.columns) {
                let quarters =
                    &mut self.characters[usize::from(line) * width + usize::from(column)];
                for bit in 0..SPOTS.len() {
                    let point = spot(column, line, bit, scale);
                    if contains(&outline, point) {
                        quarters.spots[bit] = Spot::Cell(index);
                    } else if shape == Shape::OnGround && contains(&square, point) {
                        quarters.spots[bit] = Spot::Ground(index);
                    }
                }
            }
        }
    }

    /// Marks the spots of a disc in each cell, between its middle and that of its sign's character:
    /// with an even number of lines, no character is in the middle.
    pub(super) fn add_discs(
        &mut self,
        board: &Board,
        scale: Scale,
        shape: Shape,
        signs: &[(u16, u16)],
    ) {
        for (index, (cell, sign)) in board.cells.iter().zip(signs).enumerate() {
            let outline = drawn(cell, scale, shape);
            let centre = centre(&outline);
            let radius = DISC_SHARE * inner_radius(&outline, centre, scale);
            let (x, y) = (f32::from(sign.0) + 0.5, f32::from(sign.1) + 0.5);
            let middle = Point {
                x: (centre.x + x / scale.columns) / 2.0,
                y: (centre.y + y / scale.lines) / 2.0,
            };
            let places: Vec<(u16, u16)> =
                self.around(cell, scale).map(|(column, line, _)| (column, line)).collect();
            for (column, line) in places {
                let at = usize::from(line) * usize::from(self.columns) + usize::from(column);
                let quarters = &mut self.characters[at];
                // A character has two colours, so that one on the edge has none left for the disc.
                if quarters.share(index as u16) < SPOTS.len() {
                    continue;
                }
                for bit in 0..SPOTS.len() {
                    let point = spot(column, line, bit, scale);
                    let is_round = distance(point, middle, scale) < radius;
                    let is_pointed = steps(point, middle, scale) < POINTED_SHARE * radius;
                    quarters.discs[Disc::Round as usize] |= u8::from(is_round) << bit;
                    quarters.discs[Disc::Pointed as usize] |= u8::from(is_pointed) << bit;
                }
            }
        }
    }

    /// Marks the spots of a cell that lie at something else; sideways two are as wide as one is high.
    fn find_edges(&mut self) {
        const AROUND: [(i32, i32); 6] = [(-2, 0), (-1, 0), (1, 0), (2, 0), (0, -1), (0, 1)];
        let (columns, lines) = (2 * i32::from(self.columns), 2 * i32::from(self.lines));
        for y in 0..lines {
            for x in 0..columns {
                let here = self.spot(x, y);
                let is_edge = AROUND.iter().any(|(dx, dy)| self.spot(x + dx, y + dy) != here);
                let index = (y / 2 * i32::from(self.columns) + x / 2) as usize;
                self.characters[index].edge |= u8::from(is_edge) << (y % 2 * 2 + x % 2);
            }
        }
    }

    fn spot(&self, x: i32, y: i32) -> Spot {
        let quarters = self.at(x.div_euclid(2), y.div_euclid(2));
        let bit = (y.rem_euclid(2) * 2 + x.rem_euclid(2)) as usize;
        quarters.map_or(Spot::Outside, |quarters| quarters.spots[bit])
    }
}

pub(super) fn centres(board: &Board) -> Vec<Point> {
    board.cells.iter().map(|cell| centre(&cell.outline)).collect()
}

pub(super) fn centre(outline: &[Point]) -> Point {
    let count = outline.len().max(1) as f32;
    let x = outline.iter().map(|point| point.x).sum::<f32>() / count;
    let y = outline.iter().map(|point| point.y).sum::<f32>() / count;
    Point { x, y }
}

pub(super) fn bounds(cell: &Cell) -> (Point, Point) {
    let start = cell.outline.first().copied().unwrap_or(Point { x: 0.0, y: 0.0 });
    cell.outline.iter().fold((start, start), |(low, high), point| {
        let low = Point { x: low.x.min(point.x), y: low.y.min(point.y) };
        (low, Point { x: high.x.max(point.x), y: high.y.max(point.y) })
    })
}

/// Returns a distance in columns; a line counts as two.
pub(super) fn distance(one: Point, other: Point, scale: Scale) -> f32 {
    ((one.x - other.x) * scale.columns).hypot((one.y - other.y) * scale.lines * 2.0)
}

/// Returns a distance in columns without diagonals; a line counts as two.
fn steps(one: Point, other: Point, scale: Scale) -> f32 {
    (one.x - other.x).abs() * scale.columns + (one.y - other.y).abs() * scale.lines * 2.0
}

fn square(cell: &Cell) -> [Point; 4] {
    let (low, high) = bounds(cell);
    [low, Point { x: high.x, y: low.y }, high, Point { x: low.x, y: high.y }]
}

fn drawn(cell: &Cell, scale: Scale, shape: Shape) -> Vec<Point> {
    let fills = || square(cell).iter().all(|corner| cell.outline.contains(corner));
    match shape {
        Shape::Outline => cell.outline.clone(),
        Shape::Square => square(cell).to_vec(),
        Shape::OnGround if fills() => cell.outline.clone(),
        // As wide as high, slanting edges step evenly; the odd column stays free.
        Shape::OnGround => {
            let middle = centre(&cell.outline).x;
            let narrower = (2.0 * scale.lines / scale.columns).min(1.0);
            let narrow =
                |point: &Point| Point { x: middle + (point.x - middle) * narrower, ..*point };
            cell.outline.iter().map(narrow).collect()
        }
    }
}

fn spot(column: u16, line: u16, bit: usize, scale: Scale) -> Point {
    let (right, down) = SPOTS[bit];
    Point {
        x: (f32::from(column) + right) / scale.columns,
        y: (f32::from(line) + down) / scale.lines,
    }
}

fn span(low: f32, high: f32, limit: u16) -> std::ops::Range<u16> {
    let end = (high.ceil().max(0.0) as u16).min(limit);
    (low.floor().max(0.0) as u16).min(end)..end
}

/// Returns whether an outline contains a point; of two cells that share an edge, one does.
fn contains(outline: &[Point], point: Point) -> bool {
    let mut inside = false;
    let mut before = match outline.last() {
        Some(last) => *last,
        None => return false,
    };
    for corner in outline {
        let crosses = (corner.y > point.y) != (before.y > point.y);
        if crosses {
            let slope = (before.x - corner.x) / (before.y - corner.y);
            inside ^= point.x < corner.x + slope * (point.y - corner.y);
        }
        before = *corner;
    }
    inside
}

/// Returns how far the nearest edge is from the middle, in columns.
fn inner_radius(outline: &[Point], middle: Point, scale: Scale) -> f32 {
    let flat = |point: Point| (point.x * scale.columns, point.y * scale.lines * 2.0);
    let (x, y) = flat(middle);
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    let distances = edges.map(|(from, to)| {
        let ((x1, y1), (x2, y2)) = (flat(*from), flat(*to));
        let length = (x2 - x1).hypot(y2 - y1).max(f32::EPSILON);
        ((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)).abs() / length
    });
    distances.fold(f32::INFINITY, f32::min)
}
