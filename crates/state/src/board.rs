//! A board without its pieces, for clients that know no rules.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::view::{self, LabelText, Point, Zone};
use manator_core::{Player, Table};
use serde::Serialize;

/// A board without its pieces: it is the same as long as a game lasts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Board {
    /// The name of the game, which chooses the materials.
    pub game: &'static str,
    pub title: &'static str,
    /// The names of the seats.
    pub players: &'static [&'static str],
    pub width: f64,
    pub height: f64,
    pub cells: Vec<Cell>,
    pub labels: Vec<Label>,
    /// By how many degrees the drawing turns so that each seat is at the bottom.
    pub turns: Vec<u16>,
}

/// One cell; its number is its index in the list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Cell {
    pub name: String,
    /// The corners in order: x, y, x, y, ...; a grid's cell is one unit wide.
    pub outline: Vec<f64>,
    pub shade: Shade,
    /// `field`, `court`, or `section0`, `section1`, ...
    pub zone: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Shade {
    Light,
    Dark,
}

/// A text beside the cells: one that is always the same, or the name of a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Label {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seat: Option<u8>,
    pub x: f64,
    pub y: f64,
}

impl Board {
    /// Describes the board of a game; the pieces of its first position say where the seats are.
    pub fn of(table: &dyn Table) -> Board {
        let mut first = table.copy();
        while first.undo() {}
        let (card, board) = (first.card(), first.board());
        let turn = |player| turn(&*first, &board, player);
        Board {
            game: card.name,
            title: card.title,
            players: card.players,
            width: rounded(board.width),
            height: rounded(board.height),
            cells: board.cells.iter().map(Cell::of).collect(),
            labels: board.labels.iter().filter_map(Label::of).collect(),
            turns: Player::all(card.players.len()).map(turn).collect(),
        }
    }
}

impl Cell {
    fn of(cell: &view::Cell) -> Cell {
        let corners = cell.outline.iter();
        Cell {
            name: cell.name.clone(),
            outline: corners.flat_map(|point| [rounded(point.x), rounded(point.y)]).collect(),
            shade: match cell.tint.shade {
                view::Shade::Light => Shade::Light,
                view::Shade::Dark => Shade::Dark,
            },
            zone: match cell.tint.zone {
                Zone::Field => "field".into(),
                Zone::Court => "court".into(),
                Zone::Section(Player(seat)) => format!("section{seat}"),
            },
        }
    }
}

impl Label {
    /// Describes a label, unless it belongs to plain text only.
    fn of(label: &view::Label) -> Option<Label> {
        let (text, seat) = match &label.text {
            LabelText::Fixed(text) => (Some(text.trim().to_string()), None),
            LabelText::Seat(Player(seat)) => (None, Some(*seat)),
            LabelText::Rule(_) => return None,
        };
        Some(Label { text, seat, x: rounded(label.point.x), y: rounded(label.point.y) })
    }
}

/// Returns by how many degrees to turn the board clockwise, so that a player's pieces are at the bottom.
fn turn(table: &dyn Table, board: &view::Board, player: Player) -> u16 {
    const FULL: f32 = 360.0;
    // Boards for two look the same from two sides, a hexagon from six.
    let step = if table.card().players.len() == 2 { 180.0 } else { 60.0 };
    let mut sum = Point { x: 0.0, y: 0.0 };
    for placed in table.pieces().iter().filter(|placed| placed.piece.owner == Some(player)) {
        let outline = &board.cells[placed.cell.index()].outline;
        for corner in outline {
            sum.x += (corner.x - board.width / 2.0) / outline.len() as f32;
            sum.y += (corner.y - board.height / 2.0) / outline.len() as f32;
        }
    }
    // Pieces spread evenly have no side.
    if sum.x.hypot(sum.y) < 0.5 {
        return 0;
    }
    let bottom = 90.0;
    let degrees = bottom - sum.y.atan2(sum.x).to_degrees();
    ((degrees / step).round() * step).rem_euclid(FULL) as u16
}

/// Returns a coordinate with three decimals, which is finer than any screen.
fn rounded(value: f32) -> f64 {
    (f64::from(value) * 1000.0).round() / 1000.0
}
