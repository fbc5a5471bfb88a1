//! Where the names of rows, columns and seats stand around a drawing.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::view::{Board, Label, LabelText, Point};
use unicode_width::UnicodeWidthStr;

use super::raster::{Raster, Scale, Spot};

/// How long a seat's name is taken to be when a drawing is laid out.
const NAME_LENGTH: i32 = 6;
/// How far a label is moved at once, from how far inside to how far outside, until it is off the board.
const STEP: f32 = 0.1;
const STEPS: std::ops::Range<i32> = -12..40;

/// A label in the characters of a raster, which it stands outside of.
#[derive(Clone, Debug)]
pub(super) struct PlacedLabel {
    pub(super) text: LabelText,
    pub(super) middle: f32,
    pub(super) line: i32,
}

/// The first and the last column and line of a drawing with its labels, the last exclusive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
}

impl PlacedLabel {
    pub(super) fn start(&self, length: i32) -> i32 {
        // Of two middle columns the left one, where the pieces stand too.
        (self.middle - length as f32 / 2.0 + 0.01).floor() as i32
    }

    fn covers(&self, column: i32, line: i32) -> bool {
        let start = self.start(length(&self.text));
        line == self.line && (start - 1..=start + length(&self.text)).contains(&column)
    }
}

/// Places the labels of a grid: close to the squares, whatever their size.
pub(super) fn around_grid(board: &Board, raster: &Raster, scale: Scale) -> Vec<PlacedLabel> {
    let place = |label: &Label| {
        let text = shown(label)?;
        let length = length(&text) as f32;
        let Point { x, y } = label.point;
        let line = match y {
            y if y < 0.0 => -1 - (-y) as i32,
            y if y > board.height => i32::from(raster.lines) + (y - board.height) as i32,
            y => (y * scale.lines - 0.49).floor() as i32,
        };
        let middle = match x {
            x if x < 0.0 => -1.0 - length / 2.0,
            x if x > board.width => f32::from(raster.columns) + 1.0 + length / 2.0,
            x => x * scale.columns,
        };
        Some(PlacedLabel { text, middle, line })
    };
    board.labels.iter().filter_map(place).collect()
}

/// Places the labels of any other board: as near to their places as they are free, from inside out.
pub(super) fn around_outline(board: &Board, raster: &Raster, scale: Scale) -> Vec<PlacedLabel> {
    let mut placed: Vec<PlacedLabel> = Vec::new();
    for label in &board.labels {
        let Some(text) = shown(label) else { continue };
        let middle = Point { x: board.width / 2.0, y: board.height / 2.0 };
        let (right, down) = (label.point.x - middle.x, label.point.y - middle.y);
        let away = right.hypot(down).max(f32::EPSILON);
        let trial = |step: i32| {
            let out = 1.0 + STEP * step as f32 / away;
            let x = (middle.x + right * out) * scale.columns;
            let y = (middle.y + down * out) * scale.lines;
            PlacedLabel { text: text.clone(), middle: x, line: y.floor() as i32 }
        };
        let is_free = |place: &PlacedLabel| {
            let start = place.start(length(&place.text));
            (start..start + length(&place.text)).all(|column| {
                let on_board = raster
                    .at(column, place.line)
                    .is_some_and(|q| q.spots.iter().any(|spot| *spot != Spot::Outside));
                !on_board && !placed.iter().any(|other| other.covers(column, place.line))
            })
        };
        let place = STEPS.map(trial).find(is_free);
        placed.extend(place);
    }
    placed
}

pub(super) fn bounds(raster: &Raster, labels: &[PlacedLabel]) -> Bounds {
    let (right, bottom) = (i32::from(raster.columns), i32::from(raster.lines));
    let raster = Bounds { left: 0, top: 0, right, bottom };
    labels.iter().fold(raster, |bounds, label| {
        let start = label.start(length(&label.text));
        Bounds {
            left: bounds.left.min(start),
            top: bounds.top.min(label.line),
            right: bounds.right.max(start + length(&label.text)),
            bottom: bounds.bottom.max(label.line + 1),
        }
    })
}

fn length(text: &LabelText) -> i32 {
    match text {
        LabelText::Fixed(text) | LabelText::Rule(text) => text.width() as i32,
        LabelText::Seat(_) => NAME_LENGTH,
    }
}

/// Returns what is shown of a label; rules between lines of text are not drawn.
fn shown(label: &Label) -> Option<LabelText> {
    match &label.text {
        LabelText::Fixed(text) => Some(LabelText::Fixed(text.trim().into())),
        LabelText::Seat(player) => Some(LabelText::Seat(*player)),
        LabelText::Rule(_) => None,
    }
}
