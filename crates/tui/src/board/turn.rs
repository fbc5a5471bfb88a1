//! A board seen from the other side.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::view::{Board, LabelText, Point, TextAt};
use unicode_width::UnicodeWidthStr;

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
