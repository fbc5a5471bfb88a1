//! A board as JSON, for clients that know no rules.
// SPDX-License-Identifier: MIT OR Apache-2.0

use manator_core::view::{Board, Cell, Label, LabelText, Point, Shade, Zone};
use manator_core::{Player, Table};
use serde_json::{Value, json};

/// Describes the board of a game that has just been set up.
///
/// The pieces say where the seats are: by `turns` a client turns the drawing to have a seat at the bottom.
pub fn json(table: &dyn Table) -> Value {
    let card = table.card();
    let board = table.board();
    let cells: Vec<Value> = board.cells.iter().map(cell).collect();
    let labels: Vec<Value> = board.labels.iter().filter_map(label).collect();
    let turns: Vec<u16> =
        Player::all(card.players.len()).map(|player| turn(table, &board, player)).collect();
    json!({
        "game": card.name,
        "title": card.title,
        "players": card.players,
        "width": rounded(board.width),
        "height": rounded(board.height),
        "cells": cells,
        "labels": labels,
        "turns": turns,
    })
}

fn cell(cell: &Cell) -> Value {
    let outline = cell.outline.iter().flat_map(|point| [rounded(point.x), rounded(point.y)]);
    let shade = match cell.tint.shade {
        Shade::Light => "light",
        Shade::Dark => "dark",
    };
    let zone = match cell.tint.zone {
        Zone::Field => "field".to_string(),
        Zone::Court => "court".to_string(),
        Zone::Section(Player(seat)) => format!("section{seat}"),
    };
    json!({
        "name": cell.name,
        "outline": outline.collect::<Vec<f64>>(),
        "shade": shade,
        "zone": zone,
    })
}

/// Describes a label, unless it belongs to plain text only.
fn label(label: &Label) -> Option<Value> {
    let (x, y) = (rounded(label.point.x), rounded(label.point.y));
    match &label.text {
        LabelText::Fixed(text) => Some(json!({ "text": text.trim(), "x": x, "y": y })),
        LabelText::Seat(Player(seat)) => Some(json!({ "seat": seat, "x": x, "y": y })),
        LabelText::Rule(_) => None,
    }
}

/// Returns by how many degrees to turn the board clockwise, so that a player's pieces are at the bottom.
fn turn(table: &dyn Table, board: &Board, player: Player) -> u16 {
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
